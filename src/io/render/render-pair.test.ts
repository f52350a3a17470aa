import { expect, test } from 'vitest';
import { defaultSettings } from '../../engine/api/settings.ts';
import { opening } from '../sides/read-side.ts';
import type { SourceTree } from '../tree/source-tree.ts';
import { renderPair } from './render-pair.ts';

const application = (version: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: pools, namespace: argocd }
spec:
  source: { repoURL: https://charts.example.com, chart: node-pools, targetRevision: ${version} }
`;
const file = 'apps/pools.yaml';
const side = (version: string) => {
  const text = application(version);
  const tree: SourceTree = {
    ...{ sources: [], hintSources: [], diagnostics: [], missingPaths: [], hasRoots: true },
    definitions: [{ file, text }],
  };
  const files = opening(async () => ({
    files: new Map([[file, version]]),
    others: new Map(),
    each: async (_, take) => take(file, Buffer.from(text)),
  }));
  return { tree, files };
};

test.each([
  ['a review', {}],
  ['the job that applies what another job rendered', { handedOver: { commit: 'a', run: '1', renderings: [] } }],
])('a chart from elsewhere is a note and stops nothing: %s', async (_, options) => {
  const [base, head] = [side('1.0.0'), side('1.1.0')];
  const pair = { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] };
  const rendered = await renderPair(pair, { path: '/nowhere', settings: defaultSettings, ...options });
  const said = rendered.head.diagnostics.map(({ code, severity, isChanged }) => [code, severity, isChanged]);
  expect(said).toContainEqual(['render/unknown', 'note', true]);
  expect(said.filter(([code]) => code !== 'render/unknown')).toEqual([]);
});
