import { parseAllDocuments } from 'yaml';
import { parseResource } from '../../src/engine/api/quantity.ts';
import { compareNames } from '../../src/engine/name-order.ts';
import type { ApiServer } from '../apiserver/api-server.ts';
import { type KwokCluster, startKwokCluster } from './kwok-cluster.ts';
import { type ClusterPicture, compareNodes, type NodePicture } from './picture.ts';
import type { Forecast, SetUp } from './set-up.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects as the API server gives them.
type Json = any;

/** What was seen of a set-up in a cluster. */
export interface Seen extends ClusterPicture {
  /** From the first pod to the last change. */
  readonly seconds: number;
  /** How many pods Karpenter looked at in its first round, the one that launched anything. */
  readonly firstPods: number;
  /** The nodes of that round alone: kube-scheduler may place pods otherwise than Karpenter planned, and more may be needed then. */
  readonly firstNodes: readonly NodePicture[];
  /** Workload → its pods that a node runs. */
  readonly running: Readonly<Record<string, number>>;
}

/** Brings a set-up into a cluster of its own, waits until nothing happens any more, and tells what is there. */
export async function trySetUp(setUp: SetUp, { instanceTypes }: Forecast): Promise<Seen> {
  const { preferencePolicy, minValuesPolicy } = setUp.settings;
  const cluster = await startKwokCluster({
    instanceTypes,
    // Pods may say their own overhead without a RuntimeClass that gives it to them.
    server: { flags: ['--disable-admission-plugins=ServiceAccount,RuntimeClass'] },
    karpenter: {
      ...(preferencePolicy && { PREFERENCE_POLICY: preferencePolicy }),
      ...(minValuesPolicy && { MIN_VALUES_POLICY: minValuesPolicy }),
    },
  });
  try {
    return await watch(cluster, objectsOf(setUp.manifests));
  } finally {
    await cluster.stop();
  }
}

/** Objects of a YAML text, Namespaces that they need first. */
function objectsOf(manifests: string): readonly Json[] {
  const objects = parseAllDocuments(manifests, { version: '1.1' }).map((document) => document.toJS() as Json);
  const namespaces = new Set(objects.map(({ metadata }) => metadata.namespace ?? 'default'));
  for (const { kind, metadata } of objects) if (kind === 'Namespace') namespaces.delete(metadata.name);
  const missing = [...namespaces].filter((name) => !['default', 'kube-system'].includes(name));
  return [...missing.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })), ...objects];
}

const own = new Set(['NodePool', 'EC2NodeClass']);
/** What pods come from; DaemonSets stand before them, as they do in a cluster that is lived in. */
const workloads = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'Job', 'Pod']);

async function watch(cluster: KwokCluster, objects: readonly Json[]): Promise<Seen> {
  const { server } = cluster;
  await server.apply(objects.filter(({ kind }) => !workloads.has(kind)).map(namespaced));
  const pools = objects.filter(({ kind }) => kind === 'NodePool').map(({ metadata }) => metadata.name as string);
  await until(async () => {
    const { items } = (await server.request('GET', '/apis/karpenter.sh/v1/nodepools')).body;
    return pools.every((name) => items.some((pool: Json) => pool.metadata.name === name && isReady(pool)));
  }, 60).catch(() => {
    throw new Error(`the NodePools do not get ready:\n${cluster.log('karpenter').slice(-3000)}`);
  });
  const start = performance.now();
  await Promise.all(
    objects.filter(({ kind }) => workloads.has(kind)).map((object) => server.apply([namespaced(object)])),
  );
  return settle(cluster, start);
}

const clusterWide = new Set(['Namespace', 'PriorityClass', 'StorageClass', ...own]);
const namespaced = (object: Json): Json =>
  clusterWide.has(object.kind) ? object : { ...object, metadata: { namespace: 'default', ...object.metadata } };

const isReady = ({ status }: Json): boolean =>
  (status?.conditions ?? []).some((condition: Json) => condition.type === 'Ready' && condition.status === 'True');

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** How long nothing may change before it counts as the end: kube-scheduler tries again within ten seconds. */
const quiet = { allPlaced: 3, somePending: 13 };

