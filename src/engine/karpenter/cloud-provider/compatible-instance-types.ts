import { compareNames } from '../../text/name-order.ts';
import { label, normalizeLabel } from '../api/labels.ts';
import type { RequirementField } from '../api/pool-fields.ts';
import type { Catalog, InstanceType } from './catalog.ts';

/** The requirement that excludes the last instance types, and why. */
export interface Emptied {
  readonly requirement: RequirementField;
  /** The number of instance types left before it. */
  readonly before: number;
  /** The values of its label that those have. */
  readonly values: readonly string[];
  /** No instance type of the region satisfies it, even without the other requirements. */
  readonly isUnknownValue: boolean;
  /** Earlier requirements that exclude all instance types together with it alone. */
  readonly conflicts: readonly RequirementField[];
  /** No known instance type satisfies the requirements, whatever regions offer it. */
  readonly isInEveryRegion: boolean;
}

/** The instance types of a region that satisfy the requirements of a NodePool. */
export interface CompatibleInstanceTypes {
  /** The number left after each requirement that could be evaluated, in the order of the NodePool. */
  readonly steps: readonly { readonly requirement: RequirementField; readonly instanceTypes: number }[];
  /** The names of the remaining instance types, sorted. */
  readonly names: readonly string[];
  /** False if a requirement is unknown (a placeholder, or something that only the cluster knows), so fewer types may remain. */
  readonly isExact: boolean;
  readonly emptied: Emptied | undefined;
  /** The names of the known instance types that satisfy the requirements in some region; undefined if newer types may satisfy them. */
  anywhere(): readonly string[] | undefined;
  /** The instance types and zones that are available with this capacity type. */
  count(capacityType: 'on-demand' | 'spot'): { readonly instanceTypes: number; readonly zones: readonly string[] };
}

/** One instance type while requirements restrict it. */
interface Candidate {
  readonly info: InstanceType;
  readonly index: number;
  /** The remaining values of each label that a requirement has restricted. */
  left: Map<string, readonly string[]> | undefined;
}

/** Labels whose values a node class resolves in the cluster. The catalog does not contain them. */
const resolvedInCluster: ReadonlySet<string> = new Set([
  label.windowsBuild,
  label.capacityReservationId,
  label.capacityReservationType,
  label.capacityReservationInterruptible,
  label.placementGroupId,
  label.placementGroupPartition,
]);

/**
 * Filters the instance types of a region by the requirements of a NodePool, one after the other. A type stays as long as every label
 * has a value. Keys that no instance type has are custom labels of the NodePool and filter nothing.
 * Source: core pkg/cloudprovider/types.go Compatible, pkg/scheduling/requirements.go Intersects.
 */
export function compatibleInstanceTypes(
  catalog: Catalog,
  requirements: readonly RequirementField[],
): CompatibleInstanceTypes {
  const judged = requirements.slice(0, maxRequirements).filter((requirement) => isJudged(catalog, requirement));
  const steps: { requirement: RequirementField; instanceTypes: number }[] = [];
  let candidates = offered(catalog);
  const counts = new Map<string, ReturnType<typeof count>>();
  let emptied: Emptied | undefined;

  for (const requirement of judged) {
    const before = candidates.length;
    candidates = candidates.filter((candidate) => narrow(catalog, candidate, requirement));
    if (candidates.length === 0 && before > 0) emptied = explain(catalog, requirement, steps, judged);
    steps.push({ requirement, instanceTypes: candidates.length });
  }

  return {
    steps,
    names: candidates.map(({ info }) => info.name).sort(),
    isExact:
      requirements.length <= maxRequirements && requirements.every((requirement) => isExact(catalog, requirement)),
    emptied,
    anywhere: () => {
      if (requirements.length > maxRequirements) return undefined;
      return namesAnywhere(catalog, requirements);
    },
    count: (capacityType) => {
      const counted = counts.get(capacityType) ?? count(catalog, candidates, capacityType);
      counts.set(capacityType, counted);
      return counted;
    },
  };
}

