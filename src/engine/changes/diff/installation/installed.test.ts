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
  expect(installed(objects(after)[0]!, objects(before))?.remark).toBe(expected);
  expect(isFirstInstallation(objects(before), objects(after))).toBe(expected !== undefined);
});
