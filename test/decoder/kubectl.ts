import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goProgram } from '../go-program.ts';
import type { Tree } from './seeded-objects.ts';

const module = fileURLToPath(new URL('.', import.meta.url));

/** What kubectl reads from a file. It applies the objects even if there is also an error. */
export interface KubectlReading {
  readonly objects: readonly Tree[];
  readonly error?: string;
}

/** Path of the program that reads files as kubectl does. */
export const buildDecoder = (say?: (progress: string) => void): string =>
  goProgram({ name: 'decoder', module, package: '.', ldflags: '-s -w', cost: '2 minutes of CPU' }, say);

/** What kubectl reads from some files. */
export function readByKubectl(files: readonly Buffer[]): KubectlReading[] {
  const input = JSON.stringify(files.map((file) => file.toString('base64')));
  const output = execFileSync(buildDecoder(), { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as KubectlReading);
}
