import { expect, test } from 'vitest';
import { manifestSet } from '../../../manifest/manifest-set.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import type { TimelineEntry } from './disruption-data.ts';
import { expiryDiagnostics, spanText } from './expiry-diagnostics.ts';

const text =
  'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: web }\nspec: { template: { spec: { expireAfter: 48h } } }\n';
const head = manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]);
const entry = (over: Partial<TimelineEntry>): TimelineEntry => ({
  what: 'expiry',
  nodePool: 'web',
  nodes: 9,
  until: null,
  utc: null,
  isStampede: true,
  reason: '',
  at: { low: 2880, high: 2900 },
  ...over,
});
const found = (...timeline: TimelineEntry[]) =>
  expiryDiagnostics({ nodePools: [], nodeClasses: [], workloads: null, timeline }, head, 'head');

test('nodes that expire together are noted once, at expireAfter', () => {
  const [first, ...more] = found(entry({}), entry({ nodes: 4 }));
  expect(more).toEqual([]);
  expect(first).toMatchObject({ code: 'disruption/expiry-stampede', severity: 'note', resource: { name: 'web' } });
  expect(text.slice(first!.span.start, first!.span.end)).toBe('48h');
  expect(first!.message).toContain('2 days after this change');
});

test('running nodes expire with or without the change, others because of it', () => {
  const utc = { from: '2026-03-22T10:00Z', to: '2026-03-22T10:09Z' };
  const disruption = (over: Partial<TimelineEntry>) => ({
    nodePools: [],
    nodeClasses: [],
    workloads: null,
    timeline: [entry(over)],
  });
  const [own] = expiryDiagnostics(disruption({ at: null, utc }), head, 'base');
  expect(own?.message).toBe(found(entry({ at: null, utc }))[0]?.message);
  expect(expiryDiagnostics(disruption({}), head, 'base')).toEqual([]);
});

test.each([
  ['as many as budgets allow', { isStampede: false }],
  ['a NodePool that was removed', { nodePool: 'gone' }],
  ['a wave', { what: 'wave' }],
] as const)('nothing is noted for %s', (_, over) => {
  expect(found(entry(over))).toEqual([]);
});

test.each([
  [1, '1 minute'],
  [119, '119 minutes'],
  [1440, '24 hours'],
  [2880, '2 days'],
])('%i minutes are %s', (minutes, expected) => expect(spanText(minutes)).toBe(expected));
