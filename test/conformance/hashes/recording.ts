import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type HashModules, type HashQuestion, hashModules } from '../../oracle/hashes/hashes.ts';

/** An object and the hash that the controllers' own code gives it. */
export interface HashedObject extends HashQuestion {
  readonly hash: string;
}

/** The answers of one Karpenter minor. */
export interface HashRecording extends HashModules {
  /** `apiVersion Kind` → the annotation with the hash version. */
  readonly versions: Readonly<Record<string, string>>;
  readonly objects: readonly HashedObject[];
}

const fileOf = (minor: string): URL => new URL(`./${minor}.json.br`, import.meta.url);

/** The recorded minors, oldest first. */
export const recordedMinors: readonly string[] = hashModules.map(({ minor }) => minor);

export const readHashes = (minor: string): HashRecording =>
  JSON.parse(brotliDecompressSync(readFileSync(fileOf(minor))).toString('utf8')) as HashRecording;

/** Returns the size of the file. */
export function writeHashes(recording: HashRecording): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const packed = brotliCompressSync(JSON.stringify(recording), { params });
  writeFileSync(fileOf(recording.minor), packed);
  return packed.length;
}
