import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../program.ts';

/** Programs of the system that isolate others. Only Linux has them. */
export interface Isolation {
  readonly unshare: string;
  readonly mount: string;
  readonly setpriv: string;
}

/** Why programs cannot be isolated here, as a clause, and what to do about it. */
interface NoIsolation {
  readonly why: string;
  readonly help: string;
}

/** A folder that becomes the whole file system of a program. */
interface IsolatedFolder {
  readonly root: string;
  /** The folder within the root that the program starts in: `/tree`. */
  readonly folder: string;
  /** Files of this machine that the program sees, read-only. `target` is a path within the root. */
  readonly files: readonly { readonly source: string; readonly target: string }[];
  /** Shell commands that set limits. */
  readonly limits: string;
  /** The most that the program may write to /tmp. */
  readonly tmpBytes: number;
}

/**
 * Builds the file system of a program, and starts it there. It runs as root of a user namespace, which has no rights outside. The last
 * command enters another user namespace as a user without rights, and then the folder as root directory. From there, no system call
 * leads back: leaving a root directory and creating another namespace both need rights that the program does not have.
 */
const script = (limits: string): string => `${limits}
echo 1000 2>/dev/null >/proc/self/oom_score_adj
set -e
mount=$1 unshare=$2 root=$3 entered=$4 folder=$5 tmp=$6
shift 6
"$mount" --bind "$root" "$root"
while [ "$1" != -- ]; do
  "$mount" -o bind,ro,nosuid,nodev "$1" "$root$2"
  shift 2
done
shift
"$mount" --bind /dev/null "$root/dev/null"
"$mount" -t tmpfs -o "size=$tmp,nosuid,nodev,noexec" tmpfs "$root/tmp"
"$mount" -o remount,bind,ro,nosuid,nodev,noexec "$root"
unset mount PWD OLDPWD
exec "$unshare" --user --map-user=65534 --map-group=65534 --root="$entered" --wd="$folder" "$@"`;

/** Own users, mounts, processes, network and shared memory. If this process or its thread ends, so does everything in them. */
const namespaces = [
  '--user',
  '--map-root-user',
  '--mount',
  '--pid',
  '--net',
  '--ipc',
  '--uts',
  '--fork',
  '--kill-child',
];

/** Adds the folders and empty files that the mounts need. */
export function prepareFolder({ root, files }: Pick<IsolatedFolder, 'root' | 'files'>): void {
  for (const name of ['dev', 'tmp']) mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
  for (const target of ['/dev/null', ...files.map((file) => file.target)]) {
    mkdirSync(dirname(join(root, target)), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, target), '', { mode: 0o600 });
  }
}

/** The command that runs a program in an isolated folder. The program sees that folder, no other process and no network. */
export function isolatedCommand(isolation: Isolation, place: IsolatedFolder, command: readonly string[]): string[] {
  return commandIn(isolation, { ...place, entered: place.root }, command);
}

function commandIn(
  { unshare, mount, setpriv }: Isolation,
  { root, entered, folder, files, limits, tmpBytes }: IsolatedFolder & { readonly entered: string },
  command: readonly string[],
): string[] {
  return [
    ...[
      setpriv,
      '--no-new-privs',
      '--pdeathsig',
      'KILL',
      unshare,
      ...namespaces,
      '--',
      '/bin/sh',
      '-c',
      script(limits),
    ],
    ...['sh', mount, unshare, root, entered, folder, String(tmpBytes)],
    ...files.flatMap(({ source, target }) => [source, target]),
    ...['--', ...command],
  ];
}

let answer: Promise<Isolation | NoIsolation> | undefined;

/** What isolates programs here, or why nothing does. It is tried once, because the reasons are many: kernel, sysctl, AppArmor, seccomp. */
export function isolation(): Promise<Isolation | NoIsolation> {
  answer ??= probe();
  return answer;
}

/** Where programs of the system are. PATH does not count, because this decides about security. */
const systemPath = '/usr/bin:/bin:/usr/sbin:/sbin';

async function probe(): Promise<Isolation | NoIsolation> {
  if (process.platform !== 'linux')
    return { why: 'only Linux can isolate them from this machine', help: 'Run it on Linux' };

  const [unshare, mount, setpriv] = ['unshare', 'mount', 'setpriv'].map((name) => findProgram(name, systemPath));

  if (unshare === undefined || mount === undefined || setpriv === undefined)
    return {
      why: '`unshare`, `mount` or `setpriv` is not installed',
      help: 'Install util-linux',
    };

  const programs = { unshare, mount, setpriv };
  const refused = await attempt(programs);

  return refused ?? programs;
}

/** Does everything that isolation needs, with a program that does nothing. */
async function attempt(isolation: Isolation): Promise<NoIsolation | undefined> {
  let root: string;

  try {
    root = mkdtempSync(join(tmpdir(), `plumbline-probe-${process.pid}-`));
  } catch {
    return {
      why: 'the folder for temporary files is not writable',
      help: 'Mount a tmpfs at /tmp, or set TMPDIR',
    };
  }

  try {
    const files = [{ source: '/bin/sh', target: '/bin/sh' }];
    prepareFolder({ root, files });
    const place = { root, entered: '/', folder: '/', files, limits: ':', tmpBytes: 4096 };
    const ended = await outputOf(commandIn(isolation, place, ['/bin/sh', '-c', ':']));

    if (ended === undefined)
      return { why: 'this system does not let it create user namespaces and mount in them', help: helpHere() };

    return undefined;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Settings of the kernel that forbid user namespaces, the value that does, and the one that allows them. */
const switches: readonly (readonly [name: string, forbids: string, allows: string])[] = [
  ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
  ['kernel.unprivileged_userns_clone', '0', '1'],
  ['user.max_user_namespaces', '0', '1000'],
];

function helpHere(): string {
  const set = switches.filter(([name, forbids]) => settingOf(name) === forbids);
  if (set.length === 0)
    return 'Let the container or service create user namespaces and mount, as docs/bot.md describes';
  return `Run ${set.map(([name, , allows]) => `\`sudo sysctl -w ${name}=${allows}\``).join(' and ')} before`;
}

function settingOf(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The shared libraries of a program with their loader. None if it needs none, as the programs of releases. */
export async function sharedLibraries(program: string): Promise<string[]> {
  const ldd = findProgram('ldd', systemPath);
  const listed = ldd === undefined ? undefined : await outputOf([ldd, program]);
  const paths = [...(listed ?? '').matchAll(/(?:^|\s)(\/\S+) \(0x[0-9a-f]+\)/g)].map(([, path]) => path!);
  return [...new Set(paths)].sort();
}

/** What a command prints; undefined if it fails. */
const outputOf = ([program, ...args]: readonly string[]): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = spawn(program!, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? text : undefined));
  });

let cut: Promise<readonly string[]> | undefined;

/** The command that starts a program without network where it cannot be isolated from the rest. Empty if that is impossible as well. */
export function withoutNetwork(): Promise<readonly string[]> {
  cut ??= probeNetwork();
  return cut;
}

/** With and without a user namespace. The second is for root in a container that may create namespaces but may not map users. */
const prefixes: readonly (readonly string[])[] = [
  ['--user', '--map-root-user', '--net', '--'],
  ['--net', '--'],
];

async function probeNetwork(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];

  const unshare = findProgram('unshare', systemPath);
  if (unshare === undefined) return [];
  for (const options of prefixes)
    if ((await outputOf([unshare, ...options, '/bin/sh', '-c', ':'])) !== undefined) return [unshare, ...options];
  return [];
}
