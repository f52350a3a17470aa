import { expect, test } from 'vitest';
import { eachAtOnce } from './each-at-once.ts';

test('runs every task, and never more at once than allowed', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await eachAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    done.push(item);
  });
  expect({ done: done.sort(), most }).toEqual({ done: [1, 2, 3, 4, 5], most: 2 });
});

test('ends with the first failure', async () => {
  const failing = eachAtOnce([1, 2, 3], 1, async (item) => {
    if (item === 2) throw new Error(`failed at ${item}`);
  });
  await expect(failing).rejects.toThrow('failed at 2');
});
