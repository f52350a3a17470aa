import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';

/**
 * Expressions that take polynomial time on some text, and why that text is short or nobody's. An expression on text of a pull request is rewritten
 * instead: a lookbehind before what is repeated (`(?<!\s)\s+$`), a repetition with a bound, or no expression at all.
 */
const allowed: Readonly<Record<string, string>> = {
  'src/engine/manifest/edit.ts /^\\r?\\n( *)[^\\n]*: x$/': 'text that this program writes',
  'src/engine/files/migration/draft-reader.ts /^([ \\t]*)([\\s\\S]*)$/': 'it matches every text at once',
  'src/engine/files/migration/draft-reader.ts /^((?:[ \\t]+[&!]\\S+)*)([ \\t]+#.*)?[ \\t]*$/':
    'what follows a value in one line',
  'src/engine/files/migration/unified-diff.ts /[^\\n]*\\n|[^\\n]+$/g':
    'only the last line has no line break, and the second half matches it at once',
  'src/engine/report/terminal/trace.ts /\\B(?=(\\d{3})+$)/g': 'a number of this program',
  'src/engine/text/words/money.ts /\\B(?=(\\d{3})+$)/g': 'a number of this program',
  'src/engine/text/words/cut-sentence.ts /(?:[\\s,;:.(]|\\s(?:and|as|because|but|if|or|so|that|which))+$/':
    'a text that was cut before',
  'src/hosts/lsp/path-at-line.ts /^( *)((?:- +|-$)?)(.*)$/': 'it matches every line at once',
  'src/hosts/lsp/path-at-line.ts /^["\']?([\\w./-]+)["\']?:(?: +(.*))?$/':
    'one line in an editor, and the last part matches its rest',
  'src/io/aws/xml.ts /<(\\/?)([\\w:.-]+)[^<>]*?(\\/?)>([^<]*)/g': 'an answer of AWS',
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => path.endsWith('.ts') && !/\.test(?:-support)?\.ts$/.test(path))
  .sort();

/** An expression that is written as a literal. */
interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

function expressionsIn(node: unknown): Expression[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('regex' in node && node.regex) return [node.regex as Expression];
  return Object.values(node).flatMap(expressionsIn);
}

function slowExpressions(file: string): string[] {
  const program = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' });
  return expressionsIn(program).flatMap(({ pattern, flags }) => {
    const { reports } = analyse({ source: pattern, flags }, { maxReports: 1, assumeRejectingSuffix: false });
    return reports.length === 0 ? [] : [`${file} /${pattern}/${flags}`];
  });
}

describe('T76: regular expressions take time in proportion to their text', () => {
  const slow = files.flatMap(slowExpressions);

  test('all literals in src/, except for those with a reason', () => {
    expect(slow.filter((expression) => !(expression in allowed))).toEqual([]);
  });

  test('each reason is about an expression that exists', () => {
    expect(Object.keys(allowed).filter((expression) => !slow.includes(expression))).toEqual([]);
  });

  test('an expression that takes quadratic time is found', () => {
    expect(analyse({ source: '[ab]*$', flags: '' }).reports.length).toBe(1);
    expect(expressionsIn(parseAst('const a = [/x+$/m];', { lang: 'ts' }))).toEqual([{ pattern: 'x+$', flags: 'm' }]);
  });
});
