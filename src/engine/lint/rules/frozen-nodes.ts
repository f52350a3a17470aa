import { asList, asMapping, asText, versionOf } from '../../manifest/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { fieldOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

const path = ['spec', 'disruption', 'budgets'];

export const frozenNodesRule = defineRule({
  id: 'frozen-nodes',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [39],
  on: {
    NodePool(pool, { report }) {
      if (pool.isPartial) return;
      const budgets = asList(pool.get(path)).map((budget) => asMapping(budget) ?? {});
      const index = budgets.findIndex(
        ({ nodes, schedule, reasons }) =>
          /^0%?$/.test(asText(nodes) ?? '') && schedule === undefined && asList(reasons).length === 0,
      );
      if (index === -1) return;
      const expireAfter = fieldOf(pool, ['spec', 'template', 'spec', 'expireAfter']);
      // In v1beta1, budgets also apply to expiry.
      const isForEver = expireAfter.value === 'Never' || versionOf(pool.apiVersion) === 'v1beta1';
      report({
        at: pool.span([...path, index, 'nodes']),
        ...(isForEver && { severity: 'warning' as const }),
        message: `This budget blocks all voluntary disruption of \`${pool.name}\` at all times, so ${isForEver ? 'its nodes are never patched' : 'only expiry replaces its nodes'}`,
        help: 'Set `reasons` to the disruption reasons that you want to block. Or set `schedule` and `duration`, and add a budget for the rest of the time.',
      });
    },
  },
  docs: {
    summary: 'A disruption budget of 0 applies at all times and to all reasons.',
    why: 'Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched, and the finding is a warning.',
    help: 'Set `reasons` to the disruption reasons that you want to block. Or limit the budget with `schedule` and `duration`, and add a budget for the rest of the time.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets',
  },
  examples,
});

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
        { 'nodes: "0"': 'nodes: "0"\nreasons: [Underutilized]' },
        { 'budgets:': 'budgets:\n  - nodes: 10%', 'nodes: "0"': 'nodes: "0"\nschedule: 0 9 * * mon-fri\nduration: 8h' },
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
