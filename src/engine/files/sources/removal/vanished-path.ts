import { hasNodes } from '../../../manifest/model/karpenter-kinds.ts';
import { folderOf, isWithin, resolvePath } from '../../../text/source.ts';
import { quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { elsewhere } from '../gitops/declared-root.ts';
import { chartElsewhere } from '../helm/chart.ts';
import type { FileTree } from '../repository/file-tree.ts';
import type { Obstacle, Root } from '../root/root.ts';

/** A definition on one side of a change, and the files of that side. */
export interface DefinedSide {
  readonly root: Root;
  readonly files: FileTree['files'];
  /** The text of a file that was read. */
  readonly read: (file: string) => string | undefined;
}

/** Reasons why a definition has no files here: its path is not in the repository. */
const absent: ReadonlySet<string> = new Set([elsewhere, chartElsewhere]);

/**
 * An error about a definition whose path is in this repository before the change and not after it, so that its controller can apply nothing any more.
 * Undefined if it has another source now, follows a tag or commit where the path still is, or had no objects of Karpenter.
 */
export function vanishedPath(before: DefinedSide, after: DefinedSide): Obstacle | undefined {
  if (!before.root.files.some((file) => mayMakeNodes.test(before.read(file) ?? ''))) return undefined;
  return missingPath(before, after);
}

/** The same of a definition of any objects. */
export function missingPath(before: DefinedSide, after: DefinedSide): Obstacle | undefined {
  const { root } = after;
  if (!isPathGone(before.root, root, after.files)) return undefined;

  const objects = objectsText(before);
  const controller = root.tool === 'argocd' ? 'Argo CD' : 'Flux';
  const path = root.obstacles[0]?.near ?? '';
  const written = `path: ${path}`;

  return {
    code: 'render/missing-file',
    severity: 'error',
    file: root.file,
    ...(path !== '' && { near: after.read(root.file)?.includes(written) ? written : path }),
    message: `${quotedTitle(root.by ?? root.name)} applies ${quoted(path)}, which does not exist after this change. ${controller} can no longer sync ${objects} later changes have no effect`,
    help: helpOf(before, after),
  };
}

function objectsText({ root, read }: DefinedSide): string {
  if (root.files.some((file) => hasNodes(read(file) ?? '')))
    return 'its NodePools and node classes, so running nodes stay, and';
  return 'what it applies, so';
}

function helpOf(before: DefinedSide, after: DefinedSide): string {
  const folder = appliedPath(before.root);
  const isThere = [...after.files.keys()].some((file) => isWithin(file, folder));
  if (isThere && folder !== '') return `Change the path back to ${quoted(folder)}, where the files still are.`;

  const moved = newFolder(before, after);
  const renewed = folderWithSameEnd(before, after);
  if (renewed !== undefined && renewed !== moved)
    return `Change the path to ${quoted(renewed)}, which this change adds.`;
  if (moved === undefined) return 'Add the folder again, or change the path.';
  return `Change the path to ${quoted(moved)}, where the files are now.`;
}

/** Whether a definition applies nothing any more, because its path is not in the repository. `files` are those after the change. */
export function isPathGone(before: Root, after: Root, files: FileTree['files']): boolean {
  if (!isAbsent(after) || isAbsent(before) || before.files.length === 0) return false;
  const { revision, tool, file } = after;
  const isLeft = (old: string): boolean => files.has(old) && old !== file;
  if (before.revision?.join() !== revision?.join() || before.tool !== tool || isPinnedRevision(revision?.[1]))
    return false;

  const path = resolvePath('', (after.obstacles[0]?.near ?? '').replace(/^\/+/, ''));
  if (path === undefined || [...files.keys()].some((other) => isWithin(other, path))) return false;

  // Without a revision, the source may be another one now.
  return revision !== undefined || (path === appliedPath(before) && !before.files.some(isLeft));
}

/** Whether what a definition applies is not in this repository. */
export const isAbsent = ({ call, obstacles }: Root): boolean =>
  call === null && absent.has(obstacles[0]?.reason ?? 'rendered');

const mayMakeNodes = /karpenter|NodePool|NodeClass/;

/** Whether a revision is a tag with a version, or a commit. Files of this commit do not matter there. */
export const isPinnedRevision = (ref: string | undefined): boolean =>
  ref !== undefined && /^v?\d+\.\d|^[0-9a-f]{7,40}$/.test(ref);

/** Whether anything is left of the folder that a root applies. What it includes from other folders does not count. */
export function isPathLeft(root: Root, files: FileTree['files']): boolean {
  if (root.call === null) return root.files.some((file) => files.has(file));
  const folder = appliedPath(root);
  return [...files.keys()].some((file) => isWithin(file, folder));
}

/** The folder that a root applies. */
export function appliedPath({ call, files }: Root): string {
  if (call !== null && 'kustomize' in call) return call.kustomize.folder;
  if (call !== null) return call.helm.chart;
  return commonFolder(files);
}

/** The folder that all files are in. */
function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map(folderOf);
  const steps = first.split('/');
  const end = steps.findIndex((_, i) => !others.every((other) => isWithin(other, steps.slice(0, i + 1).join('/'))));
  return steps.slice(0, end === -1 ? steps.length : end).join('/');
}

/** The folder that has most of the files of the path now, at the same places within it; undefined if there is none. */
function newFolder({ root, files, read }: DefinedSide, after: DefinedSide): string | undefined {
  const folder = appliedPath(root);
  const placesOf = new Map<string, string[]>();
  for (const file of root.files) {
    const text = read(file);
    if (text === undefined || !isWithin(file, folder)) continue;
    const place = textIf(folder === '', '/') + file.slice(folder.length);
    placesOf.set(text, [...(placesOf.get(text) ?? []), place]);
  }

  const counts = new Map<string, number>();
  for (const file of [...after.files.keys()].sort()) {
    if (files.has(file)) continue;
    for (const place of placesOf.get(after.read(file) ?? '') ?? [])
      if (`/${file}`.endsWith(place)) {
        const moved = file.slice(0, Math.max(0, file.length - place.length));
        counts.set(moved, (counts.get(moved) ?? 0) + 1);
      }
  }

  const [best] = [...counts].sort(([folder, a], [other, b]) => b - a || (folder < other ? -1 : 1));
  return best && (best[0] || '.');
}

/** The only new folder whose path ends as the missing one does, for example because the folder above got another parent. */
function folderWithSameEnd({ files }: DefinedSide, after: DefinedSide): string | undefined {
  const end = `/${resolvePath('', after.root.obstacles[0]?.near ?? '') ?? ''}/`;
  if (end === '//') return undefined;

  const folders = new Set<string>();
  for (const file of after.files.keys()) {
    const start = file.indexOf(end);
    if (start > 0) folders.add(file.slice(0, start + end.length - 1));
  }

  const [folder, ...others] = folders;
  const isNew = folder !== undefined && ![...files.keys()].some((file) => isWithin(file, folder));
  if (isNew && others.length === 0) return folder;
  return undefined;
}
