import type { DraftMap } from './draft.ts';

/** The name of an object, or an empty string. */
export const nameOf = (draft: DraftMap): string => draft.child('metadata')?.text('name') ?? '';

/** The reference of a NodePool to its node class. */
export const classRefOf = (pool: DraftMap): DraftMap | undefined =>
  pool.child('spec')?.child('template')?.child('spec')?.child('nodeClassRef');

/** How close two files are: the number of folders that they share. A file is closest to itself. */
export function sharedFolders(a: string, b: string): number {
  if (a === b) return Number.POSITIVE_INFINITY;
  const [stepsOfA, stepsOfB] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const parted = stepsOfA.findIndex((folder, i) => folder !== stepsOfB[i]);
  if (parted === -1) return stepsOfA.length;
  return parted;
}
