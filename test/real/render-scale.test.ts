import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeManyRoots } from '../../bench/many-roots.ts';
import { madeOf, rendered } from './rendering.ts';

test('of 500 charts and 1,000 kustomizations, only the changed one is rendered', async () => {
  const { base, head } = writeManyRoots(500, 1000);
  try {
    const result = await rendered(head, { base });
    expect(result.states).toHaveLength(1500);
    expect(Object.keys(madeOf(result))).toEqual(['apps/a0']);
    expect(result.states.filter(({ state }) => state === 'unaffected')).toHaveLength(1499);
    // Once for base, once for head.
    expect(result.runs).toBe(2);
  } finally {
    for (const folder of [base, head]) rmSync(folder, { recursive: true });
  }
});
