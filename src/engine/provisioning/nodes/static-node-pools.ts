import { parseQuantity } from '../../api/quantity.ts';
import type { KnownNodePool } from '../node-pools/node-pools.ts';
import type { Launch } from '../results.ts';
import type { ExistingNode } from '../scheduler-input.ts';
import type { Simulator } from '../simulator.ts';
import { maxNodesPerGroup } from './existing-nodes.ts';
import { joinedNode } from './joined-node.ts';
import { launchWithoutPods, templateRequirements } from './launch-without-pods.ts';

/** A node of a static NodePool. */
export interface StaticNode {
  readonly node: ExistingNode;
  readonly launch: Launch;
}

/** The nodes that a NodePool with `replicas` keeps, whatever pods there are. */
export interface StaticNodes {
  readonly pool: KnownNodePool;
  /** Nodes to be launched, those that run already not counted; null when it is too many to simulate. */
  readonly count: number | null;
  /** The same nodes as pods find them, each with what it is launched as; fewer where nothing more can be launched. */
  readonly nodes: readonly StaticNode[];
}

/** Whether a NodePool keeps a fixed number of nodes and takes no part in scheduling. */
export const isStatic = (pool: KnownNodePool, simulator: Simulator): boolean =>
  simulator.karpenter.staticReplicas && pool.nodePool.spec.replicas !== undefined;

/**
 * Launches the nodes that static NodePools lack, without a look at what DaemonSets need.
 * Source: pkg/controllers/static/provisioning/controller.go, pkg/controllers/state/statenodepool.go ReserveNodeCount.
 */
export function staticNodes(pool: KnownNodePool, running: readonly ExistingNode[], simulator: Simulator): StaticNodes {
  const { replicas = 0, limits } = pool.nodePool.spec;
  const limit = limits?.nodes === undefined ? undefined : parseQuantity(limits.nodes);
  const own = running.filter((node) => node.nodePool === pool.name);
  const staying = own.filter(({ isDeleting }) => !isDeleting).length;
  // Nodes that are being deleted are replaced, and yet count towards the limit for as long as they are there.
  const missing = Math.min(replicas - staying, Math.floor(limit ?? Number.POSITIVE_INFINITY) - own.length);
  // Off unless somebody turned it on; who writes `replicas` will have done so, and may have done it elsewhere.
  const isOff = simulator.karpenterSettings.featureGates.staticCapacity === false;
  const wanted = isOff ? 0 : Math.max(0, missing);
  const count = wanted > maxNodesPerGroup ? null : wanted;
  const launches = launchWithoutPods(pool, count ?? 0, simulator);
  return { pool, count, nodes: launches.map((launch, index) => ({ launch, node: nodeOf(pool, launch, index) })) };
}

/** A claim that asks for no pods gets EFAs only by its class. */
const nodeOf = (pool: KnownNodePool, launch: Launch, index: number): ExistingNode =>
  joinedNode({
    name: `${pool.name}-static-${index}`,
    ...{ pool, launch, requirements: templateRequirements(pool.nodePool) },
    attached: pool.attached,
  });
