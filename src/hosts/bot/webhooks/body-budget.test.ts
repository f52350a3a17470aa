import { describe, expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';

/** A budget with named shares, which remembers which ones were cut off. */
function opened(limits: { bytes: number; bodies: number }) {
  const budget = new BodyBudget(limits);
  const cut: string[] = [];
  return { budget, cut, open: (name: string) => budget.open(() => void cut.push(name)) };
}

describe('the budget for bodies', () => {
  test('cuts off the largest body when there are too many bytes, and keeps small ones', () => {
    const { budget, cut, open } = opened({ bytes: 100, bodies: 10 });
    const [flood, larger, delivery] = [open('flood'), open('larger'), open('delivery')];
    flood.add(40);
    larger.add(55);
    delivery.add(10);
    expect([cut, budget.bytes]).toEqual([['larger'], 50]);
    delivery.add(40);
    expect([cut, budget.bytes]).toEqual([['larger'], 90]);
  });

  test('cuts off a body that is too large by itself', () => {
    const { budget, cut, open } = opened({ bytes: 100, bodies: 10 });
    const share = open('large');
    share.add(101);
    share.add(1);
    expect([cut, budget.bytes]).toEqual([['large'], 0]);
  });

  test('cuts off the oldest body when there are too many', () => {
    const { cut, open } = opened({ bytes: 100, bodies: 2 });
    for (const name of ['first', 'second', 'third']) open(name);
    expect(cut).toEqual(['first']);
  });

  test('never exceeds its limit, whatever arrives in whatever order', () => {
    const { budget, open } = opened({ bytes: 1_000, bodies: 20 });
    const shares = Array.from({ length: 200 }, (_, i) => open(String(i)));
    for (let i = 0; i < 10_000; i++) {
      shares[(i * 7919) % 200]!.add((i * 31) % 97);
      expect(budget.bytes).toBeLessThanOrEqual(1_000);
    }
    for (const share of shares) share.end();
    expect(budget.bytes).toBe(0);
  });

  test('releases a share once, however often it ends', () => {
    const { budget, open } = opened({ bytes: 100, bodies: 10 });
    const [one, other] = [open('one'), open('other')];
    one.add(30);
    other.add(20);
    one.end();
    one.end();
    expect(budget.bytes).toBe(20);
  });
});
