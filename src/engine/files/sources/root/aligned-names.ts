import { groupBy } from '../../../text/group-by.ts';
import type { Root } from './root.ts';

/** The names that roots have on both sides, by `definedAt`. */
export type AlignedNames = ReadonlyMap<string, string>;

/** What identifies a definition on both sides of a change; undefined for a root that none defines. */
const definedAt = ({ by, file }: Root): string | undefined => {
  if (by === undefined) return undefined;
  return JSON.stringify([by, file]);
};

/** What identifies a definition that another root renders, wherever its file is; undefined for all others. */
const definedBy = ({ by, parent }: Root): string | undefined => {
  if (by === undefined || parent === undefined) return undefined;
  return JSON.stringify([by, parent.name, 'rendered']);
};

/**
 * One name on both sides for the root of each definition. Two definitions of one name, such as those of two clusters, have longer names. If a change
 * adds or removes one of them, the other keeps its longer name, so that it is not taken for the one that is gone. A definition that moves to another
 * file, and that the same root renders, has the name that it has after the change.
 */
export function alignedNames(base: readonly Root[], head: readonly Root[]): AlignedNames {
  const inPlace = pairsOf(base, head, definedAt);
  const isLeft = (root: Root): boolean => !inPlace.has(definedAt(root) ?? '');
  const moved = pairsOf(base.filter(isLeft), head.filter(isLeft), definedBy);

  return new Map([
    ...[...inPlace].map(([key, [old, now]]) => [key, old.name.length > now.name.length ? old.name : now.name] as const),
    ...[...moved.values()].flatMap(([old, now]) => [old, now].map((root) => [definedAt(root)!, now.name] as const)),
  ]);
}

/** The roots that a key identifies on both sides. */
function pairsOf(
  base: readonly Root[],
  head: readonly Root[],
  keyOf: (root: Root) => string | undefined,
): ReadonlyMap<string, readonly [old: Root, now: Root]> {
  const [before, after] = [base, head].map((roots) => groupBy(roots, (root) => keyOf(root) ?? ''));

  return new Map(
    [...before!].flatMap(([key, [old, ...otherOld]]) => {
      const [now, ...otherNow] = after!.get(key) ?? [];
      if (key === '' || old === undefined || now === undefined || otherOld.length > 0 || otherNow.length > 0) return [];
      return [[key, [old, now]] as const];
    }),
  );
}

/** Roots with the names that they have on both sides. */
export function withAlignedNames(roots: readonly Root[], names: AlignedNames): readonly Root[] {
  const renamed = roots.map((root) => ({ ...root, name: names.get(definedAt(root) ?? '') ?? root.name }));
  if (new Set(renamed.map(({ name }) => name)).size < roots.length) return roots;
  return renamed;
}
