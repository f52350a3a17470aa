import { describe, expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { installedGates } from './feature-gates.ts';

const gatesOf = (...texts: readonly string[]) =>
  installedGates(manifestSet(texts.map((text, i) => parseManifests({ file: `${i}.yaml`, text }, { set: {} }))));

const flux = (settings: string, { version = '1.9.2', more = '', values = '' } = {}): string => `
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: nodes, namespace: kube-system}
spec:
  chart:
    spec: {chart: karpenter, version: ${version}, sourceRef: {kind: HelmRepository, name: karpenter}}
${more}
  values:
${values}
    settings:
      clusterName: blue
${settings}
`;

const argo = (helm: string): string => `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: nodes, namespace: argocd}
spec:
  source:
    repoURL: public.ecr.aws/karpenter
    chart: karpenter
    targetRevision: 1.5.3
    helm:
${helm}
`;

describe('the feature gates of an installed Karpenter', () => {
  test('are those of the values, and otherwise the defaults of the version of the chart', () => {
    const found = gatesOf(flux('      featureGates: {nodeOverlay: true}'));

    expect(found?.gates).toMatchObject({ nodeOverlay: true, staticCapacity: false, reservedCapacity: true });
    expect(found?.gates).not.toHaveProperty('capacityBuffer');
    expect(found?.defaults.has('nodeOverlay')).toBe(false);
    expect(found?.defaults.has('staticCapacity')).toBe(true);
    expect(found?.chartVersion).toBe('1.9.2');
  });

  test('are also read from an Application whose values are complete', () => {
    const gates = gatesOf(argo('      valuesObject: {settings: {clusterName: blue}}'))?.gates;
    expect(gates).toMatchObject({ reservedCapacity: false });
    expect(gates).not.toHaveProperty('staticCapacity');
  });

  test.each([
    ['a gate is a placeholder', [flux('      featureGates: {nodeOverlay: "${OVERLAYS}"}')]],
    ['the version is a placeholder', [flux('', { version: '"${KARPENTER}"' })]],
    ['values come from a ConfigMap', [flux('', { more: '  valuesFrom: [{kind: ConfigMap, name: karpenter}]' })]],
    ['values come from a file', [argo('      valueFiles: [$values/karpenter.yaml]')]],
    ['parameters add values', [argo('      parameters: [{name: settings.featureGates.nodeRepair, value: "true"}]')]],
    ['Flux changes what the chart makes', [flux('', { more: '  postRenderers: [{kustomize: {patches: []}}]' })]],
    ['the chart comes from a repository of git', [flux('').replace('HelmRepository', 'GitRepository')]],
    [
      'an environment variable sets the gates',
      [flux('', { values: '    controller: {env: [{name: FEATURE_GATES, value: StaticCapacity=true}]}' })],
    ],
    ['there are two releases', [flux(''), flux('').replace('name: nodes', 'name: others')]],
    ['only a values file is there', ['settings:\n  clusterName: blue\n  featureGates: {nodeRepair: true}\n']],
    ['nothing installs Karpenter', [flux('').replace('chart: karpenter', 'chart: cilium')]],
  ])('are unknown if %s', (_, texts) => {
    expect(gatesOf(...texts)).toBeUndefined();
  });
});
