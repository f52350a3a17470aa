import type { Currency } from '../../text/words/money.ts';
import type { CustomRule } from './custom-rule.ts';
import { defaultPricing, type Pricing } from './pricing.ts';

/** Karpenter's own settings, named as in its Helm chart, as effective values (0 is 0). */
export interface KarpenterSettings {
  readonly preferencePolicy: 'Respect' | 'Ignore';
  readonly minValuesPolicy: 'Strict' | 'BestEffort';
  /** The fraction of memory that the hypervisor takes: 0.075 is 7.5%. */
  readonly vmMemoryOverheadPercent: number;
  readonly reservedENIs: number;
  readonly clusterCABundle: string | undefined;
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/** The defaults of the chart and the binary, v1.14.1. */
export const defaultKarpenterSettings: KarpenterSettings = {
  preferencePolicy: 'Respect',
  minValuesPolicy: 'Strict',
  vmMemoryOverheadPercent: 0.075,
  reservedENIs: 0,
  clusterCABundle: undefined,
  featureGates: { reservedCapacity: true },
};

/** A group of equal nodes that Karpenter does not manage, as configured in `plumbline.yaml`. */
export interface ExistingNodeSetting {
  readonly name: string;
  readonly instanceType: string;
  readonly count: number;
  readonly zone: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { key: string; value?: string; effect: string }[];
  /** The resources on each node that pods outside of the manifests request. */
  readonly requested: Readonly<Record<string, string>>;
}

/** Pods of the cluster itself that no manifest contains, as configured in `plumbline.yaml`. */
export interface SystemPodSetting {
  readonly name: string;
  /** The requests of one pod. */
  readonly requests: Readonly<Record<string, string>>;
  readonly replicas: number;
  /** Whether one pod runs on each node, including Karpenter's. */
  readonly daemonSet: boolean;
}

/** One environment of plumbline.yaml: its objects, and the cluster that they are applied to. */
export interface Environment {
  /** Folders, files and patterns with `*` and `**`, relative to the root of the repository. Empty means everything. */
  readonly paths: readonly string[];
  readonly clusterArn: string | undefined;
  readonly roleArn: string | undefined;
  readonly allowedAccountIds: readonly string[];
  /** Context of the kubeconfig. */
  readonly context: string | undefined;
  /** If undefined, it is determined for each object. */
  readonly delivery: 'apply' | 'verify' | undefined;
  readonly leaseNamespace: string;
  readonly readyMinutes: number;
  /**
   * Whether plumbline applies its objects, or a deployment waits for an approval of its plan: a key that only they need is set. Absent if
   * something else applies them, such as Argo CD, Flux, Terraform or a pipeline.
   */
  readonly isApplied?: true;
  /** The settings that it overrides. */
  readonly own: EnvironmentSettings;
}

/** The settings that can differ between environments. */
export interface EnvironmentSettings
  extends Partial<
    Pick<
      Settings,
      | 'region'
      | 'zones'
      | 'nodeClassAddresses'
      | 'vcpuQuotas'
      | 'capacityReservations'
      | 'describedReservations'
      | 'karpenterVersion'
      | 'kubernetesVersion'
      | 'karpenter'
      | 'rules'
      | 'snapshot'
    >
  > {
  readonly gate?: WrittenGate;
}

/** Limits as the configuration writes them, without those that keep their default. */
export interface WrittenGate extends Omit<Partial<GatePolicy>, 'attention'> {
  readonly attention?: Partial<Attention>;
}

/** A period in which nothing is applied. */
export interface Freeze {
  /** ISO date or time, UTC. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** Increases that turn a pass into a warning: both of cost together, and new nodes. */
export interface Attention {
  readonly monthlyIncreaseUsd: number;
  readonly monthlyIncreasePercent: number;
  readonly nodesAdded: number | undefined;
}

/** Limits for a change, in addition to its findings. An undefined limit does not apply. */
export interface GatePolicy {
  readonly approvals: number;
  readonly monthlyIncreaseUsd: number | undefined;
  readonly nodesReplaced: number | undefined;
  readonly unschedulablePods: number | undefined;
  readonly freeze: readonly Freeze[];
  readonly attention: Attention;
  /** Team → limits for its share of the cost. */
  readonly teams: Readonly<Record<string, { readonly monthlyIncreaseUsd: number }>>;
}

export const defaultGate: GatePolicy = {
  approvals: 1,
  monthlyIncreaseUsd: undefined,
  nodesReplaced: undefined,
  unschedulablePods: undefined,
  freeze: [],
  attention: { monthlyIncreaseUsd: 500, monthlyIncreasePercent: 50, nodesAdded: undefined },
  teams: {},
};

/** A root that the configuration names, which overrides detection by file names. */
export interface NamedRoot {
  /** The folder of a kustomization or a chart, relative to the root of the repository. */
  readonly path: string;
  /** The values files of a chart, relative to the root of the repository. Later ones win. */
  readonly values: readonly string[];
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  readonly environment: string | undefined;
}

/** What is rendered. */
export interface SourceSettings {
  /** If false, kustomizations and charts are reviewed without rendering. */
  readonly render: boolean;
  readonly roots: readonly NamedRoot[];
  /** Folders in which kustomizations and charts are not rendered. */
  readonly ignore: readonly string[];
  /** Chart repositories that may be used. */
  readonly chartRepositories: readonly string[];
}

export const defaultSources: SourceSettings = { render: true, roots: [], ignore: [], chartRepositories: [] };

export type SpotPricing = 'advisor' | 'flat' | 'zoned';

/** Severities of rules for certain files or objects. */
interface RuleOverride {
  /** Files, folders and patterns with `*` and `**`. Undefined means everywhere. */
  readonly paths?: readonly string[];
  /** `Kind/name` or `Kind/namespace/name`, with `*`. Undefined means every object. */
  readonly resources?: readonly string[];
  readonly rules: Readonly<Record<string, 'error' | 'warning' | 'note' | 'off'>>;
}

/** Findings that the configuration, or a comment on a pull request, silences. */
export interface IgnoreSetting {
  readonly code: string;
  readonly path?: string;
  readonly resource?: string;
  readonly reason: string;
  readonly until?: string;
  /** Only these findings (`findingId`), because a comment silences what its author saw, not later findings. */
  readonly findings?: readonly string[];
}

/** What the configuration says about a capacity reservation that node classes select by id. */
export interface DescribedReservation {
  readonly instanceType: string;
  readonly zone: string;
}

/** Quotas of the cloud for vCPUs, as far as the configuration names them. */
export type VcpuQuotas = Readonly<Partial<Record<'on-demand' | 'spot', Readonly<Record<string, number>>>>>;

/**
 * What happens to the comment on a pull request with each new commit. `update`: there is one comment, which is updated. `new`, `hide` and
 * `delete`: each commit gets its own, and older ones stay, are hidden or are deleted. `off`: there is none.
 */
export type CommentBehavior = 'update' | 'new' | 'hide' | 'delete' | 'off';

/** The verdict from which on a message is sent to the webhook. */
export type NotifyFrom = 'pass' | 'warn' | 'block' | 'off';

/** The settings of a review from flags, inputs and `plumbline.yaml`. Undefined if not set. */
export interface Settings {
  readonly region: string | undefined;
  readonly zones: readonly string[] | undefined;
  readonly nodeClassZones: Readonly<Record<string, readonly string[]>>;
  /** Node class → addresses that the configuration gives its nodes and pods. */
  readonly nodeClassAddresses: Readonly<Record<string, number>>;
  /** Capacity type → group of instance families → the most vCPUs that the account may run. */
  readonly vcpuQuotas: VcpuQuotas;
  /** Karpenter's minor, such as `1.14`. */
  readonly karpenterVersion: string | undefined;
  readonly kubernetesVersion: string | undefined;
  /** Only explicit settings. The Helm values of the repository and then the defaults complete them. */
  readonly karpenter: Partial<KarpenterSettings>;
  readonly existingNodes: readonly ExistingNodeSetting[] | undefined;
  /** Undefined for the pods that clusters of this kind run by default. */
  readonly systemPods: readonly SystemPodSetting[] | undefined;
  /** Reservation id → number of free instances. */
  readonly capacityReservations: Readonly<Record<string, number>>;
  /** Reservation id → what the configuration says about it. */
  readonly describedReservations: Readonly<Record<string, DescribedReservation>>;
  /** The path of a committed snapshot of the cluster, relative to the root of the repository. */
  readonly snapshot: string | undefined;
  /** The folder of a catalog that `plumbline catalog refresh` wrote, relative to the root of the repository. */
  readonly catalog: string | undefined;
  /** Files with CustomResourceDefinitions, relative to the root of the repository. */
  readonly crds: readonly string[];
  readonly spotPricing: SpotPricing;
  readonly pricing: Pricing;
  /** The currency that reports show costs in. Undefined for USD. */
  readonly currency: Currency | undefined;
  /** Rule id → severity, or off. */
  readonly rules: Readonly<Record<string, 'error' | 'warning' | 'note' | 'off'>>;
  /** Rules of the configuration, in CEL. */
  readonly customRules: readonly CustomRule[];
  /** Findings that the configuration silences. */
  readonly ignore: readonly IgnoreSetting[];
  /** Rules by path and resource. A later entry overrides an earlier one, and `rules`. */
  readonly overrides: readonly RuleOverride[];
  /** Codes that neither a comment nor a baseline can silence. */
  readonly neverSuppress: readonly string[];
  /** Whether findings on unchanged lines are neither listed nor counted. */
  readonly changedLines: boolean;
  /** Whether to simulate only the first round of the scheduler, for comparison with recordings of Karpenter. */
  readonly firstRound: boolean;
  /** Values for placeholders: `${NAME}`. */
  readonly set: Readonly<Record<string, string>>;
  readonly failOn: 'error' | 'warning' | 'note' | 'never';
  readonly comment: CommentBehavior;
  /** Whether the pull request gets labels. */
  readonly labels: boolean;
  readonly notify: NotifyFrom;
  /** Environment → the cluster that its objects are applied to. Empty if nothing is applied. */
  readonly environments: Readonly<Record<string, Environment>>;
  readonly gate: GatePolicy;
  readonly sources: SourceSettings;
  /** The reader's time zone, such as `Europe/Berlin`, which is shown in addition to UTC. */
  readonly timeZone: string | undefined;
  /** The branch on which predictions and what became of them are recorded. */
  readonly scorecard: string | undefined;
  /** Today as an ISO date. The host sets it, because the engine has no clock. */
  readonly today: string;
}

/** The settings without any configuration. */
export const defaultSettings: Settings = {
  region: undefined,
  zones: undefined,
  nodeClassZones: {},
  nodeClassAddresses: {},
  vcpuQuotas: {},
  karpenterVersion: undefined,
  kubernetesVersion: undefined,
  karpenter: {},
  existingNodes: undefined,
  systemPods: undefined,
  capacityReservations: {},
  describedReservations: {},
  snapshot: undefined,
  catalog: undefined,
  crds: [],
  spotPricing: 'advisor',
  pricing: defaultPricing,
  currency: undefined,
  rules: {},
  customRules: [],
  ignore: [],
  overrides: [],
  neverSuppress: [],
  changedLines: false,
  firstRound: false,
  set: {},
  failOn: 'error',
  comment: 'update',
  labels: false,
  notify: 'block',
  environments: {},
  gate: defaultGate,
  sources: defaultSources,
  timeZone: undefined,
  scorecard: undefined,
  today: '1970-01-01',
};
