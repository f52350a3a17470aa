import type { Diagnostic, Fix } from '../../diagnostic.ts';
import { karpenterGroupPattern, karpenterKinds } from '../karpenter-kinds.ts';
import { asText, isObject, type Mapping, type Path, type Value, valueAt } from '../manifest.ts';
import type { LocatedDocument } from './located-document.ts';

/** A kind of Karpenter's, as an object should have said that it is one. */
interface KnownKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly telling: readonly Path[];
}

const knownKinds: readonly KnownKind[] = karpenterKinds.flatMap(({ kind, group, versions, tellingFields: telling }) =>
  telling ? [{ kind, apiVersion: `${group}/${versions[0]!.version}`, telling }] : [],
);

const karpenterGroup = new RegExp(`^${karpenterGroupPattern}/`);

const kindNames = knownKinds.map(({ kind }) => kind).join('|');
/** At the left margin: a reference to a node class has a `kind` too. */
const yamlKind = new RegExp(`^["']?kind["']?[ \\t]*:[ \\t]*["']?(?:${kindNames})\\b`, 'm');
const jsonKind = new RegExp(`"kind"[ \\t]*:[ \\t]*"(?:${kindNames})"`);
/** Shorter names, such as `price`, stand in many texts. */
const longNames = knownKinds
  .flatMap(({ telling }) => telling.map((path) => String(path.at(-1))))
  .filter((name) => name.length > 8);
const tellingField = new RegExp(String.raw`\b(?:${[...new Set(longNames)].join('|')})\b`);

/** Whether a text without `apiVersion` may hold an object of Karpenter's all the same. */
export const mayLackApiVersion = (text: string): boolean =>
  tellingField.test(text) && (yamlKind.test(text) || (/^\s*\{/.test(text) && jsonKind.test(text)));

/** An object that no API server takes, for it does not say what it is. */
export interface IncompleteObject {
  readonly base: Path;
  readonly lacks: 'apiVersion' | 'kind';
  /** What it is by its fields. */
  readonly meant: KnownKind | undefined;
  readonly name: string | undefined;
}

/** Objects of Karpenter's without `kind`, or without `apiVersion`. What only looks like one is left alone. */
export function incompleteObjects(value: Value | undefined, base: Path = []): IncompleteObject[] {
  if (!isObject(value)) return [];
  if (typeof value.kind === 'string' && value.kind.endsWith('List') && Array.isArray(value.items)) {
    // Items of a typed list may leave out what the list says.
    if (value.kind !== 'List') return [];
    return (value.items as readonly Value[]).flatMap((item, i) => incompleteObjects(item, [...base, 'items', i]));
  }
  const lacks = lackOf(value);
  if (lacks === undefined) return [];
  const meant = meantBy(value);
  const name = isObject(value.metadata) ? asText(value.metadata.name) : undefined;
  return lacks === 'apiVersion' && meant === undefined ? [] : [{ base, lacks, meant, name }];
}

const isText = (value: Value | undefined): value is string => typeof value === 'string' && value !== '';

function lackOf({ apiVersion, kind, metadata, spec, $patch }: Mapping): IncompleteObject['lacks'] | undefined {
  if ($patch !== undefined) return undefined;
  if (isText(apiVersion) && !isText(kind))
    return karpenterGroup.test(apiVersion) && (isObject(metadata) || isObject(spec)) ? 'kind' : undefined;
  return isText(kind) && !isText(apiVersion) && isObject(metadata) ? 'apiVersion' : undefined;
}

/** The kind that is written, or whose group is, and whose fields stand there. */
const meantBy = ({ apiVersion, kind, spec }: Mapping): KnownKind | undefined =>
  knownKinds.find(
    (known) =>
      (isText(kind)
        ? known.kind === kind
        : isText(apiVersion) && groupText(known.apiVersion) === groupText(apiVersion)) &&
      known.telling.some((path) => valueAt(spec, path) !== undefined),
  );

const groupText = (apiVersion: string): string => apiVersion.slice(0, apiVersion.indexOf('/'));

/** The finding about an incomplete object, at the field that it has. */
export function incompleteDiagnostic(
  { base, lacks, meant, name }: IncompleteObject,
  document: LocatedDocument,
): Diagnostic {
  const has = lacks === 'kind' ? 'apiVersion' : 'kind';
  const { node, pair } = document.locate([...base, has]);
  const span = document.span(node);
  const what =
    lacks === 'kind' ? (name === undefined ? 'This object' : `\`${name.slice(0, 80)}\``) : `This ${meant!.kind}`;
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

/** The line written above another one, where that is a line of its own. */
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
