import { expect, test } from 'vitest';
import type { PlaceClass } from '../../changes/ledger/judgement.ts';
import type { LedgerEntry } from '../../changes/ledger/ledger.ts';
import { cleanPass, errorWithCost, noWorkloads } from '../fixtures.test-support.ts';
import { change, report, review } from '../test-support.ts';
import { reportMarkOf } from './report-mark.ts';

/** A ledger with one changed place of a class. */
function ledgerOf(placeClass: PlaceClass) {
  const entry: LedgerEntry = {
    class: placeClass,
    file: 'main.tf',
    what: 'a chart',
    reason: 'it is elsewhere',
    before: [],
    after: [{ first: 1, last: 1 }],
  };
  const counts = { modelled: 0, harmless: 0, outside: 0, 'not understood': 0 };
  return { entries: [entry], counts: { ...counts, [placeClass]: 1 } };
}

test.each([
  ['block', errorWithCost()],
  ['warn', noWorkloads()],
  ['pass', review()],
  ['pass', review({ ledger: ledgerOf('harmless') })],
  ['pass', review({ ledger: ledgerOf('outside') })],
  ['unknown', review({ ledger: ledgerOf('not understood') })],
])('%s: review %#', (mark, of) => {
  expect(reportMarkOf(report(of))).toBe(mark);
});

test('a number of nodes that the change makes unknown has no tick', () => {
  const estimate = cleanPass().estimate!;
  const placed = (likely: number | null) => ({ ...estimate.head!, nodes: { ...estimate.head!.nodes, likely } });
  const markOf = (before: number | null, after: number | null) =>
    reportMarkOf(report(review({ estimate: { ...estimate, base: placed(before), head: placed(after) } })));
  expect([markOf(3, null), markOf(null, null), markOf(null, 3), markOf(3, 4)]).toEqual([
    'unknown',
    'pass',
    'pass',
    'pass',
  ]);
});

const nodes = { apiVersion: 'karpenter.sh/v1alpha5', name: 'default' };
const span = { file: 'nodes.yaml', start: 0, end: 0 };

test.each(['NodePool', 'Provisioner', 'AWSNodeTemplate', 'Deployment'])(
  'a change of a %s with an unknown effect has no tick',
  (kind) => {
    const changeOf = (effect: 'unknown' | 'none') => change({ resource: { ...nodes, kind }, effect, span });
    expect(reportMarkOf(report(review({ changes: [changeOf('unknown')] })))).toBe('unknown');
    expect(reportMarkOf(report(review({ changes: [changeOf('none')] })))).toBe('pass');
  },
);
