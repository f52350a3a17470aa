import { describe, expect, test } from 'vitest';
import { karpenter } from '../../../karpenter/api/karpenter.ts';
import type { NodeOverlay } from '../../../karpenter/api/node-overlay.ts';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { adjustedPrice, isValidOverlay } from './node-overlay.ts';
import { type OverlaidPool, overlaidTypes } from './overlaid-types.ts';

const zones = ['us-east-1a', 'us-east-1b'];
const instanceTypes = simulator().resolve({ metadata: { name: 'default' }, spec: { amiFamily: 'AL2023' } }, zones);
const pool = (name: string, labels: Record<string, string> = {}): OverlaidPool => ({
  name,
  labels,
  instanceTypes,
  requirements: [m6i],
});
const at = (type: string): number => instanceTypes.names.indexOf(type);

const overlay = (name: string, spec: NodeOverlay['spec']): NodeOverlay => ({ metadata: { name }, spec });
const latest = karpenter('1.14');
const on = (key: string, ...values: string[]) => ({ key, operator: 'In', values });
const m6i = on('node.kubernetes.io/instance-type', 'm6i.xlarge');

/** Prices of on-demand m6i.xlarge by zone, m6i.2xlarge's first. */
function prices(overlays: readonly NodeOverlay[], of: OverlaidPool = pool('x')): readonly (number | undefined)[] {
  const types = overlaidTypes([of], overlays, latest).instanceTypes.get(of.name)!;
  const onDemand = (type: string) =>
    types.offerings[at(type)]!.filter(({ capacityType }) => capacityType === 'on-demand');
  return [...onDemand('m6i.xlarge'), onDemand('m6i.2xlarge')[0]].map((offering) => offering?.price);
}

describe('adjustments', () => {
  test.each([
    ['0.5', 0.5],
    ['+0.5', 2.5],
    ['-0.5', 1.5],
    ['-3', 0],
    ['+10%', 2.2],
    ['-25%', 1.5],
    ['-100%', 0],
    ['+.5', 2.5],
  ])('2 under %s is %d', (change, usd) => {
    expect(adjustedPrice(2, change)).toBeCloseTo(usd, 10);
  });

  test.each([
    [{ price: '0.1' }, true],
    [{ priceAdjustment: '-10%' }, true],
    [{ price: '0.1', priceAdjustment: '-10%' }, false],
    [{ price: '-1' }, false],
    [{ priceAdjustment: '10%' }, false],
    [{ priceAdjustment: '-101%' }, false],
    [{ capacity: { 'example.com/fuse': 10 } }, true],
    [{ capacity: { cpu: 10 } }, false],
    [{ capacity: { 'example.com/fuse': 'many' } }, false],
    [{ requirements: [{ key: 'topology.kubernetes.io/zone', operator: 'NotIn', values: [] }] }, false],
    [{ requirements: [on('kubernetes.io/hostname', 'a')] }, false],
  ])('%j is valid: %s', (spec, isValid) => {
    expect(isValidOverlay(overlay('a', spec))).toBe(isValid);
  });
});

describe('prices', () => {
  test.each<[string, readonly NodeOverlay[], readonly number[]]>([
    ['an absolute price', [overlay('a', { requirements: [m6i], price: '0.01' })], [0.01, 0.01, 0.384]],
    [
      'in one zone',
      [overlay('a', { requirements: [m6i, on('topology.kubernetes.io/zone', 'us-east-1b')], price: '0.01' })],
      [0.192, 0.01, 0.384],
    ],
    [
      'the overlay with the highest weight applies',
      [
        overlay('a', { requirements: [m6i], price: '0.01', weight: 1 }),
        overlay('b', { requirements: [m6i], priceAdjustment: '+1', weight: 9 }),
      ],
      [1.192, 1.192, 0.384],
    ],
    [
      'of two overlays with the same weight, the last by name applies and the other conflicts',
      [overlay('a', { requirements: [m6i], price: '0.01' }), overlay('b', { requirements: [m6i], price: '0.02' })],
      [0.02, 0.02, 0.384],
    ],
    [
      'for another NodePool',
      [overlay('a', { requirements: [m6i, on('karpenter.sh/nodepool', 'y')], price: '0.01' })],
      [0.192, 0.192, 0.384],
    ],
    [
      'for spot only',
      [overlay('a', { requirements: [m6i, on('karpenter.sh/capacity-type', 'spot')], price: '0.01' })],
      [0.192, 0.192, 0.384],
    ],
    [
      'for a label that no instance type has',
      [overlay('a', { requirements: [m6i, on('team', 'red')], price: '0.01' })],
      [0.192, 0.192, 0.384],
    ],
  ])('%s', (_, overlays, expected) => {
    expect(prices(overlays)).toEqual(expected);
  });

  test('a label of the template counts', () => {
    const red = overlay('a', { requirements: [m6i, on('team', 'red')], price: '0.01' });
    expect(prices([red], pool('x', { team: 'red' }))).toEqual([0.01, 0.01, 0.384]);
    expect(prices([red], pool('x', { team: 'blue' }))).toEqual([0.192, 0.192, 0.384]);
  });
});

