import { label, normalizeLabel } from '../api/labels.ts';
import type { Catalog, InstanceType } from '../cloud-provider/catalog.ts';
import { compareNames } from '../name-order.ts';
import type { RequirementField } from './fields/pool-fields.ts';

/** The requirement that leaves nothing, and why. */
export interface Emptied {
  readonly requirement: RequirementField;
  /** Instance types left before it. */
  readonly before: number;
  /** Values that those have for its label. */
  readonly values: readonly string[];
  /** No instance type of the region, whatever the other requirements say, has what it asks for. */
  readonly isUnknownValue: boolean;
  /** Earlier requirements that leave nothing together with it alone. */
  readonly conflicts: readonly RequirementField[];
}

/** What a pool's requirements leave of a region's instance types. */
export interface CompatibleInstanceTypes {
  /** What is left after each requirement that could be judged, in the pool's order. */
  readonly steps: readonly { readonly requirement: RequirementField; readonly instanceTypes: number }[];
  /** Names of the instance types left, sorted. */
  readonly names: readonly string[];
  /** False: some requirement is unknown (a placeholder, or something only the cluster knows), so fewer may be left. */
  readonly isExact: boolean;
  readonly emptied: Emptied | undefined;
  /** Instance types and zones that can be bought this way. */
  count(capacityType: 'on-demand' | 'spot'): { readonly instanceTypes: number; readonly zones: readonly string[] };
}

/** One instance type while it is narrowed. */
interface Candidate {
  readonly info: InstanceType;
  readonly index: number;
  /** Per label the values that are left, once a requirement has spoken of it. */
  left: Map<string, readonly string[]> | undefined;
}

/** Labels whose values a node class resolves in the cluster: nothing in the catalog can tell them. */
const resolvedInCluster: ReadonlySet<string> = new Set([
  label.windowsBuild,
  label.capacityReservationId,
  label.capacityReservationType,
  label.capacityReservationInterruptible,
  label.placementGroupId,
  label.placementGroupPartition,
]);

/**
 * Filters a region's instance types by a pool's requirements, one after the other. A type stays while every label still
 * has a value; keys that no instance type carries are the pool's own labels and filter nothing.
 * Source: core pkg/cloudprovider/types.go Compatible, pkg/scheduling/requirements.go Intersects.
 */
export function compatibleInstanceTypes(
  catalog: Catalog,
  requirements: readonly RequirementField[],
): CompatibleInstanceTypes {
  const judged = requirements.slice(0, maxRequirements).filter((requirement) => isJudged(catalog, requirement));
  const steps: { requirement: RequirementField; instanceTypes: number }[] = [];
  let left = offered(catalog);
  const counts = new Map<string, ReturnType<typeof count>>();
  let emptied: Emptied | undefined;
  for (const requirement of judged) {
    const before = left.length;
    left = left.filter((candidate) => narrow(catalog, candidate, requirement));
    if (left.length === 0 && before > 0) emptied = explain(catalog, requirement, steps);
    steps.push({ requirement, instanceTypes: left.length });
  }
  return {
    steps,
    names: left.map(({ info }) => info.name).sort(),
    isExact:
      requirements.length <= maxRequirements && requirements.every((requirement) => isExact(catalog, requirement)),
    emptied,
    count: (capacityType) => {
      const known = counts.get(capacityType) ?? count(catalog, left, capacityType);
      counts.set(capacityType, known);
      return known;
    },
  };
}

/** The API server admits no more requirements than this. */
const maxRequirements = 100;

const offeredTypes = new WeakMap<Catalog, readonly { info: InstanceType; index: number }[]>();

/** The types that the region offers in any zone, none of them narrowed yet. */
function offered(catalog: Catalog): Candidate[] {
  const types =
    offeredTypes.get(catalog) ??
    catalog.types.flatMap((info, index) => (catalog.zonesOf(info.name).length > 0 ? [{ info, index }] : []));
  offeredTypes.set(catalog, types);
  return types.map(({ info, index }) => ({ info, index, left: undefined }));
}

const operatingSystems = ['linux', 'windows'];
const linux = ['linux'];
const onDemandAndSpot = ['on-demand', 'spot'];
const onDemand = ['on-demand'];

/** The values of a label that a candidate has left. Zone ids are a view of its zones. */
function valuesOf(catalog: Catalog, candidate: Candidate, key: string): readonly string[] {
  const name = normalizeLabel(key);
  if (name === label.zoneId) {
    const zones = valuesOf(catalog, candidate, label.zone);
    return catalog.zones.flatMap(({ zone, zoneId }) => (zoneId !== undefined && zones.includes(zone) ? [zoneId] : []));
  }
  return candidate.left?.get(name) ?? initialValues(catalog, candidate, name);
}

