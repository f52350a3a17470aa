import { parseAllDocuments, visit } from 'yaml';
import { LineIndex } from '../../../text/source.ts';

/** A line that is blank, or that begins with `#`. */
const isEmptyOrComment = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);

/** What a shell is in the middle of: a quoted text, a command in another one, or an expansion. */
type Open = 'single' | 'ansi' | 'double' | 'command' | 'backquotes' | 'braces';

/** The word that ends a heredoc, and whether tabs may be before it. */
interface Heredoc {
  readonly word: string;
  readonly isIndented: boolean;
}

const heredocStart = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([A-Za-z_][\w.-]*))(?=[\s;|&)<>]|$)/y;

/** What ends a line that goes on: in a shell, in PowerShell, and in the shell of Windows. */
const continues = /[\\`^]$/;

/**
 * The lines (from 1) of a shell script that are blank or comments for certain, so that no shell reads them. A line with
 * `#` is part of a command after a line that ends with a backslash, and data in a heredoc or a quoted text. The first
 * line may name the program that runs the script.
 *
 * Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_03
 */
export function commentLinesOfShell(lines: readonly string[]): ReadonlySet<number> {
  if (lines.some(readsItself)) return new Set();

  const comments = new Set<number>();
  const shell = new ShellLines();
  for (const [i, line] of lines.entries()) if (shell.isComment(line, i === 0)) comments.add(i + 1);
  return comments;
}

/** Whether a command may read the script that it is in, so that a comment there is data: `sed -n "s/^#: //p" "$0"`. */
const readsItself = (line: string): boolean => {
  const withoutFolders = line.replace(/\b(?:dirname|basename|readlink|realpath)\b[^)\n]{0,200}/g, '');
  return /\$\{?0\b|\bBASH_SOURCE\b/.test(withoutFolders) && readers.test(withoutFolders) && !isEmptyOrComment(line);
};

const readers = /\b(?:sed|grep|awk|tail|head|cat|perl|python3?|source)\b|<|(?:^|[;&|])[ \t]*\.[ \t]/;

/** Reads a script line by line, as far as quotes, heredocs and comments go. What it cannot follow is text until the end. */
class ShellLines {
  readonly #open: Open[] = [];
  readonly #heredocs: Heredoc[] = [];
  #isContinued = false;
  #isLost = false;

  isComment(line: string, isFirst: boolean): boolean {
    if (this.#isLost) return false;

    const [heredoc] = this.#heredocs;
    if (heredoc !== undefined) {
      if ((heredoc.isIndented ? line.replace(/^\t+/, '') : line) === heredoc.word) this.#heredocs.shift();
      return false;
    }

    const isShebang = isFirst && line.startsWith('#!');
    if (isEmptyOrComment(line) && this.#open.length === 0 && !this.#isContinued) return !isShebang;

    this.#read(line);
    this.#isContinued = continues.test(line);
    return false;
  }

  #read(line: string): void {
    // The patterns of `case` have brackets that nothing opens.
    if (this.#open.includes('command') && /\bcase\b/.test(line)) this.#isLost = true;

    let before = this.#isContinued ? 'a' : ' ';
    for (let at = 0; at < line.length; ) {
      const next = this.#step(line, at, before);
      if (next === undefined) return;
      before = line[at] === '\\' ? 'a' : line[next - 1]!;
      at = next;
    }
  }

  /** Where to read on after a character; undefined if the rest of the line is a comment. */
  #step(line: string, at: number, before: string): number | undefined {
    const open = this.#open.at(-1);
    const sign = line[at]!;

    if (open === 'single') {
      if (sign === "'") this.#open.pop();
      return at + 1;
    }

    if (sign === '\\') return at + 2;
    if (open === 'ansi') {
      if (sign === "'") this.#open.pop();
      return at + 1;
    }

    const expansion = this.#expansion(line, at);
    if (expansion !== undefined) return expansion;

    if (open === 'double') {
      if (sign === '"') this.#open.pop();
      return at + 1;
    }

    if (sign === '"') this.#open.push('double');
    if (sign === "'" && !(open === 'braces' && this.#open.includes('double')))
      this.#open.push(before === '$' ? 'ansi' : 'single');

    if (open === 'braces') {
      if (sign === '}') this.#open.pop();
      return at + 1;
    }

    if (sign === '#' && /[\s;&|()]/.test(before)) return undefined;
    if (open === 'command' && sign === '(') this.#open.push('command');
    if (open === 'command' && sign === ')') this.#open.pop();
    if (sign === '<') return this.#redirection(line, at);
    return at + 1;
  }

  /** What begins or ends with a dollar sign or a backquote. A command that is in no quotes has the lines of a script. */
  #expansion(line: string, at: number): number | undefined {
    const open = this.#open.at(-1);
    if (line[at] === '`') {
      if (open === 'backquotes') this.#open.pop();
      else this.#open.push('backquotes');
      return at + 1;
    }

    if (line.startsWith('${', at)) {
      this.#open.push('braces');
      return at + 2;
    }

    if (!line.startsWith('$(', at) || open === undefined) return undefined;
    this.#open.push('command');
    return at + 2;
  }

  #redirection(line: string, at: number): number {
    if (line.startsWith('<<<', at)) return at + 3;
    if (!line.startsWith('<<', at)) return at + 1;

    heredocStart.lastIndex = at;
    const [start, indented, ...words] = heredocStart.exec(line) ?? [];
    const word = words.find((one) => one !== undefined);
    if (start !== undefined && word !== undefined) {
      this.#heredocs.push({ word, isIndented: indented === '-' });
      return at + start.length;
    }

    const isArithmetic = line.slice(0, at).includes('((') && /^<<=?[ \t]*\d/.test(line.slice(at));
    if (!isArithmetic) this.#isLost = true;
    return at + 2;
  }
}

/** Words of a pipeline with scripts in other languages, in which `#`, quotes and backslashes mean something else. */
const otherLanguages =
  /^[ \t]*(?:-[ \t]+)?["']?(?:shell|pwsh|powershell)["']?[ \t]*:(?![ \t]*["']?(?:bash|sh)\b)|PowerShell@|github-script|^[ \t]*#!(?!.*\b(?:ba|da|z|k)?sh\b)/m;

/**
 * The lines (from 1) of a pipeline in YAML that are blank or comments for certain: comments of YAML, and of the shell
 * scripts that it has as texts over several lines. None if it cannot be read.
 */
export function commentLinesOfPipeline(lines: readonly string[]): ReadonlySet<number> {
  const text = lines.join('\n');
  const texts = multilineTexts(text);
  if (texts === undefined) return new Set();

  const comments = new Set(lines.flatMap((line, i) => (isEmptyOrComment(line) ? [i + 1] : [])));
  const isOfShell = !otherLanguages.test(text);

  for (const { first, last, isLiteral, isCollection } of texts) {
    // Comments between the members of a list are those of YAML.
    if (isCollection) continue;

    const inner = lines.slice(first - 1, last);
    const indent = Math.min(...inner.flatMap((line) => (line.trim() === '' ? [] : line.search(/\S/))));
    const script = inner.map((line) => line.slice(Math.min(indent, line.search(/\S|$/))));
    const ofShell = isLiteral && isOfShell ? commentLinesOfShell(script) : new Set<number>();
    for (let line = first; line <= last; line++) if (!ofShell.has(line - first + 1)) comments.delete(line);
  }

  return comments;
}

/**
 * The lines (from 1) of a pipeline that do not begin a key by their indentation alone: those of texts, lists and mappings with brackets over several
 * lines. All of them if it cannot be read.
 */
export function unplacedLines(lines: readonly string[]): ReadonlySet<number> {
  const texts = multilineTexts(lines.join('\n'));
  if (texts === undefined) return new Set(lines.map((_, i) => i + 1));
  return new Set(texts.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i)));
}

