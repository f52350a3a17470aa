import { gapsBetween, openWindows, type ScheduledBudget } from '../../api/budget-windows.ts';
import { isCronError, parseCron } from '../../api/cron.ts';
import { defaultSettings, type Settings } from '../../api/settings.ts';
import { asList, asMapping, type Value } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';
import { stretchText } from '../window-text.ts';

const path = ['spec', 'disruption', 'budgets'];

export const budgetGapsRule = defineRule({
  id: 'budget-gaps',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [37],
  on: {
    NodePool(pool, { report, settings }) {
      const budgets = asList(pool.get(path));
      const scheduled = budgets.map(scheduleOf);
      // A budget that always applies leaves no gap, and one with unknown hours may leave none.
      if (budgets.length === 0 || pool.isPartial || !scheduled.every((one) => one !== undefined)) return;
      if (!leavesGaps(scheduled)) return;
      report({
        at: pool.keySpan(path),
        message: `Karpenter may disrupt any number of nodes of \`${pool.name}\` at the same time outside of the ${budgets.length === 1 ? 'window of its budget' : 'windows of its budgets'}`,
        help: `Add a budget without a schedule, such as \`nodes: 10%\`.${nextTimes(scheduled, settings)}`,
      });
    },
  },
  docs: {
    summary:
      'All disruption budgets of a NodePool have schedules, so nothing limits disruption outside of their windows.',
    why: 'A budget applies only while its window is open. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.',
    help: 'Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#schedule',
  },
  examples,
});

/** When a budget applies; undefined if it has no schedule or unknown hours. */
function scheduleOf(budget: Value): ScheduledBudget | undefined {
  const { schedule, duration } = asMapping(budget) ?? {};
  if (typeof schedule !== 'string' || typeof duration !== 'string') return undefined;
  if (hasPlaceholder(schedule) || hasPlaceholder(duration)) return undefined;
  const cron = parseCron(schedule);
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(duration);
  // budget-schedule and the schema report values that cannot be parsed.
  if (isCronError(cron) || !match) return undefined;
  return { cron, durationMs: (60 * Number(match[1] ?? 0) + Number(match[2] ?? 0)) * 60_000 };
}

const day = 24 * 3_600_000;
// Whether there are gaps must not depend on the day of the run. A leap year that starts on a Monday has every day that a schedule can name.
const someYear = Date.UTC(2024, 0, 1);

function leavesGaps(budgets: readonly ScheduledBudget[]): boolean {
  const isWeekly = budgets.every(({ cron }) => cron.isAnyDayOfMonth && cron.months.length === 12);
  const asked = { start: someYear, end: someYear + (isWeekly ? 7 : 366) * day };
  const windows = openWindows(budgets, asked);
  return windows !== undefined && gapsBetween(windows, asked).length > 0;
}

/** The next windows and the next time without one, if today is known. */
function nextTimes(budgets: readonly ScheduledBudget[], { today, timeZone }: Settings): string {
  if (today === defaultSettings.today) return '';
  const now = Date.parse(`${today}T00:00:00Z`);
  const asked = { start: now, end: now + 35 * day };
  const windows = openWindows(budgets, asked);
  const [gap] = windows ? gapsBetween(windows, asked) : [];
  const next = windows?.filter(({ start }) => start >= now).slice(0, 2) ?? [];
  const texts = next.map((window) => stretchText(window, timeZone));
  return [
    ...(texts.length > 0
      ? [` The next ${texts.length === 1 ? 'window is' : 'windows are'} ${texts.join(', then ')}.`]
      : []),
    ...(gap ? [` The next time without a limit is ${stretchText(gap, timeZone)}.`] : []),
  ].join('');
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `,
        }),
        { 'budgets:': 'budgets:\n  - nodes: 10%' },
      ),
    ],
    good: [
      nodePool({
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `,
      }),
      nodePool({
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `,
      }),
    ],
  };
}
