import { expect, test } from 'vitest';
import type { SourceSet } from '../../engine/review/source-set.ts';
import type { TreeFile } from '../git/listing.ts';
import type { CommitStore } from '../sides/commit-store.ts';
import { withRenderNotice } from './render-notice.ts';

const storeOf = (commits: Readonly<Record<string, Readonly<Record<string, string>>>>): CommitStore =>
  ({
    tree: async (commit: string) =>
      new Map(
        Object.entries(commits[commit]!).map(([path, sha]): [string, TreeFile] => [path, { path, sha, size: 1 }]),
      ),
  }) as unknown as CommitStore;
const empty: SourceSet = { sources: [], hintSources: [], diagnostics: [] };
const files = {
  'a/kustomization.yaml': '1',
  'a/sub/x.yaml': '2',
  'charts/c/Chart.yaml': '3',
  'charts/c/templates/p.tpl': '4',
  'pool.yaml': '5',
};

test.each<[string, Readonly<Record<string, string>>, string[]]>([
  ['nothing changes', {}, []],
  ['a plain manifest changes', { 'pool.yaml': '6' }, []],
  ['a file of a kustomization changes', { 'a/sub/x.yaml': '6' }, ['a/kustomization.yaml']],
  ['a template that is no YAML changes', { 'charts/c/templates/p.tpl': '6' }, ['charts/c/Chart.yaml']],
  ['a file is added', { 'a/new.txt': '6' }, ['a/kustomization.yaml']],
])('%s', async (_, change, places) => {
  const store = storeOf({ base: files, head: { ...files, ...change } });
  const { head } = await withRenderNotice(store, { base: 'base', head: 'head', trees: { base: empty, head: empty } });
  expect(head.diagnostics.map(({ code, span }) => `${code} ${span.file}`)).toEqual(
    places.map((file) => `render/not-here ${file}`),
  );
});
