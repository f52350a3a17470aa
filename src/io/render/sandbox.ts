import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../program.ts';
import { chartFile } from './chart-files.ts';

/** Limits of one run. */
export interface SandboxLimits {
  readonly seconds: number;
  /** Largest standard output. */
  readonly outputBytes: number;
  /** Largest total size of the files written for it. */
  readonly inputBytes: number;
  /** Largest memory that the program may allocate. */
  readonly memoryBytes: number;
}

const defaultLimits: SandboxLimits = {
  seconds: 30,
  outputBytes: 32 * 1024 * 1024,
  inputBytes: 128 * 1024 * 1024,
  memoryBytes: 4 * 1024 * 1024 * 1024,
};

/** The result of a run. */
export type SandboxOutcome =
  | { readonly output: string }
  | { readonly error: string }
  | { readonly limit: 'time' | 'output' | 'input' }
  /** Not run, because a file would make the program read outside the sandbox. */
  | { readonly refused: { readonly path: string; readonly why: string } };

/**
 * A separate folder for one run, with only the files that were checked before, an empty HOME and an empty PATH. The program finds no
 * configuration, no credentials, no plugins and no other programs.
 */
export class Sandbox {
  readonly #root: string;
  readonly tree: string;
  readonly #limits: SandboxLimits;
  #written = 0;
  #refused: { readonly path: string; readonly why: string } | undefined;

  constructor(limits: SandboxLimits = defaultLimits) {
    this.#root = mkdtempSync(join(tmpdir(), `plumbline-render-${process.pid}-`));
    this.tree = join(this.#root, 'tree');
    this.#limits = limits;
    for (const name of ['tree', 'home', 'tmp', 'bin']) mkdirSync(join(this.#root, name), { mode: 0o700 });
  }

  /** Writes a file below the tree, never executable. `path` has been resolved within the repository. */
  write(path: string, content: Buffer | string): void {
    this.#written += content.length;
    if (this.isFull) return;
    const looked = chartFile(path, Buffer.from(content), this.#limits.inputBytes);
    if ('refused' in looked) {
      this.#refused ??= { path, why: looked.refused };
      return;
    }
    const at = join(this.tree, path);
    mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
    writeFileSync(at, looked.bytes, { mode: 0o600 });
  }

  /** A program that others may start with only these commands. So kustomize can let helm render but never fetch. */
  only(program: string, commands: readonly string[]): string {
    if (process.platform === 'win32') return program;
    const quoted = `'${program.replaceAll("'", `'\\''`)}'`;
    const at = join(this.#root, 'bin', 'helm');
    const script = `#!/bin/sh\ncase "$1" in ${commands.join('|')}) exec ${quoted} "$@" ;; esac\necho "Error: $1 would use the network" >&2\nexit 1\n`;
    writeFileSync(at, script);
    chmodSync(at, 0o700);
    return at;
  }

  get isFull(): boolean {
    return this.#written > this.#limits.inputBytes;
  }

  /** Path of a file in the sandbox, for arguments. */
  path(...steps: readonly string[]): string {
    return join(this.tree, ...steps);
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  async run(program: string, args: readonly string[]): Promise<SandboxOutcome> {
    if (this.isFull) return { limit: 'input' };
    if (this.#refused) return { refused: this.#refused };
    const [command, ...rest] = [...(await isolation()), ...this.#limited(), program, ...args];
    return this.#spawn(command!, rest);
  }

  /** The shell sets limits that Node cannot: memory, processor time and file size. It gets no text of the repository. */
  #limited(): string[] {
    if (process.platform === 'win32') return [];
    const { memoryBytes, seconds, outputBytes } = this.#limits;
    const set = [`-t ${seconds * 2}`, `-f ${Math.ceil(outputBytes / 512)}`, `-v ${memoryBytes / 1024}`];
    // A system that does not support one of these limits still sets the others.
    const script = `${set.map((one) => `ulimit ${one} 2>/dev/null`).join('; ')}; exec "$@"`;
    return ['/bin/sh', '-c', script, 'sh'];
  }

  #spawn(command: string, args: readonly string[]): Promise<SandboxOutcome> {
    const { seconds, outputBytes } = this.#limits;
    return new Promise((resolve) => {
      const child = spawn(command, args, {
        cwd: this.tree,
        env: this.#environment(),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
      });
      const chunks: Buffer[] = [];
      const errors: Buffer[] = [];
      let [size, errorSize] = [0, 0];
      let limit: 'time' | 'output' | undefined;
      const stop = (why: 'time' | 'output'): void => {
        limit ??= why;
        killGroup(child.pid);
      };
      const timer = setTimeout(() => stop('time'), seconds * 1000);
      child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > outputBytes) stop('output');
        else chunks.push(chunk);
      });
      child.stderr.on('data', (chunk: Buffer) => {
        errorSize += chunk.length;
        if (errorSize <= 64 * 1024) errors.push(chunk);
      });
      child.on('error', (error) => {
        clearTimeout(timer);
        resolve({ error: error.message });
      });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        if (limit !== undefined || signal === 'SIGXCPU') resolve({ limit: limit ?? 'time' });
        else if (code === 0) resolve({ output: Buffer.concat(chunks).toString('utf8') });
        else resolve({ error: this.#plain(Buffer.concat(errors).toString('utf8')) });
      });
    });
  }

  /** An environment without tokens, without a working proxy and without a cluster. */
  #environment(): Record<string, string> {
    const at = (name: string): string => join(this.#root, name);
    const nowhere = 'http://127.0.0.1:9';
    return {
      PATH: at('bin'),
      HOME: at('home'),
      TMPDIR: at('tmp'),
      ...{ XDG_CONFIG_HOME: at('home'), XDG_CACHE_HOME: at('home'), XDG_DATA_HOME: at('home') },
      ...{ HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, NO_PROXY: '' },
      ...{ HELM_PLUGINS: at('bin'), HELM_NO_PLUGINS: '1', KUBECONFIG: join(at('home'), 'none') },
      GOMEMLIMIT: String(Math.floor(this.#limits.memoryBytes / 2)),
      ...{ GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: 'none', LC_ALL: 'C' },
    };
  }

  /** An error without the path of this run's temporary folder. */
  #plain(text: string): string {
    return text.replaceAll(`${this.tree}/`, '').replaceAll(this.tree, '.').replaceAll(`${this.#root}/`, '');
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

let known: Promise<readonly string[]> | undefined;

/** The command that starts a program without network, in a network namespace. Empty if the system does not allow one. */
function isolation(): Promise<readonly string[]> {
  known ??= probe();
  return known;
}

/** Whether programs run without network. If not, only the check of files before the run prevents network access. */
export const isNetworkCut = async (): Promise<boolean> => (await isolation()).length > 0;

/** With and without a user namespace. The second is for root in a container that may create namespaces but may not map users. */
const prefixes: readonly (readonly string[])[] = [
  ['--user', '--map-root-user', '--net', '--'],
  ['--net', '--'],
];

async function probe(): Promise<readonly string[]> {
  const unshare = process.platform === 'linux' ? findProgram('unshare', '/usr/bin:/bin:/usr/sbin:/sbin') : undefined;
  if (unshare === undefined) return [];
  for (const options of prefixes) if (await isPossible(unshare, options)) return [unshare, ...options];
  return [];
}

const isPossible = (unshare: string, options: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(unshare, [...options, '/bin/sh', '-c', ':'], { env: {}, stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
