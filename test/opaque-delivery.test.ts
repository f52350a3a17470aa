import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';

const kinds = {
  Application: [
    'argoproj.io/v1alpha1',
    'spec:\n  source: {repoURL: https://example.com/shop.git, path: apps, targetRevision: main}\n  destination: {server: https://kubernetes.default.svc}\n',
  ],
  ApplicationSet: ['argoproj.io/v1alpha1', 'spec: {generators: [], template: {}}\n'],
  Cluster: ['cluster.x-k8s.io/v1beta1', 'spec: {paused: false}\n'],
  ConfigMap: ['v1', 'data: {a: b}\n'],
  CustomResourceDefinition: [
    'apiextensions.k8s.io/v1',
    'spec:\n  group: shop.example\n  names: {kind: Cart, plural: carts}\n  scope: Namespaced\n  versions: []\n',
  ],
  Deployment: [
    'apps/v1',
    'spec:\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}\n',
  ],
  HelmRelease: [
    'helm.toolkit.fluxcd.io/v2',
    'spec:\n  chart: {spec: {chart: shop, version: 1.0.0, sourceRef: {kind: HelmRepository, name: shop}}}\n',
  ],
  Job: ['batch/v1', 'spec: {template: {spec: {containers: [{name: a, image: a}], restartPolicy: Never}}}\n'],
  Kustomization: [
    'kustomize.toolkit.fluxcd.io/v1',
    'spec: {path: ./apps, prune: true, sourceRef: {kind: GitRepository, name: shop}}\n',
  ],
  ManagedCluster: ['cluster.open-cluster-management.io/v1', 'spec: {hubAcceptsClient: true}\n'],
  Namespace: ['v1', ''],
  Prometheus: ['monitoring.coreos.com/v1', 'spec: {replicas: 2}\n'],
  ResourceSetInputProvider: ['fluxcd.controlplane.io/v1', 'spec: {type: Static}\n'],
  ServiceMonitor: ['monitoring.coreos.com/v1', 'spec: {}\n'],
} as const;
type Kind = keyof typeof kinds;

const object = (kind: Kind, metadata = ''): string =>
  `apiVersion: ${kinds[kind][0]}\nkind: ${kind}\nmetadata: {name: x, namespace: shop${metadata && `, ${metadata}`}}\n${kinds[kind][1]}`;

const change = (kind: Kind, before: string, after: string): Promise<readonly string[]> =>
  opaqueBetween({ 'a.yaml': object(kind, before) }, { 'a.yaml': object(kind, after) });

type Change = readonly [kind: Kind, before: string, after: string];

const hook = 'annotations: {argocd.argoproj.io/hook: Sync}';
const forced = "annotations: {argocd.argoproj.io/sync-options: 'Replace=true,Force=true'}";
const ofFlux = (key: string, value: string): string => `{kustomize.toolkit.fluxcd.io/${key}: ${value}}`;

const deleted: Readonly<Record<string, Change>> = {
  'a Namespace that is a hook': ['Namespace', '', hook],
  'a Namespace that is a hook of Helm': ['Namespace', '', "annotations: {helm.sh/hook: 'pre-install,pre-upgrade'}"],
  'a Namespace that leaves its release, because it is a hook of an installation': [
    'Namespace',
    '',
    'annotations: {helm.sh/hook: post-install}',
  ],
  'a hook that nothing deleted': [
    'Namespace',
    'annotations: {argocd.argoproj.io/hook: Sync, argocd.argoproj.io/hook-delete-policy: HookFailed}',
    hook,
  ],
  'a CRD that is a hook': ['CustomResourceDefinition', '', hook],
  'a CRD that is forced': [
    'CustomResourceDefinition',
    '',
    'annotations: {argocd.argoproj.io/sync-options: Force=true}',
  ],
  'an Application that is a hook': ['Application', '', hook],
  'an Application that is replaced by force': ['Application', '', forced],
  'an ApplicationSet that is replaced by force': ['ApplicationSet', '', forced],
  'a HelmRelease that is a hook': ['HelmRelease', '', hook],
  'a Kustomization that Flux forces': ['Kustomization', '', `annotations: ${ofFlux('force', 'enabled')}`],
  'a Kustomization that Flux forces by a label': ['Kustomization', '', `labels: ${ofFlux('force', 'enabled')}`],
  'an object of an operator that nobody knows': ['Cluster', '', hook],
  'a Namespace that Kyverno deletes': ['Namespace', '', 'labels: {cleanup.kyverno.io/ttl: 1h}'],
  'a HelmRelease that Kyverno deletes sooner': [
    'HelmRelease',
    'labels: {cleanup.kyverno.io/ttl: 30d}',
    'labels: {cleanup.kyverno.io/ttl: 1h}',
  ],
  'an Application that kube-janitor deletes': ['Application', '', "annotations: {janitor/expires: '2026-01-01'}"],
  'an object that a controller deletes': ['Cluster', '', 'annotations: {k8s-ttl-controller.twin.sh/ttl: 1h}'],
};

