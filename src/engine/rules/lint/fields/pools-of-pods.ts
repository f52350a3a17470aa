import type { ObjectCluster } from '../../../files/clusters/related-objects.ts';
import type { Taint } from '../../../karpenter/api/pod.ts';
import { toleratesTaint } from '../../../karpenter/scheduling/taints.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { chosenPoolAt } from './chosen-pool.ts';
import { tolerationsAt } from './pod-tolerations.ts';

/** The NodePools of a cluster whose nodes pods may run on. */
interface PoolsOfPods {
  readonly pools: readonly Manifest[];
  /** Whether no other node is in the files: the pods choose a NodePool, or the cluster has no node groups. */
  readonly isOnly: boolean;
}

/**
 * The NodePools for pods with their fields at a path: the one that they choose, or all whose taints they tolerate if they choose nothing. Undefined
 * if that is unknown.
 */
export function poolsOfPods(manifest: Manifest, pod: Path, cluster: ObjectCluster): PoolsOfPods | undefined {
  const { answers } = nodesOf(cluster);
  const byPath = answers.get(manifest) ?? new Map<string, PoolsOfPods | undefined>();
  answers.set(manifest, byPath);

  const path = pod.join();
  if (!byPath.has(path)) byPath.set(path, findPools(manifest, pod, cluster));
  return byPath.get(path);
}

function findPools(manifest: Manifest, pod: Path, cluster: ObjectCluster): PoolsOfPods | undefined {
  const { all, hasOthers } = nodesOf(cluster);
  const chosen = chosenPoolAt(manifest, pod, all);
  if (chosen) return { pools: [chosen], isOnly: true };

  const placement = ['nodeSelector', 'affinity', 'tolerations'].map((field) => manifest.get([...pod, field]) ?? null);
  const choosesNodes =
    manifest.get([...pod, 'nodeSelector']) ?? asMapping(manifest.get([...pod, 'affinity']))?.nodeAffinity;
  if (placement.some(holdsPlaceholder) || (choosesNodes !== undefined && choosesNodes !== null)) return undefined;

  const tolerations = tolerationsAt(manifest, pod);
  const pools = cluster
    .ofKind('NodePool')
    .filter((pool) =>
      keepingOff(pool).every((taint) => tolerations.some((toleration) => toleratesTaint(toleration, taint))),
    );

  return { pools, isOnly: !hasOthers };
}

/** What every workload of a cluster asks, kept because a cluster may have thousands of them. */
interface ClusterNodes {
  readonly all: ManifestSet;
  /** Whether the cluster has nodes of other origins. */
  readonly hasOthers: boolean;
  /** The NodePools of pods, by the path of their fields. Each budget that selects them asks. */
  readonly answers: WeakMap<Manifest, Map<string, PoolsOfPods | undefined>>;
}

const nodesIn = new WeakMap<ObjectCluster, ClusterNodes>();

function nodesOf(cluster: ObjectCluster): ClusterNodes {
  const { manifests } = cluster;
  const nodes = nodesIn.get(cluster) ?? {
    all: { files: [], manifests },
    hasOthers: manifests.some(hasOtherNodes),
    answers: new WeakMap(),
  };

  nodesIn.set(cluster, nodes);

  return nodes;
}

/** Node groups of Terraform, kOps and eksctl. */
const hasOtherNodes = (manifest: Manifest): boolean =>
  manifest.kind === 'ManagedNodeGroup' ||
  manifest.kind === 'InstanceGroup' ||
  (manifest.kind === 'ClusterConfig' &&
    ['managedNodeGroups', 'nodeGroups'].some((field) => asList(manifest.get([field])).length > 0));

/** The taints that keep pods off the nodes of a NodePool. */
export const keepingOff = (pool: Manifest): readonly Taint[] =>
  asList(pool.get(['spec', 'template', 'spec', 'taints']))
    .map(taintOf)
    .filter(({ effect }) => effect !== 'PreferNoSchedule');

const taintOf = (value: Value): Taint => {
  const { key, value: text, effect } = asMapping(value) ?? {};
  return {
    key: asText(key) ?? '',
    value: asText(text) ?? '',
    effect: (asText(effect) ?? 'NoSchedule') as Taint['effect'],
  };
};
