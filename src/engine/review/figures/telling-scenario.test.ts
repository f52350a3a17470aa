import { expect, test } from 'vitest';
import type { Estimate, PlacedNodeClaim, Placement } from '../../cluster/cost/estimate.ts';
import { tellingScenario } from './telling-scenario.ts';

type Node = Pick<PlacedNodeClaim, 'zone' | 'capacityType' | 'pods'>;

const onDemand = (zone: string, pods = 1): Node => ({ zone, capacityType: 'on-demand', pods });
const spot = (zone: string, pods = 1): Node => ({ zone, capacityType: 'spot', pods });
const side = (nodeClaims: readonly Node[]) => ({ nodePools: [{ nodeClaims }] }) as unknown as Placement;

const asked = (base: readonly Node[], head: readonly Node[]) =>
  tellingScenario({ base: side(base), head: side(head) } as Estimate);

test('pods that move to spot capacity', () => {
  expect(asked([onDemand('a')], [spot('a')])).toMatchObject({ isWithoutSpot: true, zones: [] });
  expect(asked([spot('a')], [spot('a', 2)])).toMatchObject({ isWithoutSpot: true });
});

test('pods that all move to one zone', () => {
  expect(asked([onDemand('a'), onDemand('b')], [onDemand('b', 2)])).toMatchObject({
    isWithoutSpot: false,
    zones: ['b'],
  });
});

test.each<[string, readonly Node[], readonly Node[]]>([
  ['nothing moves', [spot('a')], [spot('a')]],
  ['pods leave spot capacity', [spot('a'), spot('b')], [onDemand('a'), onDemand('b')]],
  ['they were in one zone before', [onDemand('a')], [onDemand('b')]],
  ['the other zone has no pods', [onDemand('a'), onDemand('b', 0)], [onDemand('a')]],
  ['there are no nodes after the change', [onDemand('a'), onDemand('b')], []],
])('no scenario: %s', (_, base, head) => expect(asked(base, head)).toBeUndefined());

test('no scenario without a base', () => {
  expect(tellingScenario({ base: null, head: side([spot('a')]) } as Estimate)).toBeUndefined();
});
