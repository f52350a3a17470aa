import type { Karpenter } from '../../../karpenter/api/karpenter.ts';
import { label } from '../../../karpenter/api/labels.ts';
import type { NodeOverlay } from '../../../karpenter/api/node-overlay.ts';
import type { NodeSelectorRequirement } from '../../../karpenter/api/pod.ts';
import { parseResource } from '../../../karpenter/api/quantity.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { meets, Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { compareNames } from '../../../text/name-order.ts';
import { adjustedPrice, isValidOverlay } from './node-overlay.ts';
import { offeringRequirements, spellingsOf } from './offering-kinds.ts';

/** A NodePool with the instance types of its class. */
export interface OverlaidPool {
  readonly name: string;
  /** The labels of its template. */
  readonly labels: Readonly<Record<string, string>>;
  readonly instanceTypes: InstanceTypes;
  /** What its template requires, which decides whether nodes of a type are launched. */
  readonly requirements: readonly NodeSelectorRequirement[];
}

/** An overlay that does not count where another one does: overlays of the same field do not add up. */
interface ShadowedOverlay {
  readonly overlay: string;
  readonly by: string;
  /** The lighter one decides, which Karpenter before 1.9 does for capacity. */
  readonly isByLighter?: true;
  readonly nodePool: string;
  readonly field: 'price' | 'capacity';
  /** Whether it counts for no type that the NodePool launches. */
  readonly isWhole: boolean;
}

/** The instance types of all NodePools after applying NodeOverlays. */
export interface Overlaid {
  /** By NodePool. Types that no overlay changes stay the same object. */
  readonly instanceTypes: ReadonlyMap<string, InstanceTypes>;
  /**
   * Names of the overlays that Karpenter does not use, sorted. They are invalid, or conflict with an overlay of the same
   * weight.
   */
  readonly invalid: readonly string[];
  readonly conflicting: readonly string[];
  /** Sorted by NodePool, then by overlay. */
  readonly shadowed: readonly ShadowedOverlay[];
}

/** The overlay values for one instance type of one NodePool. */
interface Update {
  /** Key of an offering → the change from the overlay with the highest weight, and the weight of the last overlay for it. */
  readonly prices: Map<string, { readonly change: string; readonly by: string; lowestWeight: number }>;
  readonly capacity: Map<string, { readonly amount: string | number; readonly by: string }>;
  /** The capacity of the last overlay that sets one. */
  lastCapacity: ReadonlySet<string>;
  lastWeight: number;
}

/** Applies overlays, heaviest first, the last by name first. Source: core pkg/controllers/nodeoverlay/{controller,store}.go. */
export function overlaidTypes(
  pools: readonly OverlaidPool[],
  overlays: readonly NodeOverlay[],
  { heaviestCapacityWins }: Pick<Karpenter, 'heaviestCapacityWins'>,
): Overlaid {
  const updates = new Map(pools.map((pool) => [pool, new Map<number, Update>()]));
  const ordered = overlays.toSorted(
    (a, b) => weightOf(b) - weightOf(a) || compareNames(b.metadata.name, a.metadata.name),
  );
  const conflicting: string[] = [];
  const shadowed: ShadowedOverlay[] = [];

  for (const overlay of ordered.filter(isValidOverlay)) {
    const selected = pools.map((pool) => ({ changes: updates.get(pool)!, types: selectedOfferings(pool, overlay) }));
    // An overlay with one conflict is not used anywhere.
    if (
      selected.some(({ changes, types }) =>
        types.some((entry) => isConflicting(changes.get(entry.type), entry, overlay)),
      )
    )
      conflicting.push(overlay.metadata.name);
    else {
      selected.forEach(({ changes, types }, at) => {
        const shadows = shadowsOn(pools[at]!, { changes, types, overlay });
        shadowed.push(...(heaviestCapacityWins ? shadows : shadows.map(withLighterCapacity)));
        for (const entry of types) note(changes, entry, { overlay, heaviestCapacityWins });
      });
    }
  }

  return {
    instanceTypes: new Map(pools.map((pool) => [pool.name, updated(pool.instanceTypes, updates.get(pool)!)])),
    invalid: ordered
      .filter((overlay) => !isValidOverlay(overlay))
      .map(({ metadata }) => metadata.name)
      .sort(),
    conflicting: conflicting.sort(),
    shadowed: shadowed.sort((a, b) => compareNames(a.nodePool, b.nodePool) || compareNames(a.overlay, b.overlay)),
  };
}

