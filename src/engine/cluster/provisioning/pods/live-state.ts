import { disruptedTaint, doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { selects } from '../../../karpenter/api/label-selector.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Resources } from '../../../karpenter/api/resources.ts';
import { readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import { groupOf, isObject, type Manifest, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { BoundPod, ExistingNode } from '../input/scheduler-input.ts';
import { mapOf, readQuantity, readText } from '../input/value-reader.ts';
import { type OwnerReferences, readOwners, workloadKeyOf, workloadOf } from './owner-references.ts';
import { defaultPodSpec } from './pod-defaults.ts';
import { type PodDisruptionLimit, readLimits } from './pod-disruption-budget.ts';
import { readPodSpec, readTaints } from './pod-spec.ts';
import { isFinished, isLiveObject } from './workloads.ts';

/** A running pod with its owner. */
export interface RunningPod extends BoundPod {
  readonly nodeName: string;
  /** `Deployment/namespace/name` of the workload that controls it; the pod itself when nothing does. */
  readonly workload: string;
  readonly hasController: boolean;
  readonly createdAt: string;
  /** It cannot be evicted, so Karpenter does not plan room for it elsewhere when its node is removed. */
  readonly isHeld: boolean;
}

/** What runs in the cluster, as `kubectl get` shows it. */
export interface LiveState {
  /** In Karpenter's order: initialized nodes first, then by name. */
  readonly nodes: readonly ExistingNode[];
  readonly pods: readonly RunningPod[];
  /** Workload → number of its pods that run on nodes. */
  readonly running: ReadonlyMap<string, number>;
  /** DaemonSet → its newest pod, including finished ones. Of equally new pods, the first by name. */
  readonly newestOfDaemonSets: ReadonlyMap<string, RunningPod>;
}

const nodePoolLabel = 'karpenter.sh/nodepool';
const readLabels = mapOf(readText);
const readAmounts = mapOf(readQuantity);

/** Reads Nodes, NodeClaims, CSINodes and running Pods from any of the manifests. Each object counts once. */
export function readLiveState(
  manifests: readonly Manifest[],
  { attachesUncounted = false }: { readonly attachesUncounted?: boolean } = {},
): LiveState {
  const seen = once(manifests.filter(isLiveObject));
  const live = seen.filter((manifest) => !isFinished(manifest));
  const owners = readOwners(manifests);
  const budgets = readLimits(manifests);

  const podsOf = (all: readonly Manifest[]): readonly RunningPod[] =>
    all.filter((manifest) => manifest.kind === 'Pod').map((manifest) => readPod(manifest, owners, budgets));

  const pods = podsOf(live);
  const finished = podsOf(seen.filter(isFinished));
  const limits = volumeLimits(manifests, attachesUncounted);
  const byNode = groupBy(pods, ({ nodeName }) => nodeName);

  const nodes = pair(live).flatMap((state) => {
    const node = stateNode(state);
    const name = state.node?.name ?? '';
    if (node) return [{ ...node, pods: byNode.get(name) ?? [], volumeLimits: limits.get(name) }];
    return [];
  });

  const staying = nodes.flatMap(({ name, isDeleting: isLeaving }) =>
    (byNode.get(name) ?? []).filter(({ isHeld }) => isHeld || !isLeaving),
  );
  const running = new Map<string, number>();
  for (const pod of staying)
    if (pod.hasController && !isReplacedPod(pod)) running.set(pod.workload, (running.get(pod.workload) ?? 0) + 1);

  return {
    nodes: inSchedulingOrder(nodes),
    pods,
    running,
    newestOfDaemonSets: newestOfDaemonSets([...pods, ...finished]),
  };
}

/** A terminating pod already has its replacement, except in a StatefulSet, which waits until the old pod is gone. */
export const isReplacedPod = ({ isTerminating, workload }: RunningPod): boolean =>
  isTerminating === true && !workload.startsWith('StatefulSet/');

/** Karpenter uses the newest pod it finds, whatever its state. Source: pkg/controllers/state/cluster.go. */
function newestOfDaemonSets(pods: readonly RunningPod[]): ReadonlyMap<string, RunningPod> {
  const newest = new Map<string, RunningPod>();
  const byName = pods
    .filter(({ isDaemon }) => isDaemon)
    .toSorted((a, b) => compareNames(a.pod.metadata.name, b.pod.metadata.name));

  for (const pod of byName) {
    const previous = newest.get(pod.workload);
    if (previous === undefined || pod.createdAt > previous.createdAt) newest.set(pod.workload, pod);
  }

  return newest;
}

/** Karpenter's order of existing nodes: initialized ones first, then by name (scheduler.go, calculateExistingNodeClaims). */
export const inSchedulingOrder = (nodes: readonly ExistingNode[]): readonly ExistingNode[] =>
  nodes.toSorted((a, b) => Number(b.isInitialized) - Number(a.isInitialized) || compareNames(a.name, b.name));

/** The first of each object, because an object may be in several places, such as the repository and a dump of the cluster. */
function once(manifests: readonly Manifest[]): readonly Manifest[] {
  const seen = new Map<string, Manifest>();
  for (const manifest of manifests) {
    if (!seen.has(workloadKeyOf(manifest))) seen.set(workloadKeyOf(manifest), manifest);
  }
  return [...seen.values()];
}

interface State {
  readonly node: Manifest | undefined;
  readonly claim: Manifest | undefined;
}

const providerId = (manifest: Manifest): string | undefined =>
  readText(manifest.get([manifest.kind === 'Node' ? 'spec' : 'status', 'providerID'])) || undefined;

/** Pairs nodes with their NodeClaims, which have the same provider ID. A NodeClaim without one has not been launched. */
function pair(live: readonly Manifest[]): readonly State[] {
  const claims = new Map<string, Manifest>();
  for (const manifest of live) {
    const id = manifest.kind === 'NodeClaim' ? providerId(manifest) : undefined;
    if (id !== undefined) claims.set(id, manifest);
  }

  const states: State[] = [];
  for (const node of live.filter((manifest) => manifest.kind === 'Node')) {
    const id = providerId(node) ?? '';
    states.push({ node, claim: claims.get(id) });
    claims.delete(id);
  }

  return [...states, ...[...claims.values()].map((claim) => ({ node: undefined, claim }))];
}

const labelsOf = (manifest: Manifest | undefined): Readonly<Record<string, string>> =>
  readLabels(mappingOrEmpty(manifest?.object.metadata).labels) ?? {};

const isDeleting = (manifest: Manifest): boolean =>
  mappingOrEmpty(manifest.object.metadata).deletionTimestamp !== undefined;

/** An instance may be terminating although its NodeClaim is not being deleted. Source: statenode.go Deleted. */
function isTerminatingInstance(claim: Manifest | undefined): boolean {
  const conditions = claim?.get(['status', 'conditions']);
  return (Array.isArray(conditions) ? conditions : []).some((condition: Value) => {
    const { type, status } = mappingOrEmpty(condition);
    return type === 'InstanceTerminating' && status === 'True';
  });
}

/** Node and NodeClaim of each node of `readLiveState`, by its name. On EKS they have different names. */
export function manifestsOfNodes(manifests: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  const live = once(manifests.filter((manifest) => isLiveObject(manifest) && manifest.kind !== 'Pod'));
  return new Map(
    pair(live).flatMap((state): [string, readonly Manifest[]][] => {
      const name = stateNode(state)?.name;
      if (name === undefined) return [];
      return [[name, [state.node, state.claim].filter((manifest) => manifest !== undefined)]];
    }),
  );
}

/** A node as in Karpenter's cluster state, without its pods. Source: pkg/controllers/state/statenode.go. */
function stateNode({ node, claim }: State): ExistingNode | undefined {
  const labels = labelsOf(node);
  const isInitialized = node !== undefined && (!claim || labels['karpenter.sh/initialized'] === 'true');
  // Karpenter waits until one of its nodes has its labels (cluster.go, UpdateNode).
  if (node && labels[nodePoolLabel] && !labels['node.kubernetes.io/instance-type'] && !isInitialized) return undefined;

  const isRegistered = node !== undefined && (!claim || labels['karpenter.sh/registered'] === 'true');
  const seen = isRegistered ? node : claim;
  const owner = claim ?? node;
  if (seen === undefined || owner === undefined) return undefined;

  return {
    name: seen.name,
    labels: labelsOf(seen),
    taints: readTaints(seen.get(['spec', 'taints'])) ?? [],
    startupTaints: readTaints(claim?.get(['spec', 'startupTaints'])) ?? [],
    capacity: amounts('capacity', { node, claim }, isInitialized),
    allocatable: amounts('allocatable', { node, claim }, isInitialized),
    nodePool: labelsOf(seen)[nodePoolLabel],
    isInitialized,
    isInFlight: node === undefined,
    isDeleting: isDeleting(owner) || isTerminatingInstance(claim),
    pods: [],
    volumeLimits: undefined,
  };
}

const readAmountsOf = (manifest: Manifest | undefined, field: string): Resources =>
  readResources(readAmounts(manifest?.get(['status', field])));

/** The resources of a node. Until it is initialized, zero amounts are taken from its NodeClaim. */
function amounts(field: 'capacity' | 'allocatable', { node, claim }: State, isInitialized: boolean): Resources {
  const resources = readAmountsOf(node, field);
  if (isInitialized || claim === undefined) return resources;

  const merged = new Map(resources);
  for (const [name, amount] of readAmountsOf(claim, field)) {
    if (!merged.get(name)) merged.set(name, amount);
  }

  return merged;
}

function readPod(manifest: Manifest, owners: OwnerReferences, budgets: readonly PodDisruptionLimit[]): RunningPod {
  const spec = defaultPodSpec(readPodSpec(manifest.get(['spec'])) ?? { containers: [] });
  const workload = workloadOf(manifest, owners);
  const metadata = mappingOrEmpty(manifest.object.metadata);

  const pod: Pod = {
    metadata: {
      name: manifest.name,
      namespace: manifest.namespace ?? 'default',
      labels: labelsOf(manifest),
      annotations: readLabels(metadata.annotations) ?? {},
    },
    spec,
  };

  return {
    pod,
    isDaemon: workload?.startsWith('DaemonSet/') ?? false,
    isTerminating: isDeleting(manifest),
    nodeName: spec.nodeName ?? '',
    workload: workload ?? workloadKeyOf(manifest),
    hasController: workload !== undefined,
    createdAt: readText(metadata.creationTimestamp) ?? '',
    isHeld: isHeld(pod, budgets),
  };
}

/**
 * Whether an annotation or PodDisruptionBudgets prevent a pod's eviction permanently. Pods that tolerate the disruption taint
 * are not evicted, and Kubernetes evicts no pod that several budgets select. Source: core pkg/utils/pdb/pdb.go
 * IsCurrentlyReschedulable.
 */
function isHeld({ metadata, spec }: Pod, budgets: readonly PodDisruptionLimit[]): boolean {
  if (metadata.annotations?.[doNotDisrupt] === 'true') return true;
  if (tolerates([disruptedTaint], spec.tolerations ?? [])) return false;
  const matches = budgets.filter(
    ({ namespace, selector }) => namespace === metadata.namespace && selects(selector, metadata.labels),
  );
  return matches.length > 1 || matches.some(({ isFullyBlocking }) => isFullyBlocking);
}

/**
 * Node → CSI driver → number of volumes it can attach. Before 1.15, Karpenter reads a driver with `allocatable` but no
 * `count` as 0.
 */
function volumeLimits(
  manifests: readonly Manifest[],
  attachesUncounted: boolean,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const limits = new Map<string, ReadonlyMap<string, number>>();

  for (const manifest of manifests) {
    if (manifest.kind !== 'CSINode' || groupOf(manifest.apiVersion) !== 'storage.k8s.io') continue;

    const drivers = manifest.get(['spec', 'drivers']);
    const entries = (Array.isArray(drivers) ? drivers : []).flatMap((driver: Value): [string, number][] => {
      const { name, allocatable } = mappingOrEmpty(driver);
      const count = mappingOrEmpty(allocatable).count;
      if (typeof name !== 'string' || !isObject(allocatable)) return [];
      if (typeof count !== 'number') {
        if (attachesUncounted) return [];
        return [[name, 0]];
      }
      return [[name, count]];
    });

    limits.set(manifest.name, new Map(entries));
  }

  return limits;
}
