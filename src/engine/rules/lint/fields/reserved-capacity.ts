import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { poolRequirementsOf, type RequirementField } from '../../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';

/** The requirements of a NodePool for the capacity type. */
export const capacityTypesOf = (pool: Manifest): RequirementField[] =>
  poolRequirementsOf(pool).filter(({ key }) => normalizeLabel(key) === label.capacityType);

/** The requirement that allows only reserved capacity, if there is one. */
export const onlyReserved = (pool: Manifest): RequirementField | undefined =>
  capacityTypesOf(pool).find(
    ({ operator, values, isKnown }) =>
      isKnown && operator === 'In' && values.length > 0 && values.every(({ text }) => text === 'reserved'),
  );
