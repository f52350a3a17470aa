import { type DisruptionReason, disruptionReasons } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { fieldOf } from '../../../karpenter/api/pool-fields.ts';
import { type Manifest, versionOf } from '../../../manifest/model/manifest.ts';
import { byCount } from '../../../text/words/plural.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, yaml } from '../example.ts';
import { type BudgetField, budgetFieldsOf, leavesGaps } from '../fields/budget-fields.ts';
import { writtenCommentsAt } from '../fields/comments.ts';
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
      if (pool.isPartial) return;

      const expireAfter = fieldOf(pool, ['spec', 'template', 'spec', 'expireAfter']);
      const isAll = blocks(pool, disruptionReasons);
      const freezing = isAll || expireAfter.value === 'Never' ? freezingBudgets(pool, isAll) : undefined;
      const [first] = freezing ?? [];

      if (!freezing || !first) return;

      // In v1beta1, budgets also apply to expiry.
      const isForEver = expireAfter.value === 'Never' || versionOf(pool.apiVersion) === 'v1beta1';
      const isAlways = freezing.some(({ hours }) => hours === 'always');
      // Somebody who writes the reason next to the budget knows what it does. Above it are `budgets` and `disruption`, or the operation of a patch.
      // A reason for a window does not explain windows that never end.
      const isExplained = isAlways && freezing.some(({ path }) => writtenCommentsAt(pool, path, { parents: 2 }) !== '');

      const budgets = byCount(freezing.length, 'A budget of 0 blocks', 'Budgets of 0 block');
      const blocked = isAll ? 'all voluntary disruption' : 'drift';
      const gapless = textIf(!isAlways, ', because the windows leave no gap');
      const endless = textIf(!isAll, 'and `expireAfter` is `Never`, ');
      const outcome = isForEver ? 'its nodes are never patched' : 'only expiry replaces its nodes';

      const help = () => {
        if (isAll)
          return 'Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.';
        return 'Limit the budget with `schedule` and `duration`, or set `expireAfter` to a duration. If nothing should be patched, write the reason in a comment next to the budget.';
      };

      report({
        at: pool.span([...first.path, 'nodes']),
        ...(isExplained && { severity: 'note' as const }),
        message: `${budgets} ${blocked} of ${pool.kind} \`${pool.name}\` at all times${gapless}, ${endless}so ${outcome}`,
        help: help(),
      });
    },
  },
  docs: {
    summary: 'Disruption budgets of 0 apply at all times, to all reasons or to drift of nodes that never expire.',
    why: 'Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note. That does not hold for windows that never end, such as `24h` each day.',
    help: 'Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets',
  },
  examples,
});

const zerosOf = (pool: Manifest): readonly BudgetField[] => budgetFieldsOf(pool).filter(({ isZero }) => isZero);

/** Whether budgets of 0 block all these reasons at all times. */
const blocks = (pool: Manifest, reasons: readonly DisruptionReason[]): boolean =>
  reasons.every((reason) => {
    const applicable = zerosOf(pool).filter((budget) => budget.appliesTo(reason));
    return applicable.length > 0 && leavesGaps(applicable) === false;
  });

/** The budgets of 0 that block every reason, or else drift, at all times; undefined if they leave gaps. */
function freezingBudgets(pool: Manifest, isAll: boolean): readonly BudgetField[] | undefined {
  if (isAll) return zerosOf(pool);
  if (blocks(pool, ['Drifted'])) return zerosOf(pool).filter((budget) => budget.appliesTo('Drifted'));
  return undefined;
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
      corrected(
        nodePool({
          expireAfter: 'Never',
          disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Drifted]
        `,
        }),
        { 'expireAfter: Never': 'expireAfter: 720h' },
        { 'reasons: [Drifted]': 'reasons: [Drifted]\nschedule: 0 9 * * mon-fri\nduration: 8h' },
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
