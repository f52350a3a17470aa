import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Usage, usageIn, usagePreload } from '../../bench/measure.ts';
import type { Knock } from './knocks.ts';

/** The result of a command. */
export interface Outcome extends Usage {
  /** Null if it took too long and was stopped. */
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Writes a large input into a new folder, runs a built command line there, and measures it. */
export function runKnock({ write, argv, stdin }: Knock, cli: string, seconds = 1800): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-knock-'));
  try {
    write(folder);
    const input = stdin === undefined ? 'ignore' : openSync(join(folder, stdin), 'r');
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', usagePreload, resolve(cli), ...argv], {
      cwd: folder,
      encoding: 'utf8',
      timeout: seconds * 1000,
      maxBuffer: 256 * 1024 * 1024,
      stdio: [input, 'pipe', 'pipe'],
    });
    const took = (performance.now() - start) / 1000;
    if (typeof input === 'number') closeSync(input);
    return { code: status, output: `${stdout}${stderr}`, seconds: took, ...usageIn(stderr) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The limit for every input: 512 MiB. */
export const maxMegabytes = (512 * 1024 * 1024) / 1e6;

/** Everything that is wrong with a result. Empty if it is correct. */
export function complaints({ code, says }: Knock, outcome: Outcome): string[] {
  return [
    ...(outcome.code === code ? [] : [`exit code ${outcome.code} in place of ${code}`]),
    ...(says.test(outcome.output) ? [] : [`it does not say ${says}`]),
    ...(/^ {4}at /m.test(outcome.output) ? ['it shows a stack trace'] : []),
    ...(outcome.megabytes < maxMegabytes ? [] : [`${Math.round(outcome.megabytes)} MB of memory`]),
  ];
}
