import { label } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { InstanceTypes } from '../../../karpenter/cloud-provider/instance-types.ts';
import type { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { Launch } from '../input/results.ts';
import type { ExistingNode } from '../input/scheduler-input.ts';
import { amountsAt } from './existing-nodes.ts';
import { launchedLabels } from './launched-labels.ts';

/** The input from which a node is launched. */
export interface NodeLaunch {
  readonly name: string;
  readonly pool: { readonly nodePool: NodePool; readonly instanceTypes: InstanceTypes };
  readonly requirements: Requirements;
  readonly launch: Launch;
  /** The resources in `InstanceTypes.onRequest` that the node has, because a pod or the node class requests them. */
  readonly attached: readonly string[];
}

/** The labels that a node gets when it joins the cluster. */
export const joinedLabels = (name: string): Record<string, string> => ({
  [label.hostname]: name,
  [label.registered]: 'true',
  [label.initialized]: 'true',
});

/** A launched NodeClaim as a ready node without pods, with the size, zone and labels of the launched instance. */
export function joinedNode({ name, pool, requirements, launch, attached }: NodeLaunch): ExistingNode {
  const { instanceTypes, nodePool } = pool;
  const type = instanceTypes.names.indexOf(launch.instanceType);

  // Source: provider-aws pkg/providers/instance/instance.go getEFACountForInstance.
  const amounts = (columns: InstanceTypes['capacity']): ReadonlyMap<string, number> => {
    const all = amountsAt(columns, type);
    for (const name of instanceTypes.onRequest) if (!attached.includes(name)) all.delete(name);
    return all;
  };

  return {
    name,
    labels: { ...launchedLabels(pool, { requirements, launch }), ...joinedLabels(name) },
    taints: nodePool.spec.template.spec.taints ?? [],
    startupTaints: [],
    capacity: amounts(instanceTypes.capacity),
    allocatable: amounts(instanceTypes.allocatable),
    nodePool: nodePool.metadata.name,
    isInitialized: true,
    isDeleting: false,
    pods: [],
    volumeLimits: instanceTypes.volumeLimits?.(launch.instanceType),
  };
}

/** The name of a NodePool's next node. It is numbered, because Karpenter's random suffix would differ in each run. */
export function nextNodeName(
  nodePool: string,
  launched: Map<string, number>,
  isTaken: (name: string) => boolean,
): string {
  for (;;) {
    const number = (launched.get(nodePool) ?? 0) + 1;
    launched.set(nodePool, number);
    const name = `${nodePool}-r${`${number}`.padStart(3, '0')}`;
    if (!isTaken(name)) return name;
  }
}
