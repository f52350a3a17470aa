import { expect, test } from 'vitest';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { changedFilesOf } from './changed-files.ts';
import type { ReadPair } from './read-side.ts';

const mebibyte = 1024 * 1024;

/** A side with files of one size, whose contents have an identity that names the side. */
function side(name: string, files: readonly string[], bytes: number): TreeReader {
  return {
    files: new Map(files.map((path) => [path, `${name} ${path}`])),
    others: new Map(),
    each: async (paths, take) => {
      for (const path of paths) take(path, Buffer.alloc(bytes, `# ${name}\n`));
    },
  };
}

function pairOf(base: TreeReader, head: TreeReader): ReadPair {
  const nothing = { sources: [], hintSources: [], unseen: [] } as unknown as ReadPair['head'];
  const files = { base: async () => base, head: async () => head };
  return { base: nothing, head: nothing, files, paths: [] } as unknown as ReadPair;
}

test.each([
  ['all of a change that people write', 3, 1, 3],
  ['the first ones of a change that nobody could read', 20, 4, 4],
])('texts in memory: %s', async (_, count, megabytes, texts) => {
  const names = Array.from({ length: count }, (_, index) => `pools/${String(index).padStart(2, '0')}.yaml`);
  const at = (name: string) => side(name, names, megabytes * mebibyte);

  const change = await changedFilesOf(pairOf(at('base'), at('head')));

  expect(change?.files.map(({ path }) => path)).toEqual(names);
  expect(
    change?.files.filter(({ before, after }) => before?.startsWith('# base') && after?.startsWith('# head')),
  ).toHaveLength(texts);
  expect(change?.files.filter(({ before, after }) => before === null && after === null)).toHaveLength(count - texts);
});

test.each(['infra/.terraform.lock.hcl', 'infra/main.tf', '.gitattributes', 'chart/.helmignore'])(
  'the text of %s is read',
  async (path) => {
    const change = await changedFilesOf(pairOf(side('base', [path], 100), side('head', [path], 100)));
    expect(change?.files[0]?.after).toContain('# head');
  },
);
