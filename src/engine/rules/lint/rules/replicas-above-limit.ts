import { limitsOf } from '../../../karpenter/api/pool-fields.ts';
import { parseQuantity } from '../../../karpenter/api/quantity.ts';
import { plural } from '../../../text/words/plural.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const replicasAboveLimitRule = defineRule({
  id: 'replicas-above-limit',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Limits',
  mistakes: [111],
  on: {
    NodePool(pool, { report }) {
      const path = [...limitsOf(pool).path, 'nodes'];
      const [replicas, nodes] = [pool.get(['spec', 'replicas']), pool.get(path)];
      const limit = typeof nodes === 'number' || typeof nodes === 'string' ? parseQuantity(nodes) : undefined;
      if (typeof replicas !== 'number' || limit === undefined || replicas <= limit) return;

      report({
        at: pool.span(path),
        message: `NodePool \`${pool.name}\` should have ${plural(replicas, 'node')}, but its limit allows only ${Math.floor(limit)}`,
        help: 'Raise `limits.nodes` above `replicas`, so that Karpenter can also launch nodes that replace others.',
        labels: [{ span: pool.span(['spec', 'replicas']), message: 'more than the limit' }],
      });
    },
  },
  docs: {
    summary: 'A static NodePool has more `replicas` than its `limits.nodes` allow.',
    why: 'Karpenter launches nodes of a static NodePool up to `limits.nodes`, and only its log says that the others are missing. While the limit is reached, Karpenter cannot replace drifted nodes either, because it launches the new node first.',
    help: 'Raise `limits.nodes` above `replicas`, or lower `replicas`.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#speclimits',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(nodePool({ limits: yaml`nodes: 8`, replicas: 10 }), { 'nodes: 8': 'nodes: 12' }),
      corrected(nodePool({ limits: yaml`nodes: "3"`, replicas: 4 }), { 'nodes: "3"': 'nodes: "5"' }),
    ],
    good: [
      nodePool({ limits: yaml`nodes: 10`, replicas: 10 }),
      nodePool({ limits: yaml`nodes: 12`, replicas: 10 }),
      nodePool({ limits: null, replicas: 10 }),
      nodePool({
        limits: yaml`
          cpu: 100
          nodes: 8
        `,
      }),
    ],
  };
}
