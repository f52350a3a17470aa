/** How many objects of Karpenter texts contain. */
export interface ObjectCount {
  readonly pools: number;
  readonly classes: number;
}

const group = /^([\s-]*)["']?apiVersion["']?\s*[:=]\s*["']?(?:karpenter(?:\.[\w-]+)+|eks\.amazonaws\.com)\/v\w+/;
const kind =
  /^([\s-]*)["']?kind["']?\s*[:=]\s*["']?(NodePool|Provisioner|AWSNodeTemplate|\w*NodeClass)["']?,?\s*(?:#.*)?$/;
const reference = /^[\s-]*["']?(?:nodeClassRef|providerRef)["']?\s*[:=]/;
/** How far the kind of an object is from its API version. */
const window = 8;

/**
 * Counts NodePools, Provisioners and node classes line by line, without any parser, so that a mistake of plumbline's reader is
 * not repeated here. What a template writes several times, or what a values file switches off, is counted once.
 */
export function countObjects(text: string): ObjectCount {
  const lines = text.split('\n');
  const kinds = lines.flatMap((line, at) => kindAt(lines, line, at) ?? []);
  const pools = kinds.filter((name) => name === 'NodePool' || name === 'Provisioner').length;
  return { pools, classes: kinds.length - pools };
}

export const sumOf = (counts: readonly ObjectCount[]): ObjectCount => ({
  pools: counts.reduce((sum, { pools }) => sum + pools, 0),
  classes: counts.reduce((sum, { classes }) => sum + classes, 0),
});

/** Files in which the objects of a repository are: manifests, templates and Terraform, not documents and scripts. */
export const isManifestFile = (path: string): boolean =>
  /\.(?:ya?ml|json|tpl|tftpl|tf|gotmpl|j2|template|tmpl)$/.test(path);

/** Kind of the object whose API version is in a line. */
function kindAt(lines: readonly string[], line: string, at: number): string | undefined {
  const indent = indentOf(group.exec(line));
  if (indent === undefined || isReference(lines, at, indent)) return undefined;
  const after = upToSeparator(lines.slice(at + 1, at + 1 + window));
  const near = [...after, ...upToSeparator(lines.slice(Math.max(0, at - window), at).reverse())];
  for (const other of near) {
    const match = kind.exec(other);
    if (match && indentOf(match) === indent) return match[2];
  }
  return undefined;
}

/** Lines of the same document. */
function upToSeparator(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.trim() === '---');
  return end === -1 ? lines : lines.slice(0, end);
}

const indentOf = (match: RegExpExecArray | null): number | undefined => match?.[1]?.length;

/** True if a line belongs to a `nodeClassRef`: the nearest line above that is indented less. */
function isReference(lines: readonly string[], at: number, indent: number): boolean {
  const above = lines.slice(0, at).findLast((line) => line.trim() !== '' && line.search(/\S/) < indent);
  return above !== undefined && reference.test(above);
}
