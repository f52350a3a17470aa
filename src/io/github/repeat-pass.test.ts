import { expect, test } from 'vitest';
import { repeatPass } from './repeat-pass.ts';

const failure = (status: number): Error => Object.assign(new Error(String(status)), { status });

/** Runs passes that end as told, one after the other; the last one repeats. */
async function passes(...ends: readonly ('created' | 'written' | number)[]): Promise<[unknown, number]> {
  let count = 0;
  const result = await repeatPass(async (pass) => {
    count = pass;
    const end = ends[pass - 1] ?? ends.at(-1)!;
    if (typeof end === 'number') throw failure(end);
    return { outcome: end, isCreated: end === 'created' };
  }).catch((error: Error) => error.message);
  return [result, count];
}

test('looks again after what another run may have created, and after what the server may have carried out', async () => {
  expect(await passes('written')).toEqual(['written', 1]);
  expect(await passes('created', 'written')).toEqual(['written', 2]);
  expect(await passes(502, 'created', 'written')).toEqual(['written', 3]);
});

test('ends where that does not end, and at once where GitHub refuses', async () => {
  expect(await passes('created')).toEqual(['created', 4]);
  expect(await passes(500)).toEqual(['500', 4]);
  expect(await passes(422)).toEqual(['422', 1]);
});
