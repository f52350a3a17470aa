import type { Diagnostic } from '../text/diagnostic.ts';
import { LineIndex, type Source, type Span } from '../text/source.ts';
import type { Suppression } from './model/manifest.ts';

/** The suppressions of a file, and findings about malformed ones. */
interface FoundSuppressions {
  readonly suppressions: readonly Suppression[];
  readonly diagnostics: readonly Diagnostic[];
}

const comment = /(^|[ \t])#[ \t]*plumbline-ignore(?![\w-])([^\n]*)/gm;
const rule = '[a-z][a-z0-9-]*(?:/[a-z][a-z0-9-]*)?';
const shape = new RegExp(`^[ \\t]+(${rule}(?:[ \\t]*,[ \\t]*${rule})*)((?:[ \\t]+[^\\s:]+)*)[ \\t]*(?::(.*))?$`);

/** Whether an ISO date exists in the calendar. */
function isIsoDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number);
  if (!parts) return false;
  const [year, month, day] = parts as [number, number, number];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

interface Read {
  readonly rules: readonly string[];
  readonly until: string | undefined;
  readonly reason: string;
}

/** The parsed text after `plumbline-ignore`, or what is wrong with it. */
function read(text: string): Read | string {
  const match = shape.exec(text.trimEnd());
  if (!match) return 'names no rule';

  const options = match[2]!
    .trim()
    .split(/[ \t]+/)
    .filter(Boolean);

  const until = options[0]?.startsWith('until=') ? options.shift()!.slice('until='.length) : undefined;
  if (options.length > 0) return `has the unknown option \`${options[0]}\``;
  if (until !== undefined && !isIsoDate(until)) return `has the invalid date \`${until}\` (expected YYYY-MM-DD)`;

  const reason = match[3]?.trim() ?? '';
  if (reason === '') return 'gives no reason';

  return { rules: match[1]!.split(',').map((name) => name.trim()), until, reason };
}

/** Finds the line that each comment applies to, in one pass over the file. */
class NextContent {
  readonly #lines: LineIndex;
  #from = 0;
  #found = 0;

  constructor(lines: LineIndex) {
    this.#lines = lines;
  }

  /** The comment's own line if there is content before it, or else the next line with content. */
  lineOf(offset: number): number {
    const { line } = this.#lines.position(offset);
    const before = this.#lines.text.slice(this.#lines.start(line), offset);
    if (/[^\s-]/.test(before)) return line;

    // Consecutive comments apply to the same line, which is looked up once.
    if (line < this.#from || line >= this.#found) {
      this.#from = line;
      this.#found = this.#next(line + 1) ?? Number.POSITIVE_INFINITY;
    }

    if (Number.isFinite(this.#found)) return this.#found;
    return line;
  }

  #next(from: number): number | undefined {
    for (let line = from; line <= this.#lines.lineCount; line++) {
      const text = this.#lines.line(line);
      if (/^\s*[^\s#]/.test(text) && !/^---\s*(?:#.*)?$/.test(text)) return line;
    }
    return undefined;
  }
}

/** The highest number of suppressions in one file. Later ones have no effect. */
const maxSuppressions = 1000;

function badSuppression(span: Span, what: string): Diagnostic {
  return {
    code: 'lint/bad-suppression',
    severity: 'warning',
    message: `This \`plumbline-ignore\` ${what}, so it has no effect`,
    span,
    labels: [],
    resource: null,
    help: 'Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason`.',
  };
}

/** Whether a text may contain suppressions. */
export const mayHoldSuppression = (text: string): boolean => text.includes('plumbline-ignore');

/** Finds `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason`; `isComment` tells a comment from a scalar's text. */
export function findSuppressions(source: Source, isComment: (offset: number) => boolean): FoundSuppressions {
  const suppressions: Suppression[] = [];
  const diagnostics: Diagnostic[] = [];
  if (!mayHoldSuppression(source.text)) return { suppressions, diagnostics };

  const lines = new LineIndex(source.text);
  const content = new NextContent(lines);

  for (const match of source.text.matchAll(comment)) {
    const start = match.index + match[1]!.length;
    if (!isComment(start)) continue;

    const isTooMany = suppressions.length + diagnostics.length >= maxSuppressions;
    const span = { file: source.file, start, end: match.index + match[0].trimEnd().length };
    const suppression = isTooMany ? `is in a file with more than ${maxSuppressions}` : read(match[2]!);
    if (typeof suppression === 'string') diagnostics.push(badSuppression(span, suppression));
    if (isTooMany) break;
    if (typeof suppression === 'string') continue;

    const { rules, until, reason } = suppression;
    const line = content.lineOf(start);
    for (const name of rules) suppressions.push({ rule: name, until, reason, span, line });
  }

  return { suppressions, diagnostics };
}
