import type { Change } from '../change.ts';
import type { Estimate } from '../cost/estimate.ts';
import type { FoundWorkload } from '../cost/find-workload.ts';
import type { Trace } from '../cost/trace.ts';
import type { Disruption } from '../disruption/disruption-data.ts';
import type { Plan, Unplanned } from '../plan/plan.ts';
import type { Finding, Suppressed } from './findings/finding.ts';
import type { NotRendered } from './source-set.ts';
import type { Target } from './target.ts';

/** What of a target a report tells: which Karpenter, Kubernetes and region it is, and where that was found. */
export type ReviewedTarget = Pick<
  Target,
  | 'karpenterVersion'
  | 'karpenterVersionSource'
  | 'isKarpenterAssumed'
  | 'kubernetesVersion'
  | 'kubernetesVersionSource'
  | 'region'
  | 'regionSource'
  | 'isRegionAssumed'
>;

/** How much of head was read, so that a review of nothing cannot pass for a good one. */
export interface InputCounts {
  /** NodePools, and Provisioners of older Karpenters. */
  readonly nodePools: number;
  /** EC2NodeClasses, and AWSNodeTemplates of older Karpenters. */
  readonly nodeClasses: number;
  /** Everything else about Karpenter: NodeOverlays, NodeClaims, values of its chart, policies of its controller. */
  readonly otherKarpenter: number;
  /** Objects that make pods. */
  readonly workloads: number;
  readonly notRendered: readonly NotRendered[];
}

/** The decision trace that was asked for; `unknown` where there is nothing to simulate. */
export type Explained = { readonly trace: Trace } | Exclude<FoundWorkload, { workload: string }> | 'unknown';

/** What a change does to the cluster of one environment. Figures of two are never added: they are bought twice. */
export interface EnvironmentReview {
  readonly name: string;
  readonly target: ReviewedTarget;
  /** AWS accounts, sorted; empty where the configuration names none. */
  readonly accounts: readonly string[];
  /** The one whose figures are those of the review itself. */
  readonly isMain: boolean;
  /** Objects that change there. */
  readonly changedObjects: number;
  /** Null where nothing changes there, and when there is nothing to simulate. */
  readonly estimate: Estimate | null;
  readonly disruption: Disruption;
}

/** Everything a report says, as data. */
export interface Review {
  readonly tool: { readonly name: 'plumbline'; readonly version: string };
  /** False: there is nothing to compare with, everything is new. */
  readonly hasBase: boolean;
  /** How much of head was read. */
  readonly inputs: InputCounts;
  /** In total order: file, start, code. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly changes: readonly Change[];
  readonly disruption: Disruption;
  /** Null for `check`, and when there is nothing to simulate. */
  readonly estimate: Estimate | null;
  /** Those of the configuration that something belongs to, in the order of promotion; empty where it names none. */
  readonly environments: readonly EnvironmentReview[];
  /** The plan of each environment, ordered by name; empty without a base. */
  readonly plans: readonly (Plan | Unplanned)[];
  /** What it is judged by; of several environments, the one whose figures are those of the review. */
  readonly target: ReviewedTarget;
  /** Only where a workload was to be explained. */
  readonly explained?: Explained;
  /** File → text of head (of base where only base has the file), for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  /** False: the change touches nothing that plumbline looks at. */
  readonly isRelevant: boolean;
}
