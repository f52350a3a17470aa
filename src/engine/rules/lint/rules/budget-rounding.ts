import { percentOfBudget } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { asList, asMapping, type Manifest } from '../../../manifest/model/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const budgetRoundingRule = defineRule({
  id: 'budget-rounding',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [38],
  on: {
    NodePool(pool, { report }) {
      const most = mostNodes(pool);
      const path = ['spec', 'disruption', 'budgets'];
      if (most === undefined || most < 2) return;

      for (const [index, budget] of asList(pool.get(path)).entries()) {
        const nodes = asMapping(budget)?.nodes;
        const percent = percentOfBudget(nodes);
        // People expect rounding up to a whole node, and up to twice the written percentage.
        if (percent === 0 || percent * most >= 100 || 100 / most <= 2 * percent) continue;

        report({
          at: pool.span([...path, index, 'nodes']),
          message: `\`${nodes}\` of at most ${most} nodes is rounded up to one node, which is ${Math.round(100 / most)}% of \`${pool.name}\``,
          help: 'Set `nodes: "1"` to disrupt one node at a time.',
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter rounds a small percentage of a small NodePool up to one node.',
    why: 'Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.',
    help: 'Set `nodes` to the number of nodes that may be disrupted at the same time.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets',
  },
  examples,
});

/** The number of nodes that a NodePool does not exceed by much, if it is written. */
function mostNodes(pool: Manifest): number | undefined {
  const [replicas, limit] = [pool.get(['spec', 'replicas']), pool.get(['spec', 'limits', 'nodes'])];
  const count = replicas ?? limit;
  if (typeof count === 'number' || (typeof count === 'string' && /^\d{1,6}$/.test(count))) return Number(count);
  return undefined;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            disruption: yaml`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,
            limits: yaml`
            cpu: 100
            nodes: 4
          `,
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          nodeClass,
        ),
        { 'nodes: 10%': 'nodes: "1"' },
      ),
    ],
    good: [
      together(
        nodePool({
          disruption: yaml`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,
          limits: yaml`
            cpu: 100
            nodes: 40
          `,
          nodeClassRef: 'default',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
      together(
        nodePool({
          disruption: yaml`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,
          limits: yaml`
            cpu: 100
            nodes: 4
          `,
          nodeClassRef: 'default',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
    ],
  };
}