const applied: Readonly<Record<string, Change>> = {
  'an object in which Flux no longer puts values': ['HelmRelease', '', `labels: ${ofFlux('substitute', 'disabled')}`],
  'an Application that is reconciled again': [
    'Application',
    "annotations: {argocd.argoproj.io/skip-reconcile: 'true'}",
    '',
  ],
  'an object that Flux applies again': ['HelmRelease', `annotations: ${ofFlux('reconcile', 'disabled')}`, ''],
  'an object that Flux no longer ignores': ['HelmRelease', `annotations: ${ofFlux('ssa', 'Ignore')}`, ''],
  'the controller of a Kustomization': ['Kustomization', '', 'labels: {sharding.fluxcd.io/key: shard9}'],
  'a parameter that Argo CD Image Updater sets': [
    'Application',
    '',
    'annotations: {argocd-image-updater.argoproj.io/image-list: p=a/p, argocd-image-updater.argoproj.io/p.helm.image-tag: cpu}',
  ],
  'the tags that Argo CD Image Updater takes': [
    'Application',
    'annotations: {argocd-image-updater.argoproj.io/p.allow-tags: any}',
    "annotations: {argocd-image-updater.argoproj.io/p.allow-tags: 'regexp:^9'}",
  ],
  'where Argo CD Image Updater writes': [
    'Application',
    '',
    "annotations: {argocd-image-updater.argoproj.io/write-back-method: 'git'}",
  ],
};

const selected: Readonly<Record<string, Change>> = {
  'a label of a provider of inputs': ['ResourceSetInputProvider', "labels: {use: 'no'}", "labels: {use: 'yes'}"],
  'a label of a cluster of Cluster API': ['Cluster', 'labels: {pools: small}', 'labels: {pools: huge}'],
  'a label of a managed cluster': ['ManagedCluster', '', 'labels: {env: prod}'],
  'an annotation of a cluster without a prefix': ['Cluster', '', 'annotations: {cpu: "100000"}'],
  'an annotation of another domain': ['Cluster', '', 'annotations: {example.com/cpu: "100000"}'],
  'all labels that an object had': ['Cluster', 'labels: {pools: small}', ''],
};

