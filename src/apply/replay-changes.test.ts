import { describe, expect, test } from 'vitest';
import { nodePool, planned, type Texts } from '../engine/changes/plan/plan.test-support.ts';
import { type ApprovedChange, replayChanges } from './replay-changes.ts';

const pool = (weight: number, name = 'web'): Texts => ({ [`${name}.yaml`]: nodePool(name, `weight: ${weight}`) });
const change = (base: Texts, head: Texts, label = '#1'): ApprovedChange => ({
  label,
  plan: planned(base, head),
  configuration: [],
});

const whole = (base: Texts, head: Texts) => ({ plan: planned(base, head), configuration: [] });

describe('approved changes together result in a plan', () => {
  test.each<[string, Texts, Texts, ApprovedChange[], number]>([
    ['one change, one plan', pool(1), pool(2), [change(pool(1), pool(2))], 0],
    [
      'two of one object, one after the other',
      pool(1),
      pool(3),
      [change(pool(1), pool(2)), change(pool(2), pool(3))],
      0,
    ],
    ['there and back again', pool(1), pool(1), [change(pool(1), pool(2)), change(pool(2), pool(1))], 0],
    [
      'two of two objects',
      { ...pool(1), ...pool(1, 'b') },
      { ...pool(2), ...pool(2, 'b') },
      [change(pool(1), pool(2)), change(pool(1, 'b'), pool(2, 'b'))],
      0,
    ],
    ['a push that nobody reviewed', pool(1), pool(2), [], 1],
    [
      'T1: the base moved on, so the merge gives a different result',
      pool(1),
      pool(4),
      [change(pool(1), pool(2)), change(pool(1), pool(3))],
      2,
    ],
    ['T6: only the first of two pushes was approved', pool(1), pool(3), [change(pool(1), pool(2))], 1],
    ['a merge that lost a part of what was approved', pool(1), pool(1), [change(pool(1), pool(2))], 1],
    [
      'a deletion in addition to what was approved',
      { ...pool(1), ...pool(1, 'b') },
      pool(2),
      [change(pool(1), pool(2))],
      1,
    ],
  ])('%s', (_, base, head, changes, gaps) => {
    expect(replayChanges(whole(base, head), changes).gaps).toHaveLength(gaps);
  });

  test('states between base and desired count as reviewed', () => {
    const { between } = replayChanges(whole(pool(1), pool(3)), [change(pool(1), pool(2)), change(pool(2), pool(3))]);
    expect(between.get('NodePool/web')!.map((text) => JSON.parse(text).spec.weight)).toEqual([2, 3]);
  });
});
