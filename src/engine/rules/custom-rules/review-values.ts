import type { CostFigures, Estimate, PlacedNodePool, Placement } from '../../cluster/cost/estimate.ts';
import type { Disruption, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { monthlyRange, type Range, sumKnown } from '../../text/range.ts';

/** The figures of one cluster. */
interface RuleFigures {
  readonly estimate: Estimate | null;
  readonly disruption: Disruption;
}

/**
 * The value of `review` for rules about an object: nodes, cost and replaced nodes of its cluster, and of the NodePool itself if the object
 * is one. Unknown figures are null. Null if there are no figures.
 */
export function reviewValues({ estimate, disruption }: RuleFigures, nodePool: string | undefined): Value {
  if (estimate === null) return null;

  const { base, head, difference, peak } = estimate;

  return {
    before: placed(base),
    after: placed(head),
    difference: figures(difference),
    peak: peak && figures(peak),
    nodesReplaced: sumKnown(disruption.nodePools.map(({ nodesReplaced }) => nodesReplaced)),
    nodesHeld: sumKnown(disruption.nodePools.map(({ nodesHeld }) => nodesHeld)),
    podsRestarted: disruption.workloads && sumKnown(disruption.workloads.map(({ restarted }) => restarted)),
    ...(nodePool !== undefined && { nodePool: poolValues(nodePool, estimate, disruption) }),
  };
}

const figures = ({ nodes, monthlyUsd }: CostFigures): Value => ({
  nodes: asValue(nodes),
  monthlyUsd: asValue(monthlyUsd),
});

const asValue = ({ low, likely, high }: Range): Value => ({ low, likely, high });

/** Nodes and cost of one side. */
const placed = (side: Placement | null): Value =>
  side && {
    nodes: asValue(side.nodes),
    monthlyUsd: asValue(side.monthlyUsd),
    ...typesOf(side.nodePools),
    unschedulablePods: side.unschedulable.reduce((sum, { count }) => sum + count, 0),
  };

const poolValues = (name: string, { base, head }: Estimate, { nodePools }: Disruption): Value => ({
  before: poolOf(base, name),
  after: poolOf(head, name),
  ...disruptionOf(nodePools.find((pool) => pool.name === name)),
});

function poolOf(side: Placement | null, name: string): Value {
  const pool = side?.nodePools.find((pool) => pool.name === name);
  if (!side) return null;
  if (!pool) {
    if (side.lacks === undefined) return { ...noNodes, ...typesOf([]) };
    return null;
  }
  return { nodes: asValue(pool.nodes), monthlyUsd: asValue(monthlyRange(pool.hourlyUsd)), ...typesOf([pool]) };
}

const zero = { low: 0, likely: 0, high: 0 };
const noNodes = { nodes: zero, monthlyUsd: zero };

const disruptionOf = (pool: NodePoolDisruption | undefined): { readonly [key: string]: Value } => {
  if (pool === undefined) return { nodesReplaced: 0, nodesHeld: 0, effect: 'none' };
  return { nodesReplaced: pool.nodesReplaced, nodesHeld: pool.nodesHeld, effect: pool.effect };
};

/** What the nodes of the likely case are, sorted. */
function typesOf(pools: readonly PlacedNodePool[]): { readonly [key: string]: Value } {
  const claims = pools.flatMap(({ nodeClaims }) => nodeClaims);
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

  return {
    instanceTypes: distinct(claims.map(({ instanceType }) => instanceType)),
    capacityTypes: distinct(claims.map(({ capacityType }) => capacityType)),
    zones: distinct(claims.map(({ zone }) => zone)),
  };
}
