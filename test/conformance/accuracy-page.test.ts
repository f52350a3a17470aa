import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accuracyPage } from '../../scripts/accuracy-page.ts';

test('docs/accuracy.md has the figures of the recordings', () => {
  expect(readFileSync('docs/accuracy.md', 'utf8')).toBe(accuracyPage());
});
