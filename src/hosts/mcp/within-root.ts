import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPathWithin } from '../../io/files/is-within.ts';

/** Why a tool does not run. */
export interface Refused {
  readonly problem: string;
}

/** Refuses paths outside of the root, also through links, and paths that would be read as options. */
export function withinRoot(root: string, paths: readonly (string | undefined)[]): Refused | undefined {
  const bad = paths.find((path) => path !== undefined && (cannotBePath(path) || !isWithin(root, path)));
  if (bad === undefined) return undefined;

  return {
    problem: `The path ${JSON.stringify(bad)} is outside of the folder that this server may read. Name a path inside of it.`,
  };
}

/** The same for sides of a comparison, which can also be git refs. A text that is no path of the machine is a ref. */
export function sidesWithin(root: string, sides: readonly (string | undefined)[]): Refused | undefined {
  const isPath = (side: string | undefined): boolean =>
    side !== undefined && (cannotBePath(side) || existsSync(resolve(root, side)));
  return withinRoot(root, sides.filter(isPath));
}

const cannotBePath = (text: string): boolean => text.startsWith('-') || text.includes('\0');

function isWithin(root: string, path: string): boolean {
  const target = resolve(root, path);
  if (!isPathWithin(root, target)) return false;
  // A path that does not exist is refused by the command that reads it.
  return !existsSync(target) || isPathWithin(realpathSync(root), realpathSync(target));
}
