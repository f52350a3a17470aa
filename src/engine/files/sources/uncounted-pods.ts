import { parseResource } from '../../karpenter/api/quantity.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import type { PodSetting } from './pod-settings.ts';

/** Something of a side that makes pods which figures do not count: a chart from elsewhere, or an object of an operator. */
export interface UncountedPods {
  /** For people: `RayCluster ml/a`, `helm_release.loki`. */
  readonly name: string;
  /** The text that defines it; undefined if no single one does. */
  readonly source: Source | undefined;
  /** A text that is the same on both sides unless the change edits what it makes. */
  readonly said: string;
  /** What decides how many pods there are and what they request, if that is known. */
  readonly settings: readonly PodSetting[];
  /** Whether figures count them after all, unless a snapshot has the pods that run. */
  readonly isMade?: boolean;
}

/** What a change does to the number and size of pods that are not counted. */
export type UncountedChange = 'none' | 'more' | 'fewer' | 'unknown';

/** Compares what both sides do not count. */
export function uncountedChange(before: readonly UncountedPods[], after: readonly UncountedPods[]): UncountedChange {
  const [old, now] = [before, after].map((all) => new Map(all.map((pods) => [pods.name, pods])));
  const names = [...new Set([...old!.keys(), ...now!.keys()])];
  const changes = new Set(names.map((name) => changeOf(old!.get(name), now!.get(name))).filter((by) => by !== 'none'));
  const [only = 'none'] = changes;
  if (changes.size > 1) return 'unknown';
  return only;
}

function changeOf(before: UncountedPods | undefined, after: UncountedPods | undefined): UncountedChange {
  if (before === undefined || after === undefined) {
    if (before === undefined) return 'more';
    return 'fewer';
  }
  if (before.said === after.said) return 'none';

  const [old, now] = [before, after].map(
    ({ settings }) => new Map(settings.map(({ path, value }) => [key(path), value])),
  );
  const signs = new Set<UncountedChange>();
  for (const name of new Set([...old!.keys(), ...now!.keys()])) {
    const [countBefore, countAfter] = [old!.get(name), now!.get(name)];
    if (JSON.stringify(countBefore) !== JSON.stringify(countAfter))
      signs.add(direction(amountOf(countBefore), amountOf(countAfter)));
  }

  const [only = 'unknown'] = signs;
  if (signs.size > 1) return 'unknown';
  return only;
}

const key = (path: readonly string[]): string => JSON.stringify(path);

const amountOf = (value: unknown): number | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return parseResource('memory', value);
  return undefined;
};

function direction(countBefore: number | undefined, countAfter: number | undefined): UncountedChange {
  if (countBefore === undefined || countAfter === undefined) return 'unknown';
  if (countAfter > countBefore) return 'more';
  return 'fewer';
}

/** Those that no figure counts, without a snapshot. */
export const notMade = (all: readonly UncountedPods[]): readonly UncountedPods[] =>
  all.filter(({ isMade }) => isMade !== true);

/** Their names, each once. */
export const uncountedNames = (all: readonly UncountedPods[]): readonly string[] =>
  [...new Set(all.map(({ name }) => name))].sort(compareNames);
