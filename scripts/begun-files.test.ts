import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What `npm run new-…` writes stands in these. */
const files = ['src', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|md)$/.test(file))
    .map((file) => `${folder}/${file}`),
);

test('nothing that a script began waits to be filled in', () => {
  const waiting = files.filter((file) => readFileSync(file, 'utf8').includes('TODO'));
  expect(waiting).toEqual([]);
});
