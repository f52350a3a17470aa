/** What a review of a small cluster takes, compared with another build of plumbline in the same run. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../scripts/bundle.ts';
import { type Figure, table } from './figure.ts';
import { median, processUsage } from './measure.ts';
import { circumstances, keepSmall } from './record.ts';
import { hostChanges, ordinaryChanges, type SmallChange, writeChange } from './small-clusters.ts';

/** Processor time in ms with this build and with the other one. */
interface Pair {
  readonly ours: number;
  readonly theirs: number;
}

/** Runs the measurements and writes bench/small.json, from which `npm run generate` writes docs/performance.md. */
export async function writeSmall(commit = 'HEAD'): Promise<void> {
  const at = circumstances();
  const compared = execFileSync('git', ['rev-parse', '--short', commit], { encoding: 'utf8' }).trim();
  const record = { ...at, compared, figures: await smallFigures(commit) };
  keepSmall(record);
  console.log(table(record.figures));
}

/** Builds the sources, and takes `dist/` of a commit as the other build. */
async function smallFigures(commit: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
    await bundle(ours);
    mkdirSync(theirs);
    const archive = execFileSync('git', ['archive', commit, 'dist'], { maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', theirs, '--strip-components=1'], { input: archive });
    for (const build of [ours, theirs]) cpSync(resolve('package.json'), join(build, '..', 'package.json'));

    const builds = { ours: join(ours, 'cli.js'), theirs: join(theirs, 'cli.js') };
    const time = (change: SmallChange, args: readonly string[], runs?: number): Pair =>
      timed(folder, { change, args, builds, runs });
    const ordinary = ordinaryChanges();
    return [
      ...spreadFigures(
        `\`review\` of ${ordinary.length} ordinary clusters, all requests + 100m`,
        ordinary.map((change) => time(change, review)),
        ['≤ 0.8 s', '≤ 1.5 s', '≤ 3 s'],
      ),
      ...spreadFigures(
        `\`estimate\` of the same ${ordinary.length} clusters`,
        ordinary.map((change) => time(change, ['estimate', 'head'])),
        ['≤ 0.45 s', '≤ 0.8 s', '≤ 1.5 s'],
      ),
      ...hostChanges.map((change, at) =>
        figure(`\`review\`: ${change.name}`, [time(change, review, 2)], hostTargets[at]!),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const review = ['review', '--base', 'base', '--head', 'head'];
const hostTargets = ['≤ 1.5 s', '≤ 2 s', '≤ 2.5 s', '≤ 3 s', '≤ 3 s'];

interface Timing {
  readonly change: SmallChange;
  readonly args: readonly string[];
  readonly runs?: number | undefined;
  readonly builds: { readonly ours: string; readonly theirs: string };
}

/** Runs both builds in turn, once or several times. The fastest run counts, because other work on the machine only adds time. */
function timed(folder: string, { change, args, builds, runs = 1 }: Timing): Pair {
  const repository = join(folder, 'repository');
  writeChange(repository, change);
  const run = (cli: string): number => processUsage([cli, ...args, '--region', 'us-east-1'], repository).cpuMs;
  const pairs = Array.from({ length: runs }, () => ({ theirs: run(builds.theirs), ours: run(builds.ours) }));
  rmSync(repository, { recursive: true });
  return {
    ours: Math.min(...pairs.map((pair) => pair.ours)),
    theirs: Math.min(...pairs.map((pair) => pair.theirs)),
  };
}

/** The median, the ninth decile and the longest of some pairs. */
function spreadFigures(what: string, pairs: readonly Pair[], targets: readonly string[]): Figure[] {
  const sorted = (of: keyof Pair): readonly number[] => pairs.map((pair) => pair[of]).toSorted((a, b) => a - b);
  const [ours, theirs] = [sorted('ours'), sorted('theirs')];
  const places: readonly (readonly [name: string, at: number])[] = [
    ['median', pairs.length >> 1],
    ['nine of ten', Math.floor(pairs.length * 0.9)],
    ['longest', pairs.length - 1],
  ];
  return places.map(([name, at], row) =>
    figure(`${what}: ${name}`, [{ ours: ours[at]!, theirs: theirs[at]! }], targets[row]!),
  );
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

function figure(what: string, pairs: readonly Pair[], target: string): Figure {
  return {
    what,
    ours: seconds(median(pairs.map(({ ours }) => ours))),
    theirs: seconds(median(pairs.map(({ theirs }) => theirs))),
    ratio: `${median(pairs.map(({ ours, theirs }) => ours / theirs)).toFixed(2)} ×`,
    target,
  };
}
