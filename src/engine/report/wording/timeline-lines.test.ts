import { expect, test } from 'vitest';
import type { ClosedWindow, Disruption, TimelineEntry } from '../../cluster/disruption/forecast/disruption-data.ts';
import { timelineLines } from './timeline-lines.ts';

const entry = (over: Partial<TimelineEntry>): TimelineEntry => ({
  what: 'expiry',
  nodePool: 'web',
  nodes: 12,
  at: null,
  until: null,
  utc: null,
  isStampede: false,
  reason: 'why',
  ...over,
});
const utc = { from: '2026-03-02T09:00Z', to: '2026-03-02T17:00Z' };
const said = (...timeline: TimelineEntry[]) => timelineLines({ nodePools: [], timeline });
const closed = (...windows: ClosedWindow[]) =>
  timelineLines({ nodePools: [{ name: 'web', windows }] as unknown as Disruption['nodePools'], timeline: [] });

test('nodes that are removed afterwards', () =>
  expect(said(entry({ what: 'consolidation', nodePool: null, nodes: 1 }))).toEqual([
    'Afterwards 1 node can be removed: why',
  ]));

test.each([
  [3, 0, 1, '3 running nodes by 1 new one'],
  [1, 1, 2, '1 running node and 1 node that the change launched by 2 new ones'],
  // Pods of an update that waits got a node of their own.
  [1, 0, 2, '1 running node'],
])('%i running nodes and %i new ones that consolidation replaces', (removed, removedNew, launched, replaced) =>
  expect(timelineLines({ nodePools: [], timeline: [], consolidation: { removed, removedNew, launched } })).toEqual([
    `Afterwards consolidation replaces ${replaced}`,
  ]),
);

test('windows are told as they repeat, because nobody knows when the change is merged', () => {
  const window = { schedule: '0 9 * * 1-5', duration: '8h', nodes: 0 };
  expect(closed(window, { schedule: '0 22 * * *', duration: '1h', nodes: 1 })).toEqual([
    'NodePool `web`: Karpenter replaces no nodes Mon–Fri 09–17 UTC; until the end of that time, a rollout waits',
    'NodePool `web`: Karpenter replaces at most 1 node at a time daily 22–23 UTC',
  ]);
  expect(closed()).toEqual([]);
});

test('waves and expiry are reported elsewhere', () =>
  expect(
    said(entry({ what: 'wave' }), entry({ what: 'stays' }), entry({ what: 'closed', utc }), entry({ utc })),
  ).toEqual([]));