/** The API server accepts at most this many requirements. */
const maxRequirements = 100;

const offeredTypes = new WeakMap<Catalog, readonly { info: InstanceType; index: number }[]>();

/** All instance types that the region offers in any zone, without restrictions. */
function offered(catalog: Catalog): Candidate[] {
  const types =
    offeredTypes.get(catalog) ??
    catalog.types.flatMap((info, index) => {
      if (catalog.zonesOf(info.name).length > 0) return [{ info, index }];
      return [];
    });
  offeredTypes.set(catalog, types);
  return types.map(({ info, index }) => ({ info, index, left: undefined }));
}

const operatingSystems = ['linux', 'windows'];
const linux = ['linux'];
const onDemandAndSpot = ['on-demand', 'spot'];
const onDemand = ['on-demand'];

/** The remaining values of a candidate's label. Zone ids follow from its zones. */
function valuesOf(catalog: Catalog, candidate: Candidate, key: string): readonly string[] {
  const name = normalizeLabel(key);
  if (name === label.zoneId) {
    const zones = valuesOf(catalog, candidate, label.zone);
    return catalog.zones.flatMap(({ zone, zoneId }) => {
      if (zoneId !== undefined && zones.includes(zone)) return [zoneId];
      return [];
    });
  }
  return candidate.left?.get(name) ?? initialValues(catalog, candidate, name);
}

function initialValues(catalog: Catalog, { info, index }: Candidate, name: string): readonly string[] {
  if (name === label.zone) return catalog.zonesOf(info.name);
  if (name === label.capacityType) {
    if (info.hasSpot) return onDemandAndSpot;
    return onDemand;
  }
  // The AMI of the node class decides the operating system. Windows runs only on amd64.
  if (name === label.os) {
    if (info.architecture === 'amd64') return operatingSystems;
    return linux;
  }
  return catalog.labels.get(name)?.[index] ?? [];
}

/** Applies a requirement to a candidate. Returns false if no value remains. */
function narrow(catalog: Catalog, candidate: Candidate, requirement: RequirementField): boolean {
  const name = normalizeLabel(requirement.key);
  const before = valuesOf(catalog, candidate, name);
  // Without any value, only NotIn and DoesNotExist match.
  if (before.length === 0) return requirement.operator === 'NotIn' || requirement.operator === 'DoesNotExist';

  const after = before.filter((value) => accepts(requirement, value));
  if (after.length === before.length) return true;

  candidate.left ??= new Map();
  if (name === label.zoneId) candidate.left.set(label.zone, zonesLeft(catalog, candidate, after));
  else candidate.left.set(name, after);

  return after.length > 0;
}

/** The zones of a candidate that have one of these zone ids. */
function zonesLeft(catalog: Catalog, candidate: Candidate, zoneIds: readonly string[]): string[] {
  const idOf = new Map(catalog.zones.map(({ zone, zoneId }) => [zone, zoneId]));
  return valuesOf(catalog, candidate, label.zone).filter((zone) => zoneIds.includes(idOf.get(zone) ?? ''));
}

function explain(
  catalog: Catalog,
  requirement: RequirementField,
  steps: CompatibleInstanceTypes['steps'],
  judged: readonly RequirementField[],
): Emptied {
  const earlier = steps.map((step) => step.requirement);

  const leftBy = (wanted: readonly RequirementField[]): Candidate[] =>
    offered(catalog).filter((candidate) => wanted.every((requirement) => narrow(catalog, candidate, requirement)));

  const before = leftBy(earlier);
  const isUnknownValue = leftBy([requirement]).length === 0;

  return {
    requirement,
    before: before.length,
    values: distinct(before.flatMap((candidate) => valuesOf(catalog, candidate, requirement.key))),
    isUnknownValue,
    conflicts: isUnknownValue ? [] : earlier.filter((other) => leftBy([other, requirement]).length === 0),
    isInEveryRegion: namesAnywhere(catalog, judged)?.length === 0,
  };
}

