import { expect, test } from 'vitest';
import { parseManifests } from '../../../manifest/parse.ts';
import { installed, isFirstInstallation } from './installed.ts';

const objects = (text: string) => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;

const application = (source: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: press, namespace: argocd}
spec: ${source}
`;
const chart = '{repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: 1.8.1}';
const values = '{repoURL: https://git.example.com/own, ref: values}';
const release = (text: string, version = ', version: 1.8.1') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: press, namespace: kube-system}
spec: {chart: {spec: {chart: ${text}${version}}}}
`;
const controller = `apiVersion: apps/v1
kind: Deployment
metadata: {name: karpenter, namespace: kube-system}
spec: {template: {spec: {containers: [{name: controller, image: "public.ecr.aws/karpenter/controller:1.8.1"}]}}}
`;

test.each<[string, after: string, before: string, expected: string | undefined]>([
  [
    'an Application',
    application(`{source: ${chart}}`),
    '',
    'Adds Application `argocd/press`, which installs Karpenter 1.8.1',
  ],
  [
    'an Application with values of another source',
    application(`{sources: [${chart}, ${values}]}`),
    '',
    'Adds Application `argocd/press`, which installs Karpenter 1.8.1',
  ],
  ['a HelmRelease', release('karpenter'), '', 'Adds HelmRelease `kube-system/press`, which installs Karpenter 1.8.1'],
  [
    'a version that is not written',
    release('karpenter', ''),
    '',
    'Adds HelmRelease `kube-system/press`, which installs Karpenter',
  ],
  ['another tool before', application(`{source: ${chart}}`), release('karpenter'), undefined],
  ['a controller before', application(`{source: ${chart}}`), controller, undefined],
  ['the CRDs alone', release('karpenter-crd'), '', undefined],
  ['another chart', release('podinfo'), '', undefined],
  [
    'a folder with the name of the chart',
    application('{source: {repoURL: https://git.example.com/own, path: charts/karpenter}}'),
    '',
    undefined,
  ],
])('%s', (_, after, before, expected) => {
  const all = { base: objects(before), head: objects(after) };
  expect(installed(all.head[0]!, all.base, all)?.remark).toBe(expected);
  expect(isFirstInstallation(objects(before), objects(after))).toBe(expected !== undefined);
});

const named = (cluster: string, place = 'web') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter, namespace: ${place}}
spec: {chart: {spec: {chart: karpenter, version: 1.8.1}}, values: {settings: {clusterName: ${cluster}}}}
`;

test.each<[string, after: string[], before: string[], isSaid: boolean]>([
  ['the folder of an environment gets another name', [named('prod')], [named('prod')], false],
  ['a release gets another name, too', [named('prod', 'live')], [named('prod')], false],
  ['one of two environments gets another name', [named('prod'), named('dev')], [named('dev'), named('prod')], false],
  ['an environment joins with the settings of another', [named('prod'), named('prod')], [named('prod')], true],
  ['a cluster replaces another', [named('green')], [named('blue')], true],
])('a release in an environment without objects before: %s', (_, after, before, isSaid) => {
  const all = { base: objects(before.join('---\n')), head: objects(after.join('---\n')) };
  expect(installed(all.head[0]!, [], all) !== undefined).toBe(isSaid);
});
