import { isAttributesPath, type RepositoryChange } from '../../changes/ledger/changed-file.ts';
import { canMatter } from '../../manifest/prefilter.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';

/** A line of attributes: a pattern, in quotes if it contains spaces, and what applies to its files. */
const attributesLine = /^[ \t]*("(?:[^"\\]|\\.)*"|[^\s#]\S*)[ \t]+(\S.*)?/;

/** The attribute by which git writes other bytes into a working tree than the commit has. A macro with it applies it, too. */
const encoding = /(?:^|[ \t])working-tree-encoding=(\S+)/i;

/** The attribute by which git writes the name of a blob in the place of `$Id$`. */
const identifier = /(?:^|[ \t])ident(?=[ \t]|$)/;

/** What a file with the attribute holds in the commit. */
const plain = /^utf-?8$/i;

/**
 * An error for each line of `.gitattributes` that a change adds and by which `git checkout` writes other text into a
 * file that may hold manifests than plumbline reads from the commit (gitattributes(5), "working-tree-encoding" and
 * "ident").
 */
export function checkoutEncodings(changed: RepositoryChange | null | undefined): Diagnostic[] {
  return (changed?.files ?? []).flatMap(({ path, before, after }) => {
    if (!isAttributesPath(path) || typeof after !== 'string') return [];

    const earlier = new Set((before ?? '').split('\n'));
    return linesOf(after)
      .filter(({ text }) => !earlier.has(text) && isEncoded(text))
      .map(({ text, start }) => encodingFinding(path, start, start + text.trimEnd().length));
  });
}

/**
 * Whether files that may hold manifests get another encoding. A pattern that ends like the name of another file, such
 * as `*.ps1`, does not match them.
 */
function isEncoded(line: string): boolean {
  const [, pattern = '', attributes = ''] = attributesLine.exec(line) ?? [];
  const name = encoding.exec(attributes)?.[1];
  const isExpanded = identifier.test(attributes);
  if (!isExpanded && (name === undefined || plain.test(name))) return false;

  const isMacro = pattern.startsWith('[attr]');
  const hasOtherExtension = /\.[\w-]+"?$/.test(pattern) && !canMatter(pattern.replace(/"$/, ''));

  return isMacro || !hasOtherExtension;
}

function linesOf(text: string): { readonly text: string; readonly start: number }[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const pattern = { text: line, start };
    start += line.length + 1;
    return pattern;
  });
}

const encodingFinding = (file: string, start: number, end: number): Diagnostic => ({
  code: 'io/checkout-encoding',
  severity: 'error',
  message:
    '`git checkout` writes other text into these files than the commit has, so what is applied is not what is reviewed',
  span: { file, start, end },
  labels: [],
  resource: null,
  help: 'Remove `working-tree-encoding` and `ident` for files that may hold manifests, and commit them in UTF-8.',
});