describe('conflicts', () => {
  test('an overlay that conflicts for one instance type is not applied to any NodePool', () => {
    const wide = on('node.kubernetes.io/instance-type', 'm6i.xlarge', 'm6i.2xlarge');
    const own = overlay('b', { requirements: [m6i, on('karpenter.sh/nodepool', 'y')], price: '0.01' });
    const { conflicting, instanceTypes: types } = overlaidTypes(
      [pool('x'), pool('y')],
      [own, overlay('a', { requirements: [wide], price: '0.02' })],
      latest,
    );
    expect(conflicting).toEqual(['a']);
    expect(types.get('x')).toBe(instanceTypes);
  });

  test.each<[string, NodeOverlay['spec'], readonly string[]]>([
    ['the same resource', { capacity: { 'example.com/fuse': 2 } }, ['a']],
    ['another resource', { capacity: { 'example.com/other': 2 } }, []],
    ['a price and a capacity', { price: '1' }, []],
    ['the same resource with less weight', { capacity: { 'example.com/fuse': 2 }, weight: 1 }, []],
  ])('%s', (_, spec, expected) => {
    const first = overlay('b', { requirements: [m6i], capacity: { 'example.com/fuse': 1 }, weight: 5 });
    const second = overlay('a', { requirements: [m6i], weight: 5, ...spec });
    expect(overlaidTypes([pool('x')], [first, second], latest).conflicting).toEqual(expected);
  });
});

describe('overlays that a heavier one replaces', () => {
  const agreement = overlay('agreement', { priceAdjustment: '-12%', weight: 10 });
  const shadowed = (...overlays: readonly NodeOverlay[]) =>
    overlaidTypes([pool('x'), pool('y')], overlays, latest).shadowed;

  test('in one NodePool, for all instance types that it launches', () => {
    const license = overlay('license', {
      requirements: [on('karpenter.sh/nodepool', 'x')],
      priceAdjustment: '+0.15',
      weight: 20,
    });
    expect(shadowed(agreement, license)).toEqual([
      { overlay: 'agreement', by: 'license', nodePool: 'x', field: 'price', isWhole: true },
    ]);
  });

  test('for one zone, so the lighter one still counts in the other', () => {
    const zone = overlay('zone', {
      requirements: [on('topology.kubernetes.io/zone', 'us-east-1a')],
      price: '0.1',
      weight: 20,
    });
    expect(shadowed(agreement, zone).map(({ nodePool, isWhole }) => [nodePool, isWhole])).toEqual([
      ['x', false],
      ['y', false],
    ]);
  });

  test('only of the same field and resource, and only for types that the NodePool launches', () => {
    const fuse = overlay('fuse', { capacity: { 'example.com/fuse': 1 }, weight: 20 });
    const other = overlay('other', {
      requirements: [on('node.kubernetes.io/instance-type', 'm6i.2xlarge')],
      price: '1',
      weight: 30,
    });
    expect(shadowed(agreement, fuse, other)).toEqual([]);
    const more = overlay('more', { capacity: { 'example.com/fuse': 2, 'example.com/kvm': 1 }, weight: 5 });
    expect(shadowed(fuse, more).map(({ overlay: name, field, isWhole }) => [name, field, isWhole])).toEqual([
      ['more', 'capacity', false],
      ['more', 'capacity', false],
    ]);
  });
});

