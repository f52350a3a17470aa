import { autoModeKey, label } from '../../../karpenter/api/labels.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import type { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { Launch } from '../input/results.ts';
import { typicalSpotPrice } from './typical-spot-price.ts';

/** An instance type with the offerings that a launch may use. */
export interface LaunchOption {
  readonly type: number;
  readonly offerings: readonly Offering[];
}

/** The input from which a launch is chosen. */
export interface LaunchInput {
  readonly instanceTypes: InstanceTypes;
  /** The types of the NodeClaim, each with its available offerings that the requirements allow. */
  readonly options: readonly LaunchOption[];
  readonly requirements: Requirements;
  readonly minValuesPolicy: 'Strict' | 'BestEffort';
  /** Whether minValues counts only values that the requirements allow. */
  readonly countsAllowedOnly: boolean;
}

/** How many types are sent to CreateFleet. */
const maxLaunchTypes = 60;
const unavailable = 'all requested instance types were unavailable during launch';

/**
 * What the AWS provider would launch for a NodeClaim. If EC2 chooses among several offerings, the cheapest is assumed.
 * Source: provider-aws pkg/providers/instance/{instance.go,filter/filter.go}.
 */
export function chooseLaunch(input: LaunchInput): Launch | { readonly error: string } {
  const hasMinValues = input.requirements.hasMinValues;
  let options: readonly LaunchOption[] = input.options.filter(({ offerings }) => offerings.length > 0);
  if (options.length === 0) return { error: unavailable };

  if (allows(input, 'reserved')) options = oneReservationPerZone(oneCapacityBlock(oneReservationType(options)));

  if (!hasMinValues) {
    options = withoutExotic(input.instanceTypes, options);
    if (allows(input, 'on-demand') && allows(input, 'spot')) options = withoutExpensiveSpot(options);
  }

  const candidates = cheapestTypes(input.instanceTypes, options, maxLaunchTypes);
  const unmet = input.minValuesPolicy === 'Strict' ? unmetLabels(input, candidates) : [];
  if (unmet.length > 0)
    return {
      error: `truncating instance types based on the passed-in requirements, validating minValues, ${minValuesError(unmet)}`,
    };

  return launchOf(input, candidates);
}

/** The error for labels that do not reach their minValues, in Karpenter's words. */
export const minValuesError = (labels: readonly string[]): string =>
  `minValues requirement is not met for label(s) (label(s)=[${labels.join(' ')}])`;

const allows = ({ requirements }: LaunchInput, capacityType: Offering['capacityType']): boolean =>
  requirements.get(label.capacityType).has(capacityType);

const cheapest = (offerings: readonly Offering[]): number =>
  offerings.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY);

/** The cheapest types. Types with equal prices stay in the given order, which is by name. */
export function cheapestTypes(
  instanceTypes: InstanceTypes,
  options: readonly LaunchOption[],
  count: number,
): readonly LaunchOption[] {
  if (options.length <= count) return options;
  return options
    .map((option) => ({ option, price: cheapest(option.offerings) }))
    .sort(
      (a, b) =>
        a.price - b.price || compareNames(instanceTypes.names[a.option.type]!, instanceTypes.names[b.option.type]!),
    )
    .slice(0, count)
    .map(({ option }) => option);
}

/**
 * CreateFleet accepts one kind of reservation: the one with the cheapest offering. Default reservations come before capacity
 * blocks, and those before interruptible ones.
 */
function oneReservationType(options: readonly LaunchOption[]): readonly LaunchOption[] {
  const reserved = options.flatMap(({ offerings }) => offerings.filter(({ reservation }) => reservation !== undefined));
  if (reserved.length === 0) return options;
  const chosen = reserved.reduce((a, b) => {
    if ((a.price - b.price || precedence(a) - precedence(b)) <= 0) return a;
    return b;
  });

  return keepOfferings(
    options,
    (offering) => offering.reservation !== undefined && precedence(offering) === precedence(chosen),
  );
}

const precedence = ({ reservation }: Offering): number => {
  if (reservation?.type === 'capacity-block') return 1;
  if (reservation?.isInterruptible) return 2;
  return 0;
};

/** Only one capacity block can be requested. */
function oneCapacityBlock(options: readonly LaunchOption[]): readonly LaunchOption[] {
  const blocks = options.flatMap(({ type, offerings }) =>
    offerings
      .filter(({ reservation }) => reservation?.type === 'capacity-block')
      .map((offering) => ({ type, offering })),
  );

  if (blocks.length === 0) return options;
  const { type, offering } = blocks.reduce((a, b) => {
    if (a.offering.price <= b.offering.price) return a;
    return b;
  });
  return [{ type, offerings: [offering] }];
}

/** Of several reservations for one type in one zone, keeps the one with the most free instances. */
function oneReservationPerZone(options: readonly LaunchOption[]): readonly LaunchOption[] {
  const kept = options.flatMap(({ type, offerings }) => {
    const byZone = new Map<string, Offering>();
    for (const offering of offerings) {
      if (offering.reservation === undefined) continue;
      const best = byZone.get(offering.zone);
      if (best === undefined || offering.reservation.capacity > best.reservation!.capacity)
        byZone.set(offering.zone, offering);
    }

    if (byZone.size === 0) return [];
    return [{ type, offerings: [...byZone.values()] }];
  });

  if (kept.length === 0) return options;
  return kept;
}

