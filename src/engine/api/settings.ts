import { defaultPricing, type Pricing } from './pricing.ts';

/** Karpenter's own settings, named as in its Helm chart, as effective values (0 is 0). */
export interface KarpenterSettings {
  readonly preferencePolicy: 'Respect' | 'Ignore';
  readonly minValuesPolicy: 'Strict' | 'BestEffort';
  /** Fraction of memory taken by the hypervisor: 0.075 is 7.5 %. */
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

/** A group of alike nodes that Karpenter does not own, as `plumbline.yaml` names them. */
export interface ExistingNodeSetting {
  readonly name: string;
  readonly instanceType: string;
  readonly count: number;
  readonly zone: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { key: string; value?: string; effect: string }[];
  /** Quantities already requested on each node by pods that are not in the manifests. */
  readonly requested: Readonly<Record<string, string>>;
}

/** One environment of plumbline.yaml: which objects, and where they go. */
export interface Environment {
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  readonly clusterArn: string | undefined;
  readonly roleArn: string | undefined;
  readonly allowedAccountIds: readonly string[];
  /** Context of the kubeconfig. */
  readonly context: string | undefined;
  /** Undefined: found out for each object. */
  readonly delivery: 'apply' | 'verify' | undefined;
  readonly leaseNamespace: string;
  readonly readyMinutes: number;
  /** What it says over the settings of all: only what was set. */
  readonly own: EnvironmentSettings;
}

/** What may differ from environment to environment. */
export interface EnvironmentSettings
  extends Partial<
    Pick<Settings, 'region' | 'zones' | 'karpenterVersion' | 'kubernetesVersion' | 'karpenter' | 'rules' | 'snapshot'>
  > {
  readonly gate?: Partial<GatePolicy>;
}

/** A time at which nothing is applied. */
export interface Freeze {
  /** ISO date or time, UTC. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** What a change must satisfy beside its findings; undefined bounds nothing. */
export interface GatePolicy {
  readonly approvals: number;
  readonly monthlyIncreaseUsd: number | undefined;
  readonly nodesReplaced: number | undefined;
  readonly unschedulablePods: number | undefined;
  readonly freeze: readonly Freeze[];
}

export const defaultGate: GatePolicy = {
  approvals: 1,
  monthlyIncreaseUsd: undefined,
  nodesReplaced: undefined,
  unschedulablePods: undefined,
  freeze: [],
};

/** A root that the configuration names, in place of what file names tell. */
export interface NamedRoot {
  /** Folder of a kustomization or a chart, from the root of the repository. */
  readonly path: string;
  /** Values files of a chart, from the root of the repository; the later ones win. */
  readonly values: readonly string[];
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  readonly environment: string | undefined;
}

/** What is rendered. */
export interface SourceSettings {
  /** False: kustomizations and charts are reviewed as they stand. */
  readonly render: boolean;
  readonly roots: readonly NamedRoot[];
  /** Folders whose kustomizations and charts are not rendered. */
  readonly ignore: readonly string[];
  /** Repositories of charts that may be asked. */
  readonly chartRepositories: readonly string[];
}

export const defaultSources: SourceSettings = { render: true, roots: [], ignore: [], chartRepositories: [] };

export type SpotPricing = 'advisor' | 'flat' | 'zoned';

/** Other severities of rules for some files or objects. */
export interface RuleOverride {
  /** Files, folders and patterns with `*` and `**`; undefined is everywhere. */
  readonly paths?: readonly string[];
  /** `Kind/name` or `Kind/namespace/name`, with `*`; undefined is every object. */
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
  /** Only these findings (`findingId`): a comment silences what somebody saw, not what comes later. */
  readonly findings?: readonly string[];
}

/** What a review takes from flags, inputs and `plumbline.yaml`; undefined where nobody said anything. */
export interface Settings {
  readonly region: string | undefined;
  readonly zones: readonly string[] | undefined;
  readonly nodeClassZones: Readonly<Record<string, readonly string[]>>;
  /** Karpenter's minor, such as `1.14`. */
  readonly karpenterVersion: string | undefined;
  readonly kubernetesVersion: string | undefined;
  /** Only what was set: the repository's Helm values and then the defaults fill the rest. */
  readonly karpenter: Partial<KarpenterSettings>;
  readonly existingNodes: readonly ExistingNodeSetting[] | undefined;
  /** Reservation id → free instances. */
  readonly capacityReservations: Readonly<Record<string, number>>;
  /** Path of a committed snapshot of the cluster, from the root of the repository. */
  readonly snapshot: string | undefined;
  readonly spotPricing: SpotPricing;
  readonly pricing: Pricing;
  /** Rule id → severity, or off. */
  readonly rules: Readonly<Record<string, 'error' | 'warning' | 'note' | 'off'>>;
  /** Findings that the configuration silences. */
  readonly ignore: readonly IgnoreSetting[];
  /** Rules by path and resource; a later entry wins over an earlier one, and over `rules`. */
  readonly overrides: readonly RuleOverride[];
  /** Codes that neither a comment nor a baseline silences. */
  readonly neverSuppress: readonly string[];
  /** Findings on lines that the change leaves alone are neither listed nor counted. */
  readonly changedLines: boolean;
  /** Figures of the scheduler's first round alone, on which Karpenter's recorded answers are exact. */
  readonly firstRound: boolean;
  /** Values for placeholders: `${NAME}`. */
  readonly set: Readonly<Record<string, string>>;
  readonly failOn: 'error' | 'warning' | 'note' | 'never';
  /** Environment → where its objects go; empty where nothing is applied. */
  readonly environments: Readonly<Record<string, Environment>>;
  readonly gate: GatePolicy;
  readonly sources: SourceSettings;
  /** The reader's time zone, such as `Europe/Berlin`, for times beside those in UTC. */
  readonly timeZone: string | undefined;
  /** Today as an ISO date, handed in by the host because the engine has no clock. */
  readonly today: string;
}

/** Settings of somebody who configured nothing. */
export const defaultSettings: Settings = {
  region: undefined,
  zones: undefined,
  nodeClassZones: {},
  karpenterVersion: undefined,
  kubernetesVersion: undefined,
  karpenter: {},
  existingNodes: undefined,
  capacityReservations: {},
  snapshot: undefined,
  spotPricing: 'advisor',
  pricing: defaultPricing,
  rules: {},
  ignore: [],
  overrides: [],
  neverSuppress: [],
  changedLines: false,
  firstRound: false,
  set: {},
  failOn: 'error',
  environments: {},
  gate: defaultGate,
  sources: defaultSources,
  timeZone: undefined,
  today: '1970-01-01',
};