describe('several overlays for the same capacity', () => {
  const high = overlay('z', { capacity: { 'example.com/gpu-share': 8, 'example.com/kvm': 1 }, weight: 40 });
  const middle = overlay('m', { capacity: { 'example.com/gpu-share': 6 }, weight: 20, requirements: [m6i] });
  const low = overlay('a', { capacity: { 'example.com/gpu-share': 4 }, weight: 3 });

  const under = (version: string) => overlaidTypes([pool('x')], [low, high, middle], karpenter(version));
  const capacityOf = (version: string, resource: string, type = 'm6i.xlarge') =>
    under(version).instanceTypes.get('x')!.capacity.get(`example.com/${resource}`)![at(type)];

  test.each([
    ['1.7', 4],
    ['1.8', 4],
    ['1.9', 8],
    ['1.14', 8],
  ])('have that of the lightest up to 1.8 and that of the heaviest from 1.9 on: %s', (version, amount) => {
    expect(capacityOf(version, 'gpu-share')).toBe(amount);
    expect(capacityOf(version, 'gpu-share', 'm6i.2xlarge')).toBe(amount);
    expect(capacityOf(version, 'kvm')).toBe(1);
  });

  test('are named with the one that decides', () => {
    const pairs = (version: string) => under(version).shadowed.map(({ overlay: name, by }) => `${by} for ${name}`);
    expect(pairs('1.8').sort()).toEqual(['a for m', 'm for z']);
    expect(pairs('1.9').sort()).toEqual(['z for a', 'z for m']);
    expect(under('1.8').shadowed.every(({ isByLighter }) => isByLighter)).toBe(true);
  });

  test('keep the price of the heaviest in every version', () => {
    const cheap = overlay('b', { price: '0.01', weight: 9, requirements: [m6i] });
    const dear = overlay('c', { price: '7', weight: 2, requirements: [m6i] });
    const found = overlaidTypes([pool('x')], [dear, cheap], karpenter('1.8'));
    expect(found.instanceTypes.get('x')!.offerings[at('m6i.xlarge')]![0]!.price).toBe(0.01);
    expect(found.shadowed).toEqual([{ overlay: 'c', by: 'b', nodePool: 'x', field: 'price', isWhole: true }]);
  });
});

describe('capacity', () => {
  const fuse = overlay('a', { requirements: [m6i], capacity: { 'example.com/fuse': 10, 'hugepages-2Mi': '1Gi' } });
  const types = overlaidTypes([pool('x'), pool('y')], [fuse], latest).instanceTypes.get('x')!;

  test('an overlay adds capacity, and huge pages reduce the memory', () => {
    expect(types.allocatable.get('example.com/fuse')![at('m6i.xlarge')]).toBe(10);
    expect(types.allocatable.get('example.com/fuse')![at('m6i.2xlarge')]).toBeNaN();
    const memory = (of: typeof types, type: string): number => of.allocatable.get('memory')![at(type)]!;
    expect(memory(instanceTypes, 'm6i.xlarge') - memory(types, 'm6i.xlarge')).toBe(2 ** 30);
    expect(memory(types, 'm6i.2xlarge')).toBe(memory(instanceTypes, 'm6i.2xlarge'));
  });

  test('shared instance types do not change', () => {
    expect(instanceTypes.capacity.has('example.com/fuse')).toBe(false);
    expect(types.offerings).toEqual(instanceTypes.offerings);
    expect(types.capacity.get('cpu')).toBe(instanceTypes.capacity.get('cpu'));
  });
});

describe('in a simulation', () => {
  const two = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge, m6i.2xlarge] }';
  const cheap = `
apiVersion: karpenter.sh/v1alpha1
kind: NodeOverlay
metadata: { name: cheap }
spec:
  requirements: [{ key: node.kubernetes.io/instance-type, operator: In, values: [m6i.2xlarge] }]
  price: '0.01'
---
`;
  const text = nodePool('x', '', two) + nodeClass + deployment('app', 1) + cheap;
  const simulated = (featureGates: Record<string, boolean>) => {
    const side = { manifests: manifestsOf(text), otherManifests: [], live: undefined };
    return simulate(side, simulator({ karpenter: { featureGates } }));
  };

  test('Karpenter launches by priority with the prices from the overlay, and AWS bills its own price', () => {
    const { cases, overlaid } = simulated({ nodeOverlay: true });
    expect(overlaid).toEqual({ applied: ['cheap'], invalid: [], conflicting: [], shadowed: [] });
    expect(cases.likely.results.newNodeClaims[0]?.launch).toMatchObject({
      instanceType: 'm6i.2xlarge',
      hourlyUsd: 0.01,
      billedHourlyUsd: 0.384,
      isPrioritized: true,
    });
  });

  test('without the feature gate nothing changes', () => {
    const { cases, overlaid } = simulated({});
    expect(overlaid).toBeUndefined();
    const { launch } = cases.likely.results.newNodeClaims[0]!;
    expect(launch).toMatchObject({ instanceType: 'm6i.xlarge', hourlyUsd: 0.192 });
    expect(launch).not.toHaveProperty('isPrioritized');
  });
});