/** Leaves out metal and accelerated types if others remain. */
function withoutExotic(
  { labels, capacity, accelerators }: InstanceTypes,
  options: readonly LaunchOption[],
): readonly LaunchOption[] {
  const sizes = [label.instanceSize, autoModeKey(label.instanceSize)].flatMap((key) => [labels.get(key) ?? []]);

  const isMetal = (type: number): boolean =>
    sizes.some((column) => column[type]?.some((size) => size.includes('metal')));
  const isExotic = ({ type }: LaunchOption): boolean =>
    isMetal(type) || accelerators.some((name) => capacity.get(name)?.[type]);

  const generic = options.filter((option) => !isExotic(option));

  if (generic.length === 0) return options;
  return generic;
}

/** Leaves out spot offerings that cost more than the cheapest on-demand offering, which has no interruptions. */
function withoutExpensiveSpot(options: readonly LaunchOption[]): readonly LaunchOption[] {
  const ofType = (capacityType: Offering['capacityType']): Offering[] =>
    options.flatMap(({ offerings }) => offerings.filter((offering) => offering.capacityType === capacityType));

  const limit = cheapest(ofType('on-demand'));
  if (limit === Number.POSITIVE_INFINITY || ofType('spot').length === 0) return options;
  return options.map(({ type, offerings }) => ({
    type,
    offerings: offerings.filter(({ capacityType, price }) => capacityType !== 'spot' || price <= limit),
  }));
}

const keepOfferings = (options: readonly LaunchOption[], isKept: (offering: Offering) => boolean): LaunchOption[] =>
  options
    .map(({ type, offerings }) => ({ type, offerings: offerings.filter(isKept) }))
    .filter(({ offerings }) => offerings.length > 0);

function unmetLabels(
  { instanceTypes, requirements, countsAllowedOnly }: LaunchInput,
  options: readonly LaunchOption[],
): string[] {
  return requirements
    .values()
    .filter((requirement) => {
      const { key, minValues = 0 } = requirement;
      const values = new Set(options.flatMap(({ type }) => instanceTypes.labels.get(key)?.[type] ?? []));
      const count = countsAllowedOnly ? [...values].filter((value) => requirement.has(value)).length : values.size;
      return count < minValues;
    })
    .map(({ key }) => key);
}

/** Prefers reserved, then spot, then on-demand, among the available offerings. */
function capacityTypeOf(input: LaunchInput, options: readonly LaunchOption[]): Offering['capacityType'] {
  const has = (wanted: Offering['capacityType']): boolean =>
    allows(input, wanted) &&
    options.some(({ offerings }) => offerings.some(({ capacityType }) => capacityType === wanted));
  if (has('reserved')) return 'reserved';
  if (has('spot')) return 'spot';
  return 'on-demand';
}

/** Whether any offering of any type has a price from a NodeOverlay. Source: nodeclaimtemplate.go ToNodeClaim. */
const isPrioritized = ({ instanceTypes, options }: LaunchInput): boolean =>
  options.some(({ type }) => instanceTypes.offerings[type]!.some((offering) => offering.isPriceOverlaid));

/** What the cheapest of some types costs on demand, whether or not the requirements allow it. */
const cheapestOnDemand = ({ instanceTypes }: LaunchInput, options: readonly LaunchOption[]): number =>
  cheapest(
    options.flatMap(({ type }) =>
      instanceTypes.offerings[type]!.filter(
        ({ capacityType, price }) => capacityType === 'on-demand' && Number.isFinite(price),
      ),
    ),
  );

function launchOf(input: LaunchInput, options: readonly LaunchOption[]): Launch | { readonly error: string } {
  const { names } = input.instanceTypes;
  const capacityType = capacityTypeOf(input, options);

  const offers = options
    .flatMap(({ type, offerings }) =>
      offerings
        .filter((offering) => offering.capacityType === capacityType)
        .map((offering) => ({ instanceType: names[type]!, offering })),
    )
    .sort(
      (a, b) =>
        a.offering.price - b.offering.price ||
        compareNames(a.instanceType, b.instanceType) ||
        compareNames(a.offering.zone, b.offering.zone),
    );

  const [first] = offers;

  if (first === undefined) return { error: unavailable };

  const onDemand = capacityType === 'spot' ? cheapestOnDemand(input, options) : undefined;

  const prices = offers.map(({ instanceType, offering: { price, billedPrice = price } }) => ({
    instanceType,
    usd: billedPrice,
    isExpensive: onDemand !== undefined && price > onDemand,
  }));

  const typicalUsd = capacityType === 'spot' ? typicalSpotPrice(prices) : undefined;
  const ties = offers.filter(({ offering }) => offering.price === first.offering.price);

  return {
    capacityType,
    instanceType: first.instanceType,
    zone: first.offering.zone,
    hourlyUsd: first.offering.price,
    ...(first.offering.billedPrice !== undefined && { billedHourlyUsd: first.offering.billedPrice }),
    ...(typicalUsd !== undefined && { typicalHourlyUsd: typicalUsd }),
    priceSource: first.offering.priceSource,
    ...(isPrioritized(input) && { isPrioritized: true }),
    ties: ties.length === 1 ? [] : ties.map(({ instanceType, offering }) => `${instanceType} ${offering.zone}`),
    highestHourlyUsd: prices.reduce((most, { usd }) => Math.max(most, usd), 0),
    types: options.map(({ type }) => names[type]!).sort(),
  };
}
