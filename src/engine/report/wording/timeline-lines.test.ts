import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../cluster/disruption/forecast/disruption-data.ts';
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
const said = (...timeline: TimelineEntry[]) =>
  timelineLines({ nodePools: [], nodeClasses: [], workloads: null, timeline });
const utc = { from: '2026-03-02T09:00Z', to: '2026-03-02T17:00Z' };
test.each([
  [
    entry({ what: 'closed', utc }),
    'NodePool `web`: disruption is next blocked from 2026-03-02 09:00 UTC to 2026-03-02 17:00 UTC',
  ],
  [entry({ what: 'consolidation', nodePool: null, nodes: 1 }), 'Afterwards 1 node can be removed: why'],
])('%#', (one, line) => {
  expect(said(one)).toEqual([line]);
});

test('waves and expiry are reported elsewhere, and only the next window is listed', () => {
  expect(said(entry({ what: 'wave' }), entry({ what: 'stays' }), entry({ what: 'expiry', utc }))).toEqual([]);
  expect(said(entry({ what: 'closed', utc }), entry({ what: 'closed', utc }))).toHaveLength(1);
});
