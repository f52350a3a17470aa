import type { BilledCluster, CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { OtherCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { hoursPerMonth, rangeOf } from '../../text/range.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { type ReplicaCase, replicaCases } from '../provisioning/pods/replicas.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { type EarlierNodes, laterNodes } from '../transition/earlier-nodes.ts';
import { poolVolumes, volumesRange } from '../transition/pool-volumes.ts';
import type { Estimate, PlacedNodeClaim, PlacedNodePool } from './estimate.ts';
import { commitmentOf } from './savings-plans.ts';

interface PlacedSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
  readonly pools: readonly PlacedNodePool[];
  /** All new nodes of each case; null if unknown. */
  readonly claims: Readonly<Record<ReplicaCase, readonly PlacedNodeClaim[] | null>>;
  /** The new nodes of one NodePool in each case, in the order of the cases. */
  claimsOf(nodePool: string): readonly (readonly PlacedNodeClaim[] | null)[];
  /** NodePool → its nodes that stay although its node class changes. */
  readonly earlier?: ReadonlyMap<string, EarlierNodes> | undefined;
}

/** Costs in addition to the instances of the new nodes. Costs that do not apply are left out; unknown costs are listed as unknown. */
export function otherCosts(placed: PlacedSide): readonly OtherCost[] {
  const { simulator } = placed;
  const billed = billedCluster(placed);
  const providers = simulator.providers.filter((provider) => simulator.launchingOf(provider) !== undefined);

  const ofProvider = (provider: CloudProvider): BilledCluster => {
    const pools = () => {
      if (provider === simulator.provider) return billed.pools;
      return billed.pools.filter(({ name }) => isOf(provider, name, placed));
    };

    return {
      ...billed,
      pools: pools(),
    };
  };

  return [
    ...providers.flatMap((provider) => provider.billing?.ofNodes(ofProvider(provider)) ?? []),
    ...perNodeCosts(placed),
    ...savingsPlans(placed),
    ...nodeGroups(placed),
    ...providers.flatMap((provider) => provider.billing?.ofCluster(ofProvider(provider)) ?? []),
  ];
}

const isOf = (provider: CloudProvider, pool: string, { simulation }: PlacedSide): boolean =>
  simulation.nodePools.known.some((nodePool) => nodePool.name === pool && nodePool.provider === provider);

function billedCluster({ simulation, simulator, pools, claimsOf, earlier }: PlacedSide): BilledCluster {
  const { known, refused } = simulation.nodePools;
  const byName = new Map(known.map((pool) => [pool.name, pool]));
  const volumesByName = poolVolumes(simulation, simulator);
  const [usual] = simulator.provider.nodeClasses;

  return {
    catalog: simulator.catalog,
    settings: simulator.settings,
    manifests: simulation.manifests,
    pools: pools.flatMap(({ name, nodes, volumesMonthlyUsd }) => {
      const claims = byName.get(name);
      const classKind = claims?.nodePool.spec.template.spec.nodeClassRef.kind ?? usual!.kind;
      const volumes = volumesByName.get(name);
      const instances = claimsOf(name);
      const pool = { name, nodeClass: claims?.nodeClass, nodes, volumesMonthlyUsd, volumes, classKind, instances };
      const earlierNodes = earlier?.get(name);

      if (earlierNodes) return withEarlier(pool, earlierNodes);
      return [pool];
    }),
    hasKnownPools: known.length > 0,
    refused: refused.map(({ name, manifest, problem }) => {
      return { name, manifest, isOfOtherClass: problem.kind === 'other-class' };
    }),
  };
}

type BilledPool = BilledCluster['pools'][number];

/** A NodePool as two: its nodes from before the change, and the others, if there are any. What depends on the instance is billed once. */
function withEarlier(pool: BilledPool, earlier: EarlierNodes): BilledPool[] {
  const { count, nodeClass, volumes } = earlier;
  const later = laterNodes(pool.nodes, earlier);
  const old = { ...pool, nodeClass, volumes, nodes: count, volumesMonthlyUsd: volumesRange(volumes, count) };
  if (later.high === 0) return [old];

  return [
    { ...old, instances: pool.instances.map(() => []) },
    { ...pool, nodes: later, volumesMonthlyUsd: volumesRange(pool.volumes, later) },
  ];
}

/** Licenses and fees that the configuration counts for each node. */
function perNodeCosts({ claims, simulator }: PlacedSide): readonly OtherCost[] {
  const { perNodeMonthlyUsd: each } = simulator.settings.pricing;
  if (each === 0) return [];

  const [low, likely, high] = replicaCases.map((which) => {
    const ofCase = claims[which];
    if (ofCase === null) return null;
    return ofCase.length * each;
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

/** The kind of the costs per node from the configuration. */
export const perNodeKind = 'per-node';

/** Nodes that Karpenter does not launch, as many as the files ask for. */
function nodeGroups({ simulation }: PlacedSide): readonly OtherCost[] {
  const { priced } = simulation.existing;
  const paid = priced.filter(({ nodes }) => nodes > 0);
  if (paid.length === 0) return [];

  const unpriced = paid.filter(({ hourlyUsd }) => hourlyUsd === null);
  const usd = paid.reduce((sum, { nodes, hourlyUsd }) => sum + nodes * (hourlyUsd ?? 0) * hoursPerMonth, 0);
  const monthlyUsd = unpriced.length > 0 ? null : usd;
  const texts = paid.map(({ nodes, instanceType }) => `${nodes} × ${instanceType}`);

  const basis = () => {
    if (unpriced.length > 0)
      return `Node groups: the prices of ${firstNames(unpriced.map(({ name }) => quoted(name)))} are unknown`;
    return `Node groups: ${firstNames(texts)} cost $${usd.toFixed(2)}/month, with as many nodes as the files ask for`;
  };

  return [
    {
      kind: nodeGroupsKind,
      name: 'node groups',
      monthlyUsd: rangeOf(monthlyUsd, monthlyUsd, monthlyUsd),
      basis: basis(),
    },
  ];
}

/** The kind of the cost of node groups, whose nodes Karpenter does not launch. */
export const nodeGroupsKind = 'node-groups';

/** How much more the costs per node are after the change, in USD per month; null if that is unknown or none are configured. */
export function perNodeDifference({ base, head }: Pick<Estimate, 'base' | 'head'>): number | null {
  const [before, after] = [base, head].map(
    (side) => side?.otherCosts.find(({ kind }) => kind === perNodeKind)?.monthlyUsd.likely ?? null,
  );
  if (before == null || after == null) return null;
  return after - before;
}

function savingsPlans({ claims, simulator }: PlacedSide): readonly OtherCost[] {
  const { savingsPlans: plans } = simulator.settings.pricing;
  const ofRegion = plans.filter(({ regions }) => regions.length === 0 || regions.includes(simulator.catalog.region));
  if (ofRegion.length === 0) return [];

  const commitments = replicaCases.map(
    (which) => claims[which] && commitmentOf(claims[which], ofRegion, simulator.catalog.region),
  );
  const usd = commitments.map((commitment) => {
    if (commitment) return commitment.addedUsd * hoursPerMonth;
    return null;
  });
  const committed = ofRegion.reduce((total, { hourlyUsd }) => total + hourlyUsd, 0);
  const unused = commitments[replicaCases.indexOf('likely')]?.unusedUsd;

  const rest = () => {
    if (unused === undefined || unused < 0.0005) return '';
    return `, of which $${unused.toFixed(3)} cover none of these nodes`;
  };

  return [
    {
      kind: 'savings-plans',
      name: 'Savings Plans',
      monthlyUsd: rangeOf(usd[0]!, usd[1]!, usd[2]!),
      basis: `Savings Plans from the configuration: $${committed.toFixed(3)}/hour${rest()}, minus the on-demand prices that they cover`,
    },
  ];
}
