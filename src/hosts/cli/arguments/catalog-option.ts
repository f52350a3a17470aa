import { resolve } from 'node:path';
import type { Flags } from './arguments.ts';

/** The folder of `--catalog`, which `catalog refresh` wrote. */
export function catalogFolder(flags: Flags, cwd: string): string | undefined {
  const folder = flags.text('catalog');
  if (folder === undefined) return undefined;
  return resolve(cwd, folder);
}
