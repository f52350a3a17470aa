import { describe, expect, test } from 'vitest';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { chooseLaunch, type LaunchInput } from './launch.ts';

interface Type {
  readonly name: string;
  readonly offerings: readonly Offering[];
  readonly size?: string;
  readonly gpus?: number;
}

/** `spot a 0.4`, `reserved a 0.1 cr-1 default 3`: capacity type, zone, price, and of a reservation id, type and free instances. */
function offering(text: string): Offering {
  const [capacityType = '', zone = '', price = '', id, type = 'default', capacity = '1'] = text.split(' ');
  const isInterruptible = type === 'interruptible';
  return {
    zone,
    zoneId: undefined,
    capacityType: capacityType as Offering['capacityType'],
    price: Number(price),
    priceSource: 'table',
    isAvailable: true,
    reservation:
      id === undefined
        ? undefined
        : { id, type: isInterruptible ? 'default' : type, isInterruptible, capacity: Number(capacity) },
  };
}

const type = (name: string, offerings: readonly string[], rest: Partial<Type> = {}): Type => ({
  name,
  offerings: offerings.map(offering),
  ...rest,
});

function input(types: readonly Type[], capacityTypes: readonly string[], rest: Partial<LaunchInput> = {}): LaunchInput {
  const instanceTypes: InstanceTypes = {
    names: types.map(({ name }) => name),
    onRequest: [],
    accelerators: ['nvidia.com/gpu'],
    labels: new Map([['karpenter.k8s.aws/instance-size', types.map(({ size = 'large' }) => [size])]]),
    capacity: new Map([['nvidia.com/gpu', Float64Array.from(types.map(({ gpus = Number.NaN }) => gpus))]]),
    overhead: new Map(),
    allocatable: new Map(),
    offerings: types.map(({ offerings }) => offerings),
  };
  return {
    instanceTypes,
    options: types.map(({ offerings }, at) => ({ type: at, offerings })),
    requirements: Requirements.from([{ key: 'karpenter.sh/capacity-type', operator: 'In', values: capacityTypes }]),
    minValuesPolicy: 'Strict',
    countsAllowedOnly: false,
    ...rest,
  };
}

function chosen(launchInput: LaunchInput): string {
  const launch = chooseLaunch(launchInput);
  return 'error' in launch
    ? launch.error
    : `${launch.capacityType} ${launch.instanceType} ${launch.zone} of ${launch.types.join(' ')}`;
}

const any = ['on-demand', 'spot', 'reserved'];

describe('chooseLaunch', () => {
  test.each<[string, readonly Type[], readonly string[], string]>([
    [
      'the cheapest',
      [type('a', ['on-demand x 2']), type('b', ['on-demand y 1'])],
      ['on-demand'],
      'on-demand b y of a b',
    ],
    ['prefers spot over on-demand', [type('a', ['on-demand x 2', 'spot x 1'])], any, 'spot a x of a'],
    [
      'no spot that is more expensive than the cheapest on-demand',
      [type('a', ['on-demand x 1', 'spot x 1.5']), type('b', ['on-demand x 2', 'spot x 1.2'])],
      ['on-demand', 'spot'],
      'on-demand a x of a b',
    ],
    [
      'no metal and no GPU types if others remain',
      [
        type('a', ['on-demand x 1'], { size: 'metal' }),
        type('b', ['on-demand x 1'], { gpus: 1 }),
        type('c', ['on-demand x 3']),
      ],
      ['on-demand'],
      'on-demand c x of c',
    ],
    [
      'GPU types if nothing else remains',
      [type('b', ['on-demand x 1'], { gpus: 1 })],
      ['on-demand'],
      'on-demand b x of b',
    ],
    ['prefers reserved over everything', [type('a', ['spot x 0.1', 'reserved y 0.2 cr-1'])], any, 'reserved a y of a'],
    [
      'one kind of reservation; at equal price, default ones',
      [type('a', ['reserved x 0.1 cr-1 interruptible']), type('b', ['reserved x 0.1 cr-2'])],
      ['reserved'],
      'reserved b x of b',
    ],
    [
      'a single capacity block',
      [type('a', ['reserved x 0.3 cr-1 capacity-block']), type('b', ['reserved x 0.2 cr-2 capacity-block'])],
      ['reserved'],
      'reserved b x of b',
    ],
    ['nothing', [], any, 'all requested instance types were unavailable during launch'],
  ])('chooses: %s', (_, types, capacityTypes, expected) => {
    expect(chosen(input(types, capacityTypes))).toBe(expected);
  });

  test('of equal prices, the first by type and zone is chosen', () => {
    const launch = chooseLaunch(
      input([type('b', ['on-demand x 1']), type('a', ['on-demand y 1', 'on-demand x 1'])], ['on-demand']),
    );
    expect(launch).toMatchObject({
      instanceType: 'a',
      zone: 'x',
      ties: ['a x', 'a y', 'b x'],
      hourlyUsd: 1,
      highestHourlyUsd: 1,
    });
  });

  test('at most 60 types, the cheapest', () => {
    const many = Array.from({ length: 100 }, (_, i) =>
      type(`t${String(i).padStart(3, '0')}`, [`on-demand x ${100 - i}`]),
    );
    const launch = chooseLaunch(input(many, ['on-demand']));
    expect('types' in launch && [launch.types.length, launch.types[0], launch.highestHourlyUsd]).toEqual([
      60,
      't040',
      60,
    ]);
  });

  test('minValues keep metal and GPU types, and fail if truncation breaks them', () => {
    const requirements = Requirements.from([
      { key: 'karpenter.k8s.aws/instance-size', operator: 'Exists', minValues: 2 },
    ]);
    const types = [type('a', ['on-demand x 1']), type('b', ['on-demand x 2'], { size: 'metal' })];
    expect(chosen(input(types, ['on-demand'], { requirements }))).toBe('on-demand a x of a b');
    expect(chosen(input(types.slice(0, 1), ['on-demand'], { requirements }))).toMatch(
      /minValues requirement is not met/,
    );
    expect(chosen(input(types.slice(0, 1), ['on-demand'], { requirements, minValuesPolicy: 'BestEffort' }))).toBe(
      'on-demand a x of a',
    );
  });
});
