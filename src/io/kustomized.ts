import type { Diagnostic } from '../engine/diagnostic.ts';
import { isManifestPath } from '../engine/manifest/prefilter.ts';
import { folderOf } from '../engine/source.ts';
import { kustomizationNames } from '../engine/sources/kustomization.ts';
import { loadedPaths } from '../engine/sources/loaded-paths.ts';
import { type LinkedFiles, resolveLink } from './links.ts';
import { unread } from './source-tree.ts';

const names = new Set<string>(kustomizationNames);

/** Whether kustomize looks for a file of that name. */
export const isKustomization = (path: string): boolean => names.has(path.slice(path.lastIndexOf('/') + 1));

/** A character takes up to four bytes; a longer kustomization is not parsed. */
export const maxKustomizationBytes = 4 * 1024 * 1024;

/** Characters of kustomizations that are parsed in one tree; people write a few hundred in each. */
export const maxKustomizationLength = 16 * 1024 * 1024;

/** Reads one kustomization of a tree after the other, within bounds for all of them. */
export class KustomizationReader {
  readonly diagnostics: Diagnostic[] = [];
  #length = 0;

  /** What a kustomization loads by names that are not those of manifests. Files with the name of a manifest are read anyway. */
  oddPaths(file: string, text: string | undefined): readonly string[] {
    const isBeyond = this.#length > maxKustomizationLength;
    this.#length += text?.length ?? 0;
    if (!isBeyond && this.#length > maxKustomizationLength) this.#report(file, tooMuch);
    if (this.#length > maxKustomizationLength) return [];
    const paths = text === undefined ? undefined : loadedPaths(text);
    if (paths === undefined) this.#report(file, unknown);
    return paths?.filter((path) => !isManifestPath(path) && !path.startsWith('/')) ?? [];
  }

  #report(file: string, { message, help }: Reason): void {
    this.diagnostics.push(unread(file, { code: 'io/kustomization', severity: 'error', message, help }));
  }
}

/** Why a kustomization is not read, and what to do. */
interface Reason {
  readonly message: string;
  readonly help: string;
}

const unknown: Reason = {
  message: 'This kustomization cannot be read, so the files that it loads are unknown',
  help: 'Write it as plain YAML of less than 1 MB, without escapes and tags.',
};
const tooMuch: Reason = {
  message: `The kustomizations have more than ${maxKustomizationLength / 1024 / 1024} MB, so this one and later ones are not read`,
  help: 'Review fewer folders at once.',
};

/** What a commit holds, and the texts of those of its kustomizations that are asked for; undefined for one that cannot be read. */
export interface KustomizedTree {
  readonly files: Iterable<string>;
  readonly links: ReadonlyMap<string, string>;
  readonly kustomizations: Iterable<readonly [file: string, text: string | undefined]>;
}

/** Files that kustomizations load as objects under names that are not those of manifests: each is read in its own place, once. */
export function kustomizedFiles({ files, links, kustomizations }: KustomizedTree): LinkedFiles {
  const reader = new KustomizationReader();
  const all = new Set(files);
  const found = new Set<string>();
  for (const [file, text] of kustomizations)
    for (const path of reader.oddPaths(file, text)) {
      const target = resolveLink(`${folderOf(file)}/${path}`, links);
      if (target !== undefined && all.has(target) && !isManifestPath(target)) found.add(target);
    }
  return { files: found, diagnostics: reader.diagnostics };
}

/** Files to read because of one thing or another. */
export const together = (a: LinkedFiles, b: LinkedFiles): LinkedFiles => ({
  files: new Set([...a.files, ...b.files]),
  diagnostics: [...a.diagnostics, ...b.diagnostics],
});
