import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Decision, RecordedCluster } from './cluster.ts';

/** The releases of Kubernetes whose kube-scheduler is recorded: the newest patch of each that the Go module proxy serves. */
export const schedulerReleases: Readonly<Record<string, string>> = {
  '1.34': '1.34.4',
  '1.35': '1.35.4',
  '1.36': '1.36.3',
};

const source = fileURLToPath(new URL('.', import.meta.url));
const cache = join(
  process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test'),
  'oracle',
  'kube-scheduler',
);

/** What the real kube-scheduler of a minor version decides in each cluster, one pod after the other. Builds it first. */
export const askScheduler = (
  minor: string,
  clusters: readonly RecordedCluster[],
): Promise<readonly { readonly decisions: readonly Decision[] }[]> => answers(minor, clusters);

/** How long the real kube-scheduler takes for the pods of a cluster, without explanations. */
export interface SchedulerTiming {
  /** Processor time of all decisions. */
  readonly cpuMs: number;
  /** How many nodes it finds for each pod. */
  readonly found: readonly number[];
}

/** Times the real kube-scheduler. After each decision it binds the pod to the node of `choices`, or to none if that is empty. */
export async function timeScheduler(
  minor: string,
  cluster: RecordedCluster,
  choices: readonly string[],
): Promise<SchedulerTiming> {
  const [timing] = await answers<SchedulerTiming>(minor, [{ ...cluster, choices }] as const);
  return timing!;
}

/** One answer per question, which are sent as lines. */
async function answers<Answer>(minor: string, questions: readonly object[]): Promise<readonly Answer[]> {
  const program = spawn(buildScheduler(minor), { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  program.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve) => {
    program.on('close', resolve);
  });
  program.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  const status = await ended;
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n');
  if (status !== 0 || lines.length !== questions.length) throw new Error(`kube-scheduler ${minor} stopped: ${status}`);
  return lines.map((line) => JSON.parse(line));
}

/** A separate module per minor, because each requires its own Kubernetes libraries. */
export function buildScheduler(minor: string): string {
  const version = schedulerReleases[minor]!;
  const folder = join(cache, version);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source))
    if (name.endsWith('.go')) copyFileSync(join(source, name), join(folder, name));
  writeFileSync(join(folder, 'go.mod'), goMod(version, folder));
  const tag = `kubernetes_${minor.replace('.', '_')}`;
  go(folder, 'build', '-mod=mod', '-trimpath', '-buildvcs=false', `-tags=${tag}`, '-o', 'decisions', '.');
  return join(folder, 'decisions');
}

/** Kubernetes' own go.mod replaces its libraries with folders that only its repository has. */
function goMod(version: string, folder: string): string {
  writeFileSync(join(folder, 'go.mod'), 'module decisions\n\ngo 1.26.0\n');
  const { GoMod } = JSON.parse(go(folder, 'mod', 'download', '-json', `k8s.io/kubernetes@v${version}`)) as {
    GoMod: string;
  };
  const libraries = readFileSync(GoMod, 'utf8').match(/^\t?(?:replace )?k8s\.io\/\S+(?= => \.\/staging)/gm) ?? [];
  const own = version.replace(/^1\./, 'v0.');
  const lines = libraries
    .map((line) => line.trim().replace('replace ', ''))
    .map((name) => `replace ${name} => ${name} ${own}`);
  return ['module decisions', '', 'go 1.26.0', '', `require k8s.io/kubernetes v${version}`, ...lines, ''].join('\n');
}

const go = (cwd: string, ...args: string[]): string =>
  execFileSync('nice', ['go', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GOFLAGS: '' },
  });
