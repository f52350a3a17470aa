import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { oddFiles, type Recording, recordingFile, refusedFiles } from './recording.ts';
import { readByReview, unseenObjects } from './review.ts';
import { spelling } from './spelling.ts';

const { texts, seeds }: Recording = JSON.parse(readFileSync(recordingFile, 'utf8'));

describe('T48: a review reads what kubectl reads', () => {
  test.each(oddFiles)('%s', (title, bytes) => {
    expect(unseenObjects(bytes, texts[title]!)).toEqual([]);
  });

  test('T48: recorded spellings of manifests', () => {
    seeds.forEach((digests, seed) => {
      const bytes = spelling(seed);
      expect(unseenObjects(bytes, digests), `seed ${seed}:\n${bytes}`).toEqual([]);
    });
    expect(seeds.flat().length).toBeGreaterThan(seeds.length);
  });
});

test.each(refusedFiles)('T48: %s: an error, although kubectl reads the rest', (title, bytes) => {
  expect(texts[title]).not.toEqual([]);
  expect(readByReview(bytes).errors).not.toEqual([]);
});
