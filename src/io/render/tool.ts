import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { findProgram } from '../program.ts';

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

/** The majors that the sandbox was tried with: another one may do on its own what this one refuses. */
export const toolMajors: Readonly<Record<ToolName, number>> = { kustomize: 5, helm: 3 };

const versionArguments: Readonly<Record<ToolName, readonly string[]>> = {
  kustomize: ['version'],
  helm: ['version', '--template', '{{ .Version }}'],
};

/** Finds a program and asks for its version; undefined where there is none of the right major that answers. */
export async function findTool(name: ToolName, path: string | undefined): Promise<Tool | undefined> {
  const found = findProgram(name, path);
  if (found === undefined) return undefined;
  const output = await answer(found, versionArguments[name]);
  const version = /v?\d+\.\d+\S*/.exec(output ?? '')?.[0];
  const major = Number(/\d+/.exec(version ?? '')?.[0]);
  return version === undefined || major !== toolMajors[name] ? undefined : { name, path: found, version };
}

function answer(path: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(path, args, { env: { HOME: tmpdir() }, stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? output : undefined));
  });
}
