import { expect, test } from 'vitest';
import { defaultSources } from '../../../karpenter/api/settings.ts';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { rootsOf } from '../roots.ts';
import { movedSource } from './moved-source.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: press}\n';
const listed = 'resources: [a.yaml]\n';
const kustomization = (name: string, path: string, source = 'flux-system') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {path: ${path}, sourceRef: {kind: GitRepository, name: ${source}}}\n`;
const application = (name: string, repository: string, path: string) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}}\nspec: {source: {repoURL: "${repository}", path: ${path}}}\n`;
const release = (name: string, chart: string, source: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {chart: {spec: {chart: ${chart}, sourceRef: {kind: GitRepository, name: ${source}}}}}\n`;

type Files = Readonly<Record<string, string>>;

function side(files: Files) {
  const tree = treeOf(files);
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const applied = rootsOf(discoveryOf(tree), sources, { sources: defaultSources, environments: {} });
  return { root: applied.find(({ by }) => by?.endsWith('pools'))!, applied, files: tree.files };
}

function found(base: Files, head: Files): string | undefined {
  const [{ root: before }, { root: after, ...now }] = [side(base), side(head)];
  const { severity, message, help } = movedSource({ before, after, ...now }) ?? {};
  return severity && `${severity}: ${message!.split('. ').slice(1).join('. ')}. ${help}`;
}

const [folder, inner] = [
  { 'pools/kustomization.yaml': listed, 'pools/a.yaml': pool },
  { 'gitops/pools/kustomization.yaml': listed, 'gitops/pools/a.yaml': pool },
];
const other =
  'warning: The change gives it another source. The objects that it applied are unknown after this change. Review what the other source has at this path, and whether it has all objects that were applied before.';

test.each<[string, base: Files, head: Files, expected: string]>([
  [
    'a path without the folder that the source is filled from',
    { 'flux/ks.yaml': kustomization('pools', './gitops/pools'), ...inner },
    { 'flux/ks.yaml': kustomization('pools', './pools'), ...inner },
    'warning: This repository has it only below `gitops`, so its source may be filled from there. The objects that it applied are unknown after this change. If the source is this repository, change the path to `gitops/pools`.',
  ],
  [
    'another GitRepository',
    { 'flux/ks.yaml': kustomization('pools', './pools'), ...folder },
    { 'flux/ks.yaml': kustomization('pools', './nodes', 'platform') },
    other,
  ],
  [
    'an Application of another repository',
    { 'app.yaml': application('pools', 'https://git.example.com/own.git', 'pools'), ...folder },
    { 'app.yaml': application('pools', 'https://git.example.com/platform.git', 'nodes/prod') },
    other,
  ],
  [
    'a chart in another GitRepository',
    {
      'release.yaml': release('pools', './chart', 'own'),
      'chart/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
      'chart/templates/a.yaml': pool,
    },
    { 'release.yaml': release('pools', './charts/pools', 'platform') },
    other,
  ],
])('is perhaps in another repository: %s', (_, base, head, expected) => {
  expect(found(base, head)).toBe(expected);
});

test.each<[string, base: Files, head: Files]>([
  [
    'another definition takes its files here from the same source',
    { 'flux/ks.yaml': kustomization('pools', './gitops/pools'), ...inner },
    {
      'flux/ks.yaml': kustomization('pools', './pools'),
      'flux/web.yaml': kustomization('web', './gitops/pools'),
      ...inner,
    },
  ],
  [
    'nothing here has the path',
    { 'flux/ks.yaml': kustomization('pools', './gitops/pools'), ...inner },
    { 'flux/ks.yaml': kustomization('pools', './gitops/pool'), ...inner },
  ],
  [
    'the same repository by another protocol',
    { 'app.yaml': application('pools', 'https://git.example.com/team/own.git', 'pools'), ...folder },
    { 'app.yaml': application('pools', 'git@git.example.com:team/own', 'pool'), ...folder },
  ],
  [
    'the folder is here',
    { 'flux/ks.yaml': kustomization('pools', './gitops/pools'), ...inner },
    { 'flux/ks.yaml': kustomization('pools', './pools', 'platform'), ...folder },
  ],
])('says nothing if %s', (_, base, head) => {
  expect(found(base, head)).toBeUndefined();
});
