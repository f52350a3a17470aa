import { injectorKeys } from '../../karpenter/api/injectors.ts';
import type { EffectRow } from '../../karpenter/cloud-provider/effect-row.ts';
import { replacingPath } from '../../karpenter/cloud-provider/node-groups.ts';
import type { EffectCause } from '../../manifest/change.ts';
import { makesPods } from '../../manifest/makers/makes-pods.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { schedulingKinds } from './effect-table.ts';

/** A change of what runs on nodes: it replaces no nodes, but pods may need different ones. */
const row = (path: RegExp, cause: EffectCause, reason: string): EffectRow => ({
  path,
  cause,
  reason,
  effect: 'none',
  isHashed: false,
});

const escaped = (text: string): string => text.replace(/[./]/g, '\\$&');

/** The path of the pod's spec in a workload, with a trailing dot. */
const pod = String.raw`^spec\.((jobTemplate\.spec\.)?template\.spec\.)?`;
const inPod = (fields: string): RegExp => new RegExp(`${pod}(${fields})`);
const container = String.raw`(^|\.)(initContainers|containers)`;

/** Drift, consolidation and expiry evict pods with the eviction API. Source: karpenter pkg/controllers/node/termination/terminator. */
const evicts = 'when Karpenter replaces, consolidates or expires nodes';

/**
 * Effects of the fields of workloads and related objects, such as autoscalers and volumes. The first row that matches wins. Fields
 * that no row matches do not affect nodes.
 */
const workloadEffects: readonly EffectRow[] = [
  row(
    /^spec\.(jobTemplate\.spec\.)?(replicas|parallelism|completions)$/,
    'pod-count',
    'sets the number of pods: more pods may need nodes, fewer pods leave room for consolidation',
  ),
  row(/^spec\.(hard|scopes|scopeSelector)/, 'pod-count', 'decides how many pods the API server creates from now on'),
  row(
    /^spec\.(targetRef|updatePolicy|resourcePolicy)/,
    'pod-requests',
    'decides what pods request once they restart, and therefore how many fit on a node',
  ),
  row(
    /^(overhead|spec\.limits\.\d|spec\.(podSelector|serviceAccountSelector))/,
    'pod-requests',
    'affects what pods request once they restart, and therefore how many fit on a node',
  ),
  row(/^scheduling/, 'pod-placement', 'decides on which nodes the pods can run once they restart'),
  row(
    /^spec\.(percentage|limits|scalableRef|podTemplateRef)/,
    'pod-count',
    'decides for how many pods a CapacityBuffer keeps room',
  ),
  row(
    /^spec\.(jobTemplate\.spec\.)?(suspend|schedule)$/,
    'pod-count',
    'decides when pods run, and therefore when they need nodes',
  ),
  row(
    /^spec\.(minReplicas|maxReplicas|minReplicaCount|maxReplicaCount|scaleTargetRef)/,
    'pod-count',
    'limits how many pods the autoscaler may request',
  ),
  row(
    /^spec\.(maxUnavailable|minAvailable|unhealthyPodEvictionPolicy)/,
    'pod-disruption',
    `decides how many of its pods may be evicted at a time ${evicts}`,
  ),
  row(
    /^spec\.selector/,
    'pod-disruption',
    `selects the pods: the PodDisruptionBudget limits their evictions ${evicts}`,
  ),
  row(
    inPod('terminationGracePeriodSeconds'),
    'pod-disruption',
    'sets how long a pod may take to stop: a node that is being removed waits that long',
  ),
  row(
    /template\.metadata\.annotations\.karpenter\.sh\/do-not-disrupt/,
    'pod-disruption',
    'decides whether Karpenter may evict these pods; while it is set, nodes that run them are not consolidated',
  ),
  row(
    new RegExp(`template\\.metadata\\.annotations\\.(?:${[...injectorKeys].map(escaped).join('|')})$`),
    'pod-requests',
    'decides which container a webhook adds to the pods, and what it requests',
  ),
  row(
    new RegExp(String.raw`${container}\.\d+\.resources`),
    'pod-requests',
    'affects what each pod requests, and therefore how many fit on a node',
  ),
  row(
    inPod('overhead|resources|resourceClaims'),
    'pod-requests',
    'affects what each pod requests, and therefore how many fit on a node',
  ),
  row(
    new RegExp(String.raw`${container}\.\d+\.restartPolicy`),
    'pod-requests',
    'turns an init container into a sidecar, whose requests are added to those of the pod',
  ),
  row(
    new RegExp(String.raw`${container}\.\d+\.ports\.\d+\.hostPort`),
    'pod-placement',
    'takes a port of the node, so only one such pod fits on each node',
  ),
  {
    ...row(
      new RegExp(String.raw`${container}\.\d+\.ports(\.\d+)?$`),
      'pod-placement',
      'takes a port of the node, so only one such pod fits on each node',
    ),
    contains: 'hostPort',
  },
  row(new RegExp(String.raw`${container}(\.\d+)?$`), 'pod-requests', 'adds or removes a container with its requests'),
  row(
    inPod('priorityClassName|priority'),
    'pod-priority',
    'decides in which order pods get nodes, and which pods they preempt',
  ),
  row(
    /^(value|globalDefault|preemptionPolicy)/,
    'pod-priority',
    'decides in which order pods get nodes, and which pods they preempt',
  ),
  row(
    inPod(
      'nodeSelector|affinity|tolerations|topologySpreadConstraints|hostNetwork|nodeName|schedulerName|schedulingGates|runtimeClassName',
    ),
    'pod-placement',
    'decides on which nodes the pods can run',
  ),
  row(
    /template\.metadata\.labels/,
    'pod-placement',
    'is what PodDisruptionBudgets, affinities and spread constraints match',
  ),
  row(
    inPod('volumes'),
    'pod-placement',
    'decides which volumes the pods need, and therefore in which zones they can run',
  ),
  row(/^spec\.volumeClaimTemplates\.\d+\.spec\.resources(?:\.|$)/, 'other', 'sets the size of volumes for new pods'),
  row(
    /^spec\.(volumeClaimTemplates|volumeName|storageClassName|nodeAffinity)/,
    'pod-placement',
    'decides in which zones the pods that use it can run',
  ),
  row(
    /^(provisioner|volumeBindingMode|allowedTopologies)/,
    'pod-placement',
    'decides in which zones the pods that use it can run',
  ),
  {
    path: replacingPath,
    effect: 'all-nodes',
    cause: 'node-group',
    reason: 'cannot change in a managed node group: Terraform replaces the group, and with it all of its nodes',
    isHashed: false,
  },
  {
    path: /^spec\.launchTemplate\.perhapsTemplate(?:\.|$)/,
    effect: 'unknown',
    cause: 'node-group',
    reason:
      'gives the launch template another version: EKS replaces all nodes of the group with it if `update_default_version` is true',
    isHashed: false,
  },
  {
    path: /^spec\.launchTemplate(?:\.|$)/,
    effect: 'all-nodes',
    cause: 'node-group',
    // Source: https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
    reason: 'gives the launch template another version: EKS replaces all nodes of the group with it',
    isHashed: false,
  },
  {
    path: /^spec\.version$/,
    effect: 'all-nodes',
    cause: 'node-group',
    // Source: https://docs.aws.amazon.com/eks/latest/userguide/update-managed-node-group.html
    reason: 'is the Kubernetes version of a managed node group: EKS replaces all of its nodes',
    isHashed: false,
  },
  {
    path: /^spec\.scaling(?:\.|$)/,
    effect: 'none',
    cause: 'node-group',
    // Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_NodegroupScalingConfig.html
    reason: 'bounds how far the group scales: running nodes stay',
    isHashed: false,
  },
  row(
    /^spec\.(machineType|minSize|maxSize|count|labels|taints)/,
    'node-group',
    'changes nodes that Karpenter does not manage, and how many pods fit on them',
  ),
];

