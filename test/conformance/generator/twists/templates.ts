import type { Draft, KubeObject } from '../draft.ts';

/** The parts of a pod's spec that twists read and write. */
export interface PodSpec {
  nodeSelector?: Record<string, string>;
  tolerations?: object[];
  affinity?: Record<string, { [rule: string]: unknown } | undefined>;
  topologySpreadConstraints?: object[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: object[];
  [field: string]: unknown;
}

/** The parts of a container that twists read and write. */
export interface Container {
  name: string;
  ports?: object[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  [field: string]: unknown;
}

/** A pod, or a template for pods. */
export interface Template {
  readonly object: KubeObject;
  readonly labels: Record<string, string>;
  readonly spec: PodSpec;
}

interface Controller {
  readonly template: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: PodSpec };
}

const templateOf = (object: KubeObject): Template => {
  const { metadata, spec } = (object.spec as unknown as Controller).template;
  return { object, labels: metadata.labels, spec };
};

const controllers = ['Deployment', 'StatefulSet', 'ReplicaSet', 'Job'];
const isBound = ({ spec }: KubeObject): boolean => (spec as { nodeName?: string }).nodeName !== undefined;
const podOf = (object: KubeObject): Template => ({
  object,
  labels: object.metadata.labels as Record<string, string>,
  spec: object.spec as unknown as PodSpec,
});

/** Pending pods, by workload. */
export const workloads = ({ objects }: Draft): Template[] =>
  objects.flatMap((object) => {
    if (controllers.includes(object.kind)) return [templateOf(object)];
    return object.kind === 'Pod' && !isBound(object) ? [podOf(object)] : [];
  });

/** Running pods. */
export const boundPods = ({ objects }: Draft): Template[] =>
  objects.filter((object) => object.kind === 'Pod' && isBound(object)).map(podOf);

/** Pods of DaemonSets. */
export const daemons = ({ objects }: Draft): Template[] =>
  objects.filter(({ kind }) => kind === 'DaemonSet').map(templateOf);

export const ofKind = ({ objects }: Draft, kind: string): KubeObject[] =>
  objects.filter((object) => object.kind === kind);

/** Some of the values, or none if there are none. */
export const someOf = <T>({ random }: Draft, values: readonly T[]): T[] =>
  values.length === 0 ? [] : random.some(values);

export const required = 'requiredDuringSchedulingIgnoredDuringExecution';
export const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The rules of one kind of affinity. Created if there are none. */
export function affinityOf(
  spec: PodSpec,
  kind: 'nodeAffinity' | 'podAffinity' | 'podAntiAffinity',
): Record<string, unknown> {
  spec.affinity ??= {};
  spec.affinity[kind] ??= {};
  return spec.affinity[kind];
}
