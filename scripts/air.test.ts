import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

/** Functions of at least this many lines have steps, and a blank line stands between two of them. */
const longFunction = 25;

/** Long functions without a blank line. Most of them are one expression. The number only shrinks. */
const mostDense = 80;

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
