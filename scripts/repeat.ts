/**
 * `npm run repeat [COUNT]`: runs the built command line COUNT times over the cases of test/cases, in turn on the oldest Node that is
 * supported and on newer ones, under other time zones, languages and homes, and fails unless each case always gives the same
 * bytes in the same format. The Nodes come from npm, into a cache outside of the repository.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cases } from '../test/case.ts';

const versions = ['20.19.5', '22.23.3', '24.9.0'];
const formats = ['text', 'json', 'markdown', 'html', 'sarif'];
/** What no output may depend on. */
const surroundings = [
  { TZ: 'UTC', LANG: 'C' },
  { TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
];
const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');
const cli = resolve('dist/cli.js');

/** The path of a Node of that version. */
function provideNode(version: string): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(cache, `node-${version}`);
  const path = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  }
  return path;
}

interface Run {
  readonly node: string;
  readonly what: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The digest of what one run prints, with its exit code. */
function digestOf({ node, argv, env }: Run): Promise<string> {
  return new Promise((done, failed) => {
    const home = mkdtempSync(join(tmpdir(), 'plumbline-home-'));
    const child = spawn(node, [cli, ...argv, '--quiet'], { env: { PATH: '/usr/bin:/bin', HOME: home, ...env } });
    const hash = createHash('sha256');
    child.stdout.on('data', (bytes) => hash.update(bytes));
    child.on('error', failed);
    child.on('close', (code) => {
      rmSync(home, { recursive: true });
      done(`${code} ${hash.digest('hex')}`);
    });
  });
}

/** Every case in every format; each time round on the next Node, in the next surroundings. */
function runsOf(count: number, nodes: readonly string[]): Run[] {
  const reviews = cases().flatMap(({ name, argv }) =>
    formats.map((format) => ({ what: `${name} as ${format}`, argv: [...argv, '--format', format] })),
  );
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / reviews.length) + (i % reviews.length);
    const node = nodes[round % nodes.length]!;
    return { ...reviews[i % reviews.length]!, node, env: surroundings[(round >> 1) % surroundings.length]! };
  });
}

const count = Number(process.argv[2] ?? 1000);
const runs = runsOf(count, versions.map(provideNode));
const digests = new Map<string, Set<string>>();
let next = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let run = runs[next++]; run; run = runs[next++]) {
      digests.set(run.what, (digests.get(run.what) ?? new Set()).add(await digestOf(run)));
      if (next % 100 === 0) process.stderr.write(`${next} runs\n`);
    }
  }),
);
const differing = [...digests].filter(([, { size }]) => size > 1).map(([what]) => what);
console.log(
  `${count} runs on Node ${versions.join(', ')}: ${digests.size} outputs, ${differing.length} of them not always the same`,
);
for (const what of differing.sort()) console.log(what);
process.exitCode = differing.length > 0 ? 1 : 0;
