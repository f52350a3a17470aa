import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { PlumblineError } from '../../errors.ts';
import { git } from './command.ts';
import { looksBare, repositoryFolder } from './repository-folder.ts';

/** What one run of git tells about a repository. */
interface Answer {
  readonly isShallow: boolean;
  /** Empty where no ref was asked for. */
  readonly commit: string;
}

/**
 * The git repository that holds a folder. Every name is looked up once: a ref that moves meanwhile is read as it stood, and git,
 * whose every run takes milliseconds, is asked for little.
 */
export class Repository {
  /** Within the repository, usually the current folder; paths and folders are looked up from here. */
  readonly folder: string;
  readonly #answers = new Map<string, Promise<Answer>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Top folder of the repository; a `usage` error outside of one. */
  async root(): Promise<string> {
    // git looks at the owner of the repository. Whatever was asked before has made it do that.
    const [known] = await Promise.allSettled(this.#answers.values());
    if (known?.status !== 'fulfilled') await this.#ask('');
    return topOf(this.folder);
  }

  /** Whether the clone lacks history, as `actions/checkout` makes it by default. */
  async isShallow(): Promise<boolean> {
    return (await this.#ask('')).isShallow;
  }

  /** The commit that a ref names; a `usage` error if there is none. */
  async commit(ref: string): Promise<string> {
    if (!isPlausible(ref)) throw await this.#unknownRef(ref);
    const { commit } = await this.#ask(ref).catch(async () => ({ commit: '' }));
    if (!/^[0-9a-f]{40,64}$/.test(commit)) throw await this.#unknownRef(ref);
    return commit;
  }

  /**
   * Where two refs parted, or undefined if they have nothing in common (or the clone is too shallow to know). Asked first, it tells
   * in one run of git all that a comparison wants to know.
   */
  async mergeBase(a: string, b: string): Promise<string | undefined> {
    const parting = isPlausible(a) && isPlausible(b) ? askBoth(this.folder, a, b) : undefined;
    for (const side of ['a', 'b'] as const)
      this.#learn(
        { a, b }[side],
        parting?.then((found) => found[side]),
      );
    const found = await parting?.catch(() => undefined);
    if (found?.parting) this.#learn(found.parting.commit, Promise.resolve(found.parting));
    await this.commit(a);
    // HEAD need not be there: where it has no commit yet there is no merge base either.
    if (b !== 'HEAD') await this.commit(b);
    return found?.parting?.commit;
  }

  /** Takes an answer for one that nobody asked for; where it fails git is asked about the ref alone. */
  #learn(ref: string, answer: Promise<Answer> | undefined): void {
    // Nobody may ever await it.
    answer?.catch(() => {});
    if (answer === undefined || this.#answers.has(ref)) return;
    const known = answer.catch(() => ask(this.folder, ref));
    // Whoever awaits it hears of a failure.
    known.catch(() => {});
    this.#answers.set(ref, known);
  }

  /**
   * A folder of that name. A `usage` error where a ref has the same name: whoever adds a folder `main` to a branch must not thereby
   * choose what the branch is compared with.
   */
  async folderNamed(name: string): Promise<string | undefined> {
    const folder = resolve(this.folder, name);
    const isFolder = await stat(folder).then(
      (status) => status.isDirectory(),
      () => false,
    );
    if (!isFolder) return undefined;
    if (!isAbsolute(name) && !name.startsWith('.') && (await this.#isRef(name))) throw ambiguous(name);
    return folder;
  }

  async #isRef(name: string): Promise<boolean> {
    return this.commit(name).then(
      () => true,
      () => false,
    );
  }

  /** Paths as git's trees have them: from the root, with slashes; what lies outside of the repository is a `usage` error. */
  async pathsWithin(paths: readonly string[]): Promise<string[]> {
    const root = await this.root();
    const from = await realpath(this.folder);
    return paths.map((path) => {
      const inside = relative(root, resolve(from, path)).replaceAll('\\', '/');
      if (inside === '..' || inside.startsWith('../') || isAbsolute(inside)) {
        throw new PlumblineError('usage', `\`${path}\` lies outside of the repository`, {
          help: `Its root is ${root}.`,
        });
      }
      return inside === '' ? '.' : inside;
    });
  }

  #ask(ref: string): Promise<Answer> {
    const answer = this.#answers.get(ref) ?? ask(this.folder, ref);
    this.#answers.set(ref, answer);
    return answer;
  }

  /** Outside of a repository no ref is known, and that is the error then. */
  async #unknownRef(ref: string): Promise<PlumblineError> {
    const shallow = await this.isShallow();
    return new PlumblineError('usage', `\`${ref}\` is neither a folder nor a commit of this repository`, {
      help: shallow
        ? 'The clone is shallow: set `fetch-depth: 0` in actions/checkout, or run `git fetch --unshallow`.'
        : 'Fetch it first, for example `git fetch origin main`, and name it as git does (`origin/main`).',
    });
  }
}