const weightOf = ({ spec }: NodeOverlay): number => spec.weight ?? 0;
const priceOf = ({ spec }: NodeOverlay): string | undefined => spec.price ?? spec.priceAdjustment;

interface Selected {
  readonly type: number;
  /** Keys of the offerings that the overlay selects. */
  readonly offerings: readonly string[];
}

/** The instance types that an overlay selects: those that meet its requirements and have offerings that do. */
function selectedOfferings(
  { name, labels, instanceTypes }: Omit<OverlaidPool, 'requirements'>,
  { spec }: Pick<NodeOverlay, 'spec'>,
): readonly Selected[] {
  const wanted = new Requirements(Requirements.from(spec.requirements ?? []));
  const tests = wanted
    .values()
    .map((requirement) => typeTest(requirement, { ...labels, [label.nodePool]: name }, instanceTypes));
  const isOffered = new Map<string, boolean>();

  return instanceTypes.names.flatMap((_, type): Selected[] => {
    if (!tests.every((test) => test(type))) return [];
    const offerings = instanceTypes.offerings[type]!;
    const kept = spellingsOf(offerings).filter((spelling, at) => {
      const isAllowed = isOffered.get(spelling) ?? allowsOffering(wanted, offerings[at]!);
      isOffered.set(spelling, isAllowed);
      return isAllowed;
    });

    if (kept.length === 0) return [];
    return [{ type, offerings: kept }];
  });
}

/** Whether an instance type meets a requirement, with its own label or with the label from the NodePool. */
function typeTest(
  wanted: Requirement,
  poolLabels: Readonly<Record<string, string>>,
  { labels }: InstanceTypes,
): (type: number) => boolean {
  const { key } = wanted;
  const fixed = poolLabels[key];
  const column = labels.get(key);
  const requirement = fixed === undefined ? undefined : Requirement.in(key, [fixed]);

  if (column === undefined) {
    const isMet = requirement === undefined ? wanted.acceptsAbsence : meets(requirement, wanted);
    return () => isMet;
  }

  const cache = new Map<readonly string[], boolean>();

  return (type) => {
    const values = column[type]!;
    let isMet = cache.get(values);
    if (isMet === undefined) {
      const typed = values.length === 0 ? Requirement.none(key) : Requirement.in(key, values);
      isMet = meets(requirement === undefined ? typed : requirement.intersection(typed), wanted);
      cache.set(values, isMet);
    }

    return isMet;
  };
}

const allowsOffering = (wanted: Requirements, offering: Offering): boolean =>
  offeringRequirements(offering).every(
    (requirement) =>
      requirement === undefined || !wanted.has(requirement.key) || meets(wanted.get(requirement.key), requirement),
  );

function isConflicting(update: Update | undefined, { offerings }: Selected, overlay: NodeOverlay): boolean {
  if (update === undefined) return false;

  const weight = weightOf(overlay);
  const isSamePrice = (spelling: string): boolean => update.prices.get(spelling)?.lowestWeight === weight;
  if (priceOf(overlay) !== undefined && offerings.some(isSamePrice)) return true;

  const { capacity } = overlay.spec;

  return (
    capacity !== undefined &&
    update.lastWeight === weight &&
    Object.keys(capacity).some((name) => update.lastCapacity.has(name))
  );
}

interface SelectedByOverlay {
  readonly changes: ReadonlyMap<number, Update>;
  readonly types: readonly Selected[];
  readonly overlay: NodeOverlay;
}

/** By which heavier overlays a lighter one is replaced, among the offerings that the NodePool launches. */
function shadowsOn(pool: OverlaidPool, { changes, types, overlay }: SelectedByOverlay): readonly ShadowedOverlay[] {
  if (changes.size === 0 || types.length === 0) return [];

  const launched = new Map(
    selectedOfferings(pool, { spec: { requirements: pool.requirements } }).map(({ type, offerings }) => [
      type,
      new Set(offerings),
    ]),
  );

  const places = { price: 0, capacity: 0 };
  const counts = { price: new Map<string, number>(), capacity: new Map<string, number>() };

  const count = (field: ShadowedOverlay['field'], by: string | undefined): void => {
    places[field]++;
    if (by !== undefined) counts[field].set(by, (counts[field].get(by) ?? 0) + 1);
  };

  for (const { type, offerings } of types) {
    const offered = launched.get(type);
    if (offered === undefined) continue;

    const update = changes.get(type);
    if (priceOf(overlay) !== undefined)
      for (const spelling of offerings) if (offered.has(spelling)) count('price', update?.prices.get(spelling)?.by);
    for (const name of Object.keys(overlay.spec.capacity ?? {})) count('capacity', update?.capacity.get(name)?.by);
  }

  return (['price', 'capacity'] as const).flatMap((field) =>
    [...counts[field]].map(([by, replaced]): ShadowedOverlay => {
      const isWhole = replaced === places[field];
      return { overlay: overlay.metadata.name, by, nodePool: pool.name, field, isWhole };
    }),
  );
}

