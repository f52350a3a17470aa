import type { Pod } from '../../../karpenter/api/pod.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import type { ExistingNode } from '../input/scheduler-input.ts';
import { podConstraints, strictPodRequirements } from '../pods/pod-constraints.ts';

type NodeFields = Pick<ExistingNode, 'labels' | 'taints'>;

interface DaemonsOnNode extends Pick<NodeFields, 'taints'> {
  readonly pods: readonly Pod[];
}

/** DaemonSets → labels of a node → those that run there. A node keeps its labels and taints from one state of a cluster to the next. */
const cache = new WeakMap<readonly Pod[], WeakMap<NodeFields['labels'], DaemonsOnNode>>();

/** The pods of the DaemonSets that run on an existing node. For new ones, see `scheduler/daemon-overhead.ts`. */
export function daemonsOnNode(daemonSets: readonly Pod[], { labels, taints }: NodeFields): readonly Pod[] {
  if (daemonSets.length === 0) return daemonSets;

  const byLabels = cache.get(daemonSets) ?? new WeakMap<NodeFields['labels'], DaemonsOnNode>();
  cache.set(daemonSets, byLabels);
  const answer = byLabels.get(labels);
  if (answer?.taints === taints) return answer.pods;

  const offered = Requirements.fromLabels(labels);
  const pods = daemonSets.filter(({ spec }) => {
    const constraints = podConstraints(spec);
    const wanted = new Requirements(strictPodRequirements(constraints));
    return tolerates(taints, constraints.tolerations) && offered.isCompatible(wanted);
  });
  byLabels.set(labels, { taints, pods });

  return pods;
}
