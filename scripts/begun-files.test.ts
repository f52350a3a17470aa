import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Text that `npm run new -- rule` and its like write, and somebody has to replace. */
const files = ['src', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|md)$/.test(file))
    .map((file) => `${folder}/${file}`),
);

test('no file that a script created still contains TODO', () => {
  const waiting = files.filter((file) => readFileSync(file, 'utf8').includes('TODO'));
  expect(waiting).toEqual([]);
});
