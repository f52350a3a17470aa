import { textIf } from './text-if.ts';

/** The first few names for a sentence, and how many more there are: a, b, c and 2 more. */
export const firstNames = (names: readonly string[], shown = 3): string =>
  names.slice(0, shown).join(', ') + textIf(names.length > shown, ` and ${names.length - shown} more`);

/** A name in backquotes. */
export const quoted = (name: string): string => `\`${name}\``;

/** The title of an object with its name in backquotes: `Application argocd/pools` → `Application \`argocd/pools\``. */
export const quotedTitle = (title: string): string => title.replace(/ ([\s\S]+)/, ' `$1`');

/** The name of a root: the title of what defines it, or else its folder. */
export const quotedRoot = (root: string): string => {
  if (/^[A-Z]\w+ \S+$/.test(root)) return quotedTitle(root);
  return quoted(root);
};

/** A list of texts for a sentence: a, b and c. */
export const joined = (texts: readonly string[], separator: ', ' | ' and ' | ' or ' = ' and '): string =>
  [...texts.slice(0, -2), texts.slice(-2).join(separator)].join(', ');

/** A list of names for a sentence: `a`, `b`, or with ` and `: `a`, `b` and `c`. */
export const quotedNames = (names: readonly string[], separator: ', ' | ' and ' | ' or ' = ', '): string =>
  joined(names.map(quoted), separator);
