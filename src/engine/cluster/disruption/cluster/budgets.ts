import { isCronError, nextStart, parseCron } from '../../../karpenter/api/cron.ts';
import {
  concernsReason,
  type DisruptionReason,
  readBudgetAmount,
} from '../../../karpenter/api/disruption/disruption-budget.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';

/** What applies without an active budget: no limit. */
export const unlimitedDisruptions = 2_147_483_647;

type Budget = NonNullable<NonNullable<NodePool['spec']['disruption']>['budgets']>[number];

/** The API server accepts at most this many budgets. */
const maxBudgets = 50;

/** The budgets of a NodePool, or the API server's default. */
export const budgetsOf = ({ spec }: NodePool): readonly Budget[] =>
  (spec.disruption?.budgets ?? [{ nodes: '10%' }]).slice(0, maxBudgets);

/**
 * How many of a NodePool's nodes may be disrupted for a reason at a time (milliseconds since 1970). A budget that is not valid
 * allows nothing. Source: core pkg/apis/v1/nodepool.go GetAllowedDisruptionsByReason.
 */
export function allowedDisruptions(
  budgets: readonly Budget[],
  { now, nodes, reason }: { readonly now: number; readonly nodes: number; readonly reason: DisruptionReason },
): number {
  let allowed = unlimitedDisruptions;
  for (const budget of budgets) {
    const isActive = isBudgetActive(budget, now);
    const value = isActive === false ? unlimitedDisruptions : allowedBy(budget.nodes ?? '10%', nodes);
    if (isActive === undefined || value === undefined) return 0;

    if (concernsReason(budget, reason)) allowed = Math.min(allowed, value);
  }

  return allowed;
}

/** Whether a budget's window is open; undefined if the schedule is not valid. The last instant is no longer part of the window. */
export function isBudgetActive({ schedule, duration }: Budget, now: number): boolean | undefined {
  if (schedule === undefined && duration === undefined) return true;

  const cron = parseCron(schedule ?? '');
  const nanos = duration === undefined ? 0n : parseDuration(duration);
  if (isCronError(cron) || nanos === undefined) return undefined;

  const start = nextStart(cron, now - Number(nanos / 1_000_000n));
  // In Go, a schedule that never starts has the zero time, which is in the past.
  return start === undefined || start <= now;
}

/** Percentages round up. */
function allowedBy(text: string, nodes: number): number | undefined {
  const amount = readBudgetAmount(text);
  if (amount?.isPercent) return Math.ceil((amount.value * nodes) / 100);
  return amount?.value;
}

/** How far ahead, and for how many windows, a gap between the windows of a schedule is looked for. */
const year = 366 * 86_400_000;
const maxWindows = 366;

/** Whether a budget is inactive at times: it has a schedule, and some window ends before the next one starts. */
export function isTemporary({ schedule, duration }: Budget, now: number): boolean {
  const cron = parseCron(schedule ?? '');
  const nanos = parseDuration(duration ?? '0s');
  if (schedule === undefined || isCronError(cron) || nanos === undefined) return false;

  let start = nextStart(cron, now);

  for (let window = 0; window < maxWindows && start !== undefined && start < now + 5 * year; window++) {
    const next = nextStart(cron, start);
    if (next === undefined || next - start > Number(nanos / 1_000_000n)) return true;

    start = next;
  }

  return false;
}
