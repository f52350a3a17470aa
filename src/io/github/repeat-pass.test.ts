import { expect, test } from 'vitest';
import { repeatPass } from './repeat-pass.ts';

const failure = (status: number): Error => Object.assign(new Error(String(status)), { status });

/** Runs passes with the given results in order. The last one is repeated. */
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

test('repeats after creating something that another run may also have created, and after a server error', async () => {
  expect(await passes('written')).toEqual(['written', 1]);
  expect(await passes('created', 'written')).toEqual(['written', 2]);
  expect(await passes(502, 'created', 'written')).toEqual(['written', 3]);
});

test('ends after the last pass, and at once if GitHub refuses', async () => {
  expect(await passes('created')).toEqual(['created', 4]);
  expect(await passes(500)).toEqual(['500', 4]);
  expect(await passes(422)).toEqual(['422', 1]);
});
