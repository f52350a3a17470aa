import { autoModeLabel, label } from '../api/labels.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import { writtenAmiFamily } from '../lint/fields/node-class-fields.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Requirement } from '../scheduling/requirement.ts';

/** What the nodes of a NodePool can be. */
export interface Launchable {
  readonly catalog: Catalog;
  /** The class that it refers to; undefined where it is not known. */
  readonly nodeClass: Manifest | undefined;
}

/**
 * How many of the nodes that a NodePool with these requirements could launch satisfy another one; undefined where the catalog cannot
 * tell. What a region offers does not count: the region may be a guess.
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
    return values ? [{ requirement, values }] : [];
  });
  if (!column || bounds.some(({ requirement, values }) => namesMore(requirement, values))) return undefined;
  const own = requirements.get(wanted.key);
  const outcomes = new Set(
    types.flatMap((_, index) => {
      if (!bounds.every(({ requirement, values }) => mayBe(requirement, values[index]!))) return [];
      const left = column[index]!.filter((value) => !own || own.has(value));
      return left.length === 0 ? [wanted.acceptsAbsence] : left.map((value) => wanted.has(value));
    }),
  );
  if (outcomes.size === 0) return undefined;
  return outcomes.size === 2 ? 'some' : outcomes.has(true) ? 'all' : 'none';
}

type Column = readonly (readonly string[])[];

/** Whether a node whose label has one of these values, or none, may satisfy a requirement. */
const mayBe = (requirement: Requirement, values: readonly string[]): boolean =>
  values.length === 0 ? requirement.acceptsAbsence : values.some((value) => requirement.has(value));

/** Labels of a type that a running node may lack: Karpenter learnt them lately, or leaves them out where a type has two values. */
const oftenAbsent: ReadonlySet<string> = new Set([label.instanceCapabilityFlex, label.instanceTenancy]);

/** Per type the values that a label of a running node can have; undefined where the catalog does not know. */
function columnOf(key: string, { catalog, nodeClass }: Launchable): Column | undefined {
  if (key === label.os) {
    const systems = operatingSystems(nodeClass);
    // Windows runs on amd64 alone.
    return catalog.types.map(({ architecture }) => (architecture === 'amd64' ? systems : ['linux']));
  }
  if (key === label.capacityType) {
    const isReserved = !nodeClass || nodeClass.get(['spec', 'capacityReservationSelectorTerms']) !== undefined;
    const always = isReserved ? ['on-demand', 'reserved'] : ['on-demand'];
    return catalog.types.map(({ hasSpot }) => (hasSpot ? [...always, 'spot'] : always));
  }
  const known = key.replace(autoModeLabel, 'karpenter.k8s.aws/instance-');
  return oftenAbsent.has(known) || known === label.region ? undefined : catalog.labels.get(known);
}

function operatingSystems(nodeClass: Manifest | undefined): readonly string[] {
  const family = nodeClass && writtenAmiFamily(nodeClass);
  if (family === undefined) return ['linux', 'windows'];
  return family.startsWith('Windows') ? ['windows'] : ['linux'];
}

/** Whether a requirement names values that no known type has: types newer than the catalog. */
const namesMore = (requirement: Requirement, values: Column): boolean =>
  requirement.operator === 'In' &&
  [...requirement.values].some((value) => !values.some((list) => list.includes(value)));