/** A text over several lines, without the line of its key for a block. In a literal block, lines stay lines. */
interface MultilineText {
  readonly first: number;
  readonly last: number;
  readonly isLiteral: boolean;
  /** A list or mapping with brackets. */
  readonly isCollection?: true;
}

/** Undefined if a text cannot be read as YAML. Lists and mappings with brackets over several lines are among the texts. */
function multilineTexts(text: string): readonly MultilineText[] | undefined {
  const index = new LineIndex(text);
  const texts: MultilineText[] = [];

  try {
    const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'error' });
    if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return undefined;

    for (const document of documents)
      visit(document, {
        Collection(_, { range, flow }) {
          if (!range || flow !== true) return;
          const [first, last] = [range[0], Math.max(range[0], range[1] - 1)].map((at) => index.position(at).line);
          if (last! > first!) texts.push({ first: first!, last: last!, isLiteral: false, isCollection: true });
        },
        Scalar(_, { range, type }) {
          if (!range) return;
          const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
          const first = index.position(range[0]).line + (isBlock ? 1 : 0);
          const last = index.position(Math.max(range[0], range[1] - 1)).line;
          if (last > first || (isBlock && last >= first))
            texts.push({ first, last, isLiteral: type === 'BLOCK_LITERAL' });
        },
      });
  } catch {
    // More nested than anybody reads.
    return undefined;
  }

  return texts;
}
