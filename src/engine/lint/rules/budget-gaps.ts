import { type Cron, isCronError, parseCron } from '../../api/cron.ts';
import type { Value } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/placeholder.ts';
import { asList, asMapping } from '../pool-fields.ts';
import { defineRule, yaml } from '../rule.ts';

const path = ['spec', 'disruption', 'budgets'];
const minutesOfWeek = 7 * 24 * 60;

export const budgetGaps = defineRule({
  id: 'budget-gaps',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    summary: 'All disruption budgets of a pool are scheduled, so that nothing limits disruption outside their windows.',
    why: 'A budget counts only while its window is open, and where no budget counts, disruption is not limited at all. Budgets that are written replace the default of 10 %: a pool that is frozen during the day may have all its nodes replaced at once at night.',
    help: 'Add a budget without a schedule, such as `nodes: 10%`: the smallest of those that count holds.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#schedule',
    bad: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
                schedule: 0 9 * * mon-fri
                duration: 8h
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
              - nodes: "0"
                schedule: 0 9 * * mon-fri
                duration: 8h
      `,
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
                schedule: 0 8 * * *
                duration: 12h
              - nodes: 20%
                schedule: 0 20 * * *
                duration: 12h
      `,
    ],
  },
  on: {
    NodePool(pool, { report }) {
      const budgets = asList(pool.get(path));
      const windows = budgets.map(minutesOpen);
      // A budget that always counts, or one that nobody can tell, leaves nothing to say.
      if (budgets.length === 0 || pool.isPartial || windows.some((minutes) => minutes === undefined)) return;
      if (windows.reduce<number>((sum, minutes) => sum + minutes!, 0) >= minutesOfWeek) return;
      report({
        at: pool.keySpan(path),
        message: `Outside the windows of its ${budgets.length === 1 ? 'budget' : 'budgets'}, \`${pool.name}\` may disrupt any number of nodes at once`,
        help: 'Add a budget without a schedule, such as `nodes: 10%`.',
      });
    },
  },
});

/** For how many minutes of a week a budget counts at most; undefined for one without a schedule, or of unknown hours. */
function minutesOpen(budget: Value): number | undefined {
  const { schedule, duration } = asMapping(budget) ?? {};
  if (typeof schedule !== 'string' || typeof duration !== 'string') return undefined;
  if (hasPlaceholder(schedule) || hasPlaceholder(duration)) return undefined;
  const cron = parseCron(schedule);
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(duration);
  // budget-schedule and the schema report what can not be read.
  if (isCronError(cron) || !match) return undefined;
  return startsInWeek(cron) * (60 * Number(match[1] ?? 0) + Number(match[2] ?? 0));
}

/** How often a schedule starts in a week, at most. */
function startsInWeek({ minutes, hours, daysOfMonth, daysOfWeek, isAnyDayOfMonth, isAnyDayOfWeek }: Cron): number {
  const ofWeek = isAnyDayOfWeek ? 0 : daysOfWeek.length;
  const ofMonth = isAnyDayOfMonth ? 0 : Math.min(7, daysOfMonth.length);
  const days = isAnyDayOfWeek && isAnyDayOfMonth ? 7 : Math.min(7, ofWeek + ofMonth);
  return minutes.length * hours.length * days;
}
