import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goProgram } from '../go-program.ts';
import type { Tree } from './seeded-objects.ts';

const module = fileURLToPath(new URL('.', import.meta.url));

/** What kubectl makes of a file: it applies the objects, whatever error comes with them. */
export interface KubectlReading {
  readonly objects: readonly Tree[];
  readonly error?: string;
}

/** Path of the program that reads as kubectl does. */
export const buildDecoder = (say?: (progress: string) => void): string =>
  goProgram({ name: 'decoder', module, package: '.', ldflags: '-s -w', cost: '2 minutes of CPU' }, say);

/** What kubectl reads in each of some files. */
export function readByKubectl(files: readonly Buffer[]): KubectlReading[] {
  const input = JSON.stringify(files.map((file) => file.toString('base64')));
  const output = execFileSync(buildDecoder(), { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as KubectlReading);
}
