import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replacing } from '../vitest.config.ts';
import { filesOfWholeRun, filesThatStartPrograms, testFiles } from './extent-files.ts';

test('the rest of a whole run has all files that a default run leaves out or runs in part, and no others', () => {
  const rest = new Set(filesOfWholeRun());
  const named = testFiles().filter((file) => /\/extent\.ts'/.test(readFileSync(file, 'utf8')));

  expect(named.filter((file) => !rest.has(file))).toEqual([]);
  expect(rest).toContain('scripts/plain-english.whole.test.ts');
  expect(rest).not.toContain('src/layers.test.ts');
});

test('files that use only the types of those that start programs share workers with all others', () => {
  const starting = filesThatStartPrograms();

  expect(starting).toContain('test/readings.test.ts');
  expect(starting).not.toContain('test/moves.test.ts');
});

test('only one file knows what kind of run this is', () => {
  const files = testFiles().filter((file) => !file.startsWith('scripts/'));
  const asking = files.filter((file) => /PLUMBLINE_TESTS/.test(readFileSync(file, 'utf8')));

  expect(asking).toEqual([]);
});

test('tests that share loaded modules replace none', () => {
  const mocking = testFiles().filter((file) => /^vi\.(?:do)?[mM]ock\(/m.test(readFileSync(file, 'utf8')));

  expect(mocking).toEqual(replacing);
});
