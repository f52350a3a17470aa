import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

/** Functions of at least this many lines have steps, and a blank line stands between two of them. */
const longFunction = 25;

/** Long functions without a blank line. Most of them are one expression. The number only shrinks. */
const mostDense = 78;

/** Ternaries in 1,000 lines of src. The number only shrinks. */
const mostTernaries = 14.8;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test(?:-support)?\.ts$/.test(path))
  .map((path) => `src/${path}`)
  .sort();

function functionsIn(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];

  const inside = Object.values(node).flatMap(functionsIn);
  const isFunction = 'type' in node && /^(?:Arrow)?Function(?:Declaration|Expression)$/.test(String(node.type));
  return isFunction || ('type' in node && node.type === 'ArrowFunctionExpression') ? [node as Node, ...inside] : inside;
}

function denseFunctions(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return functionsIn(parseAst(text, { lang: 'ts' }))
    .map(({ start, end }) => ({ start, body: text.slice(start, end) }))
    .filter(({ body }) => body.split('\n').length >= longFunction && !/\n[ \t]*\n/.test(body))
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`);
}

test('there is a blank line between the steps of long functions', () => {
  const dense = files.flatMap(denseFunctions);
  expect(dense.length, dense.join('\n')).toBeLessThanOrEqual(mostDense);
  expect(denseFunctions('src/engine/review/review.ts')).toEqual([]);
});

interface Ternary {
  readonly place: string;
  readonly isNested: boolean;
  readonly isInText: boolean;
}

/** Every `?:` of a file, with what it stands in. */
function ternariesOf(file: string): Ternary[] {
  const text = readFileSync(file, 'utf8');

  const under = (node: unknown, parents: readonly string[]): Ternary[] => {
    if (typeof node !== 'object' || node === null) return [];
    if (!('type' in node)) return Object.values(node).flatMap((child) => under(child, parents));

    const { type, start } = node as Node;
    const inside = Object.values(node).flatMap((child) => under(child, [...parents, type]));
    if (type !== 'ConditionalExpression') return inside;

    const place = `${file}:${text.slice(0, start).split('\n').length}`;
    return [{ place, isNested: parents.at(-1) === type, isInText: parents.includes('TemplateLiteral') }, ...inside];
  };

  return under(parseAst(text, { lang: 'ts' }), []);
}

test('a choice is no part of another choice or of a sentence, and there are few', () => {
  const ternaries = files.flatMap(ternariesOf);
  const places = (chosen: readonly Ternary[]): string[] => chosen.map(({ place }) => place);
  const lines = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0);

  expect(places(ternaries.filter(({ isNested }) => isNested))).toEqual([]);
  expect(places(ternaries.filter(({ isInText }) => isInText))).toEqual([]);
  expect((1000 * ternaries.length) / lines).toBeLessThanOrEqual(mostTernaries);
});
