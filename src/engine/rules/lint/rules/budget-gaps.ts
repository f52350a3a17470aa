import { gapsBetween, openWindows, type ScheduledBudget } from '../../../karpenter/api/disruption/budget-windows.ts';
import { disruptionReasons } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { defaultSettings, type Settings } from '../../../karpenter/api/settings.ts';
import type { Manifest, Value } from '../../../manifest/model/manifest.ts';
import { listIf } from '../../../text/list-if.ts';
import { byCount } from '../../../text/words/plural.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, yaml } from '../example.ts';
import { budgetFieldsOf, budgetsPath, leavesGaps } from '../fields/budget-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';
import { stretchText } from '../window-text.ts';

export const budgetGapsRule = defineRule({
  id: 'budget-gaps',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [37],
  on: {
    NodePool(pool, { report, settings }) {
      if (pool.isPartial) return;
      if (isEmptyList(pool.get(budgetsPath))) {
        reportEmptyList(pool, report);
        return;
      }

      const budgets = budgetFieldsOf(pool);
      if (budgets.length === 0) return;

      const open = disruptionReasons.filter((reason) =>
        leavesGaps(budgets.filter((budget) => budget.appliesTo(reason))),
      );
      // Nobody misses empty nodes.
      if (open.every((reason) => reason === 'Empty')) return;

      const isEvery = open.length === disruptionReasons.length;
      const scheduled = budgets
        .filter((budget) => budget.appliesTo(open[0]!))
        .map(({ hours }) => hours as ScheduledBudget);

      const when = textIf(
        scheduled.length > 0,
        ` outside of the ${byCount(scheduled.length, 'window of its budget', 'windows of its budgets')}`,
      );

      const reasons = textIf(!isEvery, ` for the ${byCount(open.length, 'reason', 'reasons')} ${quotedNames(open)}`);

      report({
        at: pool.keySpan(budgetsPath),
        message: `Karpenter may disrupt any number of nodes of \`${pool.name}\` at the same time${reasons}${when}`,
        help: `Add a budget without a schedule${textIf(!isEvery, ' or reasons')}, such as \`nodes: 10%\`.${nextTimes(scheduled, settings)}`,
      });
    },
  },
  docs: {
    summary:
      'All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.',
    why: 'A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. An empty list replaces it, too. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.',
    help: 'Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#schedule',
  },
  examples,
});

const isEmptyList = (value: Value | undefined): boolean => Array.isArray(value) && value.length === 0;

/** The API server sets the default of 10% only if the field is absent. */
function reportEmptyList(pool: Manifest, report: RuleContext['report']): void {
  report({
    severity: 'note',
    at: pool.keySpan(budgetsPath),
    message: `Karpenter may disrupt any number of nodes of \`${pool.name}\` at the same time, because its list of budgets is empty. The default of 10% applies only without \`budgets\``,
    help: 'Remove `budgets`, or add one such as `nodes: 10%`.',
  });
}

const day = 24 * 3_600_000;

/** The next windows and the next time without one, if today is known. */
function nextTimes(budgets: readonly ScheduledBudget[], { today, timeZone }: Settings): string {
  if (today === defaultSettings.today || budgets.length === 0) return '';

  const now = Date.parse(`${today}T00:00:00Z`);
  const asked = { start: now, end: now + 35 * day };
  const windows = openWindows(budgets, asked);
  const [gap] = windows ? gapsBetween(windows, asked) : [];
  const next = windows?.filter(({ start }) => start >= now).slice(0, 2) ?? [];
  const texts = next.map((window) => stretchText(window, timeZone));

  return [
    ...listIf(
      texts.length > 0,
      ` The next ${byCount(texts.length, 'window is', 'windows are')} ${texts.join(', then ')}.`,
    ),
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
      corrected(
        nodePool({
          disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: "0"
              reasons: [Empty, Underutilized]
              schedule: 0 9 * * mon-fri
              duration: 8h
        `,
        }),
        { 'budgets:': 'budgets:\n  - nodes: 20%' },
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
