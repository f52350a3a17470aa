import { optional } from '../../text/list-if.ts';
import { plural } from '../../text/words/plural.ts';
import type { AwaitedJobs, HeldNodes, NodePoolDisruption } from './forecast/disruption-data.ts';

type Counted = Pick<NodePoolDisruption, 'nodesReplaced' | 'nodesHeld'>;

/** Whether a change concerns running nodes of a NodePool, as far as known: they go, or they should go and are held. */
export const concernsNodes = ({ nodesReplaced, nodesHeld }: Counted): boolean => nodesReplaced !== 0 || nodesHeld !== 0;

/** Whether all nodes that should go are held, also if their number is unknown. */
export const isAllHeld = ({ nodesReplaced, nodesHeld }: Counted): boolean => nodesReplaced === 0 && nodesHeld !== 0;

/** `2 nodes` that are held, or `all nodes` if their number is unknown. */
export const heldNodesText = ({ nodesHeld }: Counted): string => {
  if (nodesHeld === null) return 'all nodes';
  return plural(nodesHeld, 'node');
};

/** The nodes of NodePools that wait for Jobs; undefined if none does. */
export function awaitedJobs(pools: readonly Pick<NodePoolDisruption, 'waves'>[]): AwaitedJobs | undefined {
  const all = pools.flatMap(({ waves }) => waves.flatMap(({ awaited }) => optional(awaited)));
  if (all.length === 0) return undefined;
  return {
    nodes: all.reduce((sum, { nodes }) => sum + nodes, 0),
    workloads: [...new Set(all.flatMap(({ workloads }) => workloads))].sort(),
    by: [...new Set(all.flatMap(({ by }) => by))].sort(),
  };
}

/** What keeps the nodes of a NodePool that should go. */
export const heldNodes = ({ waves }: Pick<NodePoolDisruption, 'waves'>): readonly HeldNodes[] =>
  waves.flatMap(({ held }) => optional(held));

/** Whether nodes of a NodePool are deleted, or replaced, because of a change. */
export const isDeleted = ({ effect }: Pick<NodePoolDisruption, 'effect'>): boolean => effect === 'delete';

export const isReplaced = ({ effect }: Pick<NodePoolDisruption, 'effect'>): boolean =>
  effect === 'all-nodes' || effect === 'some-nodes';
