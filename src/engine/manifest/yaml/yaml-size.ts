import { Lexer } from 'yaml';

/** Documents of YAML longer than this, in UTF-16 code units, are not read: with positions each MB takes a second and 100 MB of memory. No cluster keeps an object of that size. */
export const maxYamlLength = 2 * 1024 * 1024;

/** Entries and items of a document. The longest definitions that people write have 20,000; more in as few letters as possible take seconds. */
export const maxYamlEntries = 32_000;

/** Shortest entry there is: `a,`. */
const shortestEntry = 2;

const marks = new Set([',', '[', '{', '-', ':', '?']);
/** Anchors, aliases and tags. */
const properties = /^[&*!]/;

/** Why a document is not read as YAML; undefined where it is. Counted by the parser's own lexer, which reads a block of text as one token. */
export function yamlExcess(text: string): 'length' | 'entries' | undefined {
  if (text.length > maxYamlLength) return 'length';
  if (text.length < maxYamlEntries * shortestEntry) return undefined;
  let entries = 0;
  for (const token of new Lexer().lex(text))
    if ((marks.has(token) || properties.test(token)) && ++entries > maxYamlEntries) return 'entries';
  return undefined;
}
