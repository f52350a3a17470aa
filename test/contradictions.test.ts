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
    ['nothing is said twice in the first lines', { text: '✓ Deletes the CRDs. Deletes the CRDs.\n\n' }],
    [
      'the headline has the number of nodes of the figures',
      {
        document: documentOf({ events: [gone] }),
        text: '! Replaces 3 nodes of NodePool `web`.\n  2 of 2 nodes replaced\n\n',
      },
    ],
    ['findings are counted as they are', { text: '! a. 2 warnings.\n\n' }],
  ])('%s', (name, over) => expect(contradictions[name](of(over))).not.toEqual([]));
});
