/** The command line against the least a process can do, and against merely reading the files. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Figure } from './figure.ts';
import { compare, processMs } from './measure.ts';
import { writeKarpenterFiles, writeLargeRepository } from './trees.ts';

const cli = resolve('dist/cli.js');
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** The built CLI on the machine's own `node`. */
export function cliFigures(): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    return [coldCheck(join(folder, 'karpenter')), largeReview(join(folder, 'repository')), distSize()];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function coldCheck(folder: string): Figure {
  writeKarpenterFiles(folder);
  const { one, other, ratio } = compare(
    () => processMs('node', [cli, 'check', folder]),
    () => processMs('node', ['-e', '0']),
    15,
  );
  return {
    what: 'cold `check` of 20 Karpenter files, against `node -e 0`',
    ours: ms(one),
    theirs: ms(other),
    ratio: `${ratio.toFixed(1)} ×`,
    target: '≤ 3 ×',
  };
}

function largeReview(folder: string): Figure {
  writeLargeRepository(folder);
  const { one, other, ratio } = compare(
    () => processMs('node', [cli, 'review', '--base', 'base'], folder),
    () => processMs('node', [resolve('bench/read-all.mjs'), folder]),
    7,
  );
  return {
    what: '`review` of a pull request in a tree of 11,000 YAML files, against reading them',
    ours: ms(one),
    theirs: ms(other),
    ratio: `${ratio.toFixed(1)} ×`,
    target: '≤ 2 ×',
  };
}

function distSize(): Figure {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { what: 'dist/', ours: `${(bytes / 1e6).toFixed(1)} MB`, theirs: '', ratio: '', target: '≤ 10 MB' };
}
