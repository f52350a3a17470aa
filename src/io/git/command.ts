import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../program.ts';
import { repositoryFolder } from './repository-folder.ts';

/** Node takes a while to load this, and a check of files never needs it. At once, so that git works while files are read. */
const childProcess = () => process.getBuiltinModule('node:child_process');

/** What git needs to find the configuration of the user, who may have vouched for a folder there (`safe.directory`), and to start at all. */
const passed = [
  ...['PATH', 'HOME', 'XDG_CONFIG_HOME', 'SUDO_UID', 'TMPDIR'],
  ...['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'SYSTEMROOT', 'TEMP', 'TMP'],
];

/** Nothing git does here asks a question, takes a lock, fetches, writes a trace, or reads another object than the one that was named. */
const fixed = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  // git before 2.44 does not know the variable above. It fetches nothing where every protocol is forbidden.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  LC_ALL: 'C',
};

/** Overrides what the repository's own configuration could start. Commands that run filters or textconv are not used at all. */
const settings = [
  ...['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'core.sshCommand=', 'credential.helper='],
  ...['protocol.allow=never', 'safe.bareRepository=explicit'],
].flatMap((setting) => ['-c', setting]);

/** Whether git looks at who owns a repository before it reads it. */
export type Trust = 'any-owner' | 'own';

interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly env: Record<string, string> };
}

/**
 * The only way in which plumbline calls git: the program of an absolute path, with an environment of its own, on the repository
 * that `repositoryFolder` finds. Objects are read whoever owns them: in a job's container the clone is another user's.
 */
function gitCall(folder: string, args: readonly string[], trust: Trust): Call {
  const program = findProgram('git', process.env.PATH);
  // As Node says it when a program cannot be started: whoever can do without git goes on.
  if (program === undefined)
    throw Object.assign(new Error('git is not on PATH'), { code: 'ENOENT', syscall: 'spawn git' });
  const top = repositoryFolder(folder);
  if (top === undefined) throw new Error(`not a git repository: ${folder}`);
  const kept = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  const place =
    trust === 'own' ? { GIT_CEILING_DIRECTORIES: dirname(top) } : { GIT_DIR: join(top, '.git'), GIT_WORK_TREE: top };
  return {
    program,
    args: [...settings, ...args],
    options: { cwd: top, env: { ...Object.fromEntries(kept), ...fixed, ...place } },
  };
}

const maxBuffer = 1024 * 1024 * 1024;

/** What git writes to standard output; it runs in the top folder. Fails with git's own error, whose `stderr` says why. */
export async function git(folder: string, args: readonly string[], trust: Trust = 'any-owner'): Promise<string> {
  const { execFile } = childProcess();
  const call = gitCall(folder, args, trust);
  const options = { ...call.options, encoding: 'utf8' as const, maxBuffer };
  const { stdout } = await promisify(execFile)(call.program, call.args, options);
  return stdout;
}

/** The same, for what git ends with NULs. */
export async function gitNames(folder: string, args: readonly string[]): Promise<string[]> {
  return (await git(folder, args)).split('\0').filter(Boolean);
}

/** What git prints, at once, or undefined when it fails: no git, no repository, no such object. */
export function gitAtOnce(folder: string, args: readonly string[], input = ''): Buffer | undefined {
  try {
    const call = gitCall(folder, args, 'any-owner');
    const { stdout, status } = childProcess().spawnSync(call.program, call.args, { ...call.options, input, maxBuffer });
    return status === 0 ? stdout : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks one git process for many objects; what it answers comes in chunks cut anywhere, and is nothing outside of a repository.
 * Rejects where there is no git.
 */
export async function catFile(folder: string, ids: readonly string[], push: (chunk: Buffer) => void): Promise<void> {
  if (repositoryFolder(folder) === undefined) return;
  const call = gitCall(folder, ['cat-file', '--batch', '--buffer'], 'any-owner');
  const child = childProcess().spawn(call.program, call.args, call.options);
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
