import { label } from '../../../karpenter/api/labels.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { FieldChange } from '../../../manifest/change.ts';
import { asList, asMapping, asText, isObject, type Value } from '../../../manifest/model/manifest.ts';

/** Labels on which the price of a node depends, other than the kind of capacity. */
const ofPrice = /^(?:node\.kubernetes\.io\/instance-type|kubernetes\.io\/arch|karpenter\.k8s\.aws\/instance-[\w-]+)$/;

/**
 * Marks a requirement that allows more nodes than before, in a NodePool whose nodes are consolidated. Consolidation replaces a node if another one is
 * cheaper, also an on-demand node by a spot node.
 * Source: core pkg/controllers/disruption/consolidation.go computeConsolidation.
 */
export function withConsolidation(field: FieldChange, disruption: Value | undefined): FieldChange {
  const { consolidationPolicy, consolidateAfter } = asMapping(disruption) ?? {};
  const isConsolidated = consolidationPolicy === 'WhenEmptyOrUnderutilized' && consolidateAfter !== 'Never';
  if (field.effect !== 'new-nodes' || !isConsolidated) return field;

  const [entry] = entriesOf(field.after ?? field.before);
  const key = asText(asMapping(entry)?.key) ?? '';
  const isSpotAllowed = key === label.capacityType && allowsSpot(field.after) && !allowsSpot(field.before);
  if (!isSpotAllowed && !ofPrice.test(key)) return field;
  return { ...field, mayConsolidate: true };
}

/** Whether entries about the kind of capacity allow spot. Without one, Karpenter launches both. */
const allowsSpot = (entries: Value | undefined): boolean =>
  entriesOf(entries).every((entry) => {
    const { key, operator, values } = asMapping(entry) ?? {};
    const written = { key: asText(key) ?? '', operator: asText(operator) ?? '', values: asList(values).map(String) };
    return Requirement.from(written).has('spot');
  });

/** A change shows a single entry, or a list of several with the same label. */
const entriesOf = (entries: Value | undefined): readonly Value[] => {
  if (isObject(entries)) return [entries];
  return asList(entries);
};
