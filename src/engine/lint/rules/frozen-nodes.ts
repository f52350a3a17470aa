import { asList, asMapping, asText, versionOf } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
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
      // In beta expiry asks the budgets too.
      const isForEver = expireAfter.value === 'Never' || versionOf(pool.apiVersion) === 'v1beta1';
      report({
        at: pool.span([...path, index, 'nodes']),
        ...(isForEver && { severity: 'warning' as const }),
        message: `This budget blocks all voluntary disruption of \`${pool.name}\` at all times: ${isForEver ? 'its nodes are never patched' : 'its nodes change by expiry alone'}`,
        help: 'Name the `reasons` to block, or give it a window by `schedule` and `duration`.',
      });
    },
  },
  docs: {
    summary: 'A disruption budget of 0 holds at all times and for all reasons.',
    why: 'Such a pool is never consolidated and its drift is never rolled out: new AMIs and changed node classes reach no running node. Nodes are then replaced by expiry alone, which asks no budget, and where `expireAfter` is `Never` not at all: they are never patched, and the finding is a warning.',
    help: 'Name the `reasons` that are to be blocked, or give the budget a window by `schedule` and `duration`.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({
        requirements: [],
        expireAfter: 'Never',
        disruption: yaml`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `,
      }),
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
