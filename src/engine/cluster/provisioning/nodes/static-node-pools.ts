import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { parseQuantity } from '../../../karpenter/api/quantity.ts';
import { autoModeGroup } from '../../../manifest/model/provider-kinds.ts';
import type { Launch } from '../input/results.ts';
import type { ExistingNode, StaticPoolInput } from '../input/scheduler-input.ts';
import type { KnownNodePool } from '../node-pools/node-pools.ts';
import { templateRequirements } from '../node-pools/template-requirements.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { maxNodesPerGroup } from './existing-nodes.ts';
import { joinedNode } from './joined-node.ts';
import { launchWithoutPods } from './launch-without-pods.ts';

/** A node of a static NodePool. */
interface StaticNode {
  readonly node: ExistingNode;
  readonly launch: Launch;
}

/** The nodes that a NodePool with `replicas` keeps, independent of pods. */
export interface StaticNodes {
  readonly pool: KnownNodePool;
  /** The number of nodes to launch, in addition to those that already run; null if it is too high to simulate. */
  readonly count: number | null;
  /** The same nodes as pods find them, each with its launch. There are fewer if nothing more can be launched. */
  readonly nodes: readonly StaticNode[];
}

/** Whether a NodePool keeps a fixed number of nodes and does not take part in scheduling. */
export const isStatic = (pool: KnownNodePool, simulator: Simulator): boolean =>
  simulator.karpenter.staticReplicas && pool.nodePool.spec.replicas !== undefined;

/** `limits.nodes` of a NodePool; undefined without a limit. */
export function nodeLimitOf({ spec: { limits } }: NodePool): number | undefined {
  if (limits?.nodes === undefined) return undefined;
  return parseQuantity(limits.nodes);
}

/**
 * Launches the missing nodes of static NodePools, without considering what DaemonSets need.
 * Source: pkg/controllers/static/provisioning/controller.go, pkg/controllers/state/statenodepool.go ReserveNodeCount.
 */
export function staticNodes(pool: KnownNodePool, running: readonly ExistingNode[], simulator: Simulator): StaticNodes {
  const { replicas = 0 } = pool.nodePool.spec;
  const limit = nodeLimitOf(pool.nodePool);
  const nodes = running.filter((node) => node.nodePool === pool.name);
  const staying = nodes.filter(({ isDeleting }) => !isDeleting).length;
  // Nodes that are being deleted are replaced, but they count towards the limit as long as they exist.
  const missing = Math.min(replicas - staying, Math.floor(limit ?? Number.POSITIVE_INFINITY) - nodes.length);
  const wanted = isStaticOff(pool, simulator) ? 0 : Math.max(0, missing);
  const count = wanted > maxNodesPerGroup ? null : wanted;

  return { pool, count, nodes: launchStatic(pool, { count: count ?? 0, from: 0 }, simulator) };
}

/** The gate is off by default. Whoever sets `replicas` has probably turned it on, possibly outside the repository. */
export const isStaticOff = ({ nodePool }: KnownNodePool, { karpenterSettings }: Simulator): boolean =>
  // Auto Mode has its own Karpenter, with its own gates.
  nodePool.spec.template.spec.nodeClassRef.group !== autoModeGroup &&
  karpenterSettings.featureGates.staticCapacity === false;

function launchStatic(
  pool: KnownNodePool,
  { count, from }: { readonly count: number; readonly from: number },
  simulator: Simulator,
): readonly StaticNode[] {
  const launches = launchWithoutPods(pool, count, simulator);
  return launches.map((launch, index) => ({ launch, node: nodeOf(pool, launch, from + index) }));
}

/** What explanations of unschedulable pods need to know about a static NodePool. */
export function staticPoolInput({ pool, nodes }: StaticNodes, simulator: Simulator): StaticPoolInput {
  const { replicas = 0 } = pool.nodePool.spec;
  const limit = nodeLimitOf(pool.nodePool);

  return {
    name: pool.name,
    replicas,
    limit,
    isOff: isStaticOff(pool, simulator),
    moreNodes: (count) => launchStatic(pool, { count, from: nodes.length }, simulator).map(({ node }) => node),
  };
}

/** A claim without pods gets EFAs only from its class. */
const nodeOf = (pool: KnownNodePool, launch: Launch, index: number): ExistingNode =>
  joinedNode({
    name: `${pool.name}-static-${index}`,
    pool,
    launch,
    requirements: templateRequirements(pool.nodePool),
    attached: pool.attached,
  });
