import { expect, test } from 'vitest';
import { defaultSources } from '../api/settings.ts';
import { discoveryOf } from './discover.ts';
import { treeOf } from './file-tree.test-support.ts';
import { rootsOf } from './roots.ts';

const files = Object.fromEntries(
  ['prod', 'staging'].map((cluster) => [
    `k8s/${cluster}/sync.yaml`,
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all, namespace: flux-system}\nspec: {path: ./k8s/${cluster}}\n`,
  ]),
);

test('clusters whose Kustomizations have one name are told apart alike in whatever order they are found', () => {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const named = (given: typeof sources) =>
    rootsOf(discoveryOf(treeOf(files)), given, { sources: defaultSources, environments: {} }).map(
      ({ name, file }) => `${name}: ${file}`,
    );
  expect(named(sources)).toEqual([
    'Kustomization flux-system/all (k8s/prod): k8s/prod/sync.yaml',
    'Kustomization flux-system/all (k8s/staging): k8s/staging/sync.yaml',
  ]);
  expect(named(sources.toReversed())).toEqual(named(sources));
});
