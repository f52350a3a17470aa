import type { Tallies } from './domain-tally.ts';
import type { NodeState } from './node-state.ts';
import type { PodInfo } from './pod-info.ts';
import type { SchedulerRelease } from './release.ts';
import type { ClaimOfPod } from './volume-claim.ts';

/** What the plugins see while they look for a node for one pod. */
export interface Cycle {
  readonly pod: PodInfo;
  /** All nodes, in the order in which kube-scheduler looks at them. */
  readonly nodes: readonly NodeState[];
  /** Hostname → the nodes that have it, which is one for each unless labels are wrong. */
  readonly nodesOfHost: ReadonlyMap<string, readonly NodeState[]>;
  /** How many pods each domain of a spread constraint has. */
  readonly tallies: Tallies;
  readonly release: SchedulerRelease;
  /** The labels of the pod's namespace. */
  readonly namespaceLabels: Readonly<Record<string, string>>;
  /** Namespace → labels. */
  readonly namespaces: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Whether any pod on a node has required anti-affinity, and whether any of that keeps pods from more than its own host. */
  readonly hasAntiAffinity: boolean;
  readonly hasWideAntiAffinity: boolean;
  /** Whether the affinity of any pod on a node changes scores. */
  readonly hasScoredAffinity: boolean;
  /** The claims that a pod uses. */
  readonly claimsOf: (pod: PodInfo) => readonly ClaimOfPod[];
}

/** Why a node is rejected. */
export interface Rejection {
  /** All reasons, sorted. */
  readonly reasons: readonly string[];
  /** Whether the node could take the pod if other pods left it. */
  readonly isResolvable: boolean;
}

/** A filter: undefined if it has nothing to do with the pod, a rejection of all nodes, or a check of one node. */
export interface FilterPlugin {
  readonly name: string;
  readonly prepare: (cycle: Cycle) => Rejection | ((node: NodeState) => Rejection | undefined) | undefined;
}

/** A score: undefined if the plugin skips the pod. Without `normalize`, scores are already between 0 and 100. */
export interface ScorePlugin {
  readonly name: string;
  readonly weight: number;
  readonly prepare: (cycle: Cycle, found: readonly NodeState[]) => Scoring | undefined;
}

interface Scoring {
  readonly score: (node: NodeState) => number;
  /** Changes the scores of all found nodes in place. */
  readonly normalize?: (scores: number[]) => void;
}

export const maxScore = 100;

export const rejection = (isResolvable: boolean, ...reasons: readonly string[]): Rejection => ({
  reasons: [...reasons].sort(),
  isResolvable,
});

/** Scales scores so that the highest becomes 100. Source: plugins/helper/normalize_score.go DefaultNormalizeScore. */
export function scaleToHighest(scores: number[], isReversed: boolean): void {
  let highest = 0;
  for (const score of scores) highest = Math.max(highest, score);

  for (let at = 0; at < scores.length; at++) {
    if (highest === 0) {
      if (isReversed) scores[at] = maxScore;
      continue;
    }

    const scaled = Math.trunc((maxScore * scores[at]!) / highest);
    scores[at] = isReversed ? maxScore - scaled : scaled;
  }
}
