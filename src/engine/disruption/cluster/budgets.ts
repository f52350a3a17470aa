import { isCronError, nextStart, parseCron } from '../../api/cron.ts';
import { parseDuration } from '../../api/duration.ts';
import type { NodePool } from '../../api/node-pool.ts';

/** Why a node is disrupted; budgets may be limited to some of them. */
export type DisruptionReason = 'Empty' | 'Drifted' | 'Underutilized';

/** What no active budget allows: everything. */
export const unlimitedDisruptions = 2_147_483_647;

type Budget = NonNullable<NonNullable<NodePool['spec']['disruption']>['budgets']>[number];

/** The API server takes no more budgets than these. */
const maxBudgets = 50;

/** The budgets of a NodePool, the API server's default filled in. */
export const budgetsOf = ({ spec }: NodePool): readonly Budget[] =>
  (spec.disruption?.budgets ?? [{ nodes: '10%' }]).slice(0, maxBudgets);

/** Whether a budget has to do with a reason. */
export const concernsReason = ({ reasons }: Budget, reason: DisruptionReason): boolean =>
  reasons === undefined || reasons.includes(reason);

/**
 * How many of a NodePool's nodes may be disrupted for a reason at a moment (milliseconds since 1970); a budget that nobody can
 * read allows nothing. Source: core pkg/apis/v1/nodepool.go GetAllowedDisruptionsByReason.
 */
export function allowedDisruptions(
  budgets: readonly Budget[],
  { now, nodes, reason }: { readonly now: number; readonly nodes: number; readonly reason: DisruptionReason },
): number {
  let allowed = unlimitedDisruptions;
  for (const budget of budgets) {
    const isActive = isBudgetActive(budget, now);
    const value = isActive === false ? unlimitedDisruptions : scaledValue(budget.nodes ?? '10%', nodes);
    if (isActive === undefined || value === undefined) return 0;
    if (concernsReason(budget, reason)) allowed = Math.min(allowed, value);
  }
  return allowed;
}

/** Whether a budget's window is open; undefined where the schedule cannot be read. The last instant of a window is outside. */
export function isBudgetActive({ schedule, duration }: Budget, now: number): boolean | undefined {
  if (schedule === undefined && duration === undefined) return true;
  const cron = parseCron(schedule ?? '');
  const nanos = duration === undefined ? 0n : parseDuration(duration);
  if (isCronError(cron) || nanos === undefined) return undefined;
  const start = nextStart(cron, now - Number(nanos / 1_000_000n));
  // A schedule that never starts has the zero time, which lies in the past.
  return start === undefined || start <= now;
}

/** Percentages round up. */
function scaledValue(text: string, nodes: number): number | undefined {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return percent === '%' ? Math.ceil((Number(digits) * nodes) / 100) : Number(digits);
}

/** How long, and at how many starts, a schedule is looked at to find a gap between its windows. */
const year = 366 * 86_400_000;
const maxWindows = 366;

/** Whether a budget's window closes now and then; only one with a schedule does, unless each window lasts until the next. */
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
