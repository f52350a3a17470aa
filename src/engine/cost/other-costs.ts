import type { BilledCluster } from '../cloud-provider/cloud-provider.ts';
import type { OtherCost, VolumeCost } from '../cloud-provider/other-cost.ts';
import { type ReplicaCase, replicaCases } from '../provisioning/pods/replicas.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { hoursPerMonth, type Range, rangeOf } from '../range.ts';
import type { Estimate, PlacedNodeClaim, PlacedNodePool } from './estimate.ts';
import { commitmentOf } from './savings-plans.ts';

/** NodePool → the cost of the volumes of each of its nodes. */
export function poolVolumes(
  { nodePools }: Simulation,
  { provider, catalog }: Simulator,
): ReadonlyMap<string, VolumeCost> {
  const { billing } = provider;
  if (billing === undefined) return new Map();
  return new Map(nodePools.known.map(({ name, nodeClass }) => [name, billing.volumesOf(nodeClass, catalog)]));
}

/** The monthly cost of the volumes of a number of nodes. */
export function volumesRange(volumes: VolumeCost | undefined, nodes: Range): Range {
  const usd = (count: number | null): number | null =>
    count === 0
      ? 0
      : count === null || volumes === undefined || volumes.monthlyUsd === null
        ? null
        : count * volumes.monthlyUsd;
  return rangeOf(usd(nodes.low), usd(nodes.likely), usd(nodes.high));
}

interface PlacedSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
  readonly pools: readonly PlacedNodePool[];
  /** All new nodes of each case; null if unknown. */
  readonly claims: Readonly<Record<ReplicaCase, readonly PlacedNodeClaim[] | null>>;
}

/** Costs in addition to the instances of the new nodes. Costs that do not apply are left out; unknown costs are listed as unknown. */
export function otherCosts(placed: PlacedSide): readonly OtherCost[] {
  const { billing } = placed.simulator.provider;
  const billed = billedCluster(placed);
  return [
    ...(billing?.ofNodes(billed) ?? []),
    ...perNodeCosts(placed),
    ...savingsPlans(placed),
    ...(billing?.ofCluster(billed) ?? []),
  ];
}

function billedCluster({ simulation, simulator, pools }: PlacedSide): BilledCluster {
  const { known, refused } = simulation.nodePools;
  const classes = new Map(known.map(({ name, nodeClass }) => [name, nodeClass]));
  return {
    catalog: simulator.catalog,
    settings: simulator.settings,
    manifests: simulation.manifests,
    pools: pools.map(({ name, nodes, volumesMonthlyUsd }) => {
      return { name, nodeClass: classes.get(name), nodes, volumesMonthlyUsd };
    }),
    hasKnownPools: known.length > 0,
    refused: refused.map(({ name, manifest, problem }) => {
      return { name, manifest, isOfOtherClass: problem.kind === 'other-class' };
    }),
  };
}

/** Licenses and fees that the configuration counts for each node. */
function perNodeCosts({ claims, simulator }: PlacedSide): readonly OtherCost[] {
  const { perNodeMonthlyUsd: each } = simulator.settings.pricing;
  if (each === 0) return [];
  const [low, likely, high] = replicaCases.map((which) => {
    const own = claims[which];
    return own === null ? null : own.length * each;
  });
  return [
    {
      kind: perNodeKind,
      name: 'costs per node',
      monthlyUsd: rangeOf(low!, likely!, high!),
      basis: `Costs per node from the configuration: $${each.toFixed(2)}/month`,
    },
  ];
}

const perNodeKind = 'per-node';

/** How much more the costs per node are after the change, in USD per month; null if that is unknown or none are configured. */
export function perNodeDifference({ base, head }: Pick<Estimate, 'base' | 'head'>): number | null {
  const [before, after] = [base, head].map(
    (side) => side?.otherCosts.find(({ kind }) => kind === perNodeKind)?.monthlyUsd.likely ?? null,
  );
  return before == null || after == null ? null : after - before;
}

function savingsPlans({ claims, simulator }: PlacedSide): readonly OtherCost[] {
  const { savingsPlans: plans } = simulator.settings.pricing;
  const own = plans.filter(({ regions }) => regions.length === 0 || regions.includes(simulator.catalog.region));
  if (own.length === 0) return [];
  const made = replicaCases.map((which) => claims[which] && commitmentOf(claims[which], own, simulator.catalog.region));
  const usd = made.map((one) => (one ? one.addedUsd * hoursPerMonth : null));
  const committed = own.reduce((total, { hourlyUsd }) => total + hourlyUsd, 0);
  const unused = made[replicaCases.indexOf('likely')]?.unusedUsd;
  const rest =
    unused === undefined || unused < 0.0005 ? '' : `, of which $${unused.toFixed(3)} cover none of these nodes`;
  return [
    {
      kind: 'savings-plans',
      name: 'Savings Plans',
      monthlyUsd: rangeOf(usd[0]!, usd[1]!, usd[2]!),
      basis: `Savings Plans from the configuration: $${committed.toFixed(3)}/hour${rest}, minus the on-demand prices that they cover`,
    },
  ];
}
