import { findProgram } from '../program.ts';
import { Sandbox } from './sandbox.ts';

/** A program that renders. */
export type ToolName = 'kustomize' | 'helm';

/** A program of this machine. */
export interface Tool {
  readonly name: ToolName;
  readonly path: string;
  /** As it says itself: `v5.8.1`. */
  readonly version: string;
}

/** Where people get a program. */
export const toolSource: Readonly<Record<ToolName, string>> = {
  kustomize: 'https://kubectl.docs.kubernetes.io/installation/kustomize/',
  helm: 'https://helm.sh/docs/intro/install/',
};

/** The oldest version of the only major that the sandbox was tried with: another major may do on its own what this one refuses. */
const oldest: Readonly<Record<ToolName, readonly [major: number, minor: number, patch: number]>> = {
  kustomize: [5, 0, 0],
  // Before it, helm looks up a name of the network for a chart that calls `getHostByName`.
  helm: [3, 11, 1],
};

/** The programs as people are asked for them. */
export const toolNeeded: Readonly<Record<ToolName, string>> = {
  kustomize: 'kustomize v5',
  helm: 'helm v3 (3.11.1 or newer)',
};

const versionArguments: Readonly<Record<ToolName, readonly string[]>> = {
  kustomize: ['version'],
  helm: ['version', '--template', '{{ .Version }}'],
};

/** Finds a program and asks for its version; undefined where there is none that answers, or one that the sandbox was not tried with. */
export async function findTool(name: ToolName, path: string | undefined): Promise<Tool | undefined> {
  const found = findProgram(name, path);
  if (found === undefined) return undefined;
  const sandbox = new Sandbox();
  const outcome = await sandbox.run(found, versionArguments[name]).finally(() => sandbox.dispose());
  const version = 'output' in outcome ? /v?\d+\.\d+\S*/.exec(outcome.output)?.[0] : undefined;
  return version === undefined || !isTried(name, version) ? undefined : { name, path: found, version };
}

function isTried(name: ToolName, version: string): boolean {
  const [major = 0, ...given] = [...version.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const [oldestMajor, ...wanted] = oldest[name];
  if (major !== oldestMajor) return false;
  const differing = wanted.findIndex((number, i) => number !== (given[i] ?? 0));
  return differing === -1 || (given[differing] ?? 0) > wanted[differing]!;
}
