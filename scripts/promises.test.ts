import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { promises } from './promises.ts';

const promised = readFileSync('test/promises.txt', 'utf8').trimEnd().split('\n');

test('everything that the last release promised is still there', async () => {
  const kept = new Set(await promises());
  expect(promised.filter((line) => !kept.has(line))).toEqual([]);
});

test.each(['exit code', 'command', 'option', 'input', 'output', 'plumbline.yaml', 'code', 'library', 'digest'])(
  'the promises contain every %s',
  (kind) => expect(promised.filter((line) => line.startsWith(`${kind} `)).length).toBeGreaterThan(1),
);
