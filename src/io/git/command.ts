import { join } from 'node:path';
import { promisify } from 'node:util';

/** Node takes a while to load this, and a check of files never needs it. At once, so that git works while files are read. */
const childProcess = () => process.getBuiltinModule('node:child_process');

/** Nothing git does here asks a question, takes a lock or fetches what a partial clone lacks. */
const environment = () => ({
  ...process.env,
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  // git before 2.44 knows no other way to fetch nothing: it speaks no protocol.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
});

/**
 * For reading objects of the repository in a folder, which runs nothing: in a job's container the clone is another user's, and git
 * does not look at the owner where it is told the repository. `-c safe.directory` would do only from git 2.38 on.
 */
export function objectEnvironment(folder: string) {
  const { existsSync } = process.getBuiltinModule('node:fs');
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
  const found = existsSync(join(folder, '.git')) ? join(folder, '.git') : isBare ? folder : undefined;
  return { ...environment(), ...(found !== undefined && process.env.GIT_DIR === undefined && { GIT_DIR: found }) };
}

const quiet = ['-c', 'core.fsmonitor=false'];

/** What git writes to standard output. Fails with git's own error, whose `stderr` says why. */
export async function git(folder: string, args: readonly string[], env = environment()): Promise<string> {
  const { execFile } = childProcess();
  const { stdout } = await promisify(execFile)('git', [...quiet, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
    env,
  });
  return stdout;
}

/** The same, for what git ends with NULs. */
export async function gitNames(folder: string, args: readonly string[]): Promise<string[]> {
  return (await git(folder, args)).split('\0').filter(Boolean);
}

/**
 * Asks one git process for many objects; what it answers comes in chunks cut anywhere. Rejects where
 * there is no git.
 */
export async function catFile(root: string, ids: readonly string[], push: (chunk: Buffer) => void): Promise<void> {
  const { spawn } = childProcess();
  const child = spawn('git', ['cat-file', '--batch', '--buffer'], { cwd: root, env: objectEnvironment(root) });
  const failed = new Promise<never>((_, reject) => child.on('error', reject));
  child.stderr.resume();
  // git may end early; the answers that are missing tell.
  child.stdin.on('error', () => {});
  child.stdin.end(`${ids.join('\n')}\n`);
  const answered = async (): Promise<void> => {
    for await (const chunk of child.stdout) push(chunk as Buffer);
  };
  await Promise.race([answered(), failed]);
}
