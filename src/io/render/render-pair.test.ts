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

test('another revision of the files of this repository is a note', async () => {
  const filesOf = (ref: string): Readonly<Record<string, string>> => ({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: pools }\nspec: { source: { path: pools, targetRevision: ${ref} } }\n`,
    'pools/a.yaml': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: a }\n',
  });
  const open = (texts: Readonly<Record<string, string>>) => {
    const sources = Object.entries(texts).map(([name, text]) => ({ file: name, text }));
    const tree: SourceTree = {
      ...{ sources, hintSources: [], diagnostics: [], missingPaths: [], hasRoots: true, definitions: sources },
    };
    const files = opening(async () => ({
      files: new Map(Object.entries(texts)),
      others: new Map(),
      each: async (names, take) => {
        for (const name of names) take(name, Buffer.from(texts[name]!));
      },
    }));
    return { tree, files };
  };
  const notesOf = async (ref: string): Promise<readonly string[]> => {
    const [base, head] = [open(filesOf('v1')), open(filesOf(ref))];
    const pair = { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] };
    const { head: set } = await renderPair(pair, { path: '/nowhere', settings: defaultSettings });
    return set.diagnostics.map(({ message }) => message);
  };
  expect(await notesOf('v2')).toEqual([
    'The change makes `Application pools` apply `v2` instead of `v1`. plumbline reviews the files of this commit, so the effect is unknown',
  ]);
  expect(await notesOf('v1')).toEqual([]);
});

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
