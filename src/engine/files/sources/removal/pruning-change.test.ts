import { describe, expect, test } from 'vitest';
import { defaultSources } from '../../../karpenter/api/settings.ts';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { rootsOf } from '../roots.ts';
import { destinationChange } from './destination-change.ts';
import { otherEnvironment } from './other-environment.ts';
import { leavingChange, pruningChange, suspensionChange } from './pruning-change.ts';

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
      'From now on, nothing that leaves git is deleted in `prod`: Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is `false`)',
    ],
    [
      'an Application whose setting is removed',
      application('{automated: {prune: true, selfHeal: true}}'),
      application('{automated: {selfHeal: true}}'),
      'From now on, nothing that leaves git is deleted in `prod`: Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is not set)',
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
      'From now on, nothing that leaves git is deleted in `prod`: Application `argocd/pools-prod` does not prune (`syncPolicy.automated.prune` is `false`)',
    ],
    [
      'a Kustomization that ends to prune',
      kustomization('prune: true'),
      kustomization('prune: false'),
      'From now on, nothing that leaves git is deleted in `prod`: Kustomization `flux-system/pools` does not prune (`prune: false`)',
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

const finalized = (text: string): string =>
  text.replace('namespace: argocd}', 'namespace: argocd, finalizers: [resources-finalizer.argocd.argoproj.io]}');
const preserving = (text: string): string => `${text}  syncPolicy: {preserveResourcesOnDeletion: true}\n`;

test.each<[what: string, before: string, after: string, expected: string | undefined]>([
  [
    'an Application that loses its finalizer',
    finalized(application('{}')),
    application('{}'),
    'From now on, what Application `argocd/pools` applied stays in the cluster if that is deleted: Application `argocd/pools` has no finalizer `resources-finalizer.argocd.argoproj.io`, so Argo CD leaves what it applied',
  ],
  [
    'an Application that gets a finalizer',
    application('{}'),
    finalized(application('{}')),
    'From now on, whoever deletes Application `argocd/pools` also deletes what it applied',
  ],
  [
    'an ApplicationSet that begins to preserve resources',
    set('{}'),
    preserving(set('{}')),
    'From now on, what Application `argocd/pools-prod` applied stays in the cluster if that is deleted: ApplicationSet `argocd/pools` sets `preserveResourcesOnDeletion`',
  ],
  [
    'a Kustomization that begins to orphan',
    kustomization('prune: true'),
    kustomization('prune: true, deletionPolicy: Orphan'),
    'From now on, what Kustomization `flux-system/pools` applied stays in the cluster if that is deleted: Kustomization `flux-system/pools` has `deletionPolicy: Orphan`',
  ],
  ['a Kustomization that ends to prune', kustomization('prune: true'), kustomization('prune: false'), undefined],
  [
    'a Kustomization that is suspended',
    kustomization('prune: true'),
    kustomization('prune: true, suspend: true'),
    undefined,
  ],
  ['another setting', finalized(application('{}')), finalized(application('{automated: {}}')), undefined],
])('what a deletion leaves behind is said of %s', (_, before, after, expected) =>
  expect(leavingChange(rootOf(before), rootOf(after))?.message).toBe(expected),
);

const to = (destination: string): string =>
  application('{}').replace('spec: {', `spec: {destination: {${destination}, namespace: karpenter}, `);

test.each<[what: string, before: string, after: string, expected: string | undefined]>([
  [
    'another server',
    to('server: "https://a.example"'),
    to('server: "https://b.example"'),
    'From now on, Application `argocd/pools` applies to the cluster `https://b.example`, and no longer to the cluster `https://a.example`. Its NodePools stay there with their nodes, and nothing manages them any more',
  ],
  [
    'another name',
    to('name: a'),
    to('name: b'),
    'From now on, Application `argocd/pools` applies to the cluster `b`, and no longer to the cluster `a`. Its NodePools stay there with their nodes, and nothing manages them any more',
  ],
  [
    'the cluster of Argo CD',
    to('name: a'),
    to('server: "https://kubernetes.default.svc"'),
    'From now on, Application `argocd/pools` applies to the cluster that it is in, and no longer to the cluster `a`. Its NodePools stay there with their nodes, and nothing manages them any more',
  ],
  [
    'a kubeconfig of Flux',
    kustomization('prune: true'),
    kustomization('prune: true, kubeConfig: {secretRef: {name: eu}}'),
    'From now on, Kustomization `flux-system/pools` applies to the cluster of the kubeconfig `eu`, and no longer to the cluster that it is in. Its NodePools stay there with their nodes, and nothing manages them any more',
  ],
  ['an address in place of a name', to('name: a'), to('server: "https://b.example"'), undefined],
  ['another spelling of the same', to('name: in-cluster'), to('server: "https://kubernetes.default.svc"'), undefined],
  ['a placeholder', to('name: a'), to('name: "${CLUSTER}"'), undefined],
  ['the same', to('name: a'), to('name: a'), undefined],
])('a definition is applied to another cluster: %s', (_, before, after, expected) =>
  expect(destinationChange(rootOf(before), rootOf(after), true)?.message).toBe(expected),
);

test.each<[from: string, to: string, message: string | undefined]>([
  ['prune: true', 'prune: true, suspend: true', 'Flux applies nothing of Kustomization `flux-system/pools`'],
  ['prune: true, suspend: true', 'prune: true', 'Flux applies Kustomization `flux-system/pools` in `prod` again'],
  ['prune: true, suspend: false', 'prune: true', undefined],
  ['suspend: true', 'suspend: true, prune: true', undefined],
])('suspension: %s → %s', (from, to, message) => {
  const obstacle = suspensionChange(rootOf(kustomization(from)), rootOf(kustomization(to)));
  expect(obstacle?.message).toEqual(message && expect.stringContaining(message));
});

test('a definition that is suspended while its files change may still apply them', () => {
  const [from, to] = [rootOf(kustomization('prune: true')), rootOf(kustomization('prune: true, suspend: true'))];
  const messages = [false, true].map((isEdited) => suspensionChange(from, to, { isEdited })?.message);
  expect(messages.map((message) => message?.includes('maybe not even what this change edits'))).toEqual([false, true]);
});

test('a new definition that is suspended stops nothing', () => {
  expect(suspensionChange(undefined, rootOf(kustomization('suspend: true')))).toBeUndefined();
});

describe('a definition takes the files of another environment', () => {
  const flux = (path: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {path: ${path}}\n`;
  const argo = (source: string, destination: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: apps, namespace: argocd}\nspec: {source: {${source}}, destination: {${destination}}}\n`;
  const values = (...environments: readonly string[]): string =>
    `path: chart, helm: {valueFiles: [${environments.map((environment) => `../envs/${environment}/values.yaml`).join(', ')}]}`;

  const folders = { 'apps/prod/a.yaml': pool, 'apps/stage/a.yaml': pool };

  const changeOf = (file: string, definitions: readonly [string, string], others: Readonly<Record<string, string>>) => {
    const [old, root] = definitions.map((definition, side) => {
      const files = {
        ...(side === 0 && folders),
        'clusters/stage/apps.yaml': flux('./apps/stage'),
        'chart/Chart.yaml': 'name: chart\nversion: 1.0.0\n',
        ...Object.fromEntries(['prod', 'stage'].map((name) => [`envs/${name}/values.yaml`, 'a: 1\n'])),
        ...(side === 1 && others),
        [file]: definition,
      };
      const sources = Object.entries(files).map(([path, text]) => ({ file: path, text }));
      const roots = rootsOf(discoveryOf(treeOf(files)), sources, { sources: defaultSources, environments: {} });
      return roots.find((root) => root.by !== undefined && root.file === file)!;
    });
    const there = [...Object.keys(others), 'envs/prod/values.yaml', 'envs/stage/values.yaml'];
    const finding = otherEnvironment(old!, root!, (path) => there.some((other) => other.startsWith(path)));
    return { environment: root!.environment, message: finding?.message };
  };

  const cluster = 'clusters/prod/apps.yaml';

  test.each<[what: string, file: string, before: string, after: string, expected: string]>([
    [
      'a path of Flux',
      cluster,
      flux('./apps/prod'),
      flux('./apps/stage'),
      'Kustomization `flux-system/apps` applies `apps/stage` to `prod` from now on. The path names another environment, `stage`',
    ],
    [
      'a path of Argo CD in the same cluster',
      'argocd/apps.yaml',
      argo('path: apps/prod', 'name: in-cluster'),
      argo('path: apps/stage', 'name: in-cluster'),
      'Application `argocd/apps` applies `apps/stage` to the same cluster from now on. The path names another environment, `stage`, and no longer `prod`',
    ],
    [
      'values for a named cluster',
      'argocd/apps.yaml',
      argo(values('prod'), 'name: prod'),
      argo(values('stage'), 'name: prod'),
      'Application `argocd/apps` applies `envs/stage/values.yaml` to `prod` from now on. The path names another environment, `stage`',
    ],
    [
      'values after the own ones',
      'argocd/apps.yaml',
      argo(values('prod'), 'name: prod'),
      argo(values('prod', 'stage'), 'name: prod'),
      'Application `argocd/apps` applies `envs/stage/values.yaml` to `prod` from now on. The path names another environment, `stage`',
    ],
  ])('%s', (_, file, before, after, expected) =>
    expect(changeOf(file, [before, after], folders).message).toBe(expected),
  );

  test('values of another environment are reported only if the own ones do not follow', () => {
    const definitions = [argo(values('prod'), 'name: prod'), argo(values('stage', 'prod'), 'name: prod')] as const;
    expect(changeOf('argocd/apps.yaml', definitions, folders).message).toBeUndefined();
  });

  test('the cluster decides about the environment', () => {
    expect(changeOf(cluster, [flux('./apps/prod'), flux('./apps/stage')], folders).environment).toBe('prod');
  });

  test.each<[what: string, before: string, after: string, others: Readonly<Record<string, string>>]>([
    ['the path is corrected', flux('./apps/stage'), flux('./apps/prod'), folders],
    ['the folder has another name', flux('./apps/prod'), flux('./apps/stage'), { 'apps/stage/a.yaml': pool }],
    [
      'another spelling',
      flux('./apps/prod'),
      flux('./apps/production'),
      { 'apps/prod/a.yaml': pool, 'apps/production/a.yaml': pool },
    ],
    ['two names of production', flux('./apps/prod'), flux('./apps/live'), { ...folders, 'apps/live/a.yaml': pool }],
    ['no environment', flux('./apps/prod'), flux('./apps/base'), { ...folders, 'apps/base/a.yaml': pool }],
    ['it did so before', flux('./apps/stage'), flux('./apps/stage/web'), { ...folders, 'apps/stage/web/a.yaml': pool }],
  ])('nothing is reported: %s', (_, before, after, others) =>
    expect(changeOf(cluster, [before, after], others).message).toBeUndefined(),
  );
});
