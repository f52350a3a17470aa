/** Why Karpenter disrupts a node of its own accord. A budget can be limited to some reasons. Source: core pkg/apis/v1/nodepool.go. */
export const disruptionReasons = ['Drifted', 'Underutilized', 'Empty'] as const;
export type DisruptionReason = (typeof disruptionReasons)[number];

/** Whether a budget applies to a reason. Without reasons, it applies to all. */
export const concernsReason = (
  { reasons }: { readonly reasons?: readonly string[] | undefined },
  reason: DisruptionReason,
): boolean => reasons === undefined || reasons.includes(reason);

/** How many nodes of a NodePool a budget allows to be disrupted at a time. */
export interface BudgetAmount {
  readonly value: number;
  readonly isPercent: boolean;
}

/** Reads `nodes` of a budget, which is a number or a percentage. Undefined if it is neither. */
export function readBudgetAmount(nodes: unknown): BudgetAmount | undefined {
  if (typeof nodes !== 'string') return undefined;

  const [, digits, sign] = /^(\d{1,9})(%?)$/.exec(nodes) ?? [];
  if (digits === undefined) return undefined;
  return { value: Number(digits), isPercent: sign === '%' };
}

/** The percentage of a budget, or 0 if it has none. */
export function percentOfBudget(nodes: unknown): number {
  const amount = readBudgetAmount(nodes);
  return amount?.isPercent ? amount.value : 0;
}

/** Whether a budget allows no disruption at all. */
export const allowsNone = (nodes: unknown): boolean => readBudgetAmount(nodes)?.value === 0;
