import type { Diagnostic, Fix } from '../../text/diagnostic.ts';
import { karpenterGroupPattern, karpenterKinds } from '../model/karpenter-kinds.ts';
import { asText, isObject, type Mapping, type Path, type Value, valueAt } from '../model/manifest.ts';
import type { LocatedDocument } from './located-document.ts';

/** A kind of Karpenter that an incomplete object may have. */
interface KnownKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly telling: readonly Path[];
}

const knownKinds: readonly KnownKind[] = karpenterKinds.flatMap(({ kind, group, versions, tellingFields: telling }) => {
  if (telling) return [{ kind, apiVersion: `${group}/${versions[0]!.version}`, telling }];
  return [];
});

const karpenterGroup = new RegExp(`^${karpenterGroupPattern}/`);

const kindNames = knownKinds.map(({ kind }) => kind).join('|');
/** Only without indentation, because a reference to a node class also has a `kind`. */
const yamlKind = new RegExp(`^["']?kind["']?[ \\t]*:[ \\t]*["']?(?:${kindNames})\\b`, 'm');
const jsonKind = new RegExp(`"kind"[ \\t]*:[ \\t]*"(?:${kindNames})"`);
/** Shorter names, such as `price`, occur in many texts. */
const longNames = knownKinds
  .flatMap(({ telling }) => telling.map((path) => String(path.at(-1))))
  .filter((name) => name.length > 8);
const tellingField = new RegExp(String.raw`\b(?:${[...new Set(longNames)].join('|')})\b`);

/** Whether a text without `apiVersion` may still contain an object of Karpenter. */
export const mayLackApiVersion = (text: string): boolean =>
  tellingField.test(text) && (yamlKind.test(text) || (/^\s*\{/.test(text) && jsonKind.test(text)));

/** An object that the API server refuses, because its kind or API version is missing. */
interface IncompleteObject {
  readonly base: Path;
  readonly lacks: 'apiVersion' | 'kind';
  /** The kind that its fields suggest. */
  readonly meant: KnownKind | undefined;
  readonly name: string | undefined;
}

/** Objects of Karpenter without `kind` or without `apiVersion`. Objects that only look similar are ignored. */
export function incompleteObjects(value: Value | undefined, base: Path = []): IncompleteObject[] {
  if (!isObject(value)) return [];

  if (typeof value.kind === 'string' && value.kind.endsWith('List') && Array.isArray(value.items)) {
    // Items of a typed list do not need their own kind and API version.
    if (value.kind !== 'List') return [];
    return (value.items as readonly Value[]).flatMap((item, i) => incompleteObjects(item, [...base, 'items', i]));
  }

  const lacks = lackOf(value);
  if (lacks === undefined) return [];

  const meant = meantBy(value);
  const name = isObject(value.metadata) ? asText(value.metadata.name) : undefined;

  if (lacks === 'apiVersion' && meant === undefined) return [];
  return [{ base, lacks, meant, name }];
}

const isText = (value: Value | undefined): value is string => typeof value === 'string' && value !== '';

function lackOf({ apiVersion, kind, metadata, spec, $patch }: Mapping): IncompleteObject['lacks'] | undefined {
  if ($patch !== undefined) return undefined;
  if (isText(apiVersion) && !isText(kind)) {
    if (karpenterGroup.test(apiVersion) && (isObject(metadata) || isObject(spec))) return 'kind';
    return undefined;
  }
  if (isText(kind) && !isText(apiVersion) && isObject(metadata)) return 'apiVersion';
  return undefined;
}

/** The kind that fits the written kind or group and the fields. */
const meantBy = ({ apiVersion, kind, spec }: Mapping): KnownKind | undefined => {
  const isWritten = (candidate: KnownKind): boolean => {
    if (isText(kind)) return candidate.kind === kind;
    return isText(apiVersion) && groupText(candidate.apiVersion) === groupText(apiVersion);
  };

  return knownKinds.find(
    (candidate) => isWritten(candidate) && candidate.telling.some((path) => valueAt(spec, path) !== undefined),
  );
};

const groupText = (apiVersion: string): string => apiVersion.slice(0, apiVersion.indexOf('/'));

/** The finding about an incomplete object, at the field that exists. */
export function incompleteDiagnostic(
  { base, lacks, meant, name }: IncompleteObject,
  document: LocatedDocument,
): Diagnostic {
  const has = lacks === 'kind' ? 'apiVersion' : 'kind';
  const { node, pair } = document.locate([...base, has]);
  const span = document.span(node);

  const subject = () => {
    if (lacks === 'kind') {
      if (name === undefined) return 'This object';
      return `\`${name.slice(0, 80)}\``;
    }
    return `This ${meant!.kind}`;
  };

  const what = subject();
  const line = meant && `${lacks}: ${meant[lacks]}`;
  const fix = line === undefined || pair === undefined ? undefined : insertion(line, document, document.span(pair.key));

  return {
    code: 'schema/required',
    severity: 'error',
    message: `${what} has no \`${lacks}\`, so the API server refuses it`,
    span,
    labels: [],
    resource: null,
    help: line === undefined ? `Add \`${lacks}\`, for example \`kind: NodePool\`.` : `Add \`${line}\`.`,
    ...(fix && { fix }),
  };
}

/** Inserts a line above another one, if the key is on a separate line. */
function insertion(
  line: string,
  { source: { file, text } }: LocatedDocument,
  above: { start: number },
): Fix | undefined {
  const lineStart = text.lastIndexOf('\n', above.start - 1) + 1;
  const indent = text.slice(lineStart, above.start);
  if (!/^ *$/.test(indent)) return undefined;

  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const edit = { file, start: above.start, end: above.start, newText: `${line}${end}${indent}` };

  return { description: `Add \`${line}\``, edits: [edit] };
}