const ambiguous = (name: string): PlumblineError =>
  new PlumblineError('usage', `\`${name}\` is both a folder and a ref of git`, {
    help: `Write \`./${name}\` for the folder. For a branch write \`refs/heads/${name}\`, or \`refs/remotes/${name}\` for one of a remote.`,
  });

/** A ref that git could take for an option is none. */
const isPlausible = (ref: string): boolean => ref !== '' && !ref.startsWith('-') && !ref.includes('\0');

async function ask(folder: string, ref: string): Promise<Answer> {
  const { lines, ...answer } = await revParse(folder, ref === '' ? [] : [`${ref}^{commit}`]);
  return { ...answer, commit: lines.length === 1 ? lines[0]! : '' };
}

/** What git knows of two refs, and of the commit where they parted. */
interface Parting {
  readonly a: Answer;
  readonly b: Answer;
  readonly parting: Answer | undefined;
}

async function askBoth(folder: string, a: string, b: string): Promise<Parting> {
  // git writes the second one, the first one, and `^COMMIT` for each place where they parted.
  const { lines, ...answer } = await revParse(folder, [`${a}^{commit}...${b}^{commit}`]);
  const [second = '', first = '', parting] = lines;
  return {
    a: { ...answer, commit: first },
    b: { ...answer, commit: second },
    parting: parting === undefined ? undefined : { ...answer, commit: parting.slice(1) },
  };
}

async function topOf(folder: string): Promise<string> {
  const top = repositoryFolder(await realpath(folder).catch(() => resolve(folder)));
  if (top === undefined) throw notARepository(folder, undefined);
  return top;
}

async function revParse(folder: string, names: readonly string[]) {
  const top = await topOf(folder);
  const output = await git(
    top,
    ['rev-parse', '--is-inside-work-tree', '--is-shallow-repository', ...names],
    'own',
  ).catch((error: unknown) => {
    throw notARepository(folder, error);
  });
  const [isInside, isShallow, ...lines] = output.split('\n').filter(Boolean);
  if (isInside !== 'true') throw noWorkingTree(folder);
  return { isShallow: isShallow === 'true', lines };
}

const noWorkingTree = (folder: string): PlumblineError =>
  new PlumblineError('usage', `\`${folder}\` has no working tree`, {
    help: 'Run plumbline in a clone that is not bare, or in a working tree that `git worktree add` makes of it.',
  });

function notARepository(folder: string, error: unknown): PlumblineError {
  const { code, stderr } = (error ?? {}) as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') {
    return new PlumblineError('usage', `\`git\` cannot be run in \`${folder}\``, {
      help: 'Install git, or pass folders instead of refs.',
      cause: error,
    });
  }
  if (error === undefined && looksBare(folder)) return noWorkingTree(folder);
  // git before 2.35.3 speaks of an unsafe repository.
  const isForeign = /dubious ownership|unsafe repository/.test(stderr ?? '');
  return new PlumblineError('usage', `\`${folder}\` is not in a git repository${isForeign ? ' of this user' : ''}`, {
    help: isForeign
      ? `Run \`git config --global --add safe.directory ${folder}\`.`
      : 'Run plumbline within the repository, or pass folders instead of refs.',
    cause: error,
  });
}
