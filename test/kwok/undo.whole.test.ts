import { expect, test } from 'vitest';
import { type Prediction, predictAfter } from './prediction.ts';
import { transitionsFile } from './recording.ts';

const costOf = ({ nodes }: Prediction): number => nodes.reduce((sum, { hourlyUsd }) => sum + hourlyUsd, 0);

test('taking a recorded change back returns to the cost before it, to less, or says why nodes stay', () => {
  const recorded = transitionsFile.read().filter(({ run }) => run === 1);
  const above = recorded
    .filter((_, i) => i % 4 === 2)
    .flatMap(({ name, base, head, settings }) => {
      const before = costOf(predictAfter({ name, base, head: base, settings }));
      const back = predictAfter({ name, base: head, head: base, settings });
      return costOf(back) > 1.02 * before ? [{ name, why: back.staying?.reason }] : [];
    });
  expect(above.length).toBeGreaterThan(3);
  expect(above.filter(({ why }) => why === undefined)).toEqual([]);
});
