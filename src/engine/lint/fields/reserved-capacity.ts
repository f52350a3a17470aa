import { label, normalizeLabel } from '../../api/labels.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { poolRequirementsOf, type RequirementField } from './pool-fields.ts';

/** What a NodePool requires of capacity types. */
export const capacityTypesOf = (pool: Manifest): RequirementField[] =>
  poolRequirementsOf(pool).filter(({ key }) => normalizeLabel(key) === label.capacityType);

/** The requirement by which a NodePool allows reserved capacity and nothing else, if there is one. */
export const onlyReserved = (pool: Manifest): RequirementField | undefined =>
  capacityTypesOf(pool).find(
    ({ operator, values, isKnown }) =>
      isKnown && operator === 'In' && values.length > 0 && values.every(({ text }) => text === 'reserved'),
  );
