import { readByKubectl } from './kubectl.ts';
import { oddTexts, refusedTexts } from './odd-texts.ts';
import { digestOf } from './review.ts';
import { spelling } from './spelling.ts';

/** Path of the recording. */
export const recordingFile = 'test/conformance/yaml/kubectl.json';
/** Spellings that are recorded. */
export const recordedSeeds = 500;

/** Digests of the objects that kubectl reads, by the title of an odd text and by seed. */
export interface Recording {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly seeds: readonly (readonly string[])[];
}

const bytesOf = (content: string | Buffer): Buffer => Buffer.from(content as string);

/** The peculiarity of a file, and its bytes. */
export const oddFiles = Object.entries(oddTexts).map(([title, content]) => [title, bytesOf(content)] as const);
export const refusedFiles = Object.entries(refusedTexts).map(([title, content]) => [title, bytesOf(content)] as const);

const read = (files: readonly Buffer[]): string[][] => readByKubectl(files).map(({ objects }) => objects.map(digestOf));

/** Asks kubectl's own code about all of them. */
export function record(): Recording {
  const files = [...oddFiles, ...refusedFiles];
  const answers = read(files.map(([, bytes]) => bytes));
  return {
    texts: Object.fromEntries(files.map(([title], i) => [title, answers[i]!])),
    seeds: read(Array.from({ length: recordedSeeds }, (_, seed) => spelling(seed))),
  };
}
