import { selects } from '../../../karpenter/api/label-selector.ts';
import type { LabelSelector, Pod, PodSpec } from '../../../karpenter/api/pod.ts';
import { groupOf, type Manifest, mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import type { BindingFacts } from '../input/scheduler-input.ts';
import { mapOf, readText } from '../input/value-reader.ts';
import { labelSelector } from '../pods/pod-spec.ts';
import type { Workload } from '../pods/workloads.ts';

/** Priority classes that exist in every cluster. */
const builtIn = [
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
] as const;

/** What the scheduler needs to know of a cluster to bind pods: its services, priority classes and the release of Kubernetes. */
export function bindingFacts(
  manifests: readonly Manifest[],
  workloads: readonly Workload[],
  kubernetes: string | undefined,
): BindingFacts {
  const services = manifests.filter(({ kind, apiVersion }) => kind === 'Service' && apiVersion === 'v1');
  const read = services.map((manifest) => ({
    namespace: manifest.namespace ?? 'default',
    selector: mapOf(readText)(manifest.get(['spec', 'selector'])) ?? {},
  }));

  return {
    kubernetes,
    selectors: new Map(
      workloads.map((workload) => {
        const matches = read.filter(
          ({ namespace, selector }) =>
            namespace === workload.namespace &&
            Object.keys(selector).length > 0 &&
            selects({ matchLabels: selector }, workload.labels),
        );

        return [
          workload.key,
          [...matches.map(({ selector }) => ({ matchLabels: selector })), ...controllerSelector(workload)],
        ];
      }),
    ),
    orderedSets: new Set(workloads.filter(isOrderedSet).map(({ key }) => key)),
    ...priorities(manifests),
  };
}

/** Whether a StatefulSet creates each pod only once the previous one runs. */
export const isOrderedSet = ({ kind, manifest }: Pick<Workload, 'kind' | 'manifest'>): boolean =>
  kind === 'StatefulSet' && manifest.get(['spec', 'podManagementPolicy']) !== 'Parallel';

/** Only these controllers count. Source: pkg/scheduler/framework/plugins/helper/spread.go DefaultSelector. */
const spreading = new Set(['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet']);

function controllerSelector({ kind, manifest, labels }: Workload): readonly LabelSelector[] {
  if (!spreading.has(kind)) return [];
  const raw = manifest.get(['spec', 'selector']);
  if (kind === 'ReplicationController') return [{ matchLabels: mapOf(readText)(raw) ?? labels }];
  const selector = labelSelector(mappingOrEmpty(raw));
  if (selector === undefined) return [];
  return [selector];
}

function priorities(manifests: readonly Manifest[]): Pick<BindingFacts, 'priorities' | 'withoutPreemption'> {
  const values = new Map<string, number>(builtIn);
  const never = new Set<string>();

  for (const manifest of manifests) {
    if (manifest.kind !== 'PriorityClass' || groupOf(manifest.apiVersion) !== 'scheduling.k8s.io') continue;

    const value = manifest.get(['value']);
    if (typeof value !== 'number') continue;

    const isDefault = manifest.get(['globalDefault']) === true;

    for (const name of [manifest.name, ...(isDefault ? [''] : [])]) {
      values.set(name, value);
      if (manifest.get(['preemptionPolicy']) === 'Never') never.add(name);
    }
  }

  return { priorities: values, withoutPreemption: never };
}

/** The priority that the API server gives a pod. */
export const priorityOf = (
  { priority, priorityClassName = '' }: PodSpec,
  { priorities: values }: BindingFacts,
): number => priority ?? values.get(priorityClassName) ?? 0;

/** Whether pods remove none with a lower priority. The API server copies the policy of their PriorityClass. */
export const isWithoutPreemption = (
  { preemptionPolicy, priorityClassName = '' }: PodSpec,
  { withoutPreemption }: BindingFacts,
): boolean => preemptionPolicy === 'Never' || withoutPreemption.has(priorityClassName);

/** The selectors for the pods of a workload. A Deployment's pods are selected by its ReplicaSet, and so by their revision too. */
export function spreadSelectors(
  workload: string,
  { metadata }: Pod,
  { selectors }: BindingFacts,
): readonly LabelSelector[] {
  const base = selectors.get(workload) ?? [];
  const revision = metadata.labels['pod-template-hash'];

  if (base.length === 0 || revision === undefined || !workload.startsWith('Deployment/')) return base;
  return [...base, { matchLabels: { 'pod-template-hash': revision } }];
}
