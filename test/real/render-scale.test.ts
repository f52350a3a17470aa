import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeManyRoots } from '../../bench/many-roots.ts';
import { madeOf, rendered } from './rendering.ts';

test('of 500 charts and 1,000 kustomizations, the changed one is rendered, the one that shares its base, and at most 20 others', async () => {
  const { base, head } = writeManyRoots(500, 1000);
  try {
    const result = await rendered(head, { base });
    expect(result.states).toHaveLength(1500);
    const made = Object.keys(madeOf(result));
    expect(made).toContain('apps/a0');
    expect(made).toContain('apps/a1');
    expect(made.length).toBeLessThanOrEqual(22);
    expect(result.states.filter(({ state }) => state !== 'rendered').length).toBeGreaterThanOrEqual(1478);
    // The changed one once for base and once for head, each other one once.
    expect(result.runs).toBeLessThanOrEqual(23);
  } finally {
    for (const folder of [base, head]) rmSync(folder, { recursive: true });
  }
});
