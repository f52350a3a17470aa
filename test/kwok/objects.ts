import { parseAllDocuments } from 'yaml';
import { pathOf } from '../apiserver/api-server.ts';
import type { Json } from './cluster-watch.ts';
import type { KwokCluster } from './kwok-cluster.ts';

/** Kinds that create pods, or room for them. DaemonSets come first, because in a real cluster they usually exist already. */
const workloads = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'Job', 'Pod', 'CapacityBuffer']);
const clusterWide = new Set(['Namespace', 'PriorityClass', 'StorageClass', 'NodePool', 'EC2NodeClass']);

/** Objects of a YAML text, preceded by the Namespaces that they need. */
export function objectsOf(manifests: string): readonly Json[] {
  const objects = parseAllDocuments(manifests, { version: '1.1' }).map((document) => document.toJS() as Json);
  const namespaces = new Set(objects.map(({ metadata }) => metadata.namespace ?? 'default'));
  for (const { kind, metadata } of objects) if (kind === 'Namespace') namespaces.delete(metadata.name);
  const missing = [...namespaces].filter((name) => !['default', 'kube-system'].includes(name));
  return [...missing.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })), ...objects].map(
    (object) =>
      clusterWide.has(object.kind) ? object : { ...object, metadata: { namespace: 'default', ...object.metadata } },
  );
}

/** Applies objects to a new cluster, with workloads after all NodePools are ready. Returns the time of the workloads. */
export async function bringUp({ server, log }: KwokCluster, objects: readonly Json[]): Promise<Date> {
  await server.apply(objects.filter(({ kind }) => !workloads.has(kind)));
  const pools = objects.filter(({ kind }) => kind === 'NodePool').map(({ metadata }) => metadata.name as string);
  await until(async () => {
    const { items } = (await server.request('GET', '/apis/karpenter.sh/v1/nodepools')).body;
    return pools.every((name) => items.some((pool: Json) => pool.metadata.name === name && isReady(pool)));
  }, 600).catch(() => {
    throw new Error(`the NodePools do not get ready:\n${log('karpenter').slice(-3000)}`);
  });
  const start = new Date();
  await Promise.all(objects.filter(({ kind }) => workloads.has(kind)).map((object) => server.apply([object])));
  return start;
}

/** Changes a cluster from the objects of base to those of head: applies head, then deletes what head no longer has, as `kubectl` does. */
export async function moveTo({ server }: KwokCluster, base: readonly Json[], head: readonly Json[]): Promise<Date> {
  const start = new Date();
  await server.apply(head.filter(({ kind }) => !workloads.has(kind)));
  await server.apply(head.filter(({ kind }) => workloads.has(kind)));
  const kept = new Set(head.map(pathOf));
  for (const path of base.map(pathOf).filter((path) => !kept.has(path))) {
    const { status } = await server.request('DELETE', path, { propagationPolicy: 'Background' });
    if (status >= 300) throw new Error(`DELETE ${path}: ${status}`);
  }
  return start;
}

const isReady = ({ status }: Json): boolean =>
  (status?.conditions ?? []).some((condition: Json) => condition.type === 'Ready' && condition.status === 'True');

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
