import type { SourceSet } from '../../engine/review/context/source-set.ts';
import type { KubeClient } from '../kube/client.ts';
import type { Json } from '../kube/kube-answer.ts';
import { ApiRefusal } from '../kube/kube-error.ts';

/** Kinds that scheduling depends on, with the collection of each, as `plumbline snapshot` wants them. Nodes come first. */
const collections = {
  Node: '/api/v1/nodes',
  NodeClaim: '/apis/karpenter.sh/v1/nodeclaims',
  Pod: '/api/v1/pods',
  ReplicaSet: '/apis/apps/v1/replicasets',
  Deployment: '/apis/apps/v1/deployments',
  StatefulSet: '/apis/apps/v1/statefulsets',
  DaemonSet: '/apis/apps/v1/daemonsets',
  Job: '/apis/batch/v1/jobs',
  PodDisruptionBudget: '/apis/policy/v1/poddisruptionbudgets',
  HorizontalPodAutoscaler: '/apis/autoscaling/v2/horizontalpodautoscalers',
  PersistentVolumeClaim: '/api/v1/persistentvolumeclaims',
  PersistentVolume: '/api/v1/persistentvolumes',
  StorageClass: '/apis/storage.k8s.io/v1/storageclasses',
  PriorityClass: '/apis/scheduling.k8s.io/v1/priorityclasses',
} as const;
type StateKind = keyof typeof collections;

/** The objects of a cluster that a role may read. */
interface ReadObjects {
  readonly objects: readonly Json[];
  /** Kinds that the role may not read. */
  readonly forbidden: ReadonlySet<string>;
}

/** Reads what runs in a cluster. A kind that the role may not read is left out. Throws PlumblineError('kube') if the server does not answer. */
export async function readClusterState(
  client: KubeClient,
  kinds: readonly StateKind[] = Object.keys(collections) as StateKind[],
): Promise<ReadObjects> {
  const objects: Json[] = [];
  const forbidden = new Set<string>();
  for (const kind of kinds) {
    const items = await listed(client, collections[kind]);
    if (items === undefined) forbidden.add(kind);
    const apiVersion = collections[kind].split('/').slice(2, -1).join('/');
    for (const item of items ?? []) objects.push({ ...item, apiVersion, kind });
  }

  return { objects, forbidden };
}

/** Undefined if access is denied, or if the server does not serve the kind. */
async function listed(client: KubeClient, path: string): Promise<readonly Json[] | undefined> {
  try {
    return await client.list(path);
  } catch (error) {
    if (error instanceof ApiRefusal) return undefined;
    throw error;
  }
}

/** The state as the review reads it. */
export const stateSources = ({ objects }: ReadObjects): SourceSet => ({
  sources: [{ file: '<cluster>', text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) }],
  hintSources: [],
  diagnostics: [],
});
