import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPathWithin } from '../files/is-within.ts';
import { chartFile, type UnpackBudget } from './chart-files.ts';
import { type Isolation, isolatedCommand, prepareFolder, withoutNetwork } from './isolation.ts';
import { defaultLimits, type SandboxLimits } from './render-bounds.ts';
import { newSandboxFolder } from './sandbox-folders.ts';

/** The result of a run. */
export type SandboxOutcome =
  | { readonly output: string }
  | { readonly error: string }
  | { readonly limit: 'time' | 'output' | 'input' | 'killed' }
  /** Not run, because a file would make the program read outside the sandbox. */
  | { readonly refused: RefusedFile };

/** A file that was not written, why, and what to do. */
interface RefusedFile {
  readonly path: string;
  readonly why: string;
  readonly help: string;
}

/** A program that a sandbox may run, and the shared libraries that it needs when it is isolated. */
export interface SandboxProgram {
  readonly name: string;
  readonly path: string;
  readonly libraries: readonly string[];
}

/** How a sandbox runs programs. */
export interface SandboxOptions {
  readonly limits?: SandboxLimits | undefined;
  /** Null where programs cannot be isolated. Then they are only kept from the network, if the system allows that. */
  readonly isolation?: Isolation | null | undefined;
  /** Ends the running program. `run` then throws the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The folder of the tree. In isolation, it is a path of its own, which must not be a path of a repository by chance. */
const treeName = 'plumbline-tree';

/**
 * A separate folder for one run, with only the files that were checked before, an empty HOME and an empty PATH. The program finds no
 * configuration, no credentials, no plugins and no other programs. In isolation, it finds nothing else of this machine either.
 */
export class Sandbox {
  readonly #root: string;
  readonly tree: string;
  readonly #limits: SandboxLimits;
  readonly #isolation: Isolation | null;
  readonly #signal: AbortSignal | undefined;
  /** Programs that the program may start. */
  readonly #helpers: SandboxProgram[] = [];
  #written = 0;
  readonly #budget: UnpackBudget;
  #refused: RefusedFile | undefined;

