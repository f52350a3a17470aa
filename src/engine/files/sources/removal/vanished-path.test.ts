import { expect, test } from 'vitest';
import { defaultSources } from '../../../karpenter/api/settings.ts';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { rootsOf } from '../roots.ts';
import { vanishedPath } from './vanished-path.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: press}\n';
const application = (path: string, revision = 'main') => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: pools}
spec: {source: {repoURL: https://git.example.com/own, targetRevision: ${revision}, path: ${path}}}
`;
const source = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system}
spec: {url: "https://git.example.com/own", ref: {branch: main}}
`;
const kustomization = (path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: pools}
spec: {path: ${path}, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`;

const release = (chart: string, kind: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: pools, namespace: flux-system}
spec: {chart: {spec: {chart: ${chart}, sourceRef: {kind: ${kind}, name: charts}}}}
`;

type Files = Readonly<Record<string, string>>;

function side(files: Files) {
  const tree = treeOf(files);
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const roots = rootsOf(discoveryOf(tree), sources, { sources: defaultSources, environments: {} });
  const root = roots.find(({ by }) => by !== undefined)!;
  return { root, files: tree.files, read: (file: string) => files[file] };
}

const found = (base: Files, head: Files) => vanishedPath(side(base), side(head));

test.each<[string, base: Files, head: Files, help: string]>([
  [
    'an Application whose folder is renamed',
    { 'app.yaml': application('pools'), 'pools/a.yaml': pool },
    { 'app.yaml': application('pools'), 'capacity/a.yaml': pool },
    'Change the path to `capacity`, where the files are now.',
  ],
  [
    'an Application whose path is mistyped',
    { 'app.yaml': application('pools'), 'pools/a.yaml': pool },
    { 'app.yaml': application('pool'), 'other/b.yaml': 'kind: List' },
    'Add the folder again, or change the path.',
  ],
  [
    'a Kustomization of Flux whose folder is removed',
    { 'flux/ks.yaml': kustomization('./pools'), 'pools/a.yaml': pool },
    { 'flux/ks.yaml': kustomization('./pools') },
    'Add the folder again, or change the path.',
  ],
  [
    'an Application whose chart is renamed',
    {
      'app.yaml': application('charts/pools'),
      'charts/pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
      'charts/pools/templates/a.yaml': pool,
    },
    {
      'app.yaml': application('charts/pools'),
      'charts/nodes/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
      'charts/nodes/templates/a.yaml': pool,
    },
    'Change the path to `charts/nodes`, where the files are now.',
  ],
  [
    'a Kustomization of Flux whose path is mistyped',
    { 'flux/ks.yaml': kustomization('./pools/prod'), 'flux/source.yaml': source, 'pools/prod/a.yaml': pool },
    { 'flux/ks.yaml': kustomization('./pools/prd'), 'flux/source.yaml': source, 'pools/prod/a.yaml': pool },
    'Change the path back to `pools/prod`, where the files still are.',
  ],
  [
    'a folder that moves together with the base that it uses',
    {
      'flux/ks.yaml': kustomization('./dev/pools'),
      'base/pools/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/pools/a.yaml': pool,
      'dev/pools/kustomization.yaml': 'resources: [../../base/pools]\n',
    },
    {
      'flux/ks.yaml': kustomization('./dev/pools'),
      'gitops/base/pools/kustomization.yaml': 'resources: [a.yaml]\n',
      'gitops/base/pools/a.yaml': pool,
      'gitops/dev/pools/kustomization.yaml': 'resources: [../../base/pools]\n',
    },
    'Change the path to `gitops/dev/pools`, where the files are now.',
  ],
  [
    'a folder that gets another parent, while most of its files become a base',
    {
      'flux/ks.yaml': kustomization('./dev/pools'),
      'dev/pools/kustomization.yaml': 'resources: [a.yaml, b.yaml]\n',
      'dev/pools/a.yaml': pool,
      'dev/pools/b.yaml': pool.replace('press', 'print'),
    },
    {
      'flux/ks.yaml': kustomization('./dev/pools'),
      'gitops/base/pools/a.yaml': pool,
      'gitops/base/pools/b.yaml': pool.replace('press', 'print'),
      'gitops/dev/pools/kustomization.yaml': 'resources: [../../base/pools]\n',
    },
    'Change the path to `gitops/dev/pools`, which this change adds.',
  ],
  [
    'a folder whose files become a base next to two folders with the same end',
    { 'flux/ks.yaml': kustomization('./pools'), 'pools/a.yaml': pool },
    {
      'flux/ks.yaml': kustomization('./pools'),
      'base/a.yaml': pool,
      'dev/pools/b.yaml': 'kind: List',
      'prod/pools/b.yaml': 'kind: List',
    },
    'Change the path to `base`, where the files are now.',
  ],
])('%s', (_, base, head, help) => {
  const obstacle = found(base, head);
  expect(obstacle?.severity).toBe('error');
  expect(obstacle?.message).toContain('does not exist after this change');
  expect(obstacle?.help).toBe(help);
});

test.each<[string, base: Files, head: Files]>([
  [
    'an Application that moves with its folder',
    { 'app.yaml': application('pools'), 'pools/a.yaml': pool },
    { 'app.yaml': application('capacity'), 'capacity/a.yaml': pool },
  ],
  [
    'an Application of a release, in which the folder still is',
    { 'app.yaml': application('pools', 'v1.4.0'), 'pools/a.yaml': pool },
    { 'app.yaml': application('pools', 'v1.4.0'), 'capacity/a.yaml': pool },
  ],
  [
    'an Application that follows another branch from now on',
    { 'app.yaml': application('pools'), 'pools/a.yaml': pool },
    { 'app.yaml': application('pools', 'release'), 'capacity/a.yaml': pool },
  ],
  [
    'an Application of another repository',
    { 'app.yaml': application('elsewhere'), 'pools/a.yaml': pool },
    { 'app.yaml': application('elsewhere'), 'capacity/a.yaml': pool },
  ],
  [
    'an Application without objects of Karpenter',
    { 'app.yaml': application('shop'), 'shop/a.yaml': 'kind: ConfigMap' },
    { 'app.yaml': application('shop'), 'store/a.yaml': 'kind: ConfigMap' },
  ],
  [
    'a folder of which a file is left',
    { 'app.yaml': application('pools'), 'pools/a.yaml': pool, 'pools/b.yaml': pool },
    { 'app.yaml': application('pools'), 'pools/b.yaml': pool },
  ],
  [
    'a Kustomization that moves to another folder of its repository',
    { 'flux/ks.yaml': kustomization('./pools/prod'), 'flux/source.yaml': source, 'pools/prod/a.yaml': pool },
    { 'flux/ks.yaml': kustomization('./pools/live'), 'flux/source.yaml': source, 'pools/live/a.yaml': pool },
  ],
  [
    'a Kustomization whose source is another repository from now on',
    { 'flux/ks.yaml': kustomization('./pools'), 'flux/source.yaml': source, 'pools/a.yaml': pool },
    {
      'flux/ks.yaml': kustomization('./pool'),
      'flux/source.yaml': source.replace('own', 'other'),
      'pools/a.yaml': pool,
    },
  ],
  [
    'a release that takes its chart from a registry from now on',
    {
      'flux/r.yaml': release('./karpenter', 'GitRepository'),
      'karpenter/Chart.yaml': 'name: karpenter\nversion: 1.0.0\n',
      'karpenter/templates/a.yaml': pool,
    },
    { 'flux/r.yaml': release('karpenter-chart', 'HelmRepository') },
  ],
])('nothing is said of %s', (_, base, head) => expect(found(base, head)).toBeUndefined());
