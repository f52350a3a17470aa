import { expect, test } from 'vitest';
import type { LedgerEntry } from '../../changes/ledger/ledger.ts';
import { notUnderstoodNotes } from './not-understood.ts';

const place = (what: string, sides: Pick<LedgerEntry, 'before' | 'after'>): LedgerEntry => ({
  class: 'not understood',
  what,
  reason: 'unknown',
  isNear: true,
  file: 'main.tf',
  ...sides,
});

const line = { first: 9, last: 9 };
const counts = { modelled: 0, harmless: 0, outside: 0, 'not understood': 3 };

test('names a place once, although its two sides are unknown for different reasons', () => {
  const entries = [
    place('module.cluster karpenter', { before: [line], after: [] }),
    place('module.cluster karpenter', { before: [], after: [line] }),
    place('module.cluster name', { before: [], after: [line] }),
  ];
  const [note] = notUnderstoodNotes({ entries, counts }, null);
  expect(note?.message).toBe(
    'plumbline cannot tell what the change of `module.cluster karpenter`, `module.cluster name` does: unknown',
  );
});

test('names the object that several lines of a kustomization make', () => {
  const unclear = 'HelmRelease kube-system/metrics-server';
  const entries = ['resources[0]', 'patches[0].target.kind'].map((path) => ({
    ...place(`Kustomization ${path}: ${unclear}`, { before: [], after: [line] }),
    unclear,
  }));
  const [note] = notUnderstoodNotes({ entries, counts }, null);
  expect(note?.message).toBe(
    'plumbline cannot tell what the change of `HelmRelease kube-system/metrics-server` does: unknown',
  );
});
