import type { Diagnostic } from '../../engine/diagnostic.ts';
import { isManifestPath } from '../../engine/manifest/prefilter.ts';
import { folderOf } from '../../engine/source.ts';
import { kustomizationNames } from '../../engine/sources/kustomize/kustomization.ts';
import { loadedPaths } from '../../engine/sources/kustomize/loaded-paths.ts';
import { megabytes } from '../../engine/text/megabytes.ts';
import { type LinkedFiles, resolveLink } from './links.ts';
import { unreadDiagnostic } from './source-tree.ts';

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
    this.diagnostics.push(unreadDiagnostic(file, { code: 'io/kustomization', severity: 'error', message, help }));
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
  message: `The kustomizations have more than ${megabytes(maxKustomizationLength)} MB, so this one and later ones are not read`,
  help: 'Review fewer folders at once.',
};

/** What a commit holds, and the texts of those of its kustomizations that are asked for; undefined for one that cannot be read. */
export interface KustomizedTree {
  readonly files: Iterable<string>;
  readonly links: ReadonlyMap<string, string>;
  readonly kustomizations: Iterable<readonly [file: string, text: string | undefined]>;
}

/** A tree in which kustomizations are looked for. */
export interface KustomizationSearch {
  readonly files: ReadonlySet<string>;
  readonly links: ReadonlyMap<string, string>;
  /** Files that links lead to. */
  readonly linked: LinkedFiles;
  /** Whether a path is to be read. */
  readonly isWanted: (path: string) => boolean;
}

/** Where kustomize finds a kustomization, and the file that holds it: another one where a link has the name. */
export function kustomizationPlaces({ files, links, linked, isWanted }: KustomizationSearch): [string, string][] {
  const names = [...files].filter((path) => isKustomization(path) && (isWanted(path) || linked.files.has(path)));
  const targets = [...links.keys()]
    .filter((path) => isKustomization(path) && isWanted(path))
    .map((path) => [path, resolveLink(path, links)] as const);
  return [
    ...names.map((path): [string, string] => [path, path]),
    ...targets.flatMap(([path, target]): [string, string][] =>
      target !== undefined && files.has(target) ? [[path, target]] : [],
    ),
  ];
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
  return { files: found, manifests: found, diagnostics: reader.diagnostics };
}

/**
 * Files that helm renders and applies whatever their names: all below `templates` but partials and notes (helm
 * pkg/action/action.go, renderResources; pkg/engine/engine.go).
 */
export function templateFiles(files: ReadonlySet<string>, isWanted: (path: string) => boolean): LinkedFiles {
  const charts = new Set([...files].filter(isChart).map(folderOf));
  const isOfChart = (path: string): boolean =>
    path.split('/').some((step, i, steps) => step === 'templates' && charts.has(steps.slice(0, i).join('/')));
  const found = new Set(
    charts.size === 0 ? [] : [...files].filter((path) => isWanted(path) && isOddTemplate(path) && isOfChart(path)),
  );
  return { files: found, manifests: found, diagnostics: [] };
}

const isChart = (path: string): boolean => path === 'Chart.yaml' || path.endsWith('/Chart.yaml');

/** Whether helm applies a file of `templates` that has not the name of a manifest. */
export const isOddTemplate = (path: string): boolean =>
  !isManifestPath(path) && !/(?:^|\/)(?:_[^/]*|[^/]*NOTES\.txt)$/.test(path);

/** Files to read because of one thing or another. */
export const joinedFiles = (reasons: readonly LinkedFiles[]): LinkedFiles => ({
  files: new Set(reasons.flatMap(({ files }) => [...files])),
  manifests: new Set(reasons.flatMap(({ manifests }) => [...manifests])),
  diagnostics: reasons.flatMap(({ diagnostics }) => diagnostics),
});
