import { performance } from 'node:perf_hooks';
import { parseResource } from '../../src/engine/karpenter/api/quantity.ts';
import { compareNames } from '../../src/engine/text/name-order.ts';
import type { ApiServer } from '../apiserver/api-server.ts';
import { compareNodes, type NodePicture } from './picture.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects as the API server gives them.
export type Json = any;

/** The state of a cluster at one moment. */
export interface View {
  readonly claims: readonly Json[];
  /** By name. */
  readonly nodes: ReadonlyMap<string, Json>;
  /** Pods that are neither being deleted nor finished. Those of DaemonSets are separate. */
  readonly pods: readonly Json[];
  readonly daemonPods: readonly Json[];
  /** Pod → workload. */
  workloadOf(pod: Json): string;
}

/** Counts by workload. */
export type Counts = Readonly<Record<string, number>>;

export async function viewOf(server: ApiServer): Promise<View> {
  const list = async (path: string): Promise<Json[]> => (await server.request('GET', path)).body.items ?? [];
  // Pods are read first, so that the later list of nodes contains every node that a pod names.
  const allPods = await list('/api/v1/pods');
  const nodes = await list('/api/v1/nodes');
  const claims = await list('/apis/karpenter.sh/v1/nodeclaims');
  const sets = await list('/apis/apps/v1/replicasets');
  const deployments = new Map(
    sets.flatMap(({ metadata }) => {
      const owner = metadata.ownerReferences?.[0];
      return owner
        ? [[`${metadata.namespace}/${metadata.name}`, `Deployment/${metadata.namespace}/${owner.name}`]]
        : [];
    }) as [string, string][],
  );
  const alive = allPods.filter(({ metadata, status }) => !metadata.deletionTimestamp && status.phase !== 'Failed');
  return {
    claims,
    nodes: new Map(nodes.map((node) => [node.metadata.name, node])),
    pods: alive.filter((pod) => !isDaemon(pod)),
    daemonPods: alive.filter(isDaemon),
    workloadOf({ metadata }) {
      const owner = metadata.ownerReferences?.[0];
      const name = `${metadata.namespace}/${owner?.name ?? metadata.name}`;
      return deployments.get(name) ?? `${owner?.kind ?? 'Pod'}/${name}`;
    },
  };
}

const isDaemon = ({ metadata }: Json): boolean => metadata.ownerReferences?.[0]?.kind === 'DaemonSet';
export const isBound = ({ spec }: Json): boolean => Boolean(spec.nodeName);
export const isRunning = ({ status }: Json): boolean => status.phase === 'Running';

/** Pods by workload. */
export function count(pods: readonly Json[], { workloadOf }: Pick<View, 'workloadOf'>): Counts {
  const counts: Record<string, number> = {};
  for (const pod of pods) counts[workloadOf(pod)] = (counts[workloadOf(pod)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => compareNames(a, b)));
}

/** A node with its name and its pods by workload. */
export interface SeenNode extends NodePicture {
  readonly name: string;
  readonly pods: Counts;
  /** The requests of its pods and daemons. They differ from `cpuMillis` if kube-scheduler bound other pods to it than Karpenter planned. */
  readonly boundCpuMillis: number;
}

/** The nodes of NodeClaims, in the order of snapshots. */
export function picturesOf(claims: readonly Json[], view: View): readonly SeenNode[] {
  return claims
    .map((claim) => {
      const nodeName = claim.status?.nodeName;
      const isHere = ({ spec }: Json): boolean => nodeName && spec.nodeName === nodeName;
      const pods = view.pods.filter(isHere);
      const boundCpuMillis = [...pods, ...view.daemonPods.filter(isHere)].reduce((sum, pod) => sum + cpuOf(pod), 0);
      const name = claim.metadata.name as string;
      return { ...nodeOf(claim, view.nodes.get(nodeName)), name, pods: count(pods, view), boundCpuMillis };
    })
    .sort(compareNodes);
}

const cpuOf = ({ spec }: Json): number =>
  spec.containers.reduce(
    (sum: number, { resources }: Json) => sum + parseResource('cpu', resources?.requests?.cpu ?? '0')!,
    0,
  );

function nodeOf({ metadata, spec, status }: Json, node: Json): NodePicture {
  const labels = { ...metadata.labels, ...node?.metadata.labels };
  const requests = spec.resources?.requests ?? {};
  return {
    nodePool: labels['karpenter.sh/nodepool'],
    instanceType: labels['node.kubernetes.io/instance-type'] ?? `none (${status?.conditions?.[0]?.message ?? ''})`,
    capacityType: labels['karpenter.sh/capacity-type'] ?? '',
    zone: labels['topology.kubernetes.io/zone'] ?? '',
    hourlyUsd: Number(labels['eks-node-viewer/instance-price']),
    cpuMillis: parseResource('cpu', requests.cpu ?? '0')!,
    memoryBytes: parseResource('memory', requests.memory ?? '0')!,
  };
}

/** Conditions of NodeClaims that affect anything. Others can change without consequences. */
const telling = new Set(['Launched', 'Registered', 'Initialized', 'Consolidatable', 'Drifted', 'DisruptionReason']);

/** Everything whose change means that the cluster is not settled yet. */
const shapeOf = ({ claims, nodes, pods }: View): string =>
  JSON.stringify([
    claims.map(({ metadata, status }) => [
      ...[metadata.name, metadata.deletionTimestamp],
      (status?.conditions ?? []).flatMap(({ type, status: is }: Json) => (telling.has(type) ? [[type, is]] : [])),
    ]),
    [...nodes.values()].map(({ metadata, spec }) => [metadata.name, metadata.deletionTimestamp, spec.taints]),
    pods.map(({ metadata, spec, status }) => [metadata.name, spec.nodeName, status.phase]),
  ]);

/** The number of seconds without a change after which the cluster counts as settled. */
export interface Patience {
  /** Every pod runs. */
  readonly allPlaced: number;
  /** Karpenter checks for pending pods every ten seconds, and batches them for one to ten. */
  readonly somePending: number;
  /** Karpenter waits twenty seconds before it replaces a drifted node for which it planned pods. */
  readonly someDrifted: number;
  /** The recording ends after that many seconds, settled or not. */
  readonly atMost: number;
}

/** Polls until nothing changes any more, and passes each view to `see`. `changed` is the time of the last change. */
export async function untilSettled(
  server: ApiServer,
  patience: Patience,
  see: (view: View) => void,
): Promise<{ readonly view: View; readonly changed: number; readonly isSettled: boolean }> {
  const start = performance.now();
  let shape = '';
  let changed = start;
  for (;;) {
    const view = await viewOf(server);
    see(view);
    const now = performance.now();
    const seen = shapeOf(view);
    if (seen !== shape) [shape, changed] = [seen, now];
    const isPlaced = view.pods.length > 0 && view.pods.every((pod) => isBound(pod) && !isPending(pod));
    const isEveryNodeThere = view.claims.every(({ status }) => view.nodes.has(status?.nodeName ?? ''));
    const seconds = Math.max(
      isPlaced && isEveryNodeThere ? patience.allPlaced : patience.somePending,
      view.claims.some(isDrifted) ? patience.someDrifted : 0,
    );
    const isSettled = now - changed > seconds * 1000;
    if (isSettled || now - start > patience.atMost * 1000) return { view, changed, isSettled };
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

const isDrifted = ({ status }: Json): boolean =>
  (status?.conditions ?? []).some(({ type, status: is }: Json) => type === 'Drifted' && is === 'True');
const isPending = ({ status }: Json): boolean => status.phase === 'Pending';
