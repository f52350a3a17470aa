import type { ExistingNode, PodClass, SchedulerInput } from '../../provisioning/input/scheduler-input.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { PodGroup } from './pod-group.ts';

/** The input of a scheduling pass for some pods, on the nodes of a cluster or on some of them. */
export function schedulerInputOf(
  { setup, nodes }: Cluster,
  podClasses: readonly PodClass[],
  isUsed: (node: ClusterNode) => boolean = () => true,
): SchedulerInput {
  const { limits: _, hasSpotToSpotConsolidation: __, ...rest } = setup;
  return { ...rest, podClasses, existingNodes: [...nodes.values()].filter(isUsed).map(existingNode) };
}

export const existingNode = ({ state, isInitialized, isMarkedForDeletion, pods }: ClusterNode): ExistingNode => ({
  ...state,
  isInitialized,
  isDeleting: isMarkedForDeletion,
  pods,
});

export const podClassOf = ({ workload, order, firstIndex, count, pod, isVirtual }: PodGroup): PodClass => ({
  workload,
  order,
  firstIndex,
  count,
  pod,
  ...(isVirtual && { isVirtual }),
});