const healthy: Readonly<Record<string, Change>> = {
  'a sync wave': ['Application', '', 'annotations: {argocd.argoproj.io/sync-wave: "2"}'],
  'a refresh': ['Application', '', 'annotations: {argocd.argoproj.io/refresh: hard}'],
  'options that delete nothing': [
    'CustomResourceDefinition',
    '',
    "annotations: {argocd.argoproj.io/sync-options: 'ServerSideApply=true,SkipDryRunOnMissingResource=true,Prune=false'}",
  ],
  'a CRD and a Namespace, which Argo CD updates and never replaces': ['CustomResourceDefinition', '', forced],
  'a Namespace that Argo CD replaces': ['Namespace', '', forced],
  'a replacement without force': ['Application', '', 'annotations: {argocd.argoproj.io/sync-options: Replace=true}'],
  'a Namespace that Helm keeps': ['Namespace', '', 'annotations: {helm.sh/resource-policy: keep}'],
  'a hook that is a Job': ['Job', '', hook],
  'the order of hooks': ['Job', hook, `${hook.slice(0, -1)}, argocd.argoproj.io/sync-wave: "2"}`],
  'a hook that is a ConfigMap': ['ConfigMap', '', hook],
  'a Deployment that is a hook, which no plan has': ['Deployment', '', hook],
  'a Namespace that is no hook any more': ['Namespace', hook, ''],
  'a Namespace that Kyverno no longer deletes': ['Namespace', 'labels: {cleanup.kyverno.io/ttl: 1h}', ''],
  'a Namespace that is skipped': ['Namespace', '', 'annotations: {argocd.argoproj.io/hook: Skip}'],
  'an Application that is no longer reconciled': [
    'Application',
    '',
    "annotations: {argocd.argoproj.io/skip-reconcile: 'true'}",
  ],
  'an object that Flux leaves alone': ['HelmRelease', '', `annotations: ${ofFlux('reconcile', 'disabled')}`],
  'an object that Flux does not prune': ['HelmRelease', '', `labels: ${ofFlux('prune', 'disabled')}`],
  'a label of a Deployment': ['Deployment', 'labels: {team: a}', 'labels: {team: b}'],
  'a label of an Application': ['Application', 'labels: {team: a}', 'labels: {team: b}'],
  'the version of a chart on a cluster': [
    'Cluster',
    'labels: {helm.sh/chart: clusters-1.0.0, app.kubernetes.io/version: 1.0.0}',
    'labels: {helm.sh/chart: clusters-1.0.1, app.kubernetes.io/version: 1.0.1}',
  ],
  'a label of what configures monitoring': ['ServiceMonitor', '', 'labels: {release: prometheus}'],
  'a title that only people read': [
    'Cluster',
    'annotations: {policies.kyverno.io/title: Require a team}',
    'annotations: {policies.kyverno.io/title: Require a team label}',
  ],
  'a label of what makes pods': ['Prometheus', '', 'labels: {team: a}'],
};

describe('T88: an annotation with which a tool deletes an object that carries others is opaque', () => {
  test.each(Object.entries(deleted))('%s', async (_, [kind, before, after]) => {
    expect(await change(kind, before, after)).toEqual(['a.yaml']);
  });

  test('a Namespace that is new', async () => {
    expect(await opaqueBetween({}, { 'a.yaml': object('Namespace', hook) })).toEqual(['a.yaml']);
    expect(await opaqueBetween({}, { 'a.yaml': object('Namespace', 'labels: {team: a}') })).toEqual([]);
  });

  test.each(Object.entries(healthy))('but not %s', async (_, [kind, before, after]) => {
    expect(await change(kind, before, after)).toEqual([]);
  });
});

describe('T89: labels and annotations that decide what is applied are opaque', () => {
  test.each(Object.entries({ ...applied, ...selected }))('%s', async (_, [kind, before, after]) => {
    expect(await change(kind, before, after)).toEqual(['a.yaml']);
  });
});

describe('T89: a release that reverts more of what somebody changed by hand is opaque', () => {
  const release = (detection: string): string =>
    `${object('HelmRelease')}${detection === '' ? '' : `  driftDetection: ${detection}\n`}`;
  const limits = '{paths: [/spec/limits], target: {kind: NodePool}}';
  const scale = '{paths: [/spec/replicas], target: {kind: Deployment}}';

  test.each<[string, string, string, boolean]>([
    ['it begins to revert', '', '{mode: enabled}', true],
    ['it does not only warn any more', '{mode: warn}', '{mode: enabled}', true],
    ['it ignores fewer fields', `{mode: enabled, ignore: [${limits}]}`, '{mode: enabled}', true],
    ['it ignores other fields', `{mode: enabled, ignore: [${limits}]}`, `{mode: enabled, ignore: [${scale}]}`, true],
    ['it ignores more fields', '{mode: enabled}', `{mode: enabled, ignore: [${scale}]}`, false],
    ['it only warns', '', '{mode: warn}', false],
    ['it reverts no more', '{mode: enabled}', '', false],
  ])('%s', async (_, before, after, isOpaque) => {
    const files = await opaqueBetween({ 'a.yaml': release(before) }, { 'a.yaml': release(after) });
    expect(files).toEqual(isOpaque ? ['a.yaml'] : []);
  });
});