/** Effects of the fields of objects that operators make pods of, by the names that they have in all of them. */
const makerEffects: readonly EffectRow[] = [
  row(
    /(?:^|\.)(?:\w*[rR]eplicas|replicaCount|instances|numberOfInstances|members|size|clusterSize|count|shards|shardCount|servers|nodes|numOfHosts|parallelism|completions|minRunners|maxRunners|(?:min|max)Executors|m(?:in|ax)-scale|suspend|paused|pause|stopped|running|runStrategy|enabled|enableConnectionPooler)$/,
    'pod-count',
    'decides how many pods the operator creates',
  ),
  row(
    /(?:^|\.)(?:enablePDB|podDisruptionBudget)(?:\.|$)/,
    'pod-disruption',
    `decides about the PodDisruptionBudget of the operator, which limits evictions ${evicts}`,
  ),
  row(
    /(?:^|\.)(?:resources?|requests|limits|containers|cores|coreRequest|memory|memoryOverhead)(?:\.|$)/,
    'pod-requests',
    'affects what each pod requests, and therefore how many fit on a node',
  ),
  row(
    /(?:^|\.)(?:nodeSelector|affinity|\w+Affinity|tolerations|topologySpreadConstraints|schedulerName|runtimeClassName|priorityClassName|placement|mode)(?:\.|$)/,
    'pod-placement',
    'decides on which nodes the pods can run',
  ),
  row(
    /^spec(?:\.\w+){0,6}?\.(?:workerGroupSpecs|nodeSets|nodePools|replicatedJobs|tasks|racks|replsets|pools|predictors|\w+ReplicaSpecs)(?:\.[\w-]+)?$/,
    'pod-count',
    'adds or removes pods that the operator creates',
  ),
];

/** Objects of Kubernetes that decide about pods, and objects that operators make pods of. */
export const isOfPods = (manifest: Pick<Manifest, 'apiVersion' | 'kind' | 'object'>): boolean =>
  schedulingKinds.has(manifest.kind) || makesPods(manifest);

/** The effects of the fields of an object that `isOfPods`. */
export const podEffects = (manifest: Pick<Manifest, 'apiVersion' | 'kind' | 'object'>): readonly EffectRow[] => {
  if (makesPods(manifest)) return [...makerEffects, ...workloadEffects];
  return workloadEffects;
};
