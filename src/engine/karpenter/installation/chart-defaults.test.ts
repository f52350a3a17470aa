import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { valuesInReleases } from './chart-defaults.ts';

const release = (values: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter, namespace: kube-system}\nspec:\n  chart: {spec: {chart: karpenter, version: 1.8.1, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  values: {${values}}\n`;
const values = (path: string, ...texts: readonly string[]): readonly string[] | undefined =>
  valuesInReleases(manifestSet(texts.map((text, i) => parseManifests({ file: `${i}.yaml`, text }, { set: {} }))), path);

test.each([
  ['settings.batchMaxDuration', 'settings: {batchMaxDuration: 10s}', true],
  ['settings.batchMaxDuration', 'settings: {batchMaxDuration: 20s}', false],
  ['settings.vmMemoryOverheadPercent', 'settings: {vmMemoryOverheadPercent: "0.075"}', true],
  ['settings.reservedENIs', 'settings: {reservedENIs: "0"}', true],
  ['settings.reservedENIs', 'settings: {reservedENIs: "1"}', false],
  ['settings.isolatedVPC', 'settings: {isolatedVPC: false}', true],
  ['replicas', 'replicas: 2', true],
  ['replicas', 'replicas: 1', false],
])('%s in %s', (path, written, isDefault) => {
  const [before, after] = [values(path, release('')), values(path, release(written))];
  expect(before).toHaveLength(1);
  expect(before?.join() === after?.join()).toBe(isDefault);
});

test('without a release, or with a value that is unknown or has no known default, nothing is known', () => {
  expect(values('replicas')).toBeUndefined();
  expect(values('replicas', release('replicas: "${replicas}"'), release('replicas: 2'))).toBeUndefined();
  expect(values('settings.clusterName', release('settings: {clusterName: a}'))).toBeUndefined();
});
