import { label } from '../../../karpenter/api/labels.ts';
import type { Pod, PodSpec } from '../../../karpenter/api/pod.ts';
import { nodeClassLabel } from '../../../karpenter/cloud-provider/node-class.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import type { RequirementTable } from '../../../karpenter/scheduling/requirement-table.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import { podConstraints } from '../pods/pod-constraints.ts';

/** What takes the names of labels: a table that gives them integers, or a check. */
type LabelNames = Pick<RequirementTable, 'register'> & { key(name: string): unknown };

/** What takes the names of resources. */
type ResourceNames = { intern(name: string): unknown };

/** Every object of a pass from which names are registered, apart from its NodePools. */
export function namedIn(input: SchedulerInput, pending: readonly Pod[]): ReadonlySet<object> {
  const all = new Set<object>(distinctSpecs(input, pending));
  all.add(input.volumeClaims);
  for (const { labels, allocatable } of input.existingNodes) all.add(labels).add(allocatable);
  return all;
}

/** Adds every label that can occur in a pass with these pending pods to the table. */
export function registerLabels(table: LabelNames, input: SchedulerInput, pending: readonly Pod[]): void {
  for (const key of Object.values(label)) table.key(key);

  for (const { nodePool, instanceTypes } of input.nodePools) {
    const { spec, metadata } = nodePool.spec.template;
    table.key(nodeClassLabel(spec.nodeClassRef));
    table.register(spec.requirements);
    registerKeys(table, metadata?.labels);
    for (const key of instanceTypes.labels.keys()) table.key(key);
  }

  for (const { labels } of input.existingNodes) registerKeys(table, labels);
  for (const spec of distinctSpecs(input, pending)) registerPod(table, spec);
  for (const { alternatives } of input.volumeClaims.values()) for (const terms of alternatives) table.register(terms);
}

/** The distinct specs of all pods. Most pods share theirs with others. */
function distinctSpecs({ daemonSets, existingNodes }: SchedulerInput, pending: readonly Pod[]): ReadonlySet<PodSpec> {
  const specs = new Set<PodSpec>();
  for (const { spec } of pending) specs.add(spec);
  for (const { spec } of daemonSets) specs.add(spec);
  for (const { pods } of existingNodes) for (const { pod } of pods) specs.add(pod.spec);
  return specs;
}

const registerKeys = (table: LabelNames, labels: Readonly<Record<string, string>> = {}): void =>
  table.register(Object.keys(labels).map((key) => ({ key, operator: 'Exists' })));

function registerPod(table: LabelNames, spec: PodSpec): void {
  const pod = podConstraints(spec);
  registerKeys(table, pod.nodeSelector);
  for (const term of pod.requiredTerms) table.register(term.matchExpressions);
  for (const { preference } of pod.preferredTerms) table.register(preference.matchExpressions);

  const preferred = [...pod.preferredAffinity, ...pod.preferredAntiAffinity].map((term) => term.podAffinityTerm);
  for (const { topologyKey } of [...pod.spreads, ...pod.affinity, ...pod.antiAffinity, ...preferred])
    table.key(topologyKey);
}

/** Adds every resource that can occur in a pass with these pending pods. */
export function registerResources(resources: ResourceNames, input: SchedulerInput, pending: readonly Pod[]): void {
  for (const name of ['cpu', 'memory', 'pods']) resources.intern(name);
  for (const spec of distinctSpecs(input, pending)) intern(resources, podRequests(spec));
  for (const { allocatable } of input.existingNodes) intern(resources, allocatable);
}

function intern(resources: ResourceNames, amounts: ReadonlyMap<string, number>): void {
  for (const name of amounts.keys()) resources.intern(name);
}
