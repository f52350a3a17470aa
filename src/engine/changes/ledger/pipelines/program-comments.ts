/** A comment that goes on in the next line, in the language of make. */
const goesOn = /\\\r?$/;

/** What makes the lines of a file of make mean something else: a prefix of recipes, texts over several lines, and recipes that read the file. */
const otherRules = /\.RECIPEPREFIX\b|^[ ]*(?:override[ ]+|export[ ]+)*define\b/m;
const readsMakefiles = /MAKEFILE_LIST\b|\$[({]lastword\b|[ \t](?:\.\/)?(?:GNU)?Makefile\b/;
const runsWhatItReads = /\|[ \t]*(?:xargs|sudo|env|ba?sh|sh|kubectl|python3?)\b|\$[({]shell\b|\beval\b|`|\$\$\(/;

/**
 * A file of make without its blank lines and comments. A line that begins with a tab is of a recipe, and its shell
 * reads it. Undefined if comments may be something else.
 *
 * Source: https://www.gnu.org/software/make/manual/html_node/Makefile-Contents.html
 */
export function makeWithoutComments(text: string): string | undefined {
  if (otherRules.test(text)) return undefined;

  const lines = text.split('\n');
  const readsItself = (line: string): boolean => readsMakefiles.test(line) && runsWhatItReads.test(line);
  if (lines.some(readsItself)) return undefined;

  return lines.filter((line, i) => !isCommentOfMake(line) || goesOn.test(lines[i - 1] ?? '')).join('\n');
}

const isCommentOfMake = (line: string): boolean => /^[ ]*(?:#.*)?\r?$/.test(line) && !goesOn.test(line);

/** A program that reads its own text, so that its comments may be data. A folder next to it is not its text. */
const readsOwnText = /\binspect\b|\b__file__\b|\bsys\.argv\[0\]|\b__doc__\b|\btokenize\b|\blinecache\b/;
const namesOwnFolder =
  /(?:dirname|abspath|realpath)\([^()\n]{0,100}__file__\)|Path\(__file__\)(?:\.(?:resolve|absolute)\(\))?\.parent/g;

/** The head of a script: the program that runs it, and its encoding. */
const isHeadOfPython = (line: string, i: number): boolean => i < 2 && /^#!|coding[:=]/.test(line);

const quotes = /\\[\s\S]|'''|"""|'|"|#|\n/g;

/**
 * A program in Python without its blank lines and the lines that are only comments. Undefined if comments may be something else.
 *
 * Source: https://docs.python.org/3/reference/lexical_analysis.html#comments
 */
export function pythonWithoutComments(text: string): string | undefined {
  if (readsOwnText.test(text.replace(namesOwnFolder, ''))) return undefined;

  const inTexts = linesWithinTexts(text);
  if (inTexts === undefined) return undefined;
  const isComment = (line: string, i: number): boolean =>
    /^\s*(?:#.*)?$/.test(line) && !inTexts.has(i) && !isHeadOfPython(line, i);

  return text
    .split('\n')
    .filter((line, i) => !isComment(line, i))
    .join('\n');
}

/** The lines (from 0) of a program in Python that begin within a text of several lines; undefined if a text does not end. */
function linesWithinTexts(text: string): ReadonlySet<number> | undefined {
  const inTexts = new Set<number>();
  let line = 0;
  let open = '';
  let isComment = false;

  for (const [sign] of text.matchAll(quotes)) {
    const isBreak = sign.endsWith('\n');
    if (isBreak) line += 1;

    if (isComment) isComment = !isBreak;
    else if (open !== '') {
      if (sign === open) open = '';
      else if (sign === '\n' && open.length === 1) return undefined;
    } else if (sign === '#') isComment = true;
    else if (sign !== '\n' && !sign.startsWith('\\')) open = sign;

    if (isBreak && (open !== '' || sign.startsWith('\\'))) inTexts.add(line);
  }

  if (open === '') return inTexts;
  return undefined;
}
