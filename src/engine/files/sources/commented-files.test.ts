import { expect, test } from 'vitest';
import { commentedFiles } from './commented-files.ts';
import { treeOf } from './repository/file-tree.test-support.ts';

const commentedIn = (kustomization: string, used: readonly string[] = []): string[] => {
  const tree = treeOf({
    'pools/kustomization.yaml': kustomization,
    'pools/a.yaml': 'a',
    'pools/b.yaml': 'b',
    'c.yaml': 'c',
  });
  return [...commentedFiles([{ files: used }], tree)];
};

test.each([
  ['an entry', 'resources:\n  - a.yaml\n  # - b.yaml\n', ['pools/b.yaml']],
  ['an entry with a reason', 'resources:\n  - a.yaml\n#  - ./b.yaml # too expensive\n', ['pools/b.yaml']],
  ['an entry of another folder', 'resources:\n  - a.yaml\n  # - "../c.yaml"\n', ['c.yaml']],
  ['a file that is not there', 'resources:\n  - a.yaml\n  # - d.yaml\n', []],
  ['a sentence', 'resources:\n  - a.yaml\n  # b.yaml is applied by hand\n', []],
])('%s', (_, text, expected) => expect(commentedIn(text)).toEqual(expected));

test('a file that something else applies', () => {
  expect(commentedIn('resources:\n  # - b.yaml\n', ['pools/b.yaml'])).toEqual([]);
});
