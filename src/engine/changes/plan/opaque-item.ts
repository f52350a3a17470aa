import { compareNames } from '../../text/name-order.ts';
import { isInPaths } from '../../text/words/path-pattern.ts';

/** A changed file whose effect on Karpenter's objects is not in the objects of a plan. It is approved like an object, and never applied. */
export interface OpaqueItem {
  /** Path in the repository. */
  readonly file: string;
  /** What identifies the content of the file before and after the change; null if it is not there. */
  readonly base: string | null;
  readonly head: string | null;
  /** Clauses that say why, sorted: `` `charts/web` is not rendered ``. */
  readonly reasons: readonly string[];
  /** The change does not edit the file. It edits something that changes what the file defines. */
  readonly isElsewhere?: true;
}

/** An item, and what decides to which environments it belongs. */
export interface OpaqueChange extends OpaqueItem {
  /** The file, and the files that define what uses it. */
  readonly places: readonly string[];
  /** Environments that the configuration gives to what uses it. */
  readonly environments: readonly string[];
  /** Reviews compare all of its objects, although a plan leaves them out: Terraform applies them, or they have no name. */
  readonly isCompared?: true;
}

/**
 * The items of one environment: those with a place in its paths. What is in the paths of no environment may reach each of them. Sorted by file.
 */
export function opaqueIn(
  changes: readonly OpaqueChange[],
  environment: string,
  pathsOf: Readonly<Record<string, readonly string[]>>,
): OpaqueItem[] {
  const isOf = (name: string, { places, environments }: OpaqueChange): boolean => {
    const paths = pathsOf[name] ?? [];
    return environments.includes(name) || paths.length === 0 || places.some((place) => isInPaths(paths, place));
  };

  const isOfNone = (change: OpaqueChange): boolean => Object.keys(pathsOf).every((name) => !isOf(name, change));

  return changes
    .filter((change) => isOf(environment, change) || isOfNone(change))
    .map(({ places: _, environments: __, isCompared: ___, ...item }) => item)
    .sort((a, b) => compareNames(a.file, b.file));
}
