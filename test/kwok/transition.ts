import type { Counts, SeenNode } from './cluster-watch.ts';
import type { Command, Round } from './karpenter-log.ts';
import type { Nominations } from './nominations.ts';
import { instanceTypesOf, type SetUp } from './set-up.ts';

/** A change of a repository, to be made in a cluster in which base runs. */
export interface Transition {
  readonly name: string;
  readonly base: string;
  readonly head: string;
  readonly settings: SetUp['settings'];
}

/** A cluster in which nothing happens any more. */
export interface SettledCluster {
  readonly nodes: readonly SeenNode[];
  /** Workload → its pods that found no place. */
  readonly pending: Counts;
  /** Workload → its pods that a node runs. */
  readonly running: Counts;
  /** From the change to the last thing that happened. */
  readonly seconds: number;
  /** False: it still moved when the time was up. */
  readonly isSettled: boolean;
  readonly rounds: readonly Round[];
  /** What the disruption controllers did. */
  readonly commands: readonly Command[];
  readonly nominations: Nominations;
}

/** One moment at which the numbers changed. */
export interface Step {
  /** Seconds since head was applied. */
  readonly at: number;
  /** All nodes that exist, and those of them that Karpenter is about to remove or that are being removed. */
  readonly nodes: number;
  readonly leaving: number;
  readonly running: number;
  readonly waiting: number;
}

/** What was seen of a transition. */
export interface SeenTransition {
  readonly before: SettledCluster;
  /** What `plumbline snapshot` makes of the cluster just before head is applied. */
  readonly snapshot: string;
  readonly after: SettledCluster;
  /** The most nodes, and the most dollars an hour, at any moment on the way. */
  readonly peak: { readonly nodes: number; readonly hourlyUsd: number };
  /** Workload → its pods that ran before and are gone. */
  readonly gone: Counts;
  /** Workload → the fewest of its pods that ran at any moment on the way. */
  readonly fewestRunning: Counts;
  readonly steps: readonly Step[];
}

/** The instance types of both sides. An EC2NodeClass keeps those of base: transitions must not change them. */
export const instanceTypesOfBoth = ({ base, head, settings }: Transition): ReturnType<typeof instanceTypesOf> => ({
  ...instanceTypesOf({ name: 'head', manifests: head, settings }),
  ...instanceTypesOf({ name: 'base', manifests: base, settings }),
});
