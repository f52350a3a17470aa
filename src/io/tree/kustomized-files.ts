import { loadedPaths } from '../../engine/files/sources/kustomize/loaded-paths.ts';
import { isKustomizationPath } from '../../engine/manifest/model/kustomization-names.ts';
import { isManifestPath } from '../../engine/manifest/prefilter.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { folderOf } from '../../engine/text/source.ts';
import { megabytes } from '../../engine/text/words/megabytes.ts';
import { type LinkedFiles, resolveLink } from './links.ts';
import { unreadDiagnostic } from './source-tree.ts';

/** In bytes. A character has up to four bytes, and longer kustomizations are not parsed. */
export const maxKustomizationBytes = 4 * 1024 * 1024;

/** How many characters of kustomizations to parse in one tree. Usually, each has a few hundred. */
export const maxKustomizationLength = 16 * 1024 * 1024;

/** Reads the kustomizations of a tree one after the other, within limits for all of them. */
export class KustomizationReader {
  readonly diagnostics: Diagnostic[] = [];
  #length = 0;

  /** Files that a kustomization loads although their names are not names of manifests. Other files are read anyway. */
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
  message: `The kustomizations together have more than ${megabytes(maxKustomizationLength)} MB, so this one and later ones are not read`,
  help: 'Review fewer folders at once.',
};

/** The files of a commit, and the texts of some of its kustomizations; undefined for one that cannot be read. */
interface KustomizedTree {
  readonly files: Iterable<string>;
  readonly links: ReadonlyMap<string, string>;
  readonly kustomizations: Iterable<readonly [file: string, text: string | undefined]>;
}

/** A tree to search for kustomizations. */
interface KustomizationSearch {
  readonly files: ReadonlySet<string>;
  readonly links: ReadonlyMap<string, string>;
  /** Files that links lead to. */
  readonly linked: LinkedFiles;
  /** Whether to read a path. */
  readonly isWanted: (path: string) => boolean;
}

/** Where kustomize finds a kustomization, and the file with its content. They differ if the kustomization is a link. */
export function kustomizationPlaces({ files, links, linked, isWanted }: KustomizationSearch): [string, string][] {
  const names = [...files].filter((path) => isKustomizationPath(path) && (isWanted(path) || linked.files.has(path)));
  const targets = [...links.keys()]
    .filter((path) => isKustomizationPath(path) && isWanted(path))
    .map((path) => [path, resolveLink(path, links)] as const);

  return [
    ...names.map((path): [string, string] => [path, path]),
    ...targets.flatMap(([path, target]): [string, string][] => {
      if (target !== undefined && files.has(target)) return [[path, target]];
      return [];
    }),
  ];
}

/** Files that kustomizations load as objects although their names are not names of manifests. Each is read once, under its own path. */
export function kustomizedFiles({ files, links, kustomizations }: KustomizedTree): LinkedFiles {
  const reader = new KustomizationReader();
  const all = new Set(files);
  const paths = new Set<string>();
  for (const [file, text] of kustomizations)
    for (const path of reader.oddPaths(file, text)) {
      const target = resolveLink(`${folderOf(file)}/${path}`, links);
      if (target !== undefined && all.has(target) && !isManifestPath(target)) paths.add(target);
    }

  return { files: paths, manifests: paths, diagnostics: reader.diagnostics };
}

/**
 * Files that helm renders and applies whatever their names: all files below `templates` except partials and notes (helm
 * pkg/action/action.go, renderResources; pkg/engine/engine.go).
 */
export function templateFiles(files: ReadonlySet<string>, isWanted: (path: string) => boolean): LinkedFiles {
  const charts = new Set([...files].filter(isChart).map(folderOf));

  const isOfChart = (path: string): boolean =>
    path.split('/').some((step, i, steps) => step === 'templates' && charts.has(steps.slice(0, i).join('/')));

  const templates = new Set(
    charts.size === 0 ? [] : [...files].filter((path) => isWanted(path) && isOddTemplate(path) && isOfChart(path)),
  );
  return { files: templates, manifests: templates, diagnostics: [] };
}

const isChart = (path: string): boolean => path === 'Chart.yaml' || path.endsWith('/Chart.yaml');

/** Whether helm applies a file in `templates` whose name is not the name of a manifest. */
export const isOddTemplate = (path: string): boolean =>
  !isManifestPath(path) && !/(?:^|\/)(?:_[^/]*|[^/]*NOTES\.txt)$/.test(path);

/** Merges files to read for different reasons. */
export const joinedFiles = (reasons: readonly LinkedFiles[]): LinkedFiles => ({
  files: new Set(reasons.flatMap(({ files }) => [...files])),
  manifests: new Set(reasons.flatMap(({ manifests }) => [...manifests])),
  diagnostics: reasons.flatMap(({ diagnostics }) => diagnostics),
});
