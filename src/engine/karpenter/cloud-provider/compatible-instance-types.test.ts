import { expect, test } from 'vitest';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import type { RequirementField } from '../api/pool-fields.ts';
import { compatibleInstanceTypes } from './compatible-instance-types.ts';

const catalog = openFacts(dataFolder).catalog('us-east-1');

function requirement(key: string, operator: string, ...values: string[]): RequirementField {
  const path = ['spec', 'template', 'spec', 'requirements', 0];
  return { path, key, operator, values: values.map((text) => ({ path, text, isKnown: true })), isKnown: true };
}

const aws = (name: string): string => `karpenter.k8s.aws/instance-${name}`;
const m5 = requirement(aws('family'), 'In', 'm5');
const names = (...requirements: RequirementField[]): readonly string[] =>
  compatibleInstanceTypes(catalog, requirements).names;

test.each([
  ['In', [m5, requirement(aws('size'), 'In', 'large', 'xlarge')], ['m5.large', 'm5.xlarge']],
  [
    'NotIn',
    [m5, requirement(aws('cpu'), 'Lt', '9'), requirement(aws('size'), 'NotIn', 'large')],
    ['m5.2xlarge', 'm5.xlarge'],
  ],
  ['Gt and Lt', [m5, requirement(aws('cpu'), 'Gt', '2'), requirement(aws('cpu'), 'Lt', '8')], ['m5.xlarge']],
  [
    'Gte and Lte',
    [m5, requirement(aws('cpu'), 'Gte', '2'), requirement(aws('cpu'), 'Lte', '4')],
    ['m5.large', 'm5.xlarge'],
  ],
  [
    'Exists',
    [
      requirement(aws('family'), 'In', 'm5', 'g4ad'),
      requirement(aws('gpu-name'), 'Exists'),
      requirement(aws('size'), 'In', 'xlarge'),
    ],
    ['g4ad.xlarge'],
  ],
  [
    'DoesNotExist',
    [
      requirement(aws('family'), 'In', 'm5', 'g4ad'),
      requirement(aws('gpu-name'), 'DoesNotExist'),
      requirement(aws('size'), 'In', 'xlarge'),
    ],
    ['m5.xlarge'],
  ],
  [
    'NotIn matches without the label',
    [m5, requirement(aws('size'), 'In', 'large'), requirement(aws('gpu-name'), 'NotIn', 't4')],
    ['m5.large'],
  ],
  [
    'custom labels filter nothing',
    [m5, requirement(aws('size'), 'In', 'large'), requirement('example.com/team', 'In', 'a')],
    ['m5.large'],
  ],
  [
    'a legacy key',
    [m5, requirement(aws('size'), 'In', 'large'), requirement('beta.kubernetes.io/arch', 'In', 'arm64')],
    [],
  ],
  [
    'tenancy has two values',
    [m5, requirement(aws('size'), 'In', 'large'), requirement(aws('tenancy'), 'In', 'dedicated')],
    ['m5.large'],
  ],
  [
    'Windows runs on amd64',
    [
      requirement('node.kubernetes.io/instance-type', 'In', 'm5.large', 'm7g.large'),
      requirement('kubernetes.io/os', 'In', 'windows'),
    ],
    ['m5.large'],
  ],
])('%s', (_, requirements, expected) => expect(names(...requirements)).toEqual(expected));

test('zones and zone ids restrict each other', () => {
  const { zone, zoneId } = catalog.zones[0]!;
  const inZone = requirement('topology.kubernetes.io/zone', 'In', zone);
  const large = requirement('node.kubernetes.io/instance-type', 'In', 'm5.large');
  const other = catalog.zones[1]!.zoneId!;
  expect(names(large, inZone, requirement('topology.k8s.aws/zone-id', 'In', zoneId!))).toEqual(['m5.large']);
  expect(names(large, inZone, requirement('topology.k8s.aws/zone-id', 'In', other))).toEqual([]);
  expect(compatibleInstanceTypes(catalog, [large, inZone]).count('spot')).toEqual({ instanceTypes: 1, zones: [zone] });
});

test('names the requirement that excludes the last type, and those that conflict with it', () => {
  const arm = requirement('kubernetes.io/arch', 'In', 'arm64');
  const small = requirement(aws('cpu'), 'Lt', '9');
  const { emptied, steps } = compatibleInstanceTypes(catalog, [small, m5, arm]);
  expect(steps.map(({ instanceTypes }) => instanceTypes > 0)).toEqual([true, true, false]);
  expect(emptied).toMatchObject({
    requirement: arm,
    before: 3,
    values: ['amd64'],
    isUnknownValue: false,
    conflicts: [m5],
  });
});

const family = (...values: string[]): RequirementField => requirement(aws('family'), 'In', ...values);
const arm = requirement('kubernetes.io/arch', 'In', 'arm64');

test.each([
  ['an architecture that no type of the families has', [arm, family('m5', 'm6i')], true],
  ['families that no region combines with an architecture', [family('m5', 'z99'), arm], false],
  ['a zone of another region', [m5, requirement('topology.kubernetes.io/zone', 'In', 'eu-west-1a')], false],
  [
    'a size that only the family of another architecture has',
    [family('a1'), requirement(aws('size'), 'In', '48xlarge')],
    true,
  ],
])('%s: whether it holds in every region', (_, requirements, expected) =>
  expect(compatibleInstanceTypes(catalog, requirements).emptied?.isInEveryRegion).toBe(expected),
);

test.each([
  ['a zone that another region has', [m5, requirement('topology.kubernetes.io/zone', 'In', 'eu-west-1a')], 'm5.large'],
  ['a family that only some regions offer', [family('p5e')], 'p5e.48xlarge'],
])('types of any region: %s', (_, requirements, expected) =>
  expect(compatibleInstanceTypes(catalog, requirements).anywhere()).toContain(expected),
);

test('types of any region are unknown for a family that is newer than the catalog', () =>
  expect(compatibleInstanceTypes(catalog, [family('m5', 'z99')]).anywhere()).toBeUndefined());

test.each([
  [[m5], true],
  [[m5, requirement('example.com/team', 'Exists')], true],
  [[requirement('karpenter.sh/capacity-type', 'In', 'spot', 'reserved')], false],
  [[requirement('karpenter.k8s.aws/capacity-reservation-id', 'Exists')], false],
  [[requirement(aws('family'), 'In', 'm5', 'z99')], false],
  [[{ ...m5, isKnown: false }], false],
  [[requirement(aws('cpu'), 'Gt', '1', '2')], false],
])('exactness %#', (requirements, isExact) => {
  expect(compatibleInstanceTypes(catalog, requirements).isExact).toBe(isExact);
});
