import { groupBy } from '../../../text/group-by.ts';
import type { Root } from './root.ts';

/** The names that roots have on both sides, by `definedAt`, or by `definedIn` if one definition has several roots. */
export type AlignedNames = ReadonlyMap<string, string>;

/** What identifies a definition on both sides of a change; undefined for a root that none defines. */
const definedAt = ({ by, file }: Root): string | undefined => {
  if (by === undefined) return undefined;
  return JSON.stringify([by, file]);
};

/** What tells roots of one definition apart: the root that renders it, such as the kustomization of a cluster; undefined if none does. */
const definedIn = ({ by, file, parent }: Root): string | undefined => {
  if (by === undefined || parent === undefined) return undefined;
  return JSON.stringify([by, file, parent.name]);
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
  const inParents = pairsOf(...without(inPlace, [base, head]), definedIn);
  const moved = pairsOf(...without(inParents, without(inPlace, [base, head])), definedBy);

  return new Map([
    ...inPlace.map(([old, now]) => [definedAt(now)!, longerName(old, now)] as const),
    ...inParents.map(([old, now]) => [definedIn(now)!, longerName(old, now)] as const),
    ...moved.flatMap((pair) => pair.map((root) => [definedAt(root)!, pair[1].name] as const)),
  ]);
}

type RootPair = readonly [old: Root, now: Root];

/** The roots that a key identifies on both sides, without those of which there are several. */
function pairsOf(
  base: readonly Root[],
  head: readonly Root[],
  keyOf: (root: Root) => string | undefined,
): readonly RootPair[] {
  const [before, after] = [base, head].map((roots) => groupBy(roots, (root) => keyOf(root) ?? ''));

  return [...before!].flatMap(([key, [old, ...otherOld]]): RootPair[] => {
    const [now, ...otherNow] = after!.get(key) ?? [];
    if (key === '' || old === undefined || now === undefined || otherOld.length > 0 || otherNow.length > 0) return [];
    return [[old, now]];
  });
}

type RootsOfSides = readonly [base: readonly Root[], head: readonly Root[]];

/** The roots of both sides that have no pair. */
function without(pairs: readonly RootPair[], [base, head]: RootsOfSides): RootsOfSides {
  const paired = new Set(pairs.flat());
  return [base.filter((root) => !paired.has(root)), head.filter((root) => !paired.has(root))];
}

const longerName = (old: Root, now: Root): string => {
  if (old.name.length > now.name.length) return old.name;
  return now.name;
};

/** Roots with the names that they have on both sides. */
export function withAlignedNames(roots: readonly Root[], names: AlignedNames): readonly Root[] {
  const nameOf = (root: Root): string =>
    names.get(definedIn(root) ?? '') ?? names.get(definedAt(root) ?? '') ?? root.name;
  const renamed = roots.map((root) => ({ ...root, name: nameOf(root) }));
  if (new Set(renamed.map(({ name }) => name)).size < roots.length) return roots;
  return renamed;
}
