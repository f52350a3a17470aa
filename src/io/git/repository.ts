import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { PlumblineError } from '../../shared/errors.ts';
import { git } from './command.ts';
import { looksBare, repositoryFolder } from './repository-folder.ts';

/** What one run of git says about a repository. */
interface Answer {
  readonly isShallow: boolean;
  /** Empty if no ref was asked for. */
  readonly commit: string;
}

/**
 * The git repository that contains a folder. Every name is looked up only once, so a ref that moves meanwhile keeps its first
 * value. Also, each run of git takes some milliseconds.
 */
export class Repository {
  /** A folder in the repository, usually the current one. Paths are relative to it. */
  readonly folder: string;
  readonly #answers = new Map<string, Promise<Answer>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Top folder of the repository. Throws PlumblineError('usage') outside a repository. */
  async root(): Promise<string> {
    // git must check the owner of the repository. Any earlier question has made it do so.
    const [firstAnswer] = await Promise.allSettled(this.#answers.values());
    if (firstAnswer?.status !== 'fulfilled') await this.#ask('');
    return topOf(this.folder);
  }

  /** Whether the clone lacks history, as `actions/checkout` makes it by default. */
  async isShallow(): Promise<boolean> {
    return (await this.#ask('')).isShallow;
  }

  /** The commit that a ref names. Throws PlumblineError('usage') if there is none. */
  async commit(ref: string): Promise<string> {
    if (!isPlausible(ref)) throw await this.#unknownRef(ref);
    const { commit } = await this.#ask(ref).catch(async () => ({ commit: '' }));
    if (!/^[0-9a-f]{40,64}$/.test(commit)) throw await this.#unknownRef(ref);
    return commit;
  }

  /**
   * The merge base of two refs; undefined if they have no common history or the clone is too shallow. If this is called first, one
   * run of git answers all questions of a comparison.
   */
  async mergeBase(a: string, b: string): Promise<string | undefined> {
    const parting = isPlausible(a) && isPlausible(b) ? askBoth(this.folder, a, b) : undefined;

    for (const side of ['a', 'b'] as const)
      this.#learn(
        { a, b }[side],
        parting?.then((answers) => answers[side]),
      );

    const answers = await parting?.catch(() => undefined);
    if (answers?.parting) this.#learn(answers.parting.commit, Promise.resolve(answers.parting));
    await this.commit(a);
    // HEAD may have no commit yet. Then there is no merge base either.
    if (b !== 'HEAD') await this.commit(b);

    return answers?.parting?.commit;
  }

  /** Stores an answer about a ref in advance. If it fails, git is asked about this ref only. */
  #learn(ref: string, answer: Promise<Answer> | undefined): void {
    // Perhaps nothing awaits it, so a failure must not end the process.
    answer?.catch(() => {});
    if (answer === undefined || this.#answers.has(ref)) return;

    const cached = answer.catch(() => ask(this.folder, ref));
    // A failure is reported to whoever awaits it.
    cached.catch(() => {});
    this.#answers.set(ref, cached);
  }

  /**
   * A folder of this name. Throws PlumblineError('usage') if a ref has the same name, because adding a folder `main` to a branch must
   * not decide what the branch is compared with.
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

  /** Paths as in git's trees: relative to the root, with slashes. Throws PlumblineError('usage') for a path outside the repository. */
  async pathsWithin(paths: readonly string[]): Promise<string[]> {
    const root = await this.root();
    const from = await realpath(this.folder);

    return paths.map((path) => {
      const inside = relative(root, resolve(from, path)).replaceAll('\\', '/');
      if (inside === '..' || inside.startsWith('../') || isAbsolute(inside)) {
        throw new PlumblineError('usage', `\`${path}\` is outside the repository`, {
          help: `Name a path inside the repository, whose root is ${root}.`,
        });
      }

      if (inside === '') return '.';
      return inside;
    });
  }

  #ask(ref: string): Promise<Answer> {
    const answer = this.#answers.get(ref) ?? ask(this.folder, ref);
    this.#answers.set(ref, answer);
    return answer;
  }

  /** The error for an unknown ref. Outside a repository, throws the error for that. */
  async #unknownRef(ref: string): Promise<PlumblineError> {
    const shallow = await this.isShallow();
    const local = /^[^/]+\/(.+)$/.exec(ref)?.[1];
    const hasLocal = local !== undefined && (await this.#isRef(local));

    const help = () => {
      if (shallow)
        return 'Set `fetch-depth: 0` in actions/checkout, or run `git fetch --unshallow`. This clone is shallow.';
      if (hasLocal) return `Fetch it first, or compare with the branch \`${local}\` that this clone has.`;
      return 'Fetch it first, for example with `git fetch origin main`, and use the name that git gives it, such as `origin/main`.';
    };

    return new PlumblineError('usage', `\`${ref}\` is neither a folder nor a commit of this repository`, {
      help: help(),
    });
  }
}

const ambiguous = (name: string): PlumblineError =>
  new PlumblineError('usage', `\`${name}\` is both a folder and a git ref`, {
    help: `Write \`./${name}\` for the folder, \`refs/heads/${name}\` for a local branch, or \`refs/remotes/${name}\` for a remote branch.`,
  });

/** Whether it can be a ref. Git could mistake a name that starts with a dash for an option. */
const isPlausible = (ref: string): boolean => ref !== '' && !ref.startsWith('-') && !ref.includes('\0');

async function ask(folder: string, ref: string): Promise<Answer> {
  const { lines, ...answer } = await revParse(folder, ref === '' ? [] : [`${ref}^{commit}`]);
  return { ...answer, commit: lines.length === 1 ? lines[0]! : '' };
}

/** What git says about two refs and their merge base. */
interface Parting {
  readonly a: Answer;
  readonly b: Answer;
  readonly parting: Answer | undefined;
}

async function askBoth(folder: string, a: string, b: string): Promise<Parting> {
  // git writes the second ref, the first one, and `^COMMIT` for each merge base.
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
    help: 'Run plumbline in a clone that is not bare, or in a working tree made with `git worktree add`.',
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

  // git before 2.35.3 writes "unsafe repository".
  const isForeign = /dubious ownership|unsafe repository/.test(stderr ?? '');

  if (isForeign) {
    const help = `Run \`git config --global --add safe.directory ${folder}\`.`;
    return new PlumblineError('usage', `\`${folder}\` is in a git repository that belongs to another user`, {
      help,
      cause: error,
    });
  }

  return new PlumblineError('usage', `\`${folder}\` is not in a git repository`, {
    help: 'Run plumbline inside the repository, or pass folders instead of refs.',
    cause: error,
  });
}
