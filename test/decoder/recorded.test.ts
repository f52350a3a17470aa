import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Validator } from '../../kubeval-wasm/validator.ts';
import { decode } from '../../src/io/tree/decode.ts';
import { sample } from '../extent.ts';
import { oddFiles, type Recording, recordingFile, refusedFiles } from './recording.ts';
import { digestOf, readByReview, unseenObjects } from './review.ts';
import type { Tree } from './seeded-objects.ts';
import { spelling } from './spelling.ts';

const { texts, seeds }: Recording = JSON.parse(readFileSync(recordingFile, 'utf8'));
const chosen = sample([...seeds.entries()], ([seed]) => String(seed), { oneOf: 5 });

describe('T48: a review reads what kubectl reads', () => {
  test.each(oddFiles)('%s', (title, bytes) => {
    expect(unseenObjects(bytes, texts[title]!)).toEqual([]);
  });

  test('T48: recorded spellings of manifests', () => {
    for (const [seed, digests] of chosen) {
      const bytes = spelling(seed);
      expect(unseenObjects(bytes, digests), `seed ${seed}:\n${bytes}`).toEqual([]);
    }
    expect(chosen.flatMap(([, digests]) => digests).length).toBeGreaterThan(chosen.length);
  });
});

test.each(refusedFiles)('T48: %s: an error, although kubectl reads the rest', (title, bytes) => {
  expect(texts[title]).not.toEqual([]);
  expect(readByReview(bytes).errors).not.toEqual([]);
});

describe("T48: kubectl's decoder in the validator reads what kubectl reads", () => {
  let validator: Validator;
  beforeAll(async () => {
    validator = await load();
  });

  function digests(bytes: Buffer): string[] {
    const text = decode('manifests.yaml', bytes);
    return typeof text === 'string' ? validator.read(text).objects.map((object) => digestOf(object as Tree)) : [];
  }

  const isText = (bytes: Buffer): boolean => typeof decode('manifests.yaml', bytes) === 'string';

  test('recorded spellings of manifests', () => {
    for (const [seed, recorded] of chosen) {
      const bytes = spelling(seed);
      if (isText(bytes)) expect(digests(bytes), `seed ${seed}:\n${bytes}`).toEqual(recorded);
    }
  });

  test.each([...oddFiles, ...refusedFiles].filter(([, bytes]) => isText(bytes)))('%s', (title, bytes) => {
    expect(digests(bytes)).toEqual(texts[title]);
  });
});
