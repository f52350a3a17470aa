import { type Document, parseAllDocuments, parseDocument, visit } from 'yaml';
import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { KnownTexts } from '../../../text/words/known-texts.ts';

/** Longer files are not read. Real kustomizations and charts are far shorter. */
export const maxLength = 1024 * 1024;
/** Limits YAML aliases, which can repeat parts of a file many times. */
const maxAliasCount = 100;

/**
 * Reads a file with exactly one YAML mapping, or says why it cannot. YAML that two parsers could read differently is refused. Empty documents after
 * it do not matter, because kustomize and Helm read only the first document.
 */
export function readMapping(whole: string): { readonly data: Mapping } | { readonly fault: string } {
  if (whole.length > maxLength) return { fault: 'it is longer than 1 MB' };

  const text = withoutEmptyEnd(whole);

  try {
    const document = parseDocument(text, { prettyErrors: false, merge: true, logLevel: 'error' });
    const fault = faultOf(document, text);
    if (fault !== undefined) return { fault };

    const value = document.toJS({ maxAliasCount }) as Value;
    if (value === null || value === undefined) return { data: {} };

    if (isObject(value)) return { data: value };
    return { fault: 'it is not a mapping' };
  } catch (error) {
    return { fault: firstLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** A text without the empty documents at its end. */
function withoutEmptyEnd(text: string): string {
  const markers = [...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index);
  let end = text.length;

  for (const start of markers.toReversed()) {
    if (hasContent(text.slice(start + '---'.length, end))) break;
    end = start;
  }

  // A text of nothing but empty documents is one, too.
  if (end === 0 || !hasContent(text.slice(0, end))) return text;
  return text.slice(0, end);
}

/** Whether a text has more than comments and directives. */
const hasContent = (text: string): boolean => text.split('\n').some((line) => !/^\s*(?:[#%]|$)/.test(line));

/** Reads the mappings in a text with several documents, just as strictly: a fault in one document refuses them all. */
export function readMappingsStrictly(text: string): { readonly data: readonly Mapping[] } | { readonly fault: string } {
  const documents = text.length > maxLength ? [] : splitDocuments(text);
  if (text.length > maxLength) return { fault: 'it is longer than 1 MB' };

  const data: Mapping[] = [];
  for (const document of documents) {
    const read = readMapping(document);
    if ('fault' in read) return read;
    if (Object.keys(read.data).length > 0) data.push(read.data);
  }

  return { data };
}

/**
 * The mappings in a text as YAML 1.2 reads them, and as YAML 1.1 does, which Go reads. Two texts for which this is equal differ only in comments,
 * quotes and layout. Undefined if there are none, or if a document cannot be read.
 */
export function readInBothVersions(text: string): readonly Value[] | undefined {
  const read = readMappingsStrictly(text);
  if ('fault' in read || read.data.length === 0) return undefined;

  try {
    const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'error', version: '1.1' });
    if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return undefined;
    // Dates become texts.
    return [
      read.data,
      JSON.parse(JSON.stringify(documents.map((document) => document.toJS({ maxAliasCount })))) as Value,
    ];
  } catch {
    return undefined;
  }
}

/** The texts of the documents in a YAML stream. */
const splitDocuments = (text: string): string[] =>
  text.split(/^---(?=\s|$)/m).map((document) => document.replace(/^\.\.\.$/m, ''));

/** These characters end a line in YAML 1.1, which Go reads, but not in YAML 1.2. After one of them, a comment could hide a field. */
const lineEndOfYaml11 = /[\u0085\u2028\u2029]/;

/** Every parser reads these tags in the same way. Other tags, such as `!!binary`, turn the text into a different one. */
const plainTags = new Set(
  ['!', 'str', 'map', 'seq'].map((name) => {
    if (name === '!') return name;
    return `tag:yaml.org,2002:${name}`;
  }),
);

/** Why another parser may read a document differently. */
function faultOf(document: Document.Parsed, text: string): string | undefined {
  const [error] = document.errors;
  if (error) {
    if (error.code === 'MULTIPLE_DOCS') return 'it has several documents';
    return firstLine(error.message);
  }
  if (lineEndOfYaml11.test(text)) return 'it contains a line separator (U+0085, U+2028 or U+2029)';

  let strange: string | undefined;

  if (text.includes('!'))
    visit(document, {
      Node: (_, node) => {
        if ('tag' in node && node.tag !== undefined && !plainTags.has(node.tag)) strange ??= node.tag;
      },
    });

  if (strange === undefined) return undefined;
  return `it uses the tag \`${strange}\``;
}

/** Reads one YAML sequence; undefined if the text is not one. */
export function readSequence(text: string): readonly Value[] | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const document = parseDocument(text, { prettyErrors: false, merge: true, logLevel: 'error' });
    const value = document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount }) as Value);
    if (Array.isArray(value)) return value as readonly Value[];
    return undefined;
  } catch {
    return undefined;
  }
}

/** The total length of the texts whose mappings are kept, in UTF-16 code units. */
const maxKnownLength = 2 * 1024 * 1024;

const cache = new KnownTexts<readonly Mapping[]>(maxKnownLength);

/** Reads the mappings in a file with several documents, and skips what cannot be read. */
export const readMappings = (text: string): readonly Mapping[] => {
  if (text.length > maxLength) return [];
  return cache.read(text, () => mappingsIn(text));
};

function mappingsIn(text: string): Mapping[] {
  try {
    return [...parseAllDocuments(text, { prettyErrors: false, logLevel: 'error' })].flatMap((document) => {
      if (!('errors' in document) || document.errors.length > 0) return [];
      const value = document.toJS({ maxAliasCount }) as Value;
      if (isObject(value)) return [value];
      return [];
    });
  } catch {
    return [];
  }
}

const firstLine = (message: string): string => message.split('\n')[0]!.replace(/[.:]$/, '');

/** The strings in a list; empty if the value is not a list. */
export const stringsOf = (value: Value | undefined): string[] => {
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === 'string');
  return [];
};

/** The mappings in a list; empty if the value is not a list. */
export const mappingsOf = (value: Value | undefined): Mapping[] => {
  if (Array.isArray(value)) return (value as readonly Value[]).filter(isObject);
  return [];
};

/** The value if it is a string, otherwise undefined. */
export const stringOf = (value: Value | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  return undefined;
};
