import { parseAllDocuments } from 'yaml';
import type { KwokCluster } from '../kwok/kwok-cluster.ts';

/** A node as the cluster shows it. */
export interface ShownNode {
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
  readonly hourlyUsd: number;
}

/** Applies manifests as a user. Missing namespaces are created. */
export async function bring({ server }: KwokCluster, manifests: string, manager: string): Promise<void> {
  const objects = parseAllDocuments(manifests).map((document) => document.toJS());
  const namespaces = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const missing = [...namespaces].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  await server.apply([...missing, ...objects], manager);
}

/** The nodes of a NodePool, once that many pods run on them. Throws if that takes more than ten minutes. */
export async function nodesOf({ server, log }: KwokCluster, nodePool: string, pods: number): Promise<ShownNode[]> {
  const end = performance.now() + 600_000;
  for (;;) {
    const all = (await server.request('GET', `/api/v1/nodes?labelSelector=karpenter.sh/nodepool=${nodePool}`)).body
      .items;
    const names = new Set(all.map(({ metadata }: { metadata: { name: string } }) => metadata.name));
    const running = (await server.request('GET', '/api/v1/pods')).body.items.filter(
      // biome-ignore lint/suspicious/noExplicitAny: an object as the API server gives it.
      ({ spec, status }: any) => names.has(spec.nodeName) && status.phase === 'Running',
    );
    if (running.length >= pods) return all.map(shown);
    if (performance.now() > end)
      throw new Error(`${running.length} of ${pods} pods run:\n${log('karpenter').slice(-2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function shown({ metadata: { labels } }: { metadata: { labels: Record<string, string> } }): ShownNode {
  return {
    instanceType: labels['node.kubernetes.io/instance-type']!,
    capacityType: labels['karpenter.sh/capacity-type']!,
    zone: labels['topology.kubernetes.io/zone']!,
    hourlyUsd: Number(labels['eks-node-viewer/instance-price']),
  };
}