/** Polls until nothing changes any more. NodeClaims are kept once seen: what consolidation takes away later is another question. */
async function settle({ server, log }: KwokCluster, start: number): Promise<Seen> {
  const claims = new Map<string, Json>();
  let shape = '';
  let changed = performance.now();
  for (;;) {
    const list = async (path: string): Promise<Json[]> => (await server.request('GET', path)).body.items ?? [];
    const pods = await list('/api/v1/pods');
    const nodes = new Map((await list('/api/v1/nodes')).map((node) => [node.metadata.name, node]));
    for (const claim of await list('/apis/karpenter.sh/v1/nodeclaims')) claims.set(claim.metadata.name, claim);
    const alive = pods.filter(({ metadata, status }) => !metadata.deletionTimestamp && status.phase !== 'Failed');
    const isPlaced = alive.every(({ spec, status }) => spec.nodeName && status.phase !== 'Pending');
    const isEveryNodeThere = [...claims.values()].every(({ status }) => nodes.has(status?.nodeName ?? ''));
    const now = JSON.stringify([[...claims.keys()], alive.map(({ metadata, spec }) => [metadata.name, spec.nodeName])]);
    if (now !== shape) [shape, changed] = [now, performance.now()];
    const patience = isPlaced && isEveryNodeThere && alive.length > 0 ? quiet.allPlaced : quiet.somePending;
    if (performance.now() - changed > patience * 1000) {
      const owners = await ownersOf(server);
      const pictureOf = (chosen: readonly Json[]): NodePicture[] =>
        chosen.map((claim) => nodeOf(claim, nodes.get(claim.status?.nodeName))).sort(compareNodes);
      const first = firstRound(log('karpenter'));
      return {
        nodes: pictureOf([...claims.values()]),
        firstPods: first.pods,
        firstNodes: pictureOf([...claims.values()].filter(({ metadata }) => first.claims.has(metadata.name))),
        pending: count(
          alive.filter(({ spec }) => !spec.nodeName),
          owners,
        ),
        running: count(
          alive.filter(({ spec }) => spec.nodeName),
          owners,
        ),
        seconds: Math.round((changed - start) / 100) / 10,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** What Karpenter's log says of the first round in which it made NodeClaims: they bear the id of one reconciliation. */
function firstRound(log: string): { readonly pods: number; readonly claims: ReadonlySet<string> } {
  const lines = log
    .split('\n')
    .flatMap((line): Json[] => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));
  const computed = lines.find(
    ({ message, nodeclaims }) => message.startsWith('computed new nodeclaim') && nodeclaims > 0,
  );
  const created = lines.filter(({ message, reconcileID }) => {
    return message === 'created nodeclaim' && reconcileID === computed?.reconcileID;
  });
  return { pods: computed?.pods ?? 0, claims: new Set(created.map(({ NodeClaim }) => NodeClaim.name)) };
}

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

/** ReplicaSet → the Deployment that made it. */
async function ownersOf(server: ApiServer): Promise<ReadonlyMap<string, string>> {
  const sets: Json[] = (await server.request('GET', '/apis/apps/v1/replicasets')).body.items ?? [];
  return new Map(
    sets.flatMap(({ metadata }) => {
      const owner = metadata.ownerReferences?.[0];
      return owner
        ? [[`${metadata.namespace}/${metadata.name}`, `Deployment/${metadata.namespace}/${owner.name}`]]
        : [];
    }),
  );
}

/** Pods by workload; those of DaemonSets are not counted. */
function count(pods: readonly Json[], owners: ReadonlyMap<string, string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { metadata } of pods) {
    const owner = metadata.ownerReferences?.[0];
    if (owner?.kind === 'DaemonSet') continue;
    const name = `${metadata.namespace}/${owner?.name ?? metadata.name}`;
    const workload = owners.get(name) ?? `${owner?.kind ?? 'Pod'}/${name}`;
    counts[workload] = (counts[workload] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => compareNames(a, b)));
}