/** Before 1.9, the lighter overlay replaces the capacity that a heavier one has set. What it replaces as a whole is unknown here. */
const withLighterCapacity = (shadow: ShadowedOverlay): ShadowedOverlay => {
  if (shadow.field === 'price') return shadow;
  return { ...shadow, overlay: shadow.by, by: shadow.overlay, isByLighter: true, isWhole: false };
};

const noNames: ReadonlySet<string> = new Set();

interface Noted {
  readonly overlay: NodeOverlay;
  readonly heaviestCapacityWins: boolean;
}

function note(
  updates: Map<number, Update>,
  { type, offerings }: Selected,
  { overlay, heaviestCapacityWins }: Noted,
): void {
  const change = priceOf(overlay);
  const { capacity } = overlay.spec;
  if (change === undefined && capacity === undefined) return;

  const update = updates.get(type) ?? { prices: new Map(), capacity: new Map(), lastCapacity: noNames, lastWeight: 0 };
  updates.set(type, update);

  for (const spelling of change === undefined ? [] : offerings) {
    const price = update.prices.get(spelling);
    if (price === undefined)
      update.prices.set(spelling, { change: change!, by: overlay.metadata.name, lowestWeight: weightOf(overlay) });
    else price.lowestWeight = weightOf(overlay);
  }

  if (capacity === undefined) return;

  for (const [name, amount] of Object.entries(capacity))
    if (!heaviestCapacityWins || !update.capacity.has(name))
      update.capacity.set(name, { amount, by: overlay.metadata.name });
  update.lastCapacity = new Set(Object.keys(capacity));
  update.lastWeight = weightOf(overlay);
}

/** Creates new columns and lists only for what changes. Everything else is shared. */
function updated(types: InstanceTypes, updates: ReadonlyMap<number, Update>): InstanceTypes {
  if (updates.size === 0) return types;
  const { capacity, allocatable } = withCapacity(types, updates);
  const offerings = types.offerings.map((list, type) => {
    const prices = updates.get(type)?.prices;
    if (prices === undefined || prices.size === 0) return list;
    return repriced(list, prices);
  });

  return { ...types, capacity, allocatable, offerings };
}

function repriced(offerings: readonly Offering[], prices: Update['prices']): readonly Offering[] {
  const spellings = spellingsOf(offerings);
  return offerings.map((offering, at) => {
    const update = prices.get(spellings[at]!);
    if (update === undefined) return offering;
    const { price, billedPrice = price } = offering;
    // AWS bills its own price, whatever price an overlay gives Karpenter.
    return { ...offering, price: adjustedPrice(price, update.change), billedPrice, isPriceOverlaid: true };
  });
}

function withCapacity(
  { names, capacity, allocatable }: InstanceTypes,
  updates: ReadonlyMap<number, Update>,
): Pick<InstanceTypes, 'capacity' | 'allocatable'> {
  const resources = new Set([...updates.values()].flatMap((update) => [...update.capacity.keys()]));
  if (resources.size === 0) return { capacity, allocatable };

  const columns = { capacity: new Map(capacity), allocatable: new Map(allocatable) };

  const copy = (of: 'capacity' | 'allocatable', name: string): Float64Array => {
    const column = columns[of].get(name)?.slice() ?? new Float64Array(names.length).fill(Number.NaN);
    columns[of].set(name, column);
    return column;
  };

  for (const name of [...resources].sort()) {
    const [owned, usable] = [copy('capacity', name), copy('allocatable', name)];
    // Memory reserved for huge pages is not available for anything else.
    const memory = name.startsWith('hugepages-') ? copy('allocatable', 'memory') : undefined;

    for (const [type, update] of updates) {
      const amount = update.capacity.get(name)?.amount;
      if (amount === undefined) continue;

      const added = parseResource(name, amount)! - (owned[type] || 0);
      owned[type] = (owned[type] || 0) + added;
      usable[type] = (usable[type] || 0) + added;
      if (memory !== undefined) memory[type]! -= added;
    }
  }

  return columns;
}
