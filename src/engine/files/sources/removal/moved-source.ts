import { resolvePath } from '../../../text/source.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import type { FileTree } from '../repository/file-tree.ts';
import type { Obstacle, Root } from '../root/root.ts';
import { isAbsent } from './vanished-path.ts';

/** A definition on both sides of a change, and what is there after it. */
export interface MovedDefinition {
  readonly before: Root;
  readonly after: Root;
  readonly files: FileTree['files'];
  /** All roots that something applies after the change. */
  readonly applied: readonly Root[];
}

/**
 * A warning about a definition whose path is not a folder here any more, but may be one of another repository: it has another source now, or its path
 * is here only below another folder, as if that folder is what the source has. Undefined if other definitions take folders of this repository from
 * the same source, so that the path is missing there.
 */
export function movedSource({ before, after, files, applied }: MovedDefinition): Obstacle | undefined {
  const [absence] = after.obstacles;
  if (absence === undefined || !isAbsent(after) || isAbsent(before)) return undefined;
  if (before.source === undefined || after.source === undefined) return undefined;

  const isHere = (other: Root): boolean =>
    other !== after && other.source === after.source && other.files.length > 0 && !isAbsent(other);
  if (applied.some(isHere)) return undefined;

  const path = resolvePath('', (absence.near ?? '').replace(/^\/+/, '')) ?? '';
  const inner = path === '' ? undefined : [...files.keys()].find((file) => file.includes(`/${path}/`));
  const isOther = before.source !== after.source;
  if (!isOther && inner === undefined) return undefined;

  const lost = 'The objects that it applied are unknown after this change';
  if (isOther || inner === undefined)
    return {
      ...absence,
      severity: 'warning',
      message: `${absence.message}. The change gives it another source. ${lost}`,
      help: 'Review what the other source has at this path, and whether it has all objects that were applied before.',
    };

  const folder = inner.slice(0, inner.indexOf(`/${path}/`));
  return {
    ...absence,
    severity: 'warning',
    message: `${absence.message}. This repository has it only below ${quoted(folder)}, so its source may be filled from there. ${lost}`,
    help: `If the source is this repository, change the path to ${quoted(`${folder}/${path}`)}.`,
  };
}
