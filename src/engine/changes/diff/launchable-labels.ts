import type { Catalog, LabelColumn } from '../../karpenter/cloud-provider/catalog.ts';
import type { Launching } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { Requirement } from '../../karpenter/scheduling/requirement.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';

/** What is needed to tell which labels the nodes of a NodePool can have. */
export interface Launchable {
  readonly catalog: Catalog;
  /** How the node class's provider launches nodes. */
  readonly launching: Launching;
  /** The node class that the NodePool references; undefined if unknown. */
  readonly nodeClass: Manifest | undefined;
}

/**
 * How many of the instance types that a NodePool with these requirements could launch satisfy another requirement. Undefined if the
 * catalog cannot tell. Regional offerings are ignored, because the region may be a guess.
 */
export function satisfiedBy(
  requirements: ReadonlyMap<string, Requirement>,
  wanted: Requirement,
  launchable: Launchable,
): 'all' | 'some' | 'none' | undefined {
  const { types } = launchable.catalog;
  const column = columnOf(wanted.key, launchable);

  const bounds = [...requirements.values()].flatMap((requirement) => {
    const values = columnOf(requirement.key, launchable);
    if (values) return [{ requirement, values }];
    return [];
  });

  if (!column || bounds.some(({ requirement, values }) => namesMore(requirement, values))) return undefined;

  const ownRequirement = requirements.get(wanted.key);
  const outcomes = new Set(
    types.flatMap((_, index) => {
      if (!bounds.every(({ requirement, values }) => mayBe(requirement, values[index]!))) return [];
      const values = column[index]!.filter((value) => !ownRequirement || ownRequirement.has(value));
      if (values.length === 0) return [wanted.acceptsAbsence];
      return values.map((value) => wanted.has(value));
    }),
  );

  if (outcomes.size === 0) return undefined;

  if (outcomes.size === 2) return 'some';
  if (outcomes.has(true)) return 'all';
  return 'none';
}

/**
 * Whether no instance type of any region satisfies all of these requirements, so that nodes of the NodePool cannot exist. False if the catalog cannot
 * tell.
 */
export function isMetByNone(requirements: readonly Requirement[], launchable: Launchable): boolean {
  const bounds = requirements.flatMap((requirement) => {
    const values = columnOf(requirement.key, launchable);
    if (values) return [{ requirement, values }];
    return [];
  });

  if (bounds.some(({ requirement, values }) => namesMore(requirement, values))) return false;
  return launchable.catalog.types.every(
    (_, index) => !bounds.every(({ requirement, values }) => mayBe(requirement, values[index]!)),
  );
}

const columnOf = (key: string, { catalog, launching, nodeClass }: Launchable): LabelColumn | undefined =>
  launching.labelsOfRunning(key, catalog, nodeClass);

/** Whether a node whose label has one of these values, or is absent if the list is empty, may satisfy a requirement. */
const mayBe = (requirement: Requirement, values: readonly string[]): boolean => {
  if (values.length === 0) return requirement.acceptsAbsence;
  return values.some((value) => requirement.has(value));
};

/**
 * Whether a requirement names values that no known instance type has, such as types newer than the catalog. Not if all known values have a digit and
 * these have none: a family is never called `c`.
 */
const namesMore = (requirement: Requirement, values: LabelColumn): boolean => {
  if (requirement.operator !== 'In') return false;

  const unknown = [...requirement.values].filter((value) => !values.some((list) => list.includes(value)));
  return unknown.some(hasDigit) || (unknown.length > 0 && !values.every((list) => list.every(hasDigit)));
};

const hasDigit = (value: string): boolean => /\d/.test(value);
