import { type Bitset, membersOf } from '../../../karpenter/scheduling/bitset.ts';
import type { RequirementTable, RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import type { CompiledInstanceTypes } from '../instance-types/compiled-instance-types.ts';

/** Instance types and the requirements they have to meet. */
interface RemainingTypes {
  readonly vector: RequirementVector;
  readonly options: Bitset;
}

/** The requirements with minValues, and how values are counted. */
interface MinValuesDemand {
  readonly types: Pick<CompiledInstanceTypes, 'distinctValues'>;
  /** Label ids of the requirements with minValues. */
  readonly minValuesKeys: readonly number[];
  /** Whether only values that the requirements allow are counted. */
  readonly countsAllowedOnly: boolean;
}

const nothingUnmet: ReadonlyMap<number, number> = new Map();

/**
 * Label ids whose minValues the instance types do not reach, with the number of values they have. An empty set of types is a
 * different failure and is not reported here. Source: core pkg/cloudprovider/types.go SatisfiesMinValues.
 */
export function unmetMinValues(
  template: MinValuesDemand,
  table: RequirementTable,
  { vector, options }: RemainingTypes,
): ReadonlyMap<number, number> {
  if (template.minValuesKeys.length === 0) return nothingUnmet;

  const types = membersOf(options);
  const unmet = new Map<number, number>();
  for (const key of types.length === 0 ? [] : template.minValuesKeys) {
    const requirement = table.get(vector[key]!);
    const values = [...template.types.distinctValues(types, requirement.key)];
    const count = template.countsAllowedOnly ? values.filter((value) => requirement.has(value)).length : values.length;
    if (count < (requirement.minValues ?? 0)) unmet.set(key, count);
  }

  return unmet;
}
