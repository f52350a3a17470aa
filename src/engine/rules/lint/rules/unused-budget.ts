import { disruptionReasons, readBudgetAmount } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { asList, asMapping } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../example.ts';
import { type BudgetField, budgetFieldsOf, budgetsPath } from '../fields/budget-fields.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const unusedBudgetRule = defineRule({
  id: 'unused-budget',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [110],
  on: {
    NodePool(pool, { report }) {
      const items = asList(pool.get(budgetsPath));
      if (pool.isPartial || items.some(holdsPlaceholder)) return;

      const written = items.map((item) => asMapping(item)?.nodes);
      const budgets = budgetFieldsOf(pool).map((field, index): Budget => ({ field, nodes: written[index] }));

      for (const budget of budgets) {
        const isScheduled = typeof budget.field.hours === 'object';
        const smaller = isScheduled ? budgets.find((other) => prevails(other, budget)) : undefined;
        if (!smaller) continue;

        report({
          at: pool.span([...budget.field.path, 'nodes']),
          message: `This budget of \`${pool.name}\` never allows ${budget.nodes}: the budget of ${smaller.nodes} always applies, and the smallest one counts`,
          labels: [{ span: pool.span([...smaller.field.path, 'nodes']), message: 'always applies' }],
          help: `Remove it. To allow more at these times, give the budget of ${smaller.nodes} a \`schedule\` and \`duration\` for all other times.`,
        });
      }
    },
  },
  docs: {
    summary: 'A disruption budget with a schedule allows more than a budget that always applies.',
    why: 'Of all budgets that apply at a time, Karpenter uses the one that allows the fewest nodes. A window with a larger budget does not replace a smaller budget without a schedule, so nothing is different in the window. Drift takes as long as before.',
    help: 'Give the smaller budget a schedule for all times outside of the window, or remove the larger one.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodes',
  },
  examples,
});

interface Budget {
  readonly field: BudgetField;
  readonly nodes: unknown;
}

/** Whether a budget that always applies allows less than another one, for all reasons of that one. Budgets of 0 have rules of their own. */
const prevails = (always: Budget, { field, nodes }: Budget): boolean =>
  always.field.hours === 'always' &&
  !always.field.isZero &&
  isBelow(always.nodes, nodes) &&
  disruptionReasons.every((reason) => !field.appliesTo(reason) || always.field.appliesTo(reason));

/** Whether one amount is below another one. For 10% and 2, that depends on the number of nodes. */
function isBelow(smaller: unknown, larger: unknown): boolean {
  const [less, more] = [smaller, larger].map(readBudgetAmount);
  return less !== undefined && more !== undefined && less.isPercent === more.isPercent && less.value < more.value;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
        `,
        }),
        { '- nodes: 50%': '', 'schedule: 0 2 * * sat': '', 'duration: 4h': '' },
        { '- nodes: 10%': '- nodes: 10%\n  schedule: 0 6 * * sat\n  duration: 164h' },
      ),
    ],
    good: [
      nodePool({
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "3"
              schedule: 0 2 * * sat
              duration: 4h
        `,
      }),
      nodePool({
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
            - nodes: 60%
        `,
      }),
    ],
  };
}
