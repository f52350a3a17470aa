import { findProgram } from '../program.ts';
import { Sandbox } from './sandbox.ts';

/** The name of a program that renders. */
export type ToolName = 'kustomize' | 'helm';

/** An installed program. */
export interface Tool {
  readonly name: ToolName;
  readonly path: string;
  /** The version that it prints: `v5.8.1`. */
  readonly version: string;
}

/** Where to get a program. */
export const toolSource: Readonly<Record<ToolName, string>> = {
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
export const toolNeeded: Readonly<Record<ToolName, string>> = {
  kustomize: 'kustomize v5',
  helm: 'helm v3 (3.11.1 or newer)',
};

const versionArguments: Readonly<Record<ToolName, readonly string[]>> = {
  kustomize: ['version'],
  helm: ['version', '--template', '{{ .Version }}'],
};

/** Finds a program and asks for its version; undefined if there is none, or if its version is not supported. */
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
