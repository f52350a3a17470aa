import { type Bitset, membersOf } from '../../scheduling/bitset.ts';
import type { RequirementTable, RequirementVector } from '../../scheduling/requirement-table.ts';
import type { CompiledInstanceTypes } from '../instance-types/compiled-instance-types.ts';

/** Instance types under requirements. */
export interface RemainingTypes {
  readonly vector: RequirementVector;
  readonly options: Bitset;
}

/** Who asks for variety, and how it is counted. */
export interface MinValuesDemand {
  readonly types: Pick<CompiledInstanceTypes, 'distinctValues'>;
  /** Label ids of requirements that ask for variety. */
  readonly minValuesKeys: readonly number[];
  /** Only values that the requirements allow count. */
  readonly countsAllowedOnly: boolean;
}

const nothingUnmet: ReadonlyMap<number, number> = new Map();

/**
 * Label ids whose minValues the instance types do not reach, with the number of values they do show. No types at all is
 * another failure and not reported here. Source: core pkg/cloudprovider/types.go SatisfiesMinValues.
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
    const found = template.countsAllowedOnly ? values.filter((value) => requirement.has(value)).length : values.length;
    if (found < (requirement.minValues ?? 0)) unmet.set(key, found);
  }
  return unmet;
}
