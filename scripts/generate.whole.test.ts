import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generated, stale } from './generate.ts';

const files = generated();

test('generated files match their sources; `npm run generate` writes them', () => {
  expect(files.size).toBeGreaterThan(10);
  expect(stale(files)).toEqual([]);
});

test('a changed file is stale', () => expect(stale(new Map([...files, ['LICENSE', 'x']]))).toEqual(['LICENSE']));

// GitHub's Marketplace shows no more of it.
test('the description of the Action has at most 125 characters', () => {
  const [, description] = /^description: '(.*)'$/m.exec(readFileSync('action.yml', 'utf8')) ?? [];
  expect(description!.length).toBeLessThanOrEqual(125);
});
