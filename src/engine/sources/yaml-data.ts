import { parseAllDocuments, parseDocument } from 'yaml';
import { isObject, type Value } from '../manifest/manifest.ts';

type Data = { readonly [key: string]: Value };

/** Files of this length and more are not read as set-up: people do not write such kustomizations. */
const maxLength = 1024 * 1024;
/** Aliases may repeat what a file holds. */
const maxAliasCount = 100;

/** A file of exactly one YAML mapping, or why it is none. Strict: what two parsers could read differently is refused. */
export function readMapping(text: string): { readonly data: Data } | { readonly fault: string } {
  if (text.length > maxLength) return { fault: 'it is too long' };
  try {
    const document = parseDocument(text, { prettyErrors: false, merge: true, logLevel: 'error' });
    const [error] = document.errors;
    if (error) return { fault: firstLine(error.message) };
    const value = document.toJS({ maxAliasCount }) as Value;
    if (value === null || value === undefined) return { data: {} };
    return isObject(value) ? { data: value } : { fault: 'it is no mapping' };
  } catch (error) {
    return { fault: firstLine(error instanceof Error ? error.message : String(error)) };
  }
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
