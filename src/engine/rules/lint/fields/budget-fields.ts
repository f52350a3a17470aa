import { isCronError, parseCron } from '../../../karpenter/api/cron.ts';
import { gapsBetween, openWindows, type ScheduledBudget } from '../../../karpenter/api/disruption/budget-windows.ts';
import { allowsNone, type DisruptionReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { asList, asMapping, asText, type Manifest, type Mapping, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** The path of the disruption budgets of a NodePool. */
export const budgetsPath: Path = ['spec', 'disruption', 'budgets'];

/** A disruption budget as written in the manifest. */
export interface BudgetField {
  readonly path: Path;
  /** Whether it allows no disruption. */
  readonly isZero: boolean;
  /** When it applies: always, in its windows, or at hours that are unknown. */
  readonly hours: 'always' | ScheduledBudget | 'unknown';
  /** Whether it applies to a reason. A budget without reasons applies to all. */
  appliesTo(reason: DisruptionReason): boolean;
}

/** The disruption budgets of a NodePool. */
export const budgetFieldsOf = (pool: Manifest): BudgetField[] =>
  asList(pool.get(budgetsPath)).map((item, index) => {
    const budget = asMapping(item) ?? {};
    const reasons = asList(budget.reasons).map((reason) => asText(reason) ?? '');

    return {
      path: [...budgetsPath, index],
      isZero: allowsNone(asText(budget.nodes)),
      hours: hoursOf(budget),
      appliesTo: (reason) => reasons.length === 0 || reasons.some((text) => text === reason || hasPlaceholder(text)),
    };
  });

function hoursOf({ schedule, duration }: Mapping): BudgetField['hours'] {
  if (schedule === undefined && duration === undefined) return 'always';
  if (typeof schedule !== 'string' || typeof duration !== 'string') return 'unknown';
  if (hasPlaceholder(schedule) || hasPlaceholder(duration)) return 'unknown';

  const cron = parseCron(schedule);
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(duration);
  // budget-schedule and the schema report values that cannot be parsed.
  if (isCronError(cron) || !match) return 'unknown';

  return { cron, durationMs: (60 * Number(match[1] ?? 0) + Number(match[2] ?? 0)) * 60_000 };
}

const day = 24 * 3_600_000;
// Whether there are gaps must not depend on the day of the run. A leap year that starts on a Monday has every day that a schedule can name.
const someYear = Date.UTC(2024, 0, 1);

/** Whether there are hours in which none of these budgets applies. Undefined if that is unknown. */
export function leavesGaps(budgets: readonly BudgetField[]): boolean | undefined {
  if (budgets.some(({ hours }) => hours === 'always')) return false;
  if (budgets.some(({ hours }) => hours === 'unknown')) return undefined;

  const scheduled = budgets.map(({ hours }) => hours as ScheduledBudget);
  const isWeekly = scheduled.every(({ cron }) => cron.isAnyDayOfMonth && cron.months.length === 12);
  const asked = { start: someYear, end: someYear + (isWeekly ? 7 : 366) * day };
  const windows = openWindows(scheduled, asked);

  return windows && gapsBetween(windows, asked).length > 0;
}
