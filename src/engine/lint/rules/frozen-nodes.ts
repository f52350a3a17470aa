import { type Manifest, versionOf } from '../../manifest/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { type BudgetField, budgetFieldsOf, disruptionReasons, leavesGaps } from '../fields/budget-fields.ts';
import { commentsAt } from '../fields/comments.ts';
import { fieldOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const frozenNodesRule = defineRule({
  id: 'frozen-nodes',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [39],
  on: {
    NodePool(pool, { report }) {
      const freezing = pool.isPartial ? undefined : freezingBudgets(pool);
      const [first] = freezing ?? [];
      if (!freezing || !first) return;
      const expireAfter = fieldOf(pool, ['spec', 'template', 'spec', 'expireAfter']);
      // In v1beta1, budgets also apply to expiry.
      const isForEver = expireAfter.value === 'Never' || versionOf(pool.apiVersion) === 'v1beta1';
      // Somebody who writes the reason next to the budget knows what it does. Text that a program made shows no comments.
      const isExplained =
        pool.source.origin !== undefined || freezing.some(({ path }) => commentsAt(pool, path) !== '');
      report({
        at: pool.span([...first.path, 'nodes']),
        ...(isExplained && { severity: 'note' as const }),
        message: `${freezing.length === 1 ? 'This budget blocks' : 'Budgets of 0 block'} all voluntary disruption of \`${pool.name}\` at all times, so ${isForEver ? 'its nodes are never patched' : 'only expiry replaces its nodes'}`,
        help: 'Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.',
      });
    },
  },
  docs: {
    summary: 'Disruption budgets of 0 apply at all times and to all reasons.',
    why: 'Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.',
    help: 'Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets',
  },
  examples,
});

/** The budgets of 0 that block every reason at all times; undefined if some reason is allowed at some time. */
function freezingBudgets(pool: Manifest): readonly BudgetField[] | undefined {
  const zeros = budgetFieldsOf(pool).filter(({ isZero }) => isZero);
  const isFrozen = disruptionReasons.every((reason) => {
    const own = zeros.filter((one) => one.appliesTo(reason));
    return own.length > 0 && leavesGaps(own) === false;
  });
  return isFrozen ? zeros : undefined;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: [],
          expireAfter: 'Never',
          disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `,
        }),
        { 'budgets:': 'budgets:\n  - nodes: 10%', 'nodes: "0"': 'nodes: "0"\nreasons: [Underutilized]' },
        { 'budgets:': 'budgets:\n  - nodes: 10%', 'nodes: "0"': 'nodes: "0"\nschedule: 0 9 * * mon-fri\nduration: 8h' },
      ),
      corrected(
        nodePool({
          disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 0 * * *
              duration: 24h
            - nodes: 20%
        `,
        }),
        { 'duration: 24h': 'duration: 8h' },
      ),
    ],
    good: [
      nodePool({
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `,
      }),
      nodePool({
        name: 'business-hours',
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `,
      }),
    ],
  };
}
