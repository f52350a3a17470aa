/** Compares the command line with an empty Node process, and with only reading the files. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Figure } from './figure.ts';
import { compare, processMs, processUsage } from './measure.ts';
import { ruleFigures } from './rules.ts';
import { writeKarpenterFiles, writeLargeRepository, writeMixedCluster, writeWorkloads } from './trees.ts';

const cli = resolve('dist/cli.js');
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** The built CLI on the machine's own `node`. */
export async function cliFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    return [
      coldCheck(join(folder, 'karpenter')),
      largeReview(join(folder, 'repository')),
      ...(await ruleFigures(join(folder, 'repository'))),
      ...manyPods(join(folder, 'workloads')),
      ...settledFigures(join(folder, 'settled')),
      distSize(),
    ];
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
    what: 'cold `check` of 20 Karpenter files, compared with `node -e 0`',
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
    what: '`review` of a pull request in a tree of 11,000 YAML files, compared with reading them',
    ours: ms(one),
    theirs: ms(other),
    ratio: `${ratio.toFixed(1)} ×`,
    target: '≤ 2 ×',
  };
}

/** The time and memory for the workloads of a whole cluster, and how much a base adds. */
function manyPods(folder: string): Figure[] {
  writeWorkloads(folder);
  const review = (...args: string[]): number =>
    processMs('node', [cli, 'review', '--region', 'us-east-1', '--head', 'head', ...args], folder);
  const { one, other, ratio } = compare(
    () => review('--base', 'base'),
    () => review(),
    5,
  );
  const peak = (...args: string[]): string => {
    const { megabytes } = processUsage([cli, ...args, '--region', 'us-east-1'], folder);
    return `${megabytes.toFixed(0)} MB`;
  };
  return [
    {
      what: '`review` of 20,000 pods in 500 workloads, of which one changes, compared with a review of head alone',
      ours: ms(one),
      theirs: ms(other),
      ratio: `${ratio.toFixed(2)} ×`,
      target: '≤ 1.3 ×',
    },
    {
      what: '`estimate` of the same head, peak resident memory',
      ours: peak('estimate', 'head'),
      theirs: '',
      ratio: '',
      target: '≤ 300 MB',
    },
    {
      what: '`review` of the same head with the API server’s code, peak resident memory',
      ours: peak('review', '--head', 'head'),
      theirs: '',
      ratio: '',
      target: '',
    },
  ];
}

/** What it adds to follow a cluster until Karpenter has nothing left to do, instead of one round of its scheduler. */
function settledFigures(folder: string): Figure[] {
  writeWorkloads(folder);
  writeMixedCluster(join(folder, 'mixed'));
  const estimate = (...args: string[]): number =>
    processMs('node', [cli, 'estimate', ...args, '--region', 'us-east-1'], folder);
  const ratioOf = (path: string) =>
    compare(
      () => estimate(path),
      () => estimate(path, '--first-round'),
      5,
    );
  const large = ratioOf('head');
  const mixed = ratioOf('mixed');
  const { megabytes } = processUsage([cli, 'estimate', 'mixed', '--region', 'us-east-1'], folder);
  return [
    {
      what: '`estimate` of 20,000 pods until the cluster has settled, compared with `--first-round`',
      ours: ms(large.one),
      theirs: ms(large.other),
      ratio: `${large.ratio.toFixed(2)} ×`,
      target: '≤ 2 ×',
    },
    {
      what: `\`estimate\` of 5,000 pods on 80 different nodes until the cluster has settled, with ${megabytes.toFixed(0)} MB of memory at its peak`,
      ours: ms(mixed.one),
      theirs: ms(mixed.other),
      ratio: `${mixed.ratio.toFixed(2)} ×`,
      target: '< 3 s, < 512 MB',
    },
  ];
}

function distSize(): Figure {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { what: 'dist/', ours: `${(bytes / 1e6).toFixed(1)} MB`, theirs: '', ratio: '', target: '≤ 10 MB' };
}
