import { type Document, parseAllDocuments, parseDocument, visit } from 'yaml';
import { isObject, type Value } from '../../manifest/manifest.ts';

type Data = { readonly [key: string]: Value };

/** Files of this length and more are not read as set-up: people do not write such kustomizations. */
export const maxLength = 1024 * 1024;
/** Aliases may repeat what a file holds. */
const maxAliasCount = 100;

/** A file of exactly one YAML mapping, or why it is none. Strict: what two parsers could read differently is refused. */
export function readMapping(text: string): { readonly data: Data } | { readonly fault: string } {
  if (text.length > maxLength) return { fault: 'it is too long' };
  try {
    const document = parseDocument(text, { prettyErrors: false, merge: true, logLevel: 'error' });
    const fault = faultOf(document, text);
    if (fault !== undefined) return { fault };
    const value = document.toJS({ maxAliasCount }) as Value;
    if (value === null || value === undefined) return { data: {} };
    return isObject(value) ? { data: value } : { fault: 'it is no mapping' };
  } catch (error) {
    return { fault: firstLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** The mappings of a text of several documents, read as strictly: one fault refuses them all. */
export function readMappingsStrictly(text: string): { readonly data: readonly Data[] } | { readonly fault: string } {
  const documents = text.length > maxLength ? [] : [...splitDocuments(text)];
  if (text.length > maxLength) return { fault: 'it is too long' };
  const data: Data[] = [];
  for (const document of documents) {
    const read = readMapping(document);
    if ('fault' in read) return read;
    if (Object.keys(read.data).length > 0) data.push(read.data);
  }
  return { data };
}

/** The texts of the documents of a stream. */
const splitDocuments = (text: string): string[] =>
  text.split(/^---(?=\s|$)/m).map((one) => one.replace(/^\.\.\.$/m, ''));

/** U+0085, U+2028 and U+2029 end a line in YAML 1.1, as Go reads it, and do not in YAML 1.2: behind one of them a comment may hide a field. */
const lineEndOfYaml11 = /[\u0085\u2028\u2029]/;

/** What these tags say means the same to every parser. Others, such as `!!binary`, make another text of what stands there. */
const plainTags = new Set(
  ['!', 'str', 'map', 'seq'].map((name) => (name === '!' ? name : `tag:yaml.org,2002:${name}`)),
);

/** Why a document may mean something else to another parser. */
function faultOf(document: Document.Parsed, text: string): string | undefined {
  const [error] = document.errors;
  if (error) return firstLine(error.message);
  if (lineEndOfYaml11.test(text)) return 'it holds a line separator (U+0085, U+2028 or U+2029)';
  let strange: string | undefined;
  if (text.includes('!'))
    visit(document, {
      Node: (_, node) => {
        if ('tag' in node && node.tag !== undefined && !plainTags.has(node.tag)) strange ??= node.tag;
      },
    });
  return strange === undefined ? undefined : `it uses the tag \`${strange}\``;
}

/** A text of one YAML sequence; undefined where it is none. */
export function readSequence(text: string): readonly Value[] | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const document = parseDocument(text, { prettyErrors: false, merge: true, logLevel: 'error' });
    const value = document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount }) as Value);
    return Array.isArray(value) ? (value as readonly Value[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The mappings of a file of several documents; what cannot be read is left out. */
export function readMappings(text: string): Data[] {
  if (text.length > maxLength) return [];
  try {
    return [...parseAllDocuments(text, { prettyErrors: false, logLevel: 'error' })].flatMap((document) => {
      if (!('errors' in document) || document.errors.length > 0) return [];
      const value = document.toJS({ maxAliasCount }) as Value;
      return isObject(value) ? [value] : [];
    });
  } catch {
    return [];
  }
}

const firstLine = (message: string): string => message.split('\n')[0]!.replace(/[.:]$/, '');

/** The strings of a list; none where it is no list. */
export const stringsOf = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** The mappings of a list; none where it is no list. */
export const mappingsOf = (value: Value | undefined): Data[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter(isObject) : [];

/** A string, or undefined. */
export const stringOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
