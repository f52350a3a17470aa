import type { Block } from '../../../manifest/terraform/syntax/hcl.ts';
import type { HclFile } from '../../../manifest/terraform/syntax/read-hcl.ts';
import { groupBy } from '../../../text/group-by.ts';
import { folderOf } from '../../../text/source.ts';
import { blockKey } from './terraform-lines.ts';
import { calledFolder } from './terraform-uses.ts';

/** The Terraform of both sides of a change. */
interface TerraformOfSides {
  readonly base: { readonly terraform: readonly HclFile[] };
  readonly head: { readonly terraform: readonly HclFile[] };
}

/** A side of a change. */
type Side = 'before' | 'after';

/** The folders of modules that have another path on the other side, by the side that has them. */
type MovedModules = Readonly<Record<Side, ReadonlyMap<string, string>>>;

const movedModules = new WeakMap<TerraformOfSides, MovedModules>();

/** The folder that a module has on a side, which may be the other one than that of its folder here. */
export const moduleFolderOn = (side: Side, folder: string, input: TerraformOfSides): string =>
  movedIn(input)[side === 'before' ? 'after' : 'before'].get(folder) ?? folder;

/** Whether a module is in another folder on the other side. */
export const isMovedModule = (side: Side, folder: string, input: TerraformOfSides): boolean =>
  movedIn(input)[side].has(folder);

function movedIn(input: TerraformOfSides): MovedModules {
  const cached = movedModules.get(input);
  if (cached) return cached;

  const moves = movesBetween(groupedByFolder(input.base.terraform), groupedByFolder(input.head.terraform));
  const moved = { before: moves, after: new Map([...moves].map(([from, to]) => [to, from])) };
  movedModules.set(input, moved);

  return moved;
}

type Folders = ReadonlyMap<string, readonly HclFile[]>;

const groupedByFolder = (files: readonly HclFile[]): Folders => groupBy(files, ({ source }) => folderOf(source.file));

/**
 * Folders of base whose calls name another folder in head. Nothing is left in the old folder and nothing was in the new
 * one, so that the calls have the same module.
 */
function movesBetween(base: Folders, head: Folders): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  const destinations = new Set<string>();
  const callers = [...base.keys()].filter((folder) => head.has(folder)).map((folder) => [folder, folder] as const);

  // The loop also visits the callers that it adds.
  for (const [before, after] of callers) {
    const now = new Map(callsIn(head, after).map((call) => [blockKey(call), calledFolder(after, call)]));

    for (const call of callsIn(base, before)) {
      const [from, to] = [calledFolder(before, call), now.get(blockKey(call))];
      if (from === undefined || to === undefined || from === to) continue;
      if (!base.has(from) || head.has(from) || !head.has(to) || base.has(to)) continue;
      if (moves.has(from) || destinations.has(to)) continue;

      moves.set(from, to);
      destinations.add(to);
      callers.push([from, to]);
    }
  }

  return moves;
}

const callsIn = (folders: Folders, folder: string): readonly Block[] =>
  (folders.get(folder) ?? []).flatMap(({ body }) => body.blocks).filter(({ type }) => type === 'module');
