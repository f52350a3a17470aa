import type { LabelSelector } from './pod.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Whether a selector matches an object with these labels. An empty selector matches everything. A missing one, or one with an unknown
 * operator, matches nothing. Source: apimachinery LabelSelectorAsSelector.
 */
export function selects(selector: LabelSelector | undefined, labels: Labels): boolean {
  if (selector === undefined) return false;

  for (const [key, value] of Object.entries(selector.matchLabels ?? {}))
    if (labelValue(labels, key) !== value) return false;

  return (selector.matchExpressions ?? []).every((expression) =>
    meetsOperator(expression, labelValue(labels, expression.key)),
  );
}

/** Whether a value, or no value, meets an operator that selectors of labels and of nodes have in common. */
export function meetsOperator(
  { operator, values = [] }: { readonly operator: string; readonly values?: readonly string[] | undefined },
  value: string | undefined,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

/** Looks up only own keys, because labels come from manifests and `constructor` is not a label of every object. */
const labelValue = (labels: Labels, key: string): string | undefined => {
  if (Object.hasOwn(labels, key)) return labels[key];
  return undefined;
};

/** A canonical text for selectors that Karpenter considers equal. The order and repetition of expressions do not matter. */
export function spellSelector(selector: LabelSelector | undefined): string {
  if (selector === undefined) return '';
  const labels = Object.entries(selector.matchLabels ?? {}).map((entry) => JSON.stringify(entry));
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    JSON.stringify([key, operator, [...values].sort()]),
  );
  return JSON.stringify([labels.sort(), [...new Set(expressions)].sort()]);
}
