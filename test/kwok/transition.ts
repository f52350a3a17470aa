import type { Counts, SeenNode } from './cluster-watch.ts';
import type { Command, Round } from './karpenter-log.ts';
import type { Nominations } from './nominations.ts';
import { instanceTypesOf, type SetUp } from './set-up.ts';

/** A change of a repository, applied to a cluster that runs base. */
export interface Transition {
  readonly name: string;
  readonly base: string;
  readonly head: string;
  readonly settings: SetUp['settings'];
}

/** A cluster that no longer changes. */
export interface SettledCluster {
  readonly nodes: readonly SeenNode[];
  /** Workload → its unschedulable pods. */
  readonly pending: Counts;
  /** Workload → its running pods. */
  readonly running: Counts;
  /** From the change to the last event. */
  readonly seconds: number;
  /** False if it still changed when the time was up. */
  readonly isSettled: boolean;
  readonly rounds: readonly Round[];
  /** The actions of the disruption controllers. */
  readonly commands: readonly Command[];
  readonly nominations: Nominations;
}

/** A moment at which the numbers changed. */
export interface Step {
  /** Seconds since head was applied. */
  readonly at: number;
  /** All existing nodes, and those of them that Karpenter is about to remove or is removing. */
  readonly nodes: number;
  readonly leaving: number;
  readonly running: number;
  readonly waiting: number;
}

/** The record of a transition. */
export interface SeenTransition {
  readonly before: SettledCluster;
  /** The result of `plumbline snapshot` just before head is applied. */
  readonly snapshot: string;
  readonly after: SettledCluster;
  /** The highest number of nodes, and the highest hourly cost, at any time. */
  readonly peak: { readonly nodes: number; readonly hourlyUsd: number };
  /** Workload → its pods that ran before and no longer exist. */
  readonly gone: Counts;
  /** Workload → the lowest number of its running pods at any time. */
  readonly fewestRunning: Counts;
  readonly steps: readonly Step[];
}

/** The instance types of both sides. An EC2NodeClass keeps those of base, so transitions must not change them. */
export const instanceTypesOfBoth = ({ base, head, settings }: Transition): ReturnType<typeof instanceTypesOf> => ({
  ...instanceTypesOf({ name: 'head', manifests: head, settings }),
  ...instanceTypesOf({ name: 'base', manifests: base, settings }),
});
