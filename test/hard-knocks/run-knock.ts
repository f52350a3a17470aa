import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Knock } from './knocks.ts';

/** What became of a command. */
export interface Outcome {
  /** Null: it was ended, for it took too long. */
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  /** Resident memory at its peak, in MB; NaN where it could not say. */
  readonly megabytes: number;
}

const preload = new URL('../../bench/report-peak.mjs', import.meta.url).href;

/** Writes what is too much into a folder of its own, runs a built command line there, and measures it. */
export function runKnock({ write, argv, stdin }: Knock, cli: string, seconds = 120): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-knock-'));
  try {
    write(folder);
    const input = stdin === undefined ? 'ignore' : openSync(join(folder, stdin), 'r');
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, resolve(cli), ...argv], {
      ...{ cwd: folder, encoding: 'utf8', timeout: seconds * 1000, maxBuffer: 256 * 1024 * 1024 },
      stdio: [input, 'pipe', 'pipe'],
    });
    const took = (performance.now() - start) / 1000;
    if (typeof input === 'number') closeSync(input);
    const kibibytes = Number(/^peak (\d+)$/m.exec(stderr)?.[1]);
    return { code: status, output: `${stdout}${stderr}`, seconds: took, megabytes: kibibytes / 1024 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What holds for whatever comes in. */
export const maxMegabytes = 512;

/** What is wrong with an outcome; nothing where all is as it should be. */
export function complaints({ code, says }: Knock, outcome: Outcome): string[] {
  return [
    ...(outcome.code === code ? [] : [`exit code ${outcome.code} in place of ${code}`]),
    ...(says.test(outcome.output) ? [] : [`it does not say ${says}`]),
    ...(/^ {4}at /m.test(outcome.output) ? ['it shows a stack trace'] : []),
    ...(outcome.megabytes < maxMegabytes ? [] : [`${Math.round(outcome.megabytes)} MB of memory`]),
  ];
}
