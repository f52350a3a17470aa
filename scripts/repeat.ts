/**
 * `npm run stress -- repeat [REVIEWS]` reviews examples and scenarios repeatedly, 1,000 times each on Node 20, 22 and
 * 24 in five processes, and compares all output byte for byte. Downloads the versions of Node from npm into a cache
 * outside the repository. Exits 1 on a difference.
 *
 * These versions are not in package-lock.json, because npm runs one version of Node and the lock file contains that one. They run only
 * if somebody starts this script: neither the product nor a workflow of this repository does.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecordings } from '../test/conformance/scenario.ts';

const versions = ['20.19.0', '22.23.3', '24.9.0'];
const processes = 5;
const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');

/** Path of one version of Node. The package of this platform holds the program, so no script of a package runs. */
function nodeOf(version: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(cache, 'repeat', `${name}-${version}`);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  console.log(`installing Node ${version} into ${folder}`);
  const installing = `${folder}.${process.pid}`;
  mkdirSync(installing, { recursive: true });
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', installing, `${name}@${version}`], {
    stdio: 'inherit',
  });
  // Only a complete copy gets this name, so that the next run does not use a partial one.
  renameSync(installing, folder);
  return program;
}

interface Input {
  readonly name: string;
  readonly base: string | null;
  readonly head: string;
}

/** The examples as pull requests, and scenarios on their own and compared with each other. */
function inputs(): readonly Input[] {
  const read = (...files: readonly string[]): string =>
    files.map((file) => readFileSync(join('examples', file), 'utf8')).join('---\n');
  const change = (side: string): string =>
    read(`label-change/${side}/karpenter/pools.yaml`, `label-change/${side}/apps/cart.yaml`);
  const scenarios = readRecordings().filter((_, i) => i % 160 === 0);
  return [
    { name: 'label-change', base: change('base'), head: change('head') },
    { name: 'kops', base: null, head: read('kops/nodepool.yaml', 'kops/nodeclass.yaml', 'kops/workload.yaml') },
    ...scenarios.map(({ name, manifests }, i) => {
      return { name, base: i % 2 === 0 ? null : scenarios[i - 1]!.manifests, head: manifests };
    }),
  ];
}

const reviews = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(join(tmpdir(), 'plumbline-repeat-'));
const file = join(folder, 'inputs.json');
const all = inputs();
writeFileSync(file, JSON.stringify(all));
const rounds = Math.ceil(reviews / processes / all.length);
const digests = new Set<string>();
for (const version of versions) {
  const node = nodeOf(version);
  const start = performance.now();
  const outputs = Array.from({ length: processes }, () =>
    execFileSync(node, ['test/repeat/reviews.mjs', 'dist', file, String(rounds)], { encoding: 'utf8' }),
  );
  for (const output of outputs) digests.add(output);
  const count = rounds * processes * all.length;
  console.log(
    `Node ${version}: ${count} reviews of ${all.length} inputs in ${Math.round((performance.now() - start) / 1000)} s`,
  );
}
rmSync(folder, { recursive: true });
console.log(digests.size === 1 ? 'Every review of an input is the same, byte for byte.' : 'Reviews differ.');
process.exitCode = digests.size === 1 ? 0 : 1;