  constructor({ limits = defaultLimits, isolation = null, signal }: SandboxOptions = {}) {
    this.#root = newSandboxFolder();
    this.tree = join(this.#root, treeName);
    this.#limits = limits;
    this.#budget = { bytes: limits.inputBytes, left: limits.inputBytes };
    this.#isolation = isolation;
    this.#signal = signal;
    for (const name of [treeName, 'home', 'tmp', 'bin']) mkdirSync(join(this.#root, name), { mode: 0o700 });
  }

  /** Writes a file below the tree, never executable. A file that has no place there is refused. */
  write(path: string, content: Buffer | string): void {
    this.#written += content.length;
    if (this.isFull || this.#refused) return;

    const at = join(this.tree, path);
    const looked = chartFile(path, Buffer.from(content), this.#budget);

    if (!isPathWithin(this.tree, at)) this.#refuse(path, `\`${path}\` is outside the repository`);
    else if ('refused' in looked)
      this.#refused = { path, why: looked.refused, help: 'Keep the whole chart and its schema in the repository.' };
    else
      try {
        mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
        writeFileSync(at, looked.bytes, { mode: 0o600 });
      } catch (error) {
        if (!noPlace.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
        this.#refuse(path, `\`${path}\` cannot be created next to the other files`);
      }
  }

  #refuse(path: string, why: string): void {
    this.#refused = { path, why, help: 'Correct this path.' };
  }

  /**
   * The path of a program that others may start with only these commands. So kustomize can let helm render but never fetch. In isolation
   * there is no network to fetch from, and no shell for a script.
   */
  only(program: SandboxProgram, commands: readonly string[]): string {
    this.#helpers.push(program);
    if (this.#isolation) return placeOf(program);
    if (process.platform === 'win32') return program.path;

    const quoted = `'${program.path.replaceAll("'", `'\\''`)}'`;
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
    return join(this.#isolation ? `/${treeName}` : this.tree, ...steps);
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  async run(program: SandboxProgram, args: readonly string[]): Promise<SandboxOutcome> {
    this.#signal?.throwIfAborted();
    if (this.isFull) return { limit: 'input' };
    if (this.#refused) return { refused: this.#refused };

    if (this.#isolation) return this.#spawn(this.#isolated(this.#isolation, program, args));
    return this.#spawn([...(await withoutNetwork()), ...this.#limited(), program.path, ...args]);
  }

  #isolated(isolation: Isolation, program: SandboxProgram, args: readonly string[]): string[] {
    const programs = [program, ...this.#helpers];
    const files = [
      ...programs.map((program) => ({ source: program.path, target: placeOf(program) })),
      ...new Set(programs.flatMap(({ libraries }) => libraries)),
    ].map((file) => {
      if (typeof file === 'string') return { source: file, target: file };
      return file;
    });

    const place = {
      root: this.#root,
      folder: `/${treeName}`,
      files,
      limits: this.#setLimits(),
      tmpBytes: this.#limits.inputBytes,
    };

    prepareFolder(place);

    return isolatedCommand(isolation, place, [placeOf(program), ...args]);
  }

  /** The shell sets limits that Node cannot. It gets no text of the repository. */
  #limited(): string[] {
    if (process.platform === 'win32') return [];
    return ['/bin/sh', '-c', `${this.#setLimits()}; exec "$@"`, 'sh'];
  }

  /** Memory, processor time, size of a file, and no core dumps. A system that does not support one of these limits still sets the others. */
  #setLimits(): string {
    const { memoryBytes, seconds, outputBytes } = this.#limits;
    const set = [`-t ${seconds * 2}`, `-f ${Math.ceil(outputBytes / 512)}`, `-v ${memoryBytes / 1024}`, '-c 0'];
    return set.map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');
  }

  #spawn([program, ...args]: readonly string[]): Promise<SandboxOutcome> {
    const { seconds, outputBytes } = this.#limits;
    return new Promise((resolve, reject) => {
      const child = spawn(program!, args, {
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
      const abort = (): void => killGroup(child.pid);

      this.#signal?.addEventListener('abort', abort, { once: true });

      const settle = (): void => {
        clearTimeout(timer);
        this.#signal?.removeEventListener('abort', abort);
      };

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
        settle();
        resolve({ error: error.message });
      });

      child.on('close', (code, signal) => {
        settle();
        if (this.#signal?.aborted) reject(this.#signal.reason);
        else if (limit !== undefined || signal === 'SIGXCPU') resolve({ limit: limit ?? 'time' });
        // The system ends the program that uses the most memory.
        else if (signal === 'SIGKILL') resolve({ limit: 'killed' });
        else if (code === 0) resolve({ output: Buffer.concat(chunks).toString('utf8') });
        else resolve({ error: this.#plain(Buffer.concat(errors).toString('utf8')) });
      });
    });
  }

  /** An environment without tokens, without a working proxy and without a cluster. */
  #environment(): Record<string, string> {
    const at = (name: string): string => join(this.#isolation ? '/' : this.#root, name);
    const { processors } = this.#limits;
    const nowhere = 'http://127.0.0.1:9';

    return {
      PATH: at('bin'),
      HOME: at('home'),
      TMPDIR: at('tmp'),
      XDG_CONFIG_HOME: at('home'),
      XDG_CACHE_HOME: at('home'),
      XDG_DATA_HOME: at('home'),
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      ALL_PROXY: nowhere,
      NO_PROXY: '',
      HELM_PLUGINS: at('bin'),
      HELM_NO_PLUGINS: '1',
      KUBECONFIG: join(at('home'), 'none'),
      GOMEMLIMIT: String(Math.floor(this.#limits.memoryBytes / 2)),
      ...(processors !== undefined && { GOMAXPROCS: String(processors) }),
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'none',
      LC_ALL: 'C',
    };
  }

  /** An error without the path of this run's temporary folder. */
  #plain(text: string): string {
    const tree = this.path('.');
    return text.replaceAll(`${tree}/`, '').replaceAll(tree, '.').replaceAll(`${this.#root}/`, '');
  }
}

/** Errors of a path that leads through a file, is a folder, or is too long. */
const noPlace = ['ENOTDIR', 'EEXIST', 'EISDIR', 'ENAMETOOLONG'];

/** Where an isolated program is. */
const placeOf = ({ name }: SandboxProgram): string => `/bin/${name}`;

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Whether programs run without network. If not, only the check of files before the run prevents network access. */
export const isNetworkCut = async (): Promise<boolean> => (await withoutNetwork()).length > 0;
