import { expect, test, vi } from 'vitest';
import type { TakeBlob } from '../git/blobs.ts';
import { SourceTreeBuilder } from '../tree/source-tree.ts';
import { readCommitPair } from './commit-pair.ts';
import type { CommitStore } from './commit-store.ts';

/** A store of commits, each a map of its files' texts; a text is its own digest. All have the same links. */
function storeOf(
  commits: Readonly<Record<string, Readonly<Record<string, string>>>>,
  links: Readonly<Record<string, string>> = {},
): CommitStore {
  return {
    links: async () => new Map(Object.entries(links)),
    otherIds: async () => new Map<string, string>(),
    holds: async () => true,
    contents: async () => new Map<string, Buffer>(),
    tree: async (commit: string) =>
      new Map(
        Object.entries(commits[commit]!).map(([path, text]) => [
          path,
          { path, sha: text, size: text.length, mode: '100644' },
        ]),
      ),
    eachContent: async (files: readonly { readonly sha: string }[], take: TakeBlob) => {
      for (const sha of new Set(files.map((file) => file.sha))) take(sha, Buffer.from(sha));
    },
  } as unknown as CommitStore;
}

const service = (port: number) =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: ${port}}]}\n`;
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n';

const store = storeOf({
  base: { 'service.yaml': service(80), 'same.yaml': configMap, 'gone.yaml': configMap },
  head: { 'service.yaml': service(81), 'same.yaml': configMap, 'new.yaml': `${configMap}data: {}\n` },
});
const filesOf = (tree: { readonly sources: readonly { readonly file: string }[] } | null | undefined) =>
  tree?.sources.map(({ file }) => file);

test('objects that a review does not need are read if their file changes', async () => {
  const { trees } = await readCommitPair(store, { base: 'base', head: 'head', paths: [] });
  expect(filesOf(trees?.base)).toEqual(['gone.yaml', 'service.yaml']);
  expect(filesOf(trees?.head)).toEqual(['new.yaml', 'service.yaml']);
});

test('without a base, they are not read', async () => {
  const { trees } = await readCommitPair(store, { base: null, head: 'head', paths: [] });
  expect(filesOf(trees?.head)).toEqual([]);
});

test('files that are equal on both sides are checked once, and decoded only if they can matter', async () => {
  const mayMatter = vi.spyOn(SourceTreeBuilder.prototype, 'mayMatter');
  const kept = vi.spyOn(SourceTreeBuilder.prototype, 'add');
  await readCommitPair(store, { base: 'base', head: 'head', paths: [] });
  const looked = mayMatter.mock.calls.map(([file]) => file);
  expect(looked.sort()).toEqual(['gone.yaml', 'new.yaml', 'same.yaml', 'service.yaml', 'service.yaml']);
  expect(kept.mock.calls.map(([{ file }]) => file)).not.toContain('same.yaml');
  vi.restoreAllMocks();
});
