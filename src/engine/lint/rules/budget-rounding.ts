import { asList, asMapping, type Manifest } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
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
        const percent = typeof nodes === 'string' ? Number(/^(\d{1,3})%$/.exec(nodes)?.[1] ?? 0) : 0;
        // Up to a whole node, and up to twice what is written, rounding is what people expect.
        if (percent === 0 || percent * most >= 100 || 100 / most < 2 * percent) continue;
        report({
          at: pool.span([...path, index, 'nodes']),
          message: `\`${nodes}\` of at most ${most} nodes is rounded up to one: ${Math.round(100 / most)} % of \`${pool.name}\``,
          help: 'Write `"1"` if one node at a time is meant.',
        });
      }
    },
  },
  docs: {
    summary: 'A percentage of a pool that never has many nodes is one node, however small it is.',
    why: 'Karpenter rounds percentages of a budget up: 10 % of three nodes is one, a third of them. Where the number of nodes is bounded by `replicas` or `limits.nodes`, it is known beforehand that a small percentage never means what it says.',
    help: 'Write the number of nodes that may go at once.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets',
  },
  examples,
});

/** The number of nodes that a pool never exceeds by much, where it is written. */
function mostNodes(pool: Manifest): number | undefined {
  const [replicas, limit] = [pool.get(['spec', 'replicas']), pool.get(['spec', 'limits', 'nodes'])];
  const count = replicas ?? limit;
  return typeof count === 'number' || (typeof count === 'string' && /^\d{1,6}$/.test(count))
    ? Number(count)
    : undefined;
}

function examples(): RuleExamples {
  return {
    bad: [
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