function initialValues(catalog: Catalog, { info, index }: Candidate, name: string): readonly string[] {
  if (name === label.zone) return catalog.zonesOf(info.name);
  if (name === label.capacityType) return info.hasSpot ? onDemandAndSpot : onDemand;
  // Which of the two it is, the node class's AMI says; Windows runs on amd64 alone.
  if (name === label.os) return info.architecture === 'amd64' ? operatingSystems : linux;
  return catalog.labels.get(name)?.[index] ?? [];
}

/** Applies a requirement to a candidate; false when nothing is left of it. */
function narrow(catalog: Catalog, candidate: Candidate, requirement: RequirementField): boolean {
  const name = normalizeLabel(requirement.key);
  const before = valuesOf(catalog, candidate, name);
  // No value at all is DoesNotExist, which NotIn and DoesNotExist allow.
  if (before.length === 0) return requirement.operator === 'NotIn' || requirement.operator === 'DoesNotExist';
  const after = before.filter((value) => accepts(requirement, value));
  if (after.length === before.length) return true;
  candidate.left ??= new Map();
  if (name === label.zoneId) candidate.left.set(label.zone, zonesLeft(catalog, candidate, after));
  else candidate.left.set(name, after);
  return after.length > 0;
}

/** The zones left to a candidate when only some zone ids are. */
function zonesLeft(catalog: Catalog, candidate: Candidate, zoneIds: readonly string[]): string[] {
  const idOf = new Map(catalog.zones.map(({ zone, zoneId }) => [zone, zoneId]));
  return valuesOf(catalog, candidate, label.zone).filter((zone) => zoneIds.includes(idOf.get(zone) ?? ''));
}

function explain(catalog: Catalog, requirement: RequirementField, steps: CompatibleInstanceTypes['steps']): Emptied {
  const earlier = steps.map((step) => step.requirement);
  const leftBy = (wanted: readonly RequirementField[]): Candidate[] =>
    offered(catalog).filter((candidate) => wanted.every((one) => narrow(catalog, candidate, one)));
  const before = leftBy(earlier);
  const isUnknownValue = leftBy([requirement]).length === 0;
  return {
    requirement,
    before: before.length,
    values: distinct(before.flatMap((candidate) => valuesOf(catalog, candidate, requirement.key))),
    isUnknownValue,
    conflicts: isUnknownValue ? [] : earlier.filter((other) => leftBy([other, requirement]).length === 0),
  };
}

/** Distinct values, numbers by size. */
const distinct = (values: readonly string[]): string[] =>
  [...new Set(values)].sort((a, b) => (isInteger(a) && isInteger(b) ? Number(a) - Number(b) : compareNames(a, b)));

function count(catalog: Catalog, left: readonly Candidate[], capacityType: string) {
  const bought = left.filter((candidate) => valuesOf(catalog, candidate, label.capacityType).includes(capacityType));
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

/** A label that instance types do not carry: the pool defines it for its own nodes. */
const isOwnLabel = (catalog: Catalog, { key, isKnown }: RequirementField): boolean => {
  const name = normalizeLabel(key);
  return isKnown && !offeringLabels.has(name) && !catalog.labels.has(name) && !resolvedInCluster.has(name);
};

/** Whether a requirement can be judged: known, well-formed, and about something the catalog knows. */
function isJudged(catalog: Catalog, requirement: RequirementField): boolean {
  const { operator, values, isKnown } = requirement;
  const name = normalizeLabel(requirement.key);
  if (!isKnown || resolvedInCluster.has(name) || isOwnLabel(catalog, requirement)) return false;
  // Reserved offerings come from the node class's reservations, which only the cluster knows.
  if (name === label.capacityType && values.some((value) => value.text === 'reserved')) return false;
  if (operator === 'In') return values.length > 0;
  if (Object.hasOwn(numeric, operator)) return values.length === 1 && isInteger(values[0]!.text);
  return operator === 'NotIn' || operator === 'Exists' || operator === 'DoesNotExist';
}

/** Whether what a requirement leaves is all there is: it is judged, and names nothing that is newer than the catalog. */
function isExact(catalog: Catalog, requirement: RequirementField): boolean {
  if (!isJudged(catalog, requirement)) return isOwnLabel(catalog, requirement);
  const name = normalizeLabel(requirement.key);
  if (requirement.operator !== 'In' || (name !== label.instanceType && name !== label.instanceFamily)) return true;
  const known = new Set(catalog.types.map((info) => (name === label.instanceType ? info.name : info.family)));
  return requirement.values.every(({ text }) => known.has(text));
}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

function accepts({ operator, values }: RequirementField, value: string): boolean {
  if (operator === 'In') return values.some((wanted) => wanted.text === value);
  if (operator === 'NotIn') return !values.some((unwanted) => unwanted.text === value);
  if (operator === 'Exists') return true;
  if (operator === 'DoesNotExist') return false;
  return isInteger(value) && numeric[operator]!(Number(value), Number(values[0]!.text));
}
