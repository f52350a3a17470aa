import { describe, expect, test } from 'vitest';
import { catalogOf } from '../../cluster/provisioning/simulation.test-support.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { defaultKarpenterSettings } from '../../karpenter/api/settings.ts';
import { autoModeLaunching } from './launching.ts';
import { isSupportedType } from './supported-types.ts';

const catalog = catalogOf();
const terms = {
  zones: [{ zone: 'us-east-1a', zoneId: undefined }],
  settings: defaultKarpenterSettings,
  spotPricing: 'advisor' as const,
  reservations: new Map<string, number>(),
};
const typesOf = (spec = {}) => {
  const read = autoModeLaunching.readNodeClass({ name: 'a', spec, status: undefined }, karpenter('1.14'));
  if ('kind' in read) throw new Error(read.kind);
  return autoModeLaunching.instanceTypes(catalog, read.nodeClass, terms);
};
const types = typesOf();
const at = (name: string): number => types.names.indexOf(name);

describe('instance types of EKS Auto Mode', () => {
  test.each([
    ['m7i.large', true],
    ['t3.small', false],
    ['p3.2xlarge', false],
    ['u-6tb1.112xlarge', false],
    ['m7i-flex.large', true],
  ])('%s is launched: %s', (name, isLaunched) => {
    expect(isSupportedType(catalog.type(name)!)).toBe(isLaunched);
    expect(types.offerings[at(name)]!.some(({ isAvailable }) => isAvailable)).toBe(isLaunched);
  });

  test('have the labels of Auto Mode, and none of Karpenter', () => {
    const label = (key: string) => types.labels.get(key)?.[at('m7i.large')];
    expect(label('eks.amazonaws.com/instance-category')).toEqual(['m']);
    expect(label('eks.amazonaws.com/compute-type')).toEqual(['auto']);
    expect(label('karpenter.k8s.aws/instance-category')).toEqual([]);
  });

  test('hold at most 110 pods, and use local disks for ephemeral storage', () => {
    const amount = (resource: string, name: string) => types.capacity.get(resource)![at(name)];
    expect(amount('pods', 'm7i.large')).toBe(29);
    expect(amount('pods', 'm7i.24xlarge')).toBe(110);
    expect(amount('ephemeral-storage', 'm7i.large')).toBe(80 * 1024 ** 3);
    expect(amount('ephemeral-storage', 'i4i.large')).toBe(468e9);
    const large = typesOf({ ephemeralStorage: { size: '1000Gi' } });
    expect(large.capacity.get('ephemeral-storage')![at('i4i.large')]).toBe(1000 * 1024 ** 3);
  });
});

test('a placeholder in the storage leaves the capacity unknown', () => {
  const spec = { ephemeralStorage: { size: '${SIZE}' } };
  expect(autoModeLaunching.readNodeClass({ name: 'a', spec, status: undefined }, karpenter('1.14'))).toEqual({
    kind: 'placeholder',
    path: ['spec', 'ephemeralStorage', 'size'],
  });
});

test('a placeholder for the key of the storage does not', () => {
  const spec = { ephemeralStorage: { size: '100Gi', kmsKeyID: '${KEY}' } };
  const read = autoModeLaunching.readNodeClass({ name: 'a', spec, status: undefined }, karpenter('1.14'));
  expect('nodeClass' in read).toBe(true);
});
