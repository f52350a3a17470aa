import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isInline, isRemote } from '../../engine/files/sources/kustomize/kustomization.ts';
import { inFolder } from '../../engine/files/sources/repository/file-tree.ts';
import { isKustomizationPath } from '../../engine/manifest/model/kustomization-names.ts';
import { canMatter, isManifestPath } from '../../engine/manifest/prefilter.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { isOddTemplate, KustomizationReader, maxKustomizationBytes } from '../tree/kustomized-files.ts';
import { mayLead } from '../tree/links.ts';
import { unreadDiagnostic } from '../tree/source-tree.ts';
import { type IgnoreRules, isIgnored, slashed, withFolder } from './ignore-rules.ts';
import { isPathWithin } from './is-within.ts';

/** A file with its name in reports. */
export interface FoundFile {
  readonly path: string;
  readonly file: string;
  /** The user named this file, so it is read whatever its name and type. */
  readonly isNamed: boolean;
  /** A link with the name of a manifest, or a kustomization, leads to it. */
  readonly isLinked?: boolean;
}

/** Folders with thousands of files of programs. In a repository, only the tracked files in them are read. */
const skippedFolders = new Set(['node_modules', '.terraform', '.terragrunt-cache']);

const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code ?? String(error);
};

const permissionHelp = 'Give the user who runs plumbline permission to read it.';

/** The finding for a file that cannot be opened. */
export const unreadable = (file: string, error: unknown): Diagnostic => {
  const code = 'io/unreadable';

  if (file.includes('\ufffd')) {
    const message = 'The name of this file is not valid UTF-8, so it cannot be read';
    return unreadDiagnostic(file, { code, severity: 'error', message, help: 'Rename the file.' });
  }

  const message = `This file cannot be read: ${reasonOf(error)}`;
  return unreadDiagnostic(file, { code, severity: 'warning', message, help: permissionHelp });
};

/** The error for a file that the user named. A review without it would not be what the user asked for. */
export const refusal = (name: string, cause: unknown): PlumblineError =>
  new PlumblineError('usage', `\`${name}\` cannot be read: ${reasonOf(cause)}`, { cause, help: permissionHelp });

/** The finding for a path that is not a regular file. */
export const notAFile = (file: string): Diagnostic =>
  unreadDiagnostic(file, {
    code: 'io/not-a-file',
    severity: 'warning',
    message: 'This is a pipe, socket or device and not a file, so it is not read',
    help: 'Pass its content as `-` (standard input).',
  });

/** How many links are reported one by one. */
const maxLinks = 100;

/** Walks folders, collecting the files that can matter by their name. */
export class FolderWalk {
  /** By path, so that a file in two of the folders is found once. */
  readonly files = new Map<string, FoundFile>();
  /** Whether something was left out because of its name or a rule, although git may track it. */
  hasLeftOut = false;
  /** Whether a link or a kustomization makes a file a manifest, whatever its name. */
  leadsToMore = false;
  readonly #findings = new Map<string, Diagnostic>();
  readonly #folders = new Set<string>();
  readonly #linkedKustomizations: Pick<FoundFile, 'path' | 'file'>[] = [];
  readonly #root: string;
  readonly #starts: readonly string[];
  #links = 0;

  /** Names are relative to the root. `starts` are the paths that are read. */
  constructor(root: string, starts: readonly string[]) {
    this.#root = root;
    this.#starts = starts;
  }

