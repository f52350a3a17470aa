import { canMatter, isManifestPath, isScriptPath, isTerraformPath } from '../../engine/manifest/prefilter.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { unreadDiagnostic } from './source-tree.ts';

/** The regular files of a repository by path, and its links with their targets. */
interface LinkedTree {
  readonly files: Iterable<string>;
  readonly links: ReadonlyMap<string, string>;
  /** Whether to read a path. */
  readonly isWanted: (path: string) => boolean;
}

/** Files to read because a link or a kustomization refers to them. */
export interface LinkedFiles {
  readonly files: ReadonlySet<string>;
  /** Those of them that are manifests whatever their names. */
  readonly manifests: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

export const noLinkedFiles: LinkedFiles = { files: new Set(), manifests: new Set(), diagnostics: [] };

/** The most links to follow, far more than repositories have. */
export const maxLinks = 2000;
/** How many links one path may contain, as in Linux. */
const maxHops = 40;

/**
 * Whether a link with this name may lead to something relevant. Folders may have any name. Terraform reads its own files, and scripts only
 * give hints.
 */
export const mayLead = (path: string): boolean => !isTerraformPath(path) && !isScriptPath(path);

/**
 * Files that kubectl, kustomize or Argo CD reads through links. A file that a link makes a manifest is read once, under its own
 * path, whatever its name. So links add nothing twice, and circular links end.
 */
export function linkedFiles({ files, links, isWanted }: LinkedTree): LinkedFiles {
  const linkPaths = new Set<string>();
  const manifests = new Set<string>();
  const diagnostics = tooManyLinks(links);
  const followed = new Set([...links.keys()].filter((path) => isWanted(path) && mayLead(path)).slice(0, maxLinks));
  if (followed.size === 0) return { files: linkPaths, manifests, diagnostics };

  const all = new Set(files);
  const folders = new LinkedFolders([...all, ...links.keys()]);

  for (const path of followed) {
    const target = resolveLink(path, links);
    if (target === undefined) continue;

    if (all.has(target)) {
      if (isManifestPath(path)) manifests.add(target);
      continue;
    }

    for (const name of folders.enter(target))
      if (!links.has(name)) {
        if (canMatter(name)) linkPaths.add(name);
      } else if (followed.size < maxLinks) followed.add(name);
  }

  return { files: new Set([...linkPaths, ...manifests]), manifests, diagnostics };
}

/** The finding for links that are not followed, because their targets are unknown. */
function tooManyLinks(links: ReadonlyMap<string, string>): Diagnostic[] {
  const unfollowed = [...links.keys()][maxLinks];
  if (unfollowed === undefined) return [];
  const message = `The repository has more than ${maxLinks} links, so this one is not followed`;
  const help = 'Replace links with the files themselves.';
  return [unreadDiagnostic(unfollowed, { code: 'io/symlink', severity: 'error', message, help })];
}

/** Folders that links lead to. Lists the names below them without following many links to the same files again and again. */
class LinkedFolders {
  readonly #names: readonly string[];
  readonly #entered = new Set<string>();

  constructor(names: readonly string[]) {
    this.#names = [...names].sort(compareNames);
  }

  /** Names below a folder; none if an enclosing folder was already entered. */
  *enter(folder: string): Generator<string> {
    const parts = folder.split('/');
    const isKnown = parts.some((_, i) => this.#entered.has(parts.slice(0, i + 1).join('/')));
    if (isKnown || this.#entered.has('')) return;
    this.#entered.add(folder);
    const prefix = textIf(folder !== '', `${folder}/`);
    for (let at = this.#firstFrom(prefix); this.#names[at]?.startsWith(prefix); at++) yield this.#names[at]!;
  }

  #firstFrom(prefix: string): number {
    let [low, high] = [0, this.#names.length];

    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareNames(this.#names[middle]!, prefix) < 0) low = middle + 1;
      else high = middle;
    }

    return low;
  }
}

/** The path after following all links; undefined if it is outside the repository or does not exist. */
export function resolveLink(path: string, links: ReadonlyMap<string, string>): string | undefined {
  const steps = path.split('/').reverse();
  const at: string[] = [];

  for (let hops = 0; steps.length > 0; ) {
    const part = steps.pop()!;
    if (part === '' || part === '.') continue;

    if (part === '..') {
      if (at.pop() === undefined) return undefined;
      continue;
    }

    const target = links.get([...at, part].join('/'));
    if (target === undefined) at.push(part);
    else if (target.startsWith('/') || ++hops > maxHops) return undefined;
    else steps.push(...target.split('/').reverse());
  }

  return at.join('/');
}
