import { statSync } from 'node:fs';
import { findProgram } from '../program.ts';
import { type Isolation, isolation, sharedLibraries } from './isolation.ts';
import { Sandbox, type SandboxProgram } from './sandbox.ts';

/** The name of a program that renders. */
export type ToolName = 'kustomize' | 'helm';

/** An installed program. */
export interface Tool extends SandboxProgram {
  readonly name: ToolName;
  /** The version that it prints: `v5.8.1`. */
  readonly version: string;
  /** Null if it does not run in isolation here. */
  readonly isolation: Isolation | null;
}

/** Something that this machine lacks, so that roots are not rendered here. */
export interface Lack {
  readonly code: 'render/tool-missing' | 'render/not-here';
  /** A clause that says what is missing. */
  readonly clause: string;
  /** The same in a few words. */
  readonly reason: string;
  readonly help: string;
}

/** Where programs are looked for, and how they must run. */
export interface ToolSearch {
  /** PATH of the process. */
  readonly path: string | undefined;
  /** This process has credentials, so a program that is not isolated from it must not run. */
  readonly mustIsolate: boolean;
}

/** Where to get a program. */
const toolSource: Readonly<Record<ToolName, string>> = {
  kustomize: 'https://kubectl.docs.kubernetes.io/installation/kustomize/',
  helm: 'https://helm.sh/docs/intro/install/',
};

/** The oldest supported version. Only this major version was tested in the sandbox, and another one may do things that this one refuses. */
const oldest: Readonly<Record<ToolName, readonly [major: number, minor: number, patch: number]>> = {
  kustomize: [5, 0, 0],
  // Older versions of helm make a DNS request for a chart that calls `getHostByName`.
  helm: [3, 11, 1],
};

/** The programs' names and versions in messages. */
const toolNeeded: Readonly<Record<ToolName, string>> = {
  kustomize: 'kustomize v5',
  helm: 'helm v3 (3.11.1 or newer)',
};

const versionArguments: Readonly<Record<ToolName, readonly string[]>> = {
  kustomize: ['version'],
  helm: ['version', '--template', '{{ .Version }}'],
};

/** Finds a program and asks for its version. If it cannot be used, says what is missing. */
export async function findTool(name: ToolName, { path, mustIsolate }: ToolSearch): Promise<Tool | readonly Lack[]> {
  // Whatever started this process: where a job can sign in to a cluster, no program runs (ADR 0028).
  if (process.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN) return [nextToIdentity];

  const at = findProgram(name, path);
  const isolated = await isolation();
  const uncut = mustIsolate && 'why' in isolated ? [notIsolated(isolated.why, isolated.help)] : [];
  if (at === undefined) return [notInstalled(name), ...uncut];
  if (uncut.length > 0) return uncut;

  const program = { name, path: at, libraries: await sharedLibraries(at) };
  const inIsolation = 'why' in isolated ? undefined : await versionOf(program, isolated);
  if (inIsolation === undefined && mustIsolate) return [notStarted(name)];

  const version = inIsolation ?? (await versionOf(program, null));
  if (version === undefined || !isTried(name, version)) return [notInstalled(name)];

  return { ...program, version, isolation: inIsolation === undefined ? null : (isolated as Isolation) };
}

const versions = new Map<string, Promise<string | undefined>>();

/** The version that a program prints. Each state of its file is asked once, because the bot runs for a long time. */
function versionOf(program: SandboxProgram & { readonly name: ToolName }, within: Isolation | null) {
  const { size, mtimeMs } = statSync(program.path);
  const key = JSON.stringify([program.path, size, mtimeMs, within !== null]);
  const version = versions.get(key) ?? askVersion(program, within);
  versions.set(key, version);
  return version;
}

async function askVersion(
  program: SandboxProgram & { readonly name: ToolName },
  within: Isolation | null,
): Promise<string | undefined> {
  const sandbox = new Sandbox({ isolation: within });
  const outcome = await sandbox.run(program, versionArguments[program.name]).finally(() => sandbox.dispose());
  if ('output' in outcome) return /(?<!\d)v?\d+\.\d+\S*/.exec(outcome.output)?.[0];
  return undefined;
}

const notInstalled = (name: ToolName): Lack => ({
  code: 'render/tool-missing',
  clause: `${toolNeeded[name]} is not installed here`,
  reason: `${toolNeeded[name]} is not installed`,
  help: `Install it from ${toolSource[name]} and add it to PATH.`,
});

const elsewhere = 'or see the result of the job on `pull_request` with `mode: review`, which renders them';

const nextToIdentity: Lack = {
  code: 'render/not-here',
  clause: 'This job can request identity tokens (`id-token: write`)',
  reason: 'the job can request identity tokens',
  help: `Render in a job without \`id-token: write\`, ${elsewhere}.`,
};

const notIsolated = (why: string, help: string): Lack => ({
  code: 'render/not-here',
  clause: `Programs cannot be kept from the credentials of this process, because ${why}`,
  reason: 'programs cannot be isolated from credentials here',
  help: `${help}, ${elsewhere}.`,
});

const notStarted = (name: ToolName): Lack => ({
  code: 'render/not-here',
  clause: `${toolNeeded[name]} does not start here when it is isolated from this machine`,
  reason: `${toolNeeded[name]} does not start in isolation`,
  help: `Install a release from ${toolSource[name]}, which needs no other files, ${elsewhere}.`,
});

function isTried(name: ToolName, version: string): boolean {
  const [major = 0, ...parts] = [...version.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const [oldestMajor, ...wanted] = oldest[name];
  if (major !== oldestMajor) return false;
  const differing = wanted.findIndex((number, i) => number !== (parts[i] ?? 0));
  return differing === -1 || (parts[differing] ?? 0) > wanted[differing]!;
}
