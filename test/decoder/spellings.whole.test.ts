import { expect, test } from 'vitest';
import { load } from '../../kubeval-wasm/validator.ts';
import { decode } from '../../src/io/tree/decode.ts';
import { digestOf, unseenObjects } from './review.ts';
import type { Tree } from './seeded-objects.ts';
import { spelling } from './spelling.ts';

/** Seeds that the recording did not use. */
const first = 2_000_000;
const count = 4000;

test(`T48: a review reads every object that kubectl's decoder reads in ${count} spellings, with the same content`, async () => {
  const validator = await load();
  let objects = 0;
  for (let seed = first; seed < first + count; seed++) {
    const bytes = spelling(seed);
    const text = decode('manifests.yaml', bytes);
    if (typeof text !== 'string') continue;

    const digests = validator.read(text).objects.map((object) => digestOf(object as Tree));
    objects += digests.length;
    expect(unseenObjects(bytes, digests), `seed ${seed}:\n${text}`).toEqual([]);
  }
  // kubectl accepts most spellings.
  expect(objects).toBeGreaterThan(count);
});
