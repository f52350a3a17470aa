import { describe, expect, test } from 'vitest';
import { defaultSources } from '../../../karpenter/api/settings.ts';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { rootsOf } from '../roots.ts';
import { pruningChange } from './pruning-change.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: press}\n';

const application = (policy: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: pools, namespace: argocd}
spec: {source: {repoURL: https://git.example.com/own, targetRevision: main, path: prod}, syncPolicy: ${policy}}
`;

const set = (policy: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: pools, namespace: argocd}
spec:
  generators: [{list: {elements: [{env: prod}]}}]
  template:
    metadata: {name: "pools-{{env}}"}
    spec: {source: {repoURL: https://git.example.com/own, targetRevision: main, path: "{{env}}"}, syncPolicy: ${policy}}
`;

const kustomization = (settings: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: pools, namespace: flux-system}
spec: {path: prod, ${settings}, sourceRef: {kind: GitRepository, name: flux-system}}
`;

function rootOf(definition: string) {
  const files = { 'apps/pools.yaml': definition, 'prod/pool.yaml': pool };
  const tree = treeOf(files);
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const roots = rootsOf(discoveryOf(tree), sources, { sources: defaultSources, environments: {} });
  return roots.find(({ by }) => by !== undefined)!;
}

const messageOf = (before: string, after: string): string | undefined =>
  pruningChange(rootOf(before), rootOf(after))?.message;

describe('a change of pruning says what it means for what leaves git', () => {
  test.each<[what: string, before: string, after: string, expected: string]>([
    [
      'an Application that ends to prune',
      application('{automated: {prune: true}}'),
      application('{automated: {prune: false}}'),
      'From now on, nothing deletes in `prod` what leaves git: Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is `false`)',
    ],
    [
      'an Application whose setting is removed',
      application('{automated: {prune: true, selfHeal: true}}'),
      application('{automated: {selfHeal: true}}'),
      'From now on, nothing deletes in `prod` what leaves git: Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is not set)',
    ],
    [
      'an Application that begins to prune',
      application('{automated: {}}'),
      application('{automated: {prune: true}}'),
      'From now on, Application `argocd/pools` deletes in `prod` what leaves git, and at its next sync also what left git before',
    ],
    [
      'an Application of an ApplicationSet',
      set('{automated: {prune: true}}'),
      set('{automated: {prune: false}}'),
      'From now on, nothing deletes in `prod` what leaves git: Application `argocd/pools-prod` does not prune (`syncPolicy.automated.prune` is `false`)',
    ],
    [
      'a Kustomization that ends to prune',
      kustomization('prune: true'),
      kustomization('prune: false'),
      'From now on, nothing deletes in `prod` what leaves git: Kustomization `flux-system/pools` does not prune (`prune: false`)',
    ],
    [
      'a Kustomization that begins to prune',
      kustomization('prune: false'),
      kustomization('prune: true'),
      'From now on, Kustomization `flux-system/pools` deletes in `prod` what leaves git',
    ],
  ])('%s', (_, before, after, expected) => expect(messageOf(before, after)).toBe(expected));
});

test.each<[what: string, before: string, after: string]>([
  [
    'other settings of an Application that prunes',
    application('{automated: {prune: true}}'),
    application('{automated: {prune: true, selfHeal: true}}'),
  ],
  ['a spelling of the same', application('{automated: {}}'), application('{automated: {prune: false}}')],
  ['the end of automated syncs', application('{automated: {prune: true}}'), application('{}')],
  ['a Kustomization that is suspended', kustomization('prune: true'), kustomization('prune: true, suspend: true')],
  [
    'a placeholder that decides',
    application('{automated: {prune: true}}'),
    application('{automated: {prune: "${PRUNE}"}}'),
  ],
])('nothing is said about %s', (_, before, after) => expect(messageOf(before, after)).toBeUndefined());
