import { groupBy } from '../../text/group-by.ts';
import type { SourceSet } from '../context/source-set.ts';

/** Which files of base head still has, and the names in head of those that only got another name. */
export interface MovedFiles {
  /** Whether head has a file of this name. One that neither side lists, such as a kustomization, stays if head has no new file. */
  isKept(file: string): boolean;
  /** File of base → its name in head, for files whose whole text has another name on each side. */
  readonly former: ReadonlyMap<string, string>;
  /** The files that only head has. */
  readonly added: readonly string[];
}

/** Compares the names and texts of the files of both sides. */
export function movedFiles({ base, head }: SetsOfSides): MovedFiles {
  const [before, after] = [filesOf(base), filesOf(head)];
  const added = [...after.keys()].filter((file) => !before.has(file));
  const byText = groupBy(added, (file) => after.get(file));
  const former = new Map<string, string>();
  for (const [file, text] of before) {
    const now = after.has(file) ? undefined : byText.get(text)?.shift();
    if (now !== undefined) former.set(file, now);
  }

  const isUnlisted = (file: string): boolean => added.length === 0 && !before.has(file);

  return { isKept: (file) => after.has(file) || isUnlisted(file), former, added };
}

/** The files of both sides. */
export interface SetsOfSides {
  readonly base: SourceSet | null;
  readonly head: SourceSet;
}

/** The files of the repository on a side, by path. */
const filesOf = (set: SourceSet | null): ReadonlyMap<string, string> =>
  new Map(
    [...(set?.originals ?? []), ...(set?.hintSources ?? []), ...(set?.sources ?? [])].flatMap(
      ({ file, text, origin }) => {
        if (origin) return [];
        return [[file, text] as const];
      },
    ),
  );