  /** A file that the user named. */
  file(path: string): void {
    this.files.set(path, { path, file: this.#name(path), isNamed: true });
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#findings.values()];
  }

  /** A folder that the user named, with the ignore rules of its parents. Without rules, everything is read. */
  folder(path: string, rules: IgnoreRules | undefined): void {
    this.#enter({ path, name: this.#name(path) }, rules, true);
  }

  /** A file that git tracks. */
  tracked(path: string): void {
    if (this.files.has(path)) return;
    const status = lstatSync(path, { throwIfNoEntry: false });
    const name = this.#name(path);
    if (status?.isSymbolicLink()) this.#link({ path, name });
    else if (status?.isFile() && canMatter(path)) this.#found(path, name);
  }

  /** Adds files that kustomizations load as objects although their names are not names of manifests. */
  enterKustomizations(): void {
    const reader = new KustomizationReader();
    const kustomizations = [...this.files.values()].filter(({ file }) => isKustomizationPath(file));
    for (const { path, file } of [...kustomizations, ...this.#linkedKustomizations])
      for (const odd of reader.oddPaths(file, kustomizationAt(path))) this.#loaded(dirname(path), odd);
    for (const diagnostic of reader.diagnostics) this.#report(diagnostic);
  }

  #loaded(folder: string, odd: string): void {
    const [root, target] = [realPath(this.#root), realPath(join(folder, odd))];
    // A missing file may exist on the other side of the comparison.
    if (target === undefined && !isRemote(odd) && !isInline(odd)) this.leadsToMore = true;
    if (root === undefined || target === undefined || !isPathWithin(root, target)) return;
    const real = join(this.#root, relative(root, target));
    if (!isManifestPath(real) && statSync(target).isFile()) this.#linked(real);
  }

  #linked(path: string): void {
    this.leadsToMore = true;
    this.files.set(path, { isNamed: false, ...this.files.get(path), path, file: this.#name(path), isLinked: true });
  }

  #report(diagnostic: Diagnostic): void {
    this.#findings.set(diagnostic.span.file, diagnostic);
  }

  #name(path: string): string {
    return slashed(relative(this.#root, path));
  }

  #enter(folder: Place, outer: IgnoreRules | undefined, isNamed: boolean): void {
    const entries = this.#list(folder, isNamed);
    const names = new Set(entries.map(({ name }) => name));
    // A repository inside the repository is a submodule or a stray clone. Like git, do not read it.
    if (!isNamed && outer !== undefined && names.has('.git')) return;

    const rules = outer !== undefined && names.has('.gitignore') ? withFolder(outer, folder.path) : outer;

    for (const entry of entries) {
      const isTemplates = folder.isTemplates === true || (entry.name === 'templates' && names.has('Chart.yaml'));
      this.#entry(entry, placeIn(folder, entry.name, isTemplates), rules);
    }
  }

  #list({ path, name }: Place, isNamed: boolean): Dirent[] {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      if (isNamed) throw refusal(name || '.', error);
      this.#report(unreadable(name, error));
      return [];
    }
  }

  #entry(entry: Dirent, place: Place, rules: IgnoreRules | undefined): void {
    const isFolder = entry.isDirectory();
    const isLink = entry.isSymbolicLink();
    const isTemplate = place.isTemplates === true && entry.isFile() && isOddTemplate(entry.name);
    if (isFolder ? entry.name === '.git' : !isLink && !isTemplate && !canMatter(entry.name)) return;

    if (rules !== undefined && ((isFolder && skippedFolders.has(entry.name)) || isIgnored(rules, place.path, isFolder)))
      this.hasLeftOut = true;
    else if (isFolder) this.#enter(place, rules, false);
    else if (isLink) this.#link(place);
    else if (isTemplate) this.#linked(place.path);
    else if (entry.isFile()) this.#found(place.path, place.name);
    else this.#report(notAFile(place.name));
  }

  #found(path: string, file: string): void {
    if (!this.files.has(path)) this.files.set(path, { path, file, isNamed: false });
  }

  /** The target of a link within the root is read once, under its own path, as the manifest that the link makes it. */
  #link({ path, name }: Place): void {
    if (!mayLead(name)) return;

    const root = realPath(this.#root);
    const target = realPath(path);
    if (root === undefined || target === undefined) return;

    if (!isPathWithin(root, target)) {
      if (canMatter(name)) this.#leadsOut(name);
      return;
    }

    const real = join(this.#root, relative(root, target));
    const place = { path: real, name: this.#name(real) };
    const isStarted = this.#starts.some((start) => isPathWithin(start, real));

    if (statSync(target).isDirectory()) {
      if (!isStarted) this.#linkedFolder(place);
      return;
    }

    // The paths that it loads are relative to the folder of the link.
    if (isKustomizationPath(name)) this.#linkedKustomizations.push({ path, file: name });
    if (isManifestPath(name) && !(isStarted && isManifestPath(place.name))) this.#linked(real);
  }

  #linkedFolder(place: Place): void {
    if (this.#folders.has(place.path)) return;
    this.#folders.add(place.path);
    this.#enter(place, undefined, false);
  }

  #leadsOut(file: string): void {
    if (++this.#links > maxLinks) return;
    const more = textIf(this.#links === maxLinks, '. More such links are not followed either');
    const message = `This link leads outside the folder that is read, so it is not followed${more}`;
    this.#report(unreadDiagnostic(file, { code: 'io/symlink', severity: 'note', message }));
  }
}

/** A path, and its name from the root. */
interface Place {
  readonly path: string;
  readonly name: string;
  /** Whether it is in the templates of a chart. */
  readonly isTemplates?: boolean;
}

/** Joined without node:path, because that is faster for thousands of files. */
const placeIn = ({ path, name }: Place, entry: string, isTemplates: boolean): Place => ({
  path: path.endsWith(sep) ? path + entry : path + sep + entry,
  name: inFolder(name, entry),
  isTemplates,
});

/** The text of a kustomization; undefined if it is too large or cannot be read. */
function kustomizationAt(path: string): string | undefined {
  try {
    const status = statSync(path);
    if (status.isFile() && status.size <= maxKustomizationBytes) return readFileSync(path, 'utf8');
    return undefined;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
