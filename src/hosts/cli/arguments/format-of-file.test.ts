import { expect, test } from 'vitest';
import { formatOfFile } from './format-of-file.ts';

test.each([
  ['x.html', 'html'],
  ['out/X.HTM', 'html'],
  ['review.md', 'markdown'],
  ['review.json', 'json'],
  ['review.sarif', 'sarif'],
  ['review.sarif.json', 'sarif'],
  ['junit.xml', 'junit'],
  ['review.txt', 'text'],
  ['review', undefined],
  ['a.html/review', undefined],
  ['review.log', undefined],
  ['a.constructor', undefined],
])('%s', (file, format) => expect(formatOfFile(file)).toBe(format));
