import { describe, expect, test } from 'vitest';
import type { SavingsPlan } from '../../karpenter/api/pricing.ts';
import { commitmentOf } from './savings-plans.ts';

const node = (instanceType: string, hourlyUsd: number | null, capacityType = 'on-demand') => ({
  instanceType,
  capacityType,
  hourlyUsd,
});
const plan = (hourlyUsd: number, percent: number, over: Partial<SavingsPlan> = {}): SavingsPlan => ({
  hourlyUsd,
  percent,
  regions: [],
  families: [],
  ...over,
});
const of = (nodes: ReturnType<typeof node>[], ...plans: SavingsPlan[]) => commitmentOf(nodes, plans, 'us-east-1');
const m6i = node('m6i.xlarge', 0.2);

describe('a commitment', () => {
  test.each([
    ['that is used up', [m6i, m6i], plan(0.15, 25), { addedUsd: 0.15 - 0.2, unusedUsd: 0 }],
    ['larger than the nodes', [m6i], plan(1, 25), { addedUsd: 1 - 0.2, unusedUsd: 0.85 }],
    ['without nodes', [], plan(1, 25), { addedUsd: 1, unusedUsd: 1 }],
    [
      'with spot nodes, which it does not pay for',
      [node('m6i.xlarge', 0.2, 'spot')],
      plan(1, 25),
      { addedUsd: 1, unusedUsd: 1 },
    ],
    ['for another family', [m6i], plan(0.1, 50, { families: ['c6i'] }), { addedUsd: 0.1, unusedUsd: 0.1 }],
    ['for another region', [m6i], plan(0.1, 50, { regions: ['eu-west-1'] }), { addedUsd: 0.1, unusedUsd: 0.1 }],
  ])('%s', (_, nodes, one, expected) => {
    const made = of(nodes, one)!;
    expect(made.addedUsd).toBeCloseTo(expected.addedUsd, 9);
    expect(made.unusedUsd).toBeCloseTo(expected.unusedUsd, 9);
  });

  test('for a family applies before one for all families, whatever its discount', () => {
    const [own, all] = [plan(0.1, 50, { families: ['m6i'] }), plan(0.1, 60)];
    expect(of([m6i], all, own)).toEqual({ addedUsd: 0.1 - 0.2 + 0.1, unusedUsd: 0.1 });
  });

  test('is unknown if a node has no price', () => {
    expect(of([node('m9.large', null)], plan(1, 25))).toBeNull();
  });
});
