import type { EffectCause } from '../change.ts';
import type { EffectRow } from '../cloud-provider/effect-row.ts';

/** A change of what runs on nodes: no node is replaced by it, but pods may need others. */
const row = (path: RegExp, cause: EffectCause, reason: string): EffectRow => ({
  ...{ path, cause, reason, effect: 'none', isHashed: false },
});

/** Where the spec of a pod stands in a workload, a dot behind it. */
const pod = String.raw`^spec\.((jobTemplate\.spec\.)?template\.spec\.)?`;
const inPod = (fields: string): RegExp => new RegExp(`${pod}(${fields})`);
const container = String.raw`(^|\.)(initContainers|containers)`;

const evicts = 'it paces or blocks drift and consolidation, and holds for expiry';

/**
 * What the fields of workloads, and of what stands beside them, do; fields that no row names do not concern nodes. The first row
 * that matches wins.
 */
export const workloadEffects: readonly EffectRow[] = [
  row(
    /^spec\.(replicas|parallelism|completions)$/,
    'pod-count',
    'is the number of pods: more of them may need nodes, fewer leave room that consolidation takes back',
  ),
  row(/^spec\.(suspend|schedule)$/, 'pod-count', 'decides when pods run, and so when they need nodes'),
  row(
    /^spec\.(minReplicas|maxReplicas|minReplicaCount|maxReplicaCount|scaleTargetRef)/,
    'pod-count',
    'bounds how many pods the autoscaler may ask for',
  ),
  row(
    /^spec\.(maxUnavailable|minAvailable|unhealthyPodEvictionPolicy)/,
    'pod-disruption',
    `decides how many of its pods may be evicted at a time: ${evicts}`,
  ),
  row(
    /^spec\.selector/,
    'pod-disruption',
    `selects the pods that are meant: for a PodDisruptionBudget, whose eviction ${evicts.replace('it ', '')}`,
  ),
  row(
    inPod('terminationGracePeriodSeconds'),
    'pod-disruption',
    'is how long a pod may take to stop: a node that goes waits that long',
  ),
  row(
    /template\.metadata\.annotations\.karpenter\.sh\/do-not-disrupt/,
    'pod-disruption',
    'decides whether Karpenter may disrupt the nodes on which the pods run',
  ),
  row(
    new RegExp(String.raw`${container}\.\d+\.resources`),
    'pod-requests',
    'is what a pod asks for, and so how many of them fit on a node',
  ),
  row(inPod('overhead|resources'), 'pod-requests', 'is what a pod asks for, and so how many of them fit on a node'),
  row(
    new RegExp(String.raw`${container}\.\d+\.restartPolicy`),
    'pod-requests',
    'makes a sidecar of an init container, whose requests then add to those of the pod',
  ),
  row(
    new RegExp(String.raw`${container}\.\d+\.ports\.\d+\.hostPort`),
    'pod-placement',
    'takes a port of the node: one such pod fits on each',
  ),
  row(
    new RegExp(String.raw`${container}(\.\d+)?$`),
    'pod-requests',
    'is a container more or less, with what it asks for',
  ),
  row(
    inPod('priorityClassName|priority'),
    'pod-priority',
    'decides in which order pods get nodes, and whom they push out',
  ),
  row(
    /^(value|globalDefault|preemptionPolicy)/,
    'pod-priority',
    'decides in which order pods get nodes, and whom they push out',
  ),
  row(
    inPod('nodeSelector|affinity|tolerations|topologySpreadConstraints|hostNetwork|nodeName|schedulerName'),
    'pod-placement',
    'decides on which nodes the pods can land',
  ),
  row(
    /template\.metadata\.(labels|annotations)/,
    'pod-placement',
    'is what budgets, affinities and spread constraints go by',
  ),
  row(inPod('volumes'), 'pod-placement', 'decides which volumes the pods need, and so in which zones they can land'),
  row(
    /^spec\.(volumeClaimTemplates|volumeName|storageClassName|nodeAffinity)/,
    'pod-placement',
    'decides in which zones the pods that use it can land',
  ),
  row(
    /^(provisioner|volumeBindingMode|allowedTopologies)/,
    'pod-placement',
    'decides in which zones the pods that use it can land',
  ),
  row(
    /^spec\.(machineType|minSize|maxSize|instanceType|count|labels|taints)/,
    'node-group',
    'changes nodes that Karpenter does not own, and the room that pods find there',
  ),
];
