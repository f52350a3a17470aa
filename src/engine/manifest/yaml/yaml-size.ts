import { Lexer } from 'yaml';

/**
 * Longer YAML documents, in UTF-16 code units, are not read. With positions, each MB takes a second and 100 MB of
 * memory. No cluster stores objects of that size.
 */
export const maxYamlLength = 2 * 1024 * 1024;

/**
 * The highest number of entries and items of a document. The longest definitions that people write have 20,000. More of
 * them, in as few letters as possible, take seconds.
 */
export const maxYamlEntries = 32_000;

/** The length of the shortest possible entry, `a,`. */
const shortestEntry = 2;

const marks = new Set([',', '[', '{', '-', ':', '?']);
/** Anchors, aliases and tags. */
const properties = /^[&*!]/;

/** By character code: whether it is a mark or starts a property. */
const marking = new Uint8Array(128);
for (const character of [...marks, '&', '*', '!']) marking[character.charCodeAt(0)] = 1;

/** How many entries and items a text can have at most: each contains one of these characters. Counting them is much faster than the lexer. */
function mostEntries(text: string): number {
  let most = 0;
  for (let at = 0; at < text.length; at++) if (marking[text.charCodeAt(at)] === 1) most++;
  return most;
}

/** Why a document is not parsed as YAML, or undefined. The parser's own lexer counts, which reads a block of text as one token. */
export function yamlExcess(text: string): 'length' | 'entries' | undefined {
  if (text.length > maxYamlLength) return 'length';
  if (text.length < maxYamlEntries * shortestEntry || mostEntries(text) <= maxYamlEntries) return undefined;
  let entries = 0;
  for (const token of new Lexer().lex(text))
    if ((marks.has(token) || properties.test(token)) && ++entries > maxYamlEntries) return 'entries';
  return undefined;
}
