import type { Source } from '../engine/text/source.ts';

/** Reads those of these files that exist. Throws PlumblineError('config') if they are too large. */
export type ReadFiles = (paths: readonly string[]) => Promise<readonly Source[]>;

/** Reads one file. Undefined if it does not exist. */
export const singleFile =
  (files: ReadFiles) =>
  async (path: string): Promise<Source | undefined> =>
    (await files([path]))[0];
