import { capacityLabel, hostLabel, type KubeObject, zoneLabel } from './manifests.ts';

/** A short form of a workload. */
export interface WorkloadOptions {
  readonly replicas?: number;
  readonly cpu?: string | number;
  readonly memory?: string;
  /** Required anti-affinity to its own pods. */
  readonly onePer?: 'host' | 'zone';
  /** Topology spread constraints. */
  readonly spread?: readonly SpreadOptions[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly KubeObject[];
  readonly image?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Additional fields of the pod's spec. */
  readonly pod?: KubeObject;
  /** Additional fields of the workload's own spec. */
  readonly spec?: KubeObject;
}

export interface SpreadOptions {
  readonly by: 'host' | 'zone' | 'capacity';
  readonly maxSkew?: number;
  readonly minDomains?: number;
  readonly isSoft?: boolean;
}

const topologyKeys = { host: hostLabel, zone: zoneLabel, capacity: capacityLabel };

function template(name: string, options: WorkloadOptions): KubeObject {
  const { cpu = 1, memory, onePer, spread, nodeSelector, tolerations, annotations, labels, image = 'app:1' } = options;
  const labelSelector = { matchLabels: { app: name } };
  const requests = { cpu: String(cpu), ...(memory && { memory }) };
  return {
    metadata: { labels: { app: name, ...labels }, ...(annotations && { annotations }) },
    spec: {
      containers: [{ name: 'main', image: `registry.example/${image}`, resources: { requests } }],
      ...(onePer && {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: topologyKeys[onePer], labelSelector }],
          },
        },
      }),
      ...(spread && {
        topologySpreadConstraints: spread.map(({ by, maxSkew = 1, minDomains, isSoft }) => ({
          topologyKey: topologyKeys[by],
          maxSkew,
          whenUnsatisfiable: isSoft ? 'ScheduleAnyway' : 'DoNotSchedule',
          ...(minDomains && { minDomains }),
          labelSelector,
        })),
      }),
      ...(nodeSelector && { nodeSelector }),
      ...(tolerations && { tolerations }),
      ...options.pod,
    },
  };
}

const workload = (kind: string, name: string, options: WorkloadOptions, spec: KubeObject): KubeObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name },
  spec: { ...spec, selector: { matchLabels: { app: name } }, template: template(name, options), ...options.spec },
});

export const deployment = (name: string, options: WorkloadOptions = {}): KubeObject =>
  workload('Deployment', name, options, { replicas: options.replicas ?? 1 });

/** Creates all pods at once. */
export const parallelSet = (name: string, options: WorkloadOptions = {}): KubeObject =>
  workload('StatefulSet', name, options, {
    replicas: options.replicas ?? 1,
    serviceName: name,
    podManagementPolicy: 'Parallel',
  });

/** Creates one pod after another. */
export const orderedSet = (name: string, options: WorkloadOptions = {}): KubeObject =>
  workload('StatefulSet', name, options, { replicas: options.replicas ?? 1, serviceName: name });

export const daemonSet = (name: string, options: WorkloadOptions = {}): KubeObject =>
  workload('DaemonSet', name, options, {});

export const job = (name: string, { replicas = 1, ...options }: WorkloadOptions = {}): KubeObject => {
  const { metadata, spec } = template(name, options) as { metadata: KubeObject; spec: KubeObject };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: {
      parallelism: replicas,
      completions: replicas,
      template: { metadata, spec: { ...spec, restartPolicy: 'Never' } },
      ...options.spec,
    },
  };
};

/** A PodDisruptionBudget for a workload, with `minAvailable` or `maxUnavailable` in `spec`. */
export const budget = (app: string, spec: KubeObject): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: app },
  spec: { selector: { matchLabels: { app } }, ...spec },
});

/** Prevents Karpenter from disrupting the node of a pod. */
export const doNotDisrupt = { 'karpenter.sh/do-not-disrupt': 'true' };

/** A taint for a NodePool with a special purpose, and the matching toleration. */
export const dedicated = (value: string): { readonly taint: KubeObject; readonly toleration: KubeObject } => ({
  taint: { key: 'dedicated', value, effect: 'NoSchedule' },
  toleration: { key: 'dedicated', operator: 'Equal', value, effect: 'NoSchedule' },
});
