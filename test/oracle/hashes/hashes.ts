import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The modules of one Karpenter minor. */
export interface HashModules {
  readonly minor: string;
  readonly core: string;
  /** Undefined where the AWS provider of that minor cannot be had. */
  readonly provider?: string;
  /** The Go that its modules ask for, where that is newer than the oracle's; go fetches it. */
  readonly go?: string;
  /** Its modules still hold v1beta1. */
  readonly hasV1beta1?: boolean;
}

/** Every minor of which the Go module proxy serves a module: its newest release there, for 1.14 that of the oracle. */
export const hashModules: readonly HashModules[] = [
  { minor: '1.0', core: 'v1.0.8', provider: 'v1.0.8', hasV1beta1: true },
  { minor: '1.1', core: 'v1.1.5' },
  { minor: '1.5', core: 'v1.5.5' },
  { minor: '1.6', core: 'v1.6.4' },
  { minor: '1.9', core: 'v1.9.0', provider: 'v1.9.3', go: '1.26.10' },
  { minor: '1.10', core: 'v1.10.0' },
  { minor: '1.11', core: 'v1.11.2' },
  { minor: '1.12', core: 'v1.12.1' },
  { minor: '1.13', core: 'v1.13.0' },
  { minor: '1.14', core: 'v1.14.1', provider: 'v1.14.1' },
  { minor: '1.15', core: 'v1.15.0', provider: 'v1.15.1', go: '1.26.10' },
];

/** An object to hash, with the CA bundle that the provider was started with. */
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

/** What the minor's own code makes of the objects, in their order; builds it first, which takes a minute. */
export function askHashes(modules: HashModules, questions: readonly HashQuestion[]): HashAnswer[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const { stdout, stderr, status } = spawnSync(build(modules), {
    ...{ input, encoding: 'utf8', maxBuffer: 1 << 28 },
    // As in the containers of the controllers: a time is hashed with its zone.
    env: { ...process.env, TZ: 'UTC' },
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HashAnswer);
  if (status !== 0 || answers.length !== questions.length) throw new Error(`hashes of ${modules.minor}: ${stderr}`);
  return answers;
}

/** A module of its own per minor: the sources, and a go.mod that holds core and provider at exactly these releases. */
function build({
  minor,
  core: coreVersion,
  provider: providerVersion,
  go = '1.26.6',
  hasV1beta1 = false,
}: HashModules): string {
  const folder = join(cache, minor);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source))
    if (name.endsWith('.go')) copyFileSync(join(source, name), join(folder, name));
  const required = [`${core} ${coreVersion}`, ...(providerVersion ? [`${provider} ${providerVersion}`] : [])];
  writeFileSync(
    join(folder, 'go.mod'),
    // Providers ask for patch releases and pseudo-versions of core that the proxy does not have.
    [
      'module hashes',
      `go ${go}`,
      ...required.map((module) => `require ${module}`),
      `replace ${core} => ${core} ${coreVersion}`,
      '',
    ].join('\n'),
  );
  const tags = [...(providerVersion ? ['provider'] : []), ...(hasV1beta1 ? ['v1beta1'] : [])];
  const flags = ['-mod=mod', '-buildvcs=false', `-tags=${tags.join()}`];
  const env = { ...process.env, GOTOOLCHAIN: 'auto', GOFLAGS: '' };
  execFileSync('go', ['build', ...flags, '-o', 'hashes', '.'], { cwd: folder, env, stdio: 'inherit' });
  return join(folder, 'hashes');
}
