import { filterOf, meetsRequirements } from '../../cluster/provisioning/node-pools/kept-off-pods.ts';
import type { KnownNodePool } from '../../cluster/provisioning/node-pools/node-pools.ts';
import { meetsType, typesMeeting } from '../../cluster/provisioning/nodes/launch-without-pods.ts';
import { podConstraints } from '../../cluster/provisioning/pods/pod-constraints.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Pod, Taint } from '../../karpenter/api/pod.ts';
import type { Requirements } from '../../karpenter/scheduling/requirements.ts';
import { formatTaint, untolerated } from '../../karpenter/scheduling/taints.ts';
import { listIf } from '../../text/list-if.ts';
import { quoted } from '../../text/words/quoted-names.ts';

/** A DaemonSet whose pods cannot run on any node of a NodePool. */
export interface UnableDaemon {
  readonly pod: Pod;
  /** The taints that they do not tolerate. */
  readonly taints: readonly Taint[];
  /** Whether they would run there without these taints. */
  readonly isSelected: boolean;
}

/** The DaemonSets whose pods cannot run on any node of a NodePool. */
export function unableOn(
  { name, nodePool, instanceTypes }: KnownNodePool,
  { daemonSets }: Simulation,
): readonly UnableDaemon[] {
  const { taints: hard, requirements } = filterOf(nodePool);
  const launchable = typesMeeting(instanceTypes, requirements);

  // The labels of nodes also follow from their instance types, and one of them is the name of the NodePool.
  const isMetByNodes = (wanted: Requirements): boolean =>
    wanted.get(label.nodePool).has(name) &&
    (launchable.length === 0 || launchable.some((type) => meetsType(instanceTypes, type, wanted)));

  return daemonSets.flatMap((pod) => {
    const taints = untolerated(hard, podConstraints(pod.spec).tolerations);
    const isSelected = meetsRequirements(requirements, pod, isMetByNodes);
    return listIf(taints.length > 0 || !isSelected, { pod, taints, isSelected });
  });
}

export const taintReason = ([taint]: readonly Taint[]): string => {
  if (taint === undefined) return 'the labels of the nodes no longer match what the pods require';
  return `they do not tolerate the taint ${quoted(formatTaint(taint))}`;
};

export const keyOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;
