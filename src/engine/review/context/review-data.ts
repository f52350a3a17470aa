import type { EditedFile } from '../../changes/ledger/changed-file.ts';
import type { Ledger } from '../../changes/ledger/ledger.ts';
import type { Plan, Unplanned } from '../../changes/plan/plan.ts';
import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { FoundWorkload } from '../../cluster/cost/find-workload.ts';
import type { Trace } from '../../cluster/cost/trace.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { LostNodes } from '../../cluster/transition/transition-data.ts';
import type { Scenario } from '../../cluster/what-if/scenario.ts';
import type { UnknownName } from '../../cluster/what-if/what-if.ts';
import type { CustomRule } from '../../karpenter/api/custom-rule.ts';
import type { Change } from '../../manifest/change.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Finding, Suppressed } from './finding.ts';
import type { RenderedChange } from './rendered-changes.ts';
import type { NotRendered } from './source-set.ts';
import type { Target } from './target.ts';

/** The part of a target that reports show: Karpenter, Kubernetes and region, and where each was found. */
export type ReviewedTarget = Pick<
  Target,
  | 'karpenterVersion'
  | 'karpenterVersionSource'
  | 'namedKarpenterVersion'
  | 'isKarpenterAssumed'
  | 'kubernetesVersion'
  | 'kubernetesVersionSource'
  | 'region'
  | 'regionSource'
  | 'isRegionAssumed'
>;

/** How many objects of head were read, so that a review of nothing is not mistaken for a good result. */
export interface InputCounts {
  /** NodePools, and Provisioners of older Karpenters. */
  readonly nodePools: number;
  /** EC2NodeClasses, and AWSNodeTemplates of older Karpenters. */
  readonly nodeClasses: number;
  /** At least one of them is not an EC2NodeClass. */
  readonly hasOtherClasses?: boolean;
  /** Everything else about Karpenter: NodeOverlays, NodeClaims, values of its chart, policies of its controller. */
  readonly otherKarpenter: number;
  /** Objects that create pods. */
  readonly workloads: number;
  readonly notRendered: readonly NotRendered[];
  /** How Terraform was related with the NodePools and node classes of other files, by cluster. */
  readonly related: readonly RelatedPlaces[];
}

/** Roots and folders that belong to one cluster. */
export interface RelatedPlaces {
  /** For people, sorted: `the Terraform root \`infra\``. */
  readonly places: readonly string[];
  /** Clauses that say how they were related, in the order in which they were. */
  readonly reasons: readonly string[];
}

/** The requested decision trace; `unknown` if there is nothing to simulate. */
export type Explained = { readonly trace: Trace } | Exclude<FoundWorkload, { workload: string }> | 'unknown';

/** What a scenario does to a cluster. */
export interface WhatIf {
  readonly scenario: Scenario;
  /** The environment whose cluster it is; null if there are no environments. */
  readonly environment: string | null;
  /** Its base is the cluster without the scenario. */
  readonly estimate: Estimate;
  readonly lost: LostNodes;
}

/** What a scenario does; a name in it that does not exist; or `unknown` if there is nothing to simulate. */
export type AnsweredScenario = { readonly whatIf: WhatIf } | { readonly unknownName: UnknownName } | 'unknown';

/** The effect of a change on the cluster of one environment. Figures of several environments are never added up. */
export interface EnvironmentReview {
  readonly name: string;
  /** Whether it is inferred from where objects are, because the configuration does not name it. */
  readonly isInferred: boolean;
  readonly target: ReviewedTarget;
  /** AWS accounts, sorted; empty if the configuration names none. */
  readonly accounts: readonly string[];
  /** Whether the review itself shows this environment's figures. */
  readonly isMain: boolean;
  /** Whether base has no file of it. */
  readonly isNew?: true;
  /** Objects that change in this environment. */
  readonly changedObjects: number;
  /** Null if nothing changes in it, or if there is nothing to simulate. */
  readonly estimate: Estimate | null;
  readonly disruption: Disruption;
}

/** Why a change does not reach the cluster. */
export interface Unapplied {
  /** A clause: "Kustomization `flux-system/pools` is suspended". */
  readonly because: string;
  /** Whether it never does, as long as the files say so. */
  readonly isNever: boolean;
}

/** Everything that a report shows, as data. */
export interface Review {
  readonly tool: { readonly name: 'plumbline'; readonly version: string };
  /** False if there is nothing to compare with, so that everything is new. */
  readonly hasBase: boolean;
  /** Why nothing of the change reaches the cluster at first; absent if a part of it may. */
  readonly unapplied?: Unapplied;
  /** The environments of roots that a program refuses as a whole after the change, sorted. Absent if nothing says which ones these are. */
  readonly refusedIn?: readonly string[];
  /** True if no rules ran, as for `estimate`: then only the simulation has findings. */
  readonly isUnchecked?: boolean;
  /** True if nodes and cost were left out on request, as for `review --no-figures`. */
  readonly isUnsimulated?: boolean;
  /** How much of head was read. */
  readonly inputs: InputCounts;
  /** In total order: file, start, code. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  /** Errors and warnings of base that the change fixes, at their places in head. Absent if there are none. */
  readonly fixed?: readonly Diagnostic[];
  readonly changes: readonly Change[];
  /** How changed objects differ that Kustomize, Helm or Terraform make, where the diff of the files does not show it. Absent if there are none. */
  readonly rendered?: readonly RenderedChange[];
  readonly disruption: Disruption;
  /** Null for `check`, and if there is nothing to simulate. */
  readonly estimate: Estimate | null;
  /** Environments that have any objects, in promotion order; empty if the configuration names none and nothing shows that there are several. */
  readonly environments: readonly EnvironmentReview[];
  /** The plan of each environment, sorted by name; empty without a base. */
  readonly plans: readonly (Plan | Unplanned)[];
  /** Environments that plumbline applies, or whose deployments wait for an approval. What a plan needs is said about these only. Sorted. */
  readonly appliedEnvironments: readonly string[];
  /** What it is checked against. With several environments, the target of the one whose figures the review shows. */
  readonly target: ReviewedTarget;
  /** The rules of the configuration. */
  readonly customRules: readonly CustomRule[];
  /** Only if a workload was to be explained. */
  readonly explained?: Explained;
  /** The scenario that the change makes worse; absent if there is none. */
  readonly tellingScenario?: WhatIf;
  /** Only if a scenario was asked for. */
  readonly whatIf?: AnsweredScenario;
  /** File → text of head (of base where only base has the file), for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  /** Every changed place, with what is known about it. Null if there is nothing to compare with. */
  readonly ledger: Ledger | null;
  /** Every file that the change edits; absent for a host that has no repository. */
  readonly edited?: readonly EditedFile[];
  /** Files that name an API version of Karpenter, although no object of Karpenter was found. Absent if there are none. */
  readonly unfollowed?: readonly string[];
  /** Whether something that is reviewed changes: an object, a figure, or a finding other than that something is not understood. */
  readonly hasEffect: boolean;
  /** False if the change touches nothing that plumbline checks, and nothing near Karpenter that it does not understand. */
  readonly isRelevant: boolean;
}
