import { label } from '../../../karpenter/api/labels.ts';
import { isLaunchable, type Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { Launch, NewNodeClaim } from '../../provisioning/input/results.ts';
import { chooseLaunch, type LaunchOption } from '../../provisioning/nodes/launch.ts';
import { withCapacityTypes } from '../../provisioning/scheduler/node-claim-results.ts';
import type { Cluster, ClusterSetup } from '../cluster/cluster.ts';

/** A NodeClaim that would replace candidates, with the instance types that it may still become. */
export interface Replacement {
  readonly pool: ClusterSetup['nodePools'][number];
  readonly requirements: Requirements;
  /** Sorted by price, then by name. Each has the offerings that the requirements allow. */
  readonly options: readonly LaunchOption[];
  readonly names: readonly string[];
}

/** Whether requirements allow an offering. */
function allowedBy(requirements: Requirements): (offering: Offering) => boolean {
  const [capacityTypes, zones] = [requirements.get(label.capacityType), requirements.get(label.zone)];
  const [zoneIds, reservations] = [requirements.get(label.zoneId), requirements.get(label.capacityReservationId)];

  return (offering) =>
    isLaunchable(offering) &&
    capacityTypes.has(offering.capacityType) &&
    zones.has(offering.zone) &&
    (offering.zoneId === undefined || zoneIds.has(offering.zoneId)) &&
    (offering.reservation === undefined || reservations.has(offering.reservation.id));
}

const least = (offerings: readonly Offering[]): number =>
  offerings.reduce((price, offering) => Math.min(price, offering.price), Number.MAX_VALUE);

const cachedIndexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The name of an instance type → its index. */
function indexesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const cached = cachedIndexes.get(names);
  if (cached !== undefined) return cached;

  const indexes = new Map(names.map((name, type) => [name, type]));
  cachedIndexes.set(names, indexes);
  return indexes;
}

/** What a simulated NodeClaim may become. */
export function replacementOf(cluster: Cluster, claim: NewNodeClaim): Replacement {
  const pool = cluster.nodePool(claim.nodePool)!;
  const indexes = indexesOf(pool.instanceTypes.names);
  const types = claim.instanceTypes.map((name) => indexes.get(name)!);
  return under(pool, claim.requirements, types);
}

/** Instance types that match requirements, sorted by price. */
function under(pool: Replacement['pool'], requirements: Requirements, types: readonly number[]): Replacement {
  const { names, offerings } = pool.instanceTypes;
  const isAllowed = allowedBy(requirements);
  const options = types.map((type): LaunchOption => ({ type, offerings: offerings[type]!.filter(isAllowed) }));
  const prices = new Map(options.map((option) => [option, least(option.offerings)]));
  options.sort((a, b) => prices.get(a)! - prices.get(b)! || compareNames(names[a.type]!, names[b.type]!));

  return { pool, requirements, options, names: options.map(({ type }) => names[type]!) };
}

const withOptions = (replacement: Replacement, options: readonly LaunchOption[]): Replacement => {
  const { names } = replacement.pool.instanceTypes;
  return { ...replacement, options, names: options.map(({ type }) => names[type]!) };
};

/** The same NodeClaim, limited to one capacity type. */
export function withCapacityType(replacement: Replacement, capacityType: Offering['capacityType']): Replacement {
  const wanted = Requirement.in(label.capacityType, [capacityType]);
  const requirements = new Requirements(replacement.requirements).add([wanted]);
  const { pool, options } = replacement;

  return under(
    pool,
    requirements,
    options.map(({ type }) => type),
  );
}

/** The same without instance types that have no offering left. */
export const withOfferings = (replacement: Replacement): Replacement =>
  withOptions(
    replacement,
    replacement.options.filter(({ offerings }) => offerings.length > 0),
  );

/** The price of the most expensive offering of the capacity type that would be launched. Source: core pkg/cloudprovider/types.go WorstLaunchPrice. */
function worstLaunchPrice(offerings: readonly Offering[]): number {
  for (const capacityType of ['reserved', 'spot', 'on-demand']) {
    const ofCapacityType = offerings.filter((offering) => offering.capacityType === capacityType);
    if (ofCapacityType.length > 0) return Math.max(...ofCapacityType.map(({ price }) => price));
  }
  return Number.MAX_VALUE;
}

/** Only types that certainly cost less; undefined if they no longer meet minValues. */
export function cheaperThan(replacement: Replacement, price: number): Replacement | undefined {
  const options = replacement.options.filter(({ offerings }) => worstLaunchPrice(offerings) < price);
  const cheaper = withOptions(replacement, options);
  if (neededTypes(cheaper) === undefined) return undefined;
  return cheaper;
}

/** How many of the cheapest types are needed to meet minValues; undefined if all of them are not enough. */
export function neededTypes({ requirements, options, pool }: Replacement): number | undefined {
  const wanted = requirements.values().filter(({ minValues }) => minValues !== undefined);
  if (wanted.length === 0) return 0;

  const seen = new Map(wanted.map(({ key }) => [key, new Set<string>()]));
  for (const [at, { type }] of options.entries()) {
    for (const { key } of wanted)
      for (const value of pool.instanceTypes.labels.get(key)?.[type] ?? []) seen.get(key)!.add(value);
    if (wanted.every(({ key, minValues = 0 }) => seen.get(key)!.size >= minValues)) return at + 1;
  }

  // An empty list of types does not violate minValues.
  if (options.length === 0) return 0;
  return undefined;
}

/** The cheapest types only. */
export const withCheapestTypes = (replacement: Replacement, count: number): Replacement =>
  withOptions(replacement, replacement.options.slice(0, count));

/** The price of the cheapest type's cheapest offering; 0 if there is none. */
export function expectedPrice({ options }: Replacement): number {
  const offerings = options[0]?.offerings ?? [];
  if (offerings.length === 0) return 0;
  return least(offerings);
}

/** What the cloud would launch for it. */
export function launchOf(
  replacement: Replacement,
  { setup }: Pick<Cluster, 'setup'>,
): Launch | { readonly error: string } {
  const options = replacement.options.slice(0, setup.maxInstanceTypes);
  return chooseLaunch({
    instanceTypes: replacement.pool.instanceTypes,
    options: options.toSorted((a, b) => a.type - b.type),
    requirements: withCapacityTypes(replacement.requirements, options),
    minValuesPolicy: setup.minValuesPolicy,
    countsAllowedOnly: setup.minValuesCountsAllowed ?? false,
  });
}