const places: ReadonlySet<string> = new Set([label.zone, label.zoneId, label.region]);

/** The names of the known instance types that satisfy requirements in some region; undefined if one may that is newer than the catalog. */
function namesAnywhere(catalog: Catalog, requirements: readonly RequirementField[]): readonly string[] | undefined {
  if (!requirements.every((requirement) => isExact(catalog, requirement))) return undefined;

  const wanted = requirements.filter(
    (requirement) => isJudged(catalog, requirement) && !places.has(normalizeLabel(requirement.key)),
  );

  return catalog.types.flatMap((info, index) => {
    const candidate = { info, index, left: undefined };
    if (wanted.every((requirement) => narrow(catalog, candidate, requirement))) return [info.name];
    return [];
  });
}

/** The distinct values, with numbers sorted by size. */
const distinct = (values: readonly string[]): string[] =>
  [...new Set(values)].sort((a, b) => {
    if (isInteger(a) && isInteger(b)) return Number(a) - Number(b);
    return compareNames(a, b);
  });

function count(catalog: Catalog, candidates: readonly Candidate[], capacityType: string) {
  const bought = candidates.filter((candidate) =>
    valuesOf(catalog, candidate, label.capacityType).includes(capacityType),
  );
  const zones = bought.flatMap((candidate) => valuesOf(catalog, candidate, label.zone));
  return { instanceTypes: bought.length, zones: distinct(zones) };
}

const numeric: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  Gt: (value, bound) => value > bound,
  Gte: (value, bound) => value >= bound,
  Lt: (value, bound) => value < bound,
  Lte: (value, bound) => value <= bound,
};

const offeringLabels: ReadonlySet<string> = new Set([label.zone, label.zoneId, label.capacityType, label.os]);

/** Whether a label is custom: instance types do not have it, and the NodePool defines it for its nodes. */
const isOwnLabel = (catalog: Catalog, { key, isKnown }: RequirementField): boolean => {
  const name = normalizeLabel(key);
  return isKnown && !offeringLabels.has(name) && !catalog.labels.has(name) && !resolvedInCluster.has(name);
};

/** Whether a requirement can be evaluated: it is known, well-formed, and about something in the catalog. */
function isJudged(catalog: Catalog, requirement: RequirementField): boolean {
  const { operator, values, isKnown } = requirement;
  const name = normalizeLabel(requirement.key);
  if (!isKnown || resolvedInCluster.has(name) || isOwnLabel(catalog, requirement)) return false;
  // Reserved offerings come from the reservations of the node class, which only the cluster knows.
  if (name === label.capacityType && values.some((value) => value.text === 'reserved')) return false;
  if (operator === 'In') return values.length > 0;
  if (Object.hasOwn(numeric, operator)) return values.length === 1 && isInteger(values[0]!.text);

  return operator === 'NotIn' || operator === 'Exists' || operator === 'DoesNotExist';
}

/** Whether the remaining types are complete: the requirement is evaluated, and names nothing newer than the catalog. */
function isExact(catalog: Catalog, requirement: RequirementField): boolean {
  if (!isJudged(catalog, requirement)) return isOwnLabel(catalog, requirement);
  const name = normalizeLabel(requirement.key);
  if (requirement.operator !== 'In' || (name !== label.instanceType && name !== label.instanceFamily)) return true;
  const names = new Set(
    catalog.types.map((info) => {
      if (name === label.instanceType) return info.name;
      return info.family;
    }),
  );
  return requirement.values.every(({ text }) => names.has(text));
}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

function accepts({ operator, values }: RequirementField, value: string): boolean {
  if (operator === 'In') return values.some((wanted) => wanted.text === value);
  if (operator === 'NotIn') return !values.some((unwanted) => unwanted.text === value);
  if (operator === 'Exists') return true;
  if (operator === 'DoesNotExist') return false;
  return isInteger(value) && numeric[operator]!(Number(value), Number(values[0]!.text));
}
