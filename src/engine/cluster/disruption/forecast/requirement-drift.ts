import { label } from '../../../karpenter/api/labels.ts';
import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import { Requirement, type RequirementSource } from '../../../karpenter/scheduling/requirement.ts';

/** A node as the estimate placed it. */
export interface PlacedNode {
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
}

/**
 * Whether a node's labels still satisfy requirements; undefined if a label's value is unknown.
 * Source: core pkg/controllers/nodeclaim/disruption/drift.go areRequirementsDrifted.
 */
export function isCovered(
  node: PlacedNode,
  requirements: readonly RequirementSource[],
  { catalog, templateLabels }: { catalog: Catalog; templateLabels: Readonly<Record<string, string>> },
): boolean | undefined {
  let isKnown = true;
  for (const source of requirements) {
    const requirement = Requirement.from(source);
    const values = valuesOf(requirement.key, node, catalog) ?? onlyValue(templateLabels[requirement.key]);
    if (values === undefined || values.length > 1) isKnown = false;
    else if (values.length === 0 ? !requirement.acceptsAbsence : !requirement.has(values[0]!)) return false;
  }

  if (isKnown) return true;
  return undefined;
}

const onlyValue = (value: string | undefined): readonly string[] | undefined => {
  if (value === undefined) return undefined;
  return [value];
};

function valuesOf(key: string, node: PlacedNode, catalog: Catalog): readonly string[] | undefined {
  if (key === label.instanceType) return [node.instanceType];
  if (key === label.capacityType) return [node.capacityType];
  if (key === label.zone) return [node.zone];
  const column = catalog.labels.get(key);
  return column?.[catalog.names.indexOf(node.instanceType)];
}
