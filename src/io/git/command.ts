import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

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
  const { stdout } = await run('git', [...quiet, ...args], {
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
  const process = spawn('git', [...quiet, 'cat-file', '--batch', '--buffer'], { cwd: root, env: environment() });
  process.stderr.resume();
  // git may end early; the answers that are missing tell.
  process.stdin.on('error', () => {});
  process.stdin.end(`${ids.join('\n')}\n`);
  for await (const chunk of process.stdout) push(chunk as Buffer);
}
