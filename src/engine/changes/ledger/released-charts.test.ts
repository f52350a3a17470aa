import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import { choosesManifests, definitionKey, judgedDefinition, judgedField } from './field-judgement.ts';

const file = 'apps/cart.yaml';
const text =
  'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cart, namespace: shop}\nspec: {chart: {spec: {chart: ./charts/app}}, values: {replicas: 2}}\n';
const release = parseManifests({ file, text }, { set: {} }).manifests[0]!;

const withoutTerraform = { topicOf: () => undefined, decisionOf: () => undefined };

test('a HelmRelease whose chart was rendered is judged by its objects', () => {
  const seen = new Set([definitionKey(file, 'HelmRelease shop/cart')]);
  expect(judgedDefinition('HelmRelease shop/cart', release, seen)?.class).toBe('modelled');
});

test('a HelmRelease whose chart is elsewhere is not understood', () => {
  expect(judgedDefinition('HelmRelease shop/cart', release, new Set())).toBeUndefined();
});

test.each([
  ['spec.values.replicas', true],
  ['spec.values', true],
  ['spec.chart.spec.chart', true],
  ['spec.chart.spec.version', false],
  ['spec.suspend', false],
  ['spec.targetNamespace', false],
])('%s of a HelmRelease chooses what it applies: %s', (path, is) => {
  expect(choosesManifests(release, path.split('.'))).toBe(is);
});

test.each([
  ['nothing installs Karpenter before', true, 'modelled'],
  ['something installs Karpenter before', false, 'not understood'],
])('a value of Karpenter’s chart that no rule reads, if %s', (_, isFirst, expected) => {
  const text = 'affinity: {nodeAffinity: {}}\nsettings: {clusterName: shop}\n';
  const values = parseManifests({ file: 'karpenter/values.yaml', text }, { set: {} }).manifests[0]!;
  const object = { manifest: values, other: undefined, side: 'after', isFirstInstallation: () => isFirst } as const;
  expect(judgedField(object, ['affinity'], withoutTerraform).class).toBe(expected);
});

test.each([
  ['./apps/prod', 'apps/prod/', 'harmless'],
  ['apps/prod', './apps//prod', 'harmless'],
  ['./apps/prod', './apps/stage', 'not understood'],
  ['./apps/${env}', 'apps/${env}/', 'not understood'],
])('the path %s of a Kustomization and %s', (before, after, expected) => {
  const [other, manifest] = [before, after].map((folder) => {
    const text = `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {path: "${folder}"}\n`;
    return parseManifests({ file, text }, { set: {} }).manifests[0]!;
  });
  const object = { manifest: manifest!, other, side: 'after' } as const;
  expect(judgedField(object, ['spec', 'path'], withoutTerraform).class).toBe(expected);
});

test.each([
  ['nothing', '', 'harmless'],
  ['a release of another one', 'karpenter-charts', 'harmless'],
  ['a release that waits for it', 'karpenter', 'not understood'],
  ['a release of one that is unknown', '${REPOSITORY}', 'not understood'],
])('a new HelmRepository, where %s names it before', (_, named, expected) => {
  const repository =
    'apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: karpenter, namespace: flux-system}\nspec: {type: oci, url: "oci://public.ecr.aws/karpenter"}\n';
  const user = `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a, namespace: flux-system}\nspec: {chart: {spec: {chart: karpenter, sourceRef: {kind: HelmRepository, name: "${named}"}}}}\n`;
  const [manifest] = parseManifests({ file, text: repository }, { set: {} }).manifests;
  const before = parseManifests({ file, text: named === '' ? '' : user }, { set: {} });

  const object = { manifest: manifest!, other: undefined, side: 'after', before } as const;
  expect(judgedField(object, [], withoutTerraform).class).toBe(expected);
});
