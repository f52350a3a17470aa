import { normalizeLabel, wellKnownLabels } from '../../../karpenter/api/labels.ts';
import type { NodeSelectorTerm, Pod } from '../../../karpenter/api/pod.ts';
import type { ExistingNode, NodePoolInput, PodClass } from '../input/scheduler-input.ts';
import { claimName } from './volumes.ts';

/** The label keys that nodes have or can get. */
export function knownKeys(
  nodePools: readonly NodePoolInput[],
  nodes: readonly Pick<ExistingNode, 'labels'>[],
): ReadonlySet<string> {
  const keys = new Set(wellKnownLabels);
  for (const { nodePool } of nodePools) {
    const { metadata, spec } = nodePool.spec.template;
    for (const key of Object.keys(metadata?.labels ?? {})) keys.add(key);
    for (const { key } of spec.requirements ?? []) keys.add(normalizeLabel(key));
  }

  for (const { labels } of nodes) for (const key of Object.keys(labels)) keys.add(key);

  return keys;
}

/** Whether a term requires a label that no node has or can get, so that the pod gives the term up. */
const isUnsatisfiable = (term: NodeSelectorTerm | undefined, keys: ReadonlySet<string>): boolean =>
  term?.matchExpressions?.some(
    ({ key, operator }) => operator !== 'NotIn' && operator !== 'DoesNotExist' && !keys.has(normalizeLabel(key)),
  ) ?? false;

function untracked(pod: Pod, keys: ReadonlySet<string>): Pod {
  const { topologySpreadConstraints: _, affinity, ...spec } = pod.spec;
  const nodeAffinity = affinity?.nodeAffinity;
  const terms = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  // Once it gives up a term, Karpenter tracks the pod again.
  if (terms.length > 1 && isUnsatisfiable(terms[0], keys)) return pod;
  return { ...pod, spec: { ...spec, ...(nodeAffinity && { affinity: { nodeAffinity } }) } };
}

/**
 * Pods whose volumes Karpenter cannot look up, as it schedules them: without the requirements of the volumes, and with
 * topology terms that neither constrain nor count them. `claims` are the claims (`namespace/name`) of such volumes.
 * Source: provisioner.go, getVolumeTopologyRequirements, which leaves such pods out of the topology but schedules them.
 */
export function withoutTracking(
  podClasses: readonly PodClass[],
  claims: readonly string[],
  cluster: { readonly nodePools: readonly NodePoolInput[]; readonly nodes: readonly ExistingNode[] },
): readonly PodClass[] {
  if (claims.length === 0) return podClasses;

  const unresolved = new Set(claims);
  const keys = knownKeys(cluster.nodePools, cluster.nodes);

  const isConcerned = ({ metadata, spec }: Pod): boolean =>
    (spec.volumes ?? []).some((volume) =>
      unresolved.has(`${metadata.namespace}/${claimName({ metadata, spec }, volume)}`),
    );

  return podClasses.map((podClass) => {
    if (isConcerned(podClass.pod)) return { ...podClass, pod: untracked(podClass.pod, keys) };
    return podClass;
  });
}
