import { expect, test } from 'vitest';
import { type OpenFiles, opening } from '../sides/read-side.ts';
import type { SourceTree } from '../tree/source-tree.ts';
import { withRenderNotice } from './render-notice.ts';

const side = (files: Readonly<Record<string, string>>): OpenFiles =>
  opening(async () => ({ files: new Map(Object.entries(files)), others: new Map(), each: async () => {} }));
const tree: SourceTree = { sources: [], hintSources: [], diagnostics: [], missingPaths: [], hasRoots: true };
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
  ['a template that is not YAML changes', { 'charts/c/templates/p.tpl': '6' }, ['charts/c/Chart.yaml']],
  ['a file is added', { 'a/new.txt': '6' }, ['a/kustomization.yaml']],
])('%s', async (_, change, places) => {
  const pair = { base: tree, head: tree, files: { base: side(files), head: side({ ...files, ...change }) }, paths: [] };
  const { head } = await withRenderNotice(pair);
  expect(head.diagnostics.map(({ code, span }) => `${code} ${span.file}`)).toEqual(
    places.map((file) => `render/not-here ${file}`),
  );
});
