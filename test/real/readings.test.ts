import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeGitHub } from '../github/github.ts';
import { readings, type Texts } from '../readings.ts';
import { chartYaml, kustomization, nodePool } from './rendering.ts';

let fake: FakeGitHub;
beforeAll(async () => {
  fake = await FakeGitHub.start();
});
afterAll(() => fake.close());

/** Charts, kustomizations, and objects of Flux and Argo CD that refer to them. Each comes with a change that a pull request makes to one file. */
interface Change {
  readonly base: Texts;
  readonly change: Texts;
  /** A root that the review must mention. */
  readonly root: string;
}

const template = nodePool('web', '{{ .Values.cpu }}');
const chart: Texts = {
  'charts/pools/Chart.yaml': chartYaml('pools'),
  'charts/pools/values.yaml': 'cpu: 100\n',
  'charts/pools/values-dev.yaml': 'cpu: 200\n',
  'charts/pools/values-prod.yaml': 'cpu: 300\n',
  'charts/pools/templates/_names.tpl': '{{- define "x" }}y{{ end -}}\n',
  'charts/pools/templates/pool.yaml': template,
};
const overlays: Texts = {
  'base/kustomization.yaml': kustomization('pool.yaml'),
  'base/pool.yaml': nodePool('web'),
  'prod/kustomization.yaml': `${kustomization('../base')}patches: [{path: patch.txt}]\n`,
  'prod/patch.txt': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec: {weight: 10}\n',
};
const flux: Texts = {
  'clusters/prod/pools.yaml':
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: pools, namespace: flux-system}\nspec:\n  path: ./pools\n  sourceRef: {kind: GitRepository, name: flux-system}\n  postBuild: {substitute: {CPU: "320"}}\n',
  'pools/kustomization.yaml': kustomization('pool.yaml'),
  'pools/pool.yaml': nodePool('web', '${CPU}'),
};
const argo: Texts = {
  ...chart,
  'apps/pools.yaml':
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: pools, namespace: argocd}\nspec:\n  source: {repoURL: https://github.com/acme/infra, path: charts/pools, helm: {valueFiles: [values-prod.yaml]}}\n  destination: {server: https://kubernetes.default.svc}\n',
};
const release: Texts = {
  ...chart,
  'clusters/prod/release.yaml':
    'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: pools, namespace: flux-system}\nspec:\n  chart: {spec: {chart: ./charts/pools, sourceRef: {kind: GitRepository, name: flux-system}}}\n  values: {cpu: 50}\n',
};

const changes: Readonly<Record<string, Change>> = {
  'two files of values of one chart': {
    base: chart,
    change: { 'charts/pools/values-dev.yaml': 'cpu: 220\n', 'charts/pools/values-prod.yaml': 'cpu: 320\n' },
    root: 'charts/pools with values-prod.yaml',
  },
  'a template of a chart': {
    base: chart,
    change: { 'charts/pools/templates/pool.yaml': template.replace('[spot]', '[spot, on-demand]') },
    root: 'charts/pools with values-dev.yaml',
  },
  'a patch whose name does not end in .yaml': {
    base: overlays,
    change: { 'prod/patch.txt': overlays['prod/patch.txt']!.replace('10', '20') },
    root: 'prod',
  },
  'what an unchanged Kustomization of Flux applies': {
    base: flux,
    change: { 'pools/pool.yaml': flux['pools/pool.yaml']!.replace('[spot]', '[on-demand]') },
    root: 'Kustomization flux-system/pools',
  },
  'what a Kustomization of Flux substitutes': {
    base: flux,
    change: { 'clusters/prod/pools.yaml': flux['clusters/prod/pools.yaml']!.replace('320', '640') },
    root: 'Kustomization flux-system/pools',
  },
  'a chart that an unchanged Application of Argo CD applies': {
    base: argo,
    change: { 'charts/pools/values-prod.yaml': 'cpu: 400\n' },
    root: 'Application argocd/pools',
  },
  'a chart that an unchanged HelmRelease of Flux applies': {
    base: release,
    change: { 'charts/pools/templates/pool.yaml': template.replace('[spot]', '[on-demand]') },
    root: 'HelmRelease flux-system/pools',
  },
};

test.each(Object.entries(changes))(
  'a review of %s is the same however its files are read',
  async (_, { base, change, root }) => {
    const [first, ...others] = await readings(base, { ...base, ...change }, { fake, path: process.env.PATH! });
    for (const { by, review } of others) expect(review, `${by}, compared with ${first!.by}`).toBe(first!.review);
    expect(first!.review).toContain(root);
    expect(JSON.parse(first!.review).changes.map(({ type }: { type: string }) => type)).not.toContain('unknown');
  },
);
