import { schedulingLabels } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { Pod, Taint } from '../../../karpenter/api/pod.ts';
import type { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { untolerated } from '../../../karpenter/scheduling/taints.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { isUnrendered } from '../../../manifest/unrendered.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { podConstraints, strictPodRequirements } from '../pods/pod-constraints.ts';
import type { KarpenterObject } from './karpenter-objects.ts';
import { readNodePool } from './read-node-pool.ts';
import { templateRequirements } from './template-requirements.ts';

/** What decides which pods a NodePool may run, apart from the size of its nodes. */
export interface PodFilter {
  readonly taints: readonly Taint[];
  readonly requirements: Requirements;
}

const decisive = [
  ['metadata', 'labels'],
  ['spec', 'requirements'],
  ['spec', 'taints'],
] as const;

/** The filter of a NodePool that cannot be simulated; undefined if a part of it is unknown, or if it launches nodes without pods. */
export function podFilterOf({ object, manifest }: KarpenterObject): PodFilter | undefined {
  if (isUnrendered(manifest) || manifest.isPartial || manifest.source.origin?.isGuessed) return undefined;

  const nodePool = readNodePool(object);
  if (nodePool === undefined || manifest.get(['spec', 'replicas']) !== undefined) return undefined;
  if (isUnknownIn(manifest)) return undefined;

  return filterOf(nodePool);
}

const isUnknownIn = (manifest: Manifest): boolean =>
  decisive.some((path) => holdsPlaceholder(manifest.get(['spec', 'template', ...path]) ?? null));

/** Whether the taints or labels of a NodePool keep a pod off its nodes. */
export const keepsOff = ({ taints, requirements }: PodFilter, pod: Pod): boolean =>
  untolerated(taints, podConstraints(pod.spec).tolerations).length > 0 || !meetsRequirements(requirements, pod);

/** The filter of a NodePool that is known. PreferNoSchedule keeps no pod off. */
export function filterOf(nodePool: NodePool): PodFilter {
  const hard = (nodePool.spec.template.spec.taints ?? []).filter(({ effect }) => effect !== 'PreferNoSchedule');
  return { taints: hard, requirements: templateRequirements(nodePool) };
}

/** Whether nodes with these requirements meet the selector and one of the required terms of a pod. `isMetByTypes` may refuse what no type has. */
export function meetsRequirements(
  requirements: Requirements,
  pod: Pod,
  isMetByTypes: (wanted: Requirements) => boolean = () => true,
): boolean {
  const constraints = podConstraints(pod.spec);
  const terms = constraints.requiredTerms.length === 0 ? [[]] : constraints.requiredTerms.map((term) => [term]);

  return terms.some((requiredTerms) => {
    const wanted = strictPodRequirements({ ...constraints, requiredTerms });
    return requirements.isCompatible(wanted, schedulingLabels) && isMetByTypes(wanted);
  });
}
