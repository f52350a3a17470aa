import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goEnvironment } from '../../go-program.ts';

/** The modules of one Karpenter minor. */
export interface HashModules {
  readonly minor: string;
  readonly core: string;
  /** Undefined if the AWS provider of that minor is not available. */
  readonly provider?: string;
  /** Its modules still contain v1beta1. */
  readonly hasV1beta1?: boolean;
}

/** Every minor for which the Go module proxy serves a module. Uses its newest release there, and for 1.14 that of the oracle. */
export const hashModules: readonly HashModules[] = [
  { minor: '1.0', core: 'v1.0.8', provider: 'v1.0.8', hasV1beta1: true },
  { minor: '1.1', core: 'v1.1.5' },
  { minor: '1.5', core: 'v1.5.5' },
  { minor: '1.6', core: 'v1.6.4' },
  { minor: '1.9', core: 'v1.9.0', provider: 'v1.9.3' },
  { minor: '1.10', core: 'v1.10.0' },
  { minor: '1.11', core: 'v1.11.2' },
  { minor: '1.12', core: 'v1.12.1' },
  { minor: '1.13', core: 'v1.13.0' },
  { minor: '1.14', core: 'v1.14.1', provider: 'v1.14.1' },
  { minor: '1.15', core: 'v1.15.0', provider: 'v1.15.1' },
];

/** An object to hash, with the CA bundle with which the provider was started. */
export interface HashQuestion {
  readonly object: Readonly<Record<string, unknown>>;
  readonly caBundle?: string;
}

export interface HashAnswer {
  readonly hash?: string;
  readonly version?: string;
  readonly error?: string;
}

const source = fileURLToPath(new URL('.', import.meta.url));
const cache = join(process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test'), 'oracle', 'hashes');
const core = 'sigs.k8s.io/karpenter';
const provider = 'github.com/aws/karpenter-provider-aws';

/** The results of the minor's own code for the objects, in their order. Builds it first. */
export function askHashes(modules: HashModules, questions: readonly HashQuestion[]): HashAnswer[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const { stdout, stderr, status } = spawnSync(build(modules), {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // As in the controllers' containers, because a time is hashed with its zone.
    env: { ...process.env, TZ: 'UTC' },
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HashAnswer);
  if (status !== 0 || answers.length !== questions.length) throw new Error(`hashes of ${modules.minor}: ${stderr}`);
  return answers;
}

/**
 * A separate module per minor: the sources, with the packages of core and provider at exactly these releases, and the conditions
 * (awslabs/operatorpkg) that this core requires. Everything else has the oracle's versions and flags, so that Kubernetes' libraries are compiled
 * only once.
 */
function build({ minor, core: coreVersion, provider: providerVersion, hasV1beta1 = false }: HashModules): string {
  const folder = join(cache, minor);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source))
    if (name.endsWith('.go')) copyFileSync(join(source, name), join(folder, name));
  copyFileSync(join(source, '..', 'go.sum'), join(folder, 'go.sum'));
  const replaced = [core, ...(providerVersion ? [provider] : [])].map((module) => {
    return `replace ${module} => ${packagesOf(module, module === core ? coreVersion : providerVersion!, folder)}`;
  });
  const oracle = readFileSync(join(source, '..', 'go.mod'), 'utf8').replace(/^(module|replace) .*$/gm, '');
  const conditions = readFileSync(join(folder, 'core', 'upstream.mod'), 'utf8').match(
    /github\.com\/awslabs\/operatorpkg v\S+/,
  )![0];
  replaced.push(`replace github.com/awslabs/operatorpkg => ${conditions}`);
  writeFileSync(join(folder, 'go.mod'), ['module hashes', oracle, ...replaced, ''].join('\n'));
  const tags = [...(providerVersion ? ['provider'] : []), ...(hasV1beta1 ? ['v1beta1'] : [])];
  go(folder, 'build', '-mod=mod', `-tags=${tags.join()}`, '-o', 'hashes', '.');
  return join(folder, 'hashes');
}

/** A copy of a release's packages that requires no other modules, and no newer Go than is installed. */
function packagesOf(module: string, version: string, folder: string): string {
  const { Dir } = JSON.parse(go(folder, 'mod', 'download', '-json', `${module}@${version}`)) as { Dir: string };
  const copy = join(folder, module === core ? 'core' : 'provider');
  for (const entry of readdirSync(join(Dir, 'pkg'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('_test.go')) continue;
    const path = join(entry.parentPath, entry.name);
    const to = join(copy, relative(Dir, path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(path));
  }
  writeFileSync(join(copy, 'upstream.mod'), readFileSync(join(Dir, 'go.mod')));
  writeFileSync(join(copy, 'go.mod'), `module ${module}\n\ngo 1.26.6\n`);
  return copy;
}

/** Newer releases require a newer Go than may be installed. This lets go download them anyway. */
const go = (cwd: string, ...args: string[]): string =>
  execFileSync('go', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...goEnvironment, ...(args[0] === 'mod' && { GOTOOLCHAIN: 'auto' }) },
  });
