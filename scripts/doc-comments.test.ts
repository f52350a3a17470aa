import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Places of a doc comment directly above another one: what it described has moved away. */
function detachedComments(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const isDetached = line.endsWith('*/') && /^\s*\/\*\*/.test(lines[index + 1] ?? '');
    return isDetached ? [`${path}:${index + 1}`] : [];
  });
}

const paths = ['src', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

test('no doc comment stands directly above another one', () => {
  expect(paths.length).toBeGreaterThan(1000);
  expect(paths.flatMap(detachedComments)).toEqual([]);
});
