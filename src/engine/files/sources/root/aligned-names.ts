import { groupBy } from '../../../text/group-by.ts';
import type { Root } from './root.ts';

/** The names that roots have on both sides, by `definedAt`. */
export type AlignedNames = ReadonlyMap<string, string>;

/** What identifies a definition on both sides of a change; undefined for a root that none defines. */
const definedAt = ({ by, file }: Root): string | undefined => {
  if (by === undefined) return undefined;
  return JSON.stringify([by, file]);
};

/**
 * One name on both sides for the root of each definition. Two definitions of one name, such as those of two clusters, have longer names. If a change
 * adds or removes one of them, the other keeps its longer name, so that it is not taken for the one that is gone.
 */
export function alignedNames(base: readonly Root[], head: readonly Root[]): AlignedNames {
  const [before, after] = [base, head].map((roots) => groupBy(roots, (root) => definedAt(root) ?? ''));

  return new Map(
    [...before!].flatMap(([key, [old, ...otherOld]]) => {
      const [now, ...otherNow] = after!.get(key) ?? [];
      if (key === '' || old === undefined || now === undefined || otherOld.length > 0 || otherNow.length > 0) return [];
      return [[key, old.name.length > now.name.length ? old.name : now.name] as const];
    }),
  );
}

/** Roots with the names that they have on both sides. */
export function withAlignedNames(roots: readonly Root[], names: AlignedNames): readonly Root[] {
  const renamed = roots.map((root) => ({ ...root, name: names.get(definedAt(root) ?? '') ?? root.name }));
  if (new Set(renamed.map(({ name }) => name)).size < roots.length) return roots;
  return renamed;
}
