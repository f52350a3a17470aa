import { promisify } from 'node:util';

/** Node takes a while to load this, and a check of files never needs it. At once, so that git works while files are read. */
const childProcess = () => process.getBuiltinModule('node:child_process');

/** Nothing git does here asks a question, takes a lock or fetches what a partial clone lacks. */
const environment = () => ({
  ...process.env,
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
});

const quiet = ['-c', 'core.fsmonitor=false'];

/** What git writes to standard output. Fails with git's own error, whose `stderr` says why. */
export async function git(folder: string, args: readonly string[]): Promise<string> {
  const { execFile } = childProcess();
  const { stdout } = await promisify(execFile)('git', [...quiet, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
    env: environment(),
  });
  return stdout;
}

/** The same, for what git ends with NULs. */
export async function gitNames(folder: string, args: readonly string[]): Promise<string[]> {
  return (await git(folder, args)).split('\0').filter(Boolean);
}

/** Asks one git process for many objects; what it answers comes in chunks cut anywhere. */
export async function catFile(root: string, ids: readonly string[], push: (chunk: Buffer) => void): Promise<void> {
  const { spawn } = childProcess();
  const child = spawn('git', [...quiet, 'cat-file', '--batch', '--buffer'], { cwd: root, env: environment() });
  child.stderr.resume();
  // git may end early; the answers that are missing tell.
  child.stdin.on('error', () => {});
  child.stdin.end(`${ids.join('\n')}\n`);
  for await (const chunk of child.stdout) push(chunk as Buffer);
}
