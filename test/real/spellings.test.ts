import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readByKubectl } from '../decoder/kubectl.ts';
import { record, recordingFile } from '../decoder/recording.ts';
import { digestOf, unseenObjects } from '../decoder/review.ts';
import { spelling } from '../decoder/spelling.ts';

const count = 2500;
const batch = 500;
/** Seeds that the recording did not use. */
const first = 1_000_000;

describe("T48: compared with kubectl's decoder", () => {
  test('the recordings are still correct', () => {
    expect(record()).toEqual(JSON.parse(readFileSync(recordingFile, 'utf8')));
  });

  test(`a review reads every object that kubectl reads in ${count} spellings, with the same content`, () => {
    let objects = 0;
    for (let from = first; from < first + count; from += batch) {
      const files = Array.from({ length: batch }, (_, i) => spelling(from + i));
      for (const [i, reading] of readByKubectl(files).entries()) {
        const digests = reading.objects.map(digestOf);
        objects += digests.length;
        expect(unseenObjects(files[i]!, digests), `seed ${from + i}:\n${files[i]}`).toEqual([]);
      }
    }
    // Most spellings are accepted by kubectl.
    expect(objects).toBeGreaterThan(count);
  });
});
