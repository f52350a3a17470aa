import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes after which Flux waits for an object that no file has. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: forge }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: forge }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

const kustomization = (name: string, dependency?: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  path: ./${name}
  sourceRef: { kind: GitRepository, name: flux-system }
  dependsOn:${dependency === undefined ? ' []' : `\n    - name: ${dependency}`}
`;

const texts = (first: string, dependency: string): Texts => ({
  'a.yaml': kustomization(first),
  'b.yaml': kustomization('pools', dependency),
  'crds/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: forge }\n',
  'pools/kustomization.yaml': 'resources: [pool.yaml]\n',
  'pools/pool.yaml': nodePool,
});

const found = async (from: Texts, to: Texts): Promise<string[]> => {
  const { review } = await reviewOfTexts(from, to, { renderer });
  return review.findings
    .filter(({ diagnostic }) => diagnostic.code === 'render/missing-dependency')
    .map(({ diagnostic }) => `${diagnostic.severity} ${diagnostic.span.file}: ${diagnostic.message}`);
};

const message = (name: string): string =>
  `b.yaml: Kustomization \`flux-system/pools\` depends on \`${name}\`, which no file has after this change. Flux then never applies it again`;

test.each<[string, Texts, Texts, string]>([
  ['the dependency is renamed', texts('crds', 'crds'), texts('definitions', 'crds'), `error ${message('crds')}`],
  ['the entry names another one', texts('crds', 'crds'), texts('crds', 'crd'), `warning ${message('crd')}`],
])('%s', async (_, from, to, expected) => {
  expect(await found(from, to)).toEqual([expected]);
});

test.each<[string, Texts, Texts]>([
  ['both are renamed', texts('crds', 'crds'), texts('definitions', 'definitions')],
  ['the dependency was never here', texts('crds', 'secrets'), texts('definitions', 'secrets')],
  ['the entry was never one of the files', texts('crds', 'secrets'), texts('crds', 'vault')],
])('nothing is missing: %s', async (_, from, to) => {
  expect(await found(from, to)).toEqual([]);
});

const cycleOf = (first: string, second: string, folders: readonly [string, string]): Texts => ({
  [`${folders[0]}/crds.yaml`]: kustomization('crds', first),
  [`${folders[1]}/pools.yaml`]: kustomization('pools', second),
  'crds/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: forge }\n',
  'pools/kustomization.yaml': 'resources: [pool.yaml]\n',
  'pools/pool.yaml': nodePool,
});
const release = (name: string, dependency?: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: karpenter }
spec:
  chart: { spec: { chart: ${name}, version: 1.8.1 } }
  dependsOn: [${dependency === undefined ? '' : `{ name: ${dependency} }`}]
`;

test('Kustomizations that wait for each other', async () => {
  const [from, to] = ['none', 'pools'].map((name) => cycleOf(name, 'crds', ['flux', 'flux']));
  expect(await found(from!, to!)).toEqual([
    'error flux/crds.yaml: Kustomization `flux-system/crds` waits for Kustomization `flux-system/pools`, which waits for Kustomization `flux-system/crds`. Flux never applies any of them again',
  ]);
  expect(await found(to!, to!)).toEqual([]);
});

test('releases that wait for each other', async () => {
  const from = { 'a.yaml': release('karpenter', 'karpenter-crd'), 'b.yaml': release('karpenter-crd') };
  const to = { ...from, 'b.yaml': release('karpenter-crd', 'karpenter') };
  expect(await found(from, to)).toEqual([
    expect.stringContaining('error a.yaml: HelmRelease `karpenter/karpenter` waits for HelmRelease'),
  ]);
});

test.each<[string, Texts, Texts]>([
  ['a chain', cycleOf('none', 'none', ['flux', 'flux']), cycleOf('none', 'crds', ['flux', 'flux'])],
  ['two clusters', cycleOf('none', 'crds', ['prod', 'dev']), cycleOf('pools', 'crds', ['prod', 'dev'])],
  [
    'another namespace',
    cycleOf('none', 'crds', ['flux', 'flux']),
    cycleOf('pools\n      namespace: team', 'crds', ['flux', 'flux']),
  ],
])('nothing waits for itself: %s', async (_, from, to) => {
  expect((await found(from, to)).filter((text) => text.includes('waits for'))).toEqual([]);
});
