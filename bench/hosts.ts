/** What a review costs on the command line, in the Action and in the bot, without the emulated GitHub. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkout } from '../test/github/checkout.ts';
import { FakeGitHub } from '../test/github/github.ts';
import { writer } from '../test/github/scene.ts';
import { runActionProcess } from '../test/hard-knocks/run-action.ts';
import { botFigures } from './bot.ts';
import { type Figure, table } from './figure.ts';
import { median, processUsage } from './measure.ts';
import { circumstances, keepHosts } from './record.ts';
import { writeLargeRepository } from './trees.ts';

/** Runs the measurements and writes bench/hosts.json, from which `npm run generate` writes docs/performance.md. Needs Linux. */
export async function writeHosts(): Promise<void> {
  const record = { ...circumstances(), figures: [...(await largeTreeFigures()), await botFigure()] };
  keepHosts(record);
  console.log(table(record.figures));
}

const runs = 5;

async function largeTreeFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const fake = await FakeGitHub.start();
  try {
    const repository = join(folder, 'repository');
    writeLargeRepository(repository);
    const review = [resolve('dist/cli.js'), 'review', '--base', 'base'];
    const commandLine = Array.from({ length: runs }, () => processUsage(review, repository).cpuMs);
    return [
      cpuFigure('the command line', commandLine, '< 1 s'),
      cpuFigure('the Action, from event to comment', await actionRuns(fake, repository), '< 1.5 s'),
    ];
  } finally {
    await fake.close();
    rmSync(folder, { recursive: true });
  }
}

const cpuFigure = (host: string, cpu: readonly number[], target: string): Figure => ({
  what: `processor time of a review by ${host}, in a tree of 11,000 YAML files`,
  ours: `${median(cpu).toFixed(0)} ms`,
  theirs: '',
  ratio: '',
  target,
});

/** Processor time in ms of several runs, each of which leaves a comment. */
async function actionRuns(fake: FakeGitHub, repository: string): Promise<number[]> {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: repository,
      encoding: 'utf8',
    }).trim();
  const [base, head] = [git('rev-parse', 'base'), git('rev-parse', 'head')];
  const merge = git('commit-tree', 'head^{tree}', '-p', 'base', '-p', 'head', '-m', 'merge');
  git('tag', 'merge', merge);
  fake.git.git('fetch', '--quiet', '--tags', `file://${repository}`);
  const workspace = checkout(fake, merge);
  const cpu: number[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      const number = await fake.open({ base, head, branch: `change-${run}` });
      const { code, output, cpuMs } = await runActionProcess({
        event: 'pull_request',
        payload: { pull_request: await fake.pull(number) },
        sha: merge,
        token: await fake.token(writer),
        apiUrl: fake.url,
        workspace,
      });
      if ((await fake.comments(number)).length !== 1) throw new Error(`no comment, exit code ${code}: ${output}`);
      cpu.push(cpuMs);
    }
  } finally {
    rmSync(workspace, { recursive: true });
  }
  return cpu;
}

async function botFigure(): Promise<Figure> {
  const { reviewMs } = await botFigures({ pulls: 20, deliveries: 120, perSecond: 4, pushesPerSecond: 2 });
  return {
    what: 'a review by a running bot, from its start to the comment, on average',
    ours: `${reviewMs.toFixed(0)} ms`,
    theirs: '',
    ratio: '',
    target: '< 150 ms',
  };
}
