import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Diagnostic } from '../engine/diagnostic.ts';
import { canMatter } from '../engine/manifest/prefilter.ts';
import { PlumblineError } from '../errors.ts';
import { type IgnoreRules, isIgnored, withFolder } from './ignore-rules.ts';
import { unread } from './source-tree.ts';

/** A file with the name that reports know it by. */
export interface FoundFile {
  readonly path: string;
  readonly file: string;
  /** The user named this very file, so it is read whatever it is called, and whatever it is. */
  readonly isNamed: boolean;
}

const skippedFolders = new Set(['.git', 'node_modules', '.terraform', '.terragrunt-cache']);

const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EACCES' || code === 'EPERM' ? 'permission denied' : (code ?? String(error));
};

const permissionHelp = 'Give the user who runs plumbline permission to read it.';

/** The finding for what cannot be opened. */
export const unreadable = (file: string, error: unknown): Diagnostic =>
  unread(file, {
    code: 'io/unreadable',
    severity: 'warning',
    message: `This file cannot be read: ${reasonOf(error)}`,
    help: permissionHelp,
  });

/** The same for what the user named: a review without it is not what was asked for. */
export const refusal = (name: string, cause: unknown): PlumblineError =>
  new PlumblineError('usage', `\`${name}\` cannot be read: ${reasonOf(cause)}`, { cause, help: permissionHelp });

/** The finding for what has the name of a file. */
export const notAFile = (file: string): Diagnostic =>
  unread(file, {
    code: 'io/not-a-file',
    severity: 'warning',
    message: 'This is a pipe, socket or device and no file, so it is not read',
    help: 'Pass its content as `-` (standard input).',
  });

/** Links that are mentioned one by one. */
const maxLinks = 100;

/** Walks folders as git would see them, collecting the files that can matter by their name. */
export class FolderWalk {
  /** By path: what lies in two of the folders is found once. */
  readonly files = new Map<string, FoundFile>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #root: string;
  readonly #starts: readonly string[];
  #links = 0;

  /** Names count from the root; `starts` are the paths that are read. */
  constructor(root: string, starts: readonly string[]) {
    this.#root = root;
    this.#starts = starts;
  }

  /** A file that the user named. */
  file(path: string): void {
    this.files.set(path, { path, file: this.#name(path), isNamed: true });
  }

  /** A folder that the user named, with the rules of those above it. */
  folder(path: string, rules: IgnoreRules): void {
    this.#enter({ path, name: this.#name(path) }, rules, true);
  }

  #name(path: string): string {
    return slashed(relative(this.#root, path));
  }

  #enter(folder: Place, outer: IgnoreRules, isNamed: boolean): void {
    const entries = this.#list(folder, isNamed);
    const names = new Set(entries.map(({ name }) => name));
    // A repository within the repository is a submodule or a stray clone: git does not look into it either.
    if (!isNamed && names.has('.git')) return;
    const rules = names.has('.gitignore') ? withFolder(outer, folder.path) : outer;
    for (const entry of entries) this.#entry(entry, placeIn(folder, entry.name), rules);
  }

  #list({ path, name }: Place, isNamed: boolean): Dirent[] {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      if (isNamed) throw refusal(name || '.', error);
      this.diagnostics.push(unreadable(name, error));
      return [];
    }
  }

  #entry(entry: Dirent, { path, name }: Place, rules: IgnoreRules): void {
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name) && !isIgnored(rules, path, true)) this.#enter({ path, name }, rules, false);
      return;
    }
    if (!canMatter(entry.name) || isIgnored(rules, path, false)) return;
    if (entry.isFile()) this.#found(path, name);
    else if (entry.isSymbolicLink()) this.#link(path, name);
    else this.diagnostics.push(notAFile(name));
  }

  #found(path: string, file: string): void {
    if (!this.files.has(path)) this.files.set(path, { path, file, isNamed: false });
  }

  /** Links are not followed: what they lead to within the tree is read in its own place. */
  #link(path: string, file: string): void {
    const target = realPath(path);
    const isWithin = (start: string): boolean => target === start || target?.startsWith(start + sep) === true;
    if (target === undefined || this.#starts.some((start) => isWithin(realPath(start) ?? start))) return;
    if (++this.#links > maxLinks) return;
    const more = this.#links === maxLinks ? ', and neither are more such links' : '';
    const message = `This link leads out of what is read, so it is not followed${more}`;
    this.diagnostics.push(unread(file, { code: 'io/symlink', severity: 'note', message }));
  }
}

/** A path, and its name from the root. */
interface Place {
  readonly path: string;
  readonly name: string;
}

/** Put together by hand, for a tree has thousands of files. */
const placeIn = ({ path, name }: Place, entry: string): Place => ({
  path: path.endsWith(sep) ? path + entry : path + sep + entry,
  name: name === '' ? entry : `${name}/${entry}`,
});

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
