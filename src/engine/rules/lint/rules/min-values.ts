import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import type { CompatibleInstanceTypes } from '../../../karpenter/cloud-provider/compatible-instance-types.ts';
import { shortMinValues } from '../../../karpenter/cloud-provider/short-min-values.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const minValuesRule = defineRule({
  id: 'min-values',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [23],
  explains: ['provisioning/nodepool-empty'],
  on: {
    NodePool(pool, { report, catalog, compatible, settings, isRegionAssumed }) {
      const types = compatible(pool);
      if (!catalog || !types?.isExact || types.names.length === 0) return;
      if (settings.karpenter.minValuesPolicy === 'BestEffort') return;

      const { short, isCertain } = judge(pool, { catalog, types, isRegionAssumed });
      const place = textIf(!isRegionAssumed || !isCertain, ` in ${catalog.region}`);

      for (const { path, key, wanted, count } of short)
        report({
          at: pool.span(path),
          // Another region may have more.
          ...(!isCertain && { severity: 'note' as const }),
          message: `\`${pool.name}\` requires ${wanted} different values of \`${key}\`, but its instance types${place} have only ${count}. Karpenter launches nothing for this NodePool${textIf(!isCertain, ' there')}`,
          help: `Lower \`minValues\` to ${count} or less, or allow more instance types.`,
          explains: { paths: [['spec', 'template', 'spec', 'requirements']] },
        });
    },
  },
  docs: {
    summary: '`minValues` is higher than the number of values that the allowed instance types have.',
    why: 'Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.',
    help: 'Lower `minValues`, or allow more instance types.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#min-values',
  },
  examples,
});

interface Judged {
  readonly catalog: Catalog;
  readonly types: CompatibleInstanceTypes;
  readonly isRegionAssumed: boolean;
}

/** What a NodePool cannot have in any region if nothing names the region, or else in its own one. */
function judge(pool: Manifest, { catalog, types, isRegionAssumed }: Judged) {
  const names = isRegionAssumed ? types.anywhere() : undefined;
  const everywhere = names ? shortMinValues(pool, catalog, names) : [];
  if (everywhere.length > 0) return { short: everywhere, isCertain: true };

  return { short: shortMinValues(pool, catalog, types.names), isCertain: !isRegionAssumed };
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: yaml`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-hypervisor
            operator: In
            values: [nitro]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `,
        }),
        { 'minValues: 20': 'minValues: 5' },
        { '[m]': '[c, m, r]', '["5"]': '["5", "6", "7"]' },
      ),
    ],
    good: [
      nodePool({
        requirements: yaml`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `,
      }),
      nodePool({
        name: 'own-label',
        requirements: yaml`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `,
      }),
    ],
  };
}
