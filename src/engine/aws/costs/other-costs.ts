import type { Catalog } from '../../cloud-provider/catalog.ts';
import {
  hoursPerMonth,
  type OtherCost,
  type PlacedNodeClaim,
  type PlacedNodePool,
  type Range,
} from '../../cost/estimate.ts';
import { rangeOf, unknownRange } from '../../cost/range.ts';
import { commitmentOf } from '../../cost/savings-plans.ts';
import { addToGroup } from '../../group-by.ts';
import { firstNames } from '../../provisioning/diagnostics/manifest-diagnostic.ts';
import { type ReplicaCase, replicaCases } from '../../provisioning/pods/replicas.ts';
import type { Simulation } from '../../provisioning/simulation.ts';
import type { Simulator } from '../../provisioning/simulator.ts';
import { ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import type { RegionFees } from '../catalog/fees.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { type NodeVolumes, nodeVolumes, volumeMonthlyUsd } from './node-volumes.ts';

/** The volumes of each node of a NodePool, USD a month, and what they are or why they are not known. */
export interface PoolVolumes {
  readonly monthlyUsd: number | null;
  readonly basis: string;
}

const feesOf = (catalog: Catalog): RegionFees | undefined => ec2CatalogOf(catalog)?.fees;

/** NodePool → what the volumes of each of its nodes cost. */
export function poolVolumes({ nodePools }: Simulation, catalog: Catalog): ReadonlyMap<string, PoolVolumes> {
  const fees = feesOf(catalog);
  return new Map(nodePools.known.map(({ name, nodeClass }) => [name, volumesOf(nodeClass, fees)]));
}

function volumesOf(nodeClass: EC2NodeClass, fees: RegionFees | undefined): PoolVolumes {
  const found = nodeVolumes(nodeClass);
  if ('unknown' in found) return { monthlyUsd: null, basis: found.unknown };
  if (fees === undefined) return { monthlyUsd: null, basis: 'no prices of volumes are known here' };
  const prices = found.volumes.map((volume) => volumeMonthlyUsd(volume, fees.volumes[volume.type]));
  const unpriced = found.volumes.find((_, i) => prices[i] === null);
  if (unpriced)
    return { monthlyUsd: null, basis: `no price is known for \`${unpriced.type}\` with what is asked of it` };
  return { monthlyUsd: prices.reduce<number>((sum, usd) => sum + usd!, 0), basis: volumesText(found, fees) };
}

function volumesText({ volumes }: Extract<NodeVolumes, { volumes: unknown }>, fees: RegionFees): string {
  const isBorrowed = volumes.some(
    ({ type, throughputMibps }) => throughputMibps !== undefined && fees.volumes[type]?.isThroughputOfUsEast1,
  );
  const sizes = volumes.map(({ sizeGib, type }) => `${sizeGib} GiB ${type}`).join(' and ');
  return `${sizes || 'no volume'}${isBorrowed ? ' (throughput priced as in us-east-1)' : ''}`;
}

/** What the volumes of so many nodes cost a month. */
export function volumesRange(volumes: PoolVolumes | undefined, nodes: Range): Range {
  const usd = (count: number | null): number | null =>
    count === 0
      ? 0
      : count === null || volumes === undefined || volumes.monthlyUsd === null
        ? null
        : count * volumes.monthlyUsd;
  return rangeOf(usd(nodes.low), usd(nodes.likely), usd(nodes.high));
}

interface Placed {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
  readonly pools: readonly PlacedNodePool[];
  readonly volumes: ReadonlyMap<string, PoolVolumes>;
  /** All new nodes of each case; null where they are not known. */
  readonly claims: Readonly<Record<ReplicaCase, readonly PlacedNodeClaim[] | null>>;
}

/** What is billed beside the instances of the new nodes; what does not arise is left out, what is not known is there as unknown. */
export function otherCosts(placed: Placed): readonly OtherCost[] {
  return [
    ...volumeCost(placed),
    ...addressCost(placed),
    ...savingsPlans(placed),
    ...autoMode(placed),
    ...controlPlane(placed),
  ];
}

const sum = (ranges: readonly Range[]): Range => {
  const of = (read: (range: Range) => number | null): number | null =>
    ranges.reduce<number | null>((total, range) => {
      const figure = read(range);
      return total === null || figure === null ? null : total + figure;
    }, 0);
  return rangeOf(
    of((range) => range.low),
    of((range) => range.likely),
    of((range) => range.high),
  );
};

/** Date of the published figures of something. */
const dated = (fees: RegionFees | undefined, what: string): string => {
  const date = fees?.sources.find((source) => source.what.startsWith(what))?.date;
  return date === undefined ? '' : `, prices of ${date}`;
};

function volumeCost({ pools, volumes, simulator }: Placed): readonly OtherCost[] {
  if (pools.length === 0) return [];
  const bases = new Map<string, string[]>();
  for (const { name } of pools) {
    const basis = volumes.get(name)?.basis ?? 'its EC2NodeClass is not known';
    addToGroup(bases, basis, `\`${name}\``);
  }
  const told = [...bases].map(([basis, names]) => (bases.size === 1 ? basis : `${firstNames(names)}: ${basis}`));
  return [
    {
      kind: 'volumes',
      name: 'EBS volumes',
      monthlyUsd: sum(pools.map(({ volumesMonthlyUsd }) => volumesMonthlyUsd)),
      basis: `EBS volumes of each node: ${told.join('; ')}${dated(feesOf(simulator.catalog), 'EBS')}`,
    },
  ];
}

function addressCost({ simulation, pools, simulator }: Placed): readonly OtherCost[] {
  const classes = new Map(simulation.nodePools.known.map((pool) => [pool.name, pool.nodeClass as EC2NodeClass]));
  const isPublic = ({ name }: PlacedNodePool) => classes.get(name)?.spec.associatePublicIPAddress;
  const wanted = pools.filter((pool) => isPublic(pool) !== false);
  if (wanted.length === 0) return [];
  const fees = feesOf(simulator.catalog);
  const monthly = fees && fees.publicIpv4Hour * hoursPerMonth;
  const priced = (nodes: Range, isKnown: boolean): Range => {
    const usd = (count: number | null) => (count === null || monthly === undefined ? null : count * monthly);
    // That subnets give addresses is possible, so there is an upper bound and nothing else.
    return isKnown
      ? rangeOf(usd(nodes.low), usd(nodes.likely), usd(nodes.high))
      : { ...unknownRange, high: usd(nodes.high) };
  };
  const unsure = wanted.filter((pool) => isPublic(pool) === undefined).map(({ name }) => `\`${name}\``);
  const why =
    unsure.length === 0
      ? 'one address for each node'
      : `whether nodes of ${firstNames(unsure)} get addresses is up to their subnets; \`associatePublicIPAddress\` would say`;
  return [
    {
      kind: 'public-ipv4',
      name: 'public IPv4 addresses',
      monthlyUsd: sum(wanted.map((pool) => priced(pool.nodes, isPublic(pool) === true))),
      basis: `Public IPv4 addresses: ${why}${dated(fees, 'public IPv4')}`,
    },
  ];
}

function savingsPlans({ claims, simulator }: Placed): readonly OtherCost[] {
  const { savingsPlans: plans } = simulator.settings.pricing;
  const own = plans.filter(({ regions }) => regions.length === 0 || regions.includes(simulator.catalog.region));
  if (own.length === 0) return [];
  const made = replicaCases.map((which) => claims[which] && commitmentOf(claims[which], own, simulator.catalog.region));
  const usd = made.map((one) => (one ? one.addedUsd * hoursPerMonth : null));
  const committed = own.reduce((total, { hourlyUsd }) => total + hourlyUsd, 0);
  const unused = made[replicaCases.indexOf('likely')]?.unusedUsd;
  const rest =
    unused === undefined || unused < 0.0005 ? '' : `, of which $${unused.toFixed(3)} pay for none of these nodes`;
  return [
    {
      kind: 'savings-plans',
      name: 'Savings Plans',
      monthlyUsd: rangeOf(usd[0]!, usd[1]!, usd[2]!),
      basis: `Savings Plans of the configuration: $${committed.toFixed(3)} an hour${rest}, less the on-demand prices that they pay for`,
    },
  ];
}

const isAutoMode = ({ manifest }: Simulation['nodePools']['refused'][number]): boolean =>
  manifest.get(['spec', 'template', 'spec', 'nodeClassRef', 'group']) === 'eks.amazonaws.com';

function autoMode({ simulation }: Placed): readonly OtherCost[] {
  const pools = simulation.nodePools.refused.filter(isAutoMode).map(({ name }) => `\`${name}\``);
  if (pools.length === 0) return [];
  const basis = `EKS Auto Mode: nodes of ${firstNames(pools)} are not simulated, and each is billed a fee on top of its instance`;
  return [{ kind: 'auto-mode', name: 'EKS Auto Mode', monthlyUsd: unknownRange, basis }];
}

/** Clusters of kOps, and those whose NodePools are all of another cloud. */
const isNoEks = ({ manifests, nodePools: { known, refused } }: Simulation): boolean =>
  manifests.some(({ kind }) => kind === 'InstanceGroup') ||
  (known.length === 0 && refused.some((pool) => pool.problem.kind === 'other-class' && !isAutoMode(pool)));

/** What one EKS cluster costs, whatever its nodes; others have no such fee. */
function controlPlane({ simulation, simulator }: Placed): readonly OtherCost[] {
  const fees = feesOf(simulator.catalog);
  if (fees === undefined || isNoEks(simulation)) return [];
  const { kubernetesVersion, today } = simulator.settings;
  const support = kubernetesVersion === undefined ? undefined : fees.eks.versions[kubernetesVersion];
  const monthly = (hour: number): number => hour * hoursPerMonth;
  const [standard, extended] = [monthly(fees.eks.standardHour), monthly(fees.eks.extendedHour)];
  const date = dated(fees, 'EKS');
  const text = (usd: number): string => `$${usd.toFixed(2)} a month`;
  if (support === undefined || today > support.extendedUntil) {
    const why =
      kubernetesVersion === undefined
        ? '`kubernetesVersion` in the configuration would say which'
        : `which of them Kubernetes ${kubernetesVersion} has is not known`;
    const monthlyUsd = rangeOf(standard, null, extended);
    return [
      {
        kind: 'control-plane',
        name: 'EKS control plane',
        monthlyUsd,
        basis: `EKS control plane: ${text(standard)} under standard support, ${text(extended)} under extended support; ${why}${date}`,
      },
    ];
  }
  const isStandard = today <= support.standardUntil;
  const usd = isStandard ? standard : extended;
  const until = isStandard
    ? `standard support until ${support.standardUntil}`
    : `extended support since ${support.standardUntil}`;
  return [
    {
      kind: 'control-plane',
      name: 'EKS control plane',
      monthlyUsd: rangeOf(usd, usd, usd),
      basis: `EKS control plane: ${text(usd)}, for Kubernetes ${kubernetesVersion} has ${until}${date}`,
    },
  ];
}
