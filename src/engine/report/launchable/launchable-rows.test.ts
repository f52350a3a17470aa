import { expect, test } from 'vitest';
import { inUsd } from '../../text/words/money.ts';
import { markdown } from '../comment/markdown.ts';
import { noWorkloads } from '../fixtures.test-support.ts';
import { reviewText } from '../terminal/review-text.ts';
import { change, estimate, launchable, nodePoolRef, placement, report, review } from '../test-support.ts';
import {
  byChange,
  highestText,
  launchableRows,
  limitsReachText,
  roomText,
  typeCountText,
  typeDifferences,
} from './launchable-rows.ts';

const of = (...sides: (ReturnType<typeof launchable> | undefined)[]) => ({ name: 'web', sides });
const small = launchable('web', {
  hourlyUsd: 0.1,
  highestHourlyUsd: 0.1,
  withinLimits: { resource: 'cpu', nodes: 10 },
});
const wide = launchable('web', {
  hourlyUsd: 0.05,
  highestHourlyUsd: 0.1,
  withinLimits: { resource: 'cpu', nodes: 1200 },
  instanceTypes: ['a.large', 'b.large', 'c.large', 'm6i.xlarge'],
});

test('instance types are counted on both sides, and named where they differ', () => {
  expect(typeCountText(of(small, wide))).toBe('1 → 4 instance types');
  expect(typeDifferences(of(small, wide))).toEqual(['+a.large, +b.large and 1 more']);
  expect(typeDifferences(of(wide, small))).toEqual(['−a.large, −b.large and 1 more']);
  expect(typeCountText(of(wide, wide))).toBe('4 instance types');
  expect(typeDifferences(of(undefined, wide))).toEqual([]);
  expect(typeCountText(of(wide, undefined))).toBe('4 → 0 instance types');
  expect(typeCountText({ ...of(wide, undefined), areUnknown: [false, true] })).toBe('4 → unknown instance types');
});

test('a side on which a NodePool is not simulated is unknown', () => {
  const base = placement([], { launchable: [small] });
  const head = placement([], { launchable: [], unknownNodePools: ['web'] });
  expect(launchableRows({ base, head })).toEqual([
    { name: 'web', sides: [small, undefined], areUnknown: [false, true] },
  ]);
});

test('the cost at the limit is that of nodes like the first one', () => {
  expect(limitsReachText(of(small, wide), inUsd)).toBe('10 → 1,200 nodes reach its cpu limit: $730.00 → $43,800.00');
  expect(limitsReachText(of(wide, { ...wide, withinLimits: null }), inUsd)).toBe('its cpu limit is removed');
  expect(limitsReachText(of({ ...wide, withinLimits: null }), inUsd)).toBeUndefined();
  const open = { ...wide, withinLimits: null, areLimitsUnknown: true as const };
  expect(limitsReachText(of(wide, open), inUsd)).toBe('its cpu limit is unknown');
  expect(limitsReachText(of(open, wide), inUsd)).toMatch(/^unknown → .* cpu limit: unknown → /);
  expect(limitsReachText(of(open), inUsd)).toBeUndefined();
  expect(limitsReachText(of({ ...small, hourlyUsd: null }), inUsd)).toBe('10 nodes reach its cpu limit: unknown');
});

test.each([
  [6.96, '1.9 CPUs, 6.9 GiB'],
  [1, '1.9 CPUs, 1 GiB'],
  [0.0728, '1.9 CPUs, 74 MiB'],
])('room of %d GiB', (gib, expected) => {
  expect(roomText({ ...small, cpuMillis: 1930, memoryBytes: gib * 2 ** 30 })).toBe(expected);
});

test('the highest price is shown only if there are several', () => {
  expect(highestText(of(small), inUsd)).toBeUndefined();
  expect(highestText(of(small, wide), inUsd)).toBe('up to $73.00');
});

test('NodePools of the change come first, and those that can launch nothing are left out', () => {
  const [changed, others] = byChange(noWorkloads());
  expect([changed, others].map((rows) => rows.map(({ name }) => name))).toEqual([['web'], ['gpu', 'weird']]);
  expect(launchableRows(null)).toEqual([]);
  expect(byChange(review({ hasBase: false }))).toEqual([[], []]);
});

test('a new NodePool is compared with nothing, and one that is removed has no row', () => {
  const side = (...names: string[]) => placement([], { launchable: names.map((name) => launchable(name)) });
  const span = { file: 'a.yaml', start: 0, end: 0 };
  const compared = estimate(side('kept', 'old'), side('kept', 'new'));
  const changes = [
    change({ span, type: 'added', resource: nodePoolRef('new') }),
    change({ span, type: 'removed', resource: nodePoolRef('old') }),
  ];
  const [changed] = byChange(review({ estimate: compared, changes }));
  expect(changed.map(({ name, sides }) => [name, sides.length])).toEqual([['new', 1]]);

  const [narrowed] = byChange(review({ estimate: estimate(side(), side('new')), changes: [] }));
  expect(narrowed.map(({ name, sides }) => [name, sides.length])).toEqual([['new', 2]]);
});

test('next to known figures, the rows are those of NodePools without nodes', () => {
  const idle = Array.from({ length: 9 }, (_, i) => launchable(`idle-${i}`, { hourlyUsd: 0.1 }));
  const side = placement([], { launchable: idle });
  const from = report(review({ hasBase: false, estimate: estimate(null, side) }));
  const text = reviewText.render(from, {});
  expect(text).toContain('NodePool without nodes  types');
  expect(text).toContain('\n1 more NodePool without nodes\n');
  const comment = markdown.render(from, {});
  expect(comment).toContain('The NodePools in this table launch no nodes for these pods.');
  expect(comment).toContain('**What NodePools without nodes can launch**');
});
