import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cases } from './case.ts';
import { contradictions, type Printed } from './contradictions.ts';

/** No two statements of a report contradict each other, whatever is reviewed. The expected results of all cases are read. */

function printedOf(folder: string): Printed | undefined {
  const fileOf = (name: string): string => `${folder}/expected/${name}`;
  if (!existsSync(fileOf('review.json'))) return undefined;

  return {
    document: JSON.parse(readFileSync(fileOf('review.json'), 'utf8')),
    text: readFileSync(fileOf('review.txt'), 'utf8'),
    comment: readFileSync(fileOf('comment.md'), 'utf8'),
  };
}

const all = cases().flatMap(({ name, folder }) => {
  const printed = printedOf(folder);
  return printed === undefined ? [] : [{ name, printed }];
});

describe.each(Object.entries(contradictions))('%s', (_, find) => {
  test.each(all)('$name', ({ printed }) => expect(find(printed)).toEqual([]));
});

/** Each check notices what it is for: a report of one line that contradicts itself. */
describe('is noticed', () => {
  const of = (over: Partial<Printed>): Printed => ({
    document: { events: [], environments: [], diagnostics: [], disruption: { nodePools: [] }, coverage: undefined },
    text: '✓ No problems found.\n\n',
    comment: '### ✅ No problems found.\n\n',
    ...over,
  });

  const gone = { kind: 'replaced', subject: 'web', cluster: null, count: 2 };
  const documentOf = (over: object): Printed['document'] => ({ ...of({}).document, ...over });

  test.each<[keyof typeof contradictions, Partial<Printed>]>([
    [
      'a cluster that Terraform destroys has no figures of before',
      {
        text: '✗ Blocked: Terraform destroys the EKS cluster `a` with all of its nodes.\n  9 nodes · $9/month, unchanged\n\n',
      },
    ],
    [
      'nodes of a NodePool do not stay and go',
      {
        document: documentOf({ events: [gone] }),
        comment: '### ⚠️ Replaces 2 nodes.\n\n- NodePool `web`: running nodes stay\n',
      },
    ],
    ['nothing is unchanged next to a bound', { comment: '### ✅ a\n\nat least $9/month, unchanged\n' }],
    [
      'no nodes are replaced only if none is, and everything is understood',
      { document: documentOf({ events: [gone] }), text: '✓ No nodes are replaced.\n\n' },
    ],
    [
      'an environment in the headline has a line of figures',
      {
        document: documentOf({ environments: [{ name: 'dev' }, { name: 'prod' }] }),
        text: '! Replaces 2 nodes in dev.\n  prod: 2 nodes\n\n',
      },
    ],
    [
      'pods whose node stays are not unschedulable',
      {
        document: documentOf({ events: [{ ...gone, kind: 'unschedulable-later' }] }),
        text: '! a.\n  2 pods unschedulable · 1 node\n\n',
      },
    ],
    ['amounts that differ look different', { text: '✓ a.\n  1 node · $126 → $126/month (−$0.58)\n\n' }],
    [
      'bounds next to a difference are those of the difference',
      { text: '✓ a.\n  7 → 6 nodes · $53 → about $52/month (−$1, range $51–$63) · simulated\n\n' },
    ],
    [
      'what is less is less in each case',
      {
        text: '✓ Saves about $14/month in prod.\n  prod: 7 nodes · $54 → about $40/month (−$14, range −$20 to $0) · simulated\n\n',
      },
    ],
    ['a headline has one reason', { text: '! Replaces 5 nodes, because budgets differ, because `a` changes.\n\n' }],
    ['no key is named twice in a headline', { comment: '### ✅ Changes `spread` and `spread` of Deployment `a`.\n\n' }],
    [
      'new pods do not stay pending while they may run on other nodes',
      {
        comment:
          '### ⚠️ a\n\n- 2 pods of `Deployment/a/b` fit no NodePool. The existing nodes are unknown, and these pods may run there.\n- `Deployment/a/b`: 2 of 2 pods stop, and their new pods stay pending\n',
      },
    ],
    [
      'pods that fit nowhere come before nodes that stay',
      { comment: '### ⚠️ a\n\n- b · `disruption/rollout-held`\n- c · `provisioning/pod-unschedulable`\n' },
    ],
    ['nothing is said twice in the first lines', { text: '✓ Deletes the CRDs. Deletes the CRDs.\n\n' }],
    [
      'the headline has the number of nodes of the figures',
      {
        document: documentOf({ events: [gone] }),
        text: '! Replaces 3 nodes of NodePool `web`.\n  2 of 2 nodes replaced\n\n',
      },
    ],
    ['findings are counted as their sentences are', { text: '! a. 2 warnings.\n\n' }],
    [
      'nodes of an object that the API server refuses stay',
      {
        document: documentOf({ events: [gone] }),
        comment: '### ⛔ a\n\n- NodePool `web`: the API server refuses it, so running nodes stay\n',
      },
    ],
    [
      'nodes that stay because their NodePool is not ready are held by no pods',
      { comment: '### ⛔ a\n\n- they must not be disrupted, because NodePool `web` does not become ready\n' },
    ],
    [
      'nothing is unproblematic above a note',
      { document: documentOf({ diagnostics: [{ code: 'lint/auto-mode', severity: 'note', isNew: true }] }) },
    ],
    [
      'nothing has no effect if that cannot be told',
      { text: '✓ No effect found. plumbline cannot tell what one of the changes does: `a`.\n\n' },
    ],
    [
      'a headline has words and no hashes or JSON',
      { text: '! `a` changes (unset → `3 lines, hash 88f9196781b7abc0`).\n\n' },
    ],
    [
      'a finding of one environment is in no other',
      {
        document: documentOf({
          diagnostics: [
            { severity: 'warning', isNew: true, file: 'dev/pool.yaml', message: 'NodePool `web` has no limits at all' },
          ],
        }),
        text: '! NodePool `web` has no limits at all (only in prod).\n\n',
      },
    ],
  ])('%s', (name, over) => expect(contradictions[name](of(over))).not.toEqual([]));
});
