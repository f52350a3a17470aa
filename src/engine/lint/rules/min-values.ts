import { label, normalizeLabel } from '../../api/labels.ts';
import type { Catalog } from '../../cloud-provider/catalog.ts';
import { yaml } from '../example.ts';
import { requirementsOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const minValuesRule = defineRule({
  id: 'min-values',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Which nodes a pool may launch',
  mistakes: [23],
  explains: ['provisioning/nodepool-empty'],
  on: {
    NodePool(pool, { report, catalog, compatible, settings, isRegionAssumed }) {
      const left = compatible(pool);
      if (!catalog || !left?.isExact || left.names.length === 0) return;
      if (settings.karpenter.minValuesPolicy === 'BestEffort') return;
      for (const { path, key } of requirementsOf(pool)) {
        const wanted = pool.get([...path, 'minValues']);
        const found = distinctValues(catalog, left.names, normalizeLabel(key));
        if (typeof wanted !== 'number' || found === undefined || found >= wanted) continue;
        report({
          at: pool.span([...path, 'minValues']),
          ...(isRegionAssumed && { severity: 'warning' as const }),
          message: `\`${pool.name}\` asks for ${wanted} values of \`${key}\`, and the instance types of ${catalog.region} that it allows have ${found}: it launches nothing`,
          help: `Lower it to ${found} or less, or allow more instance types.`,
          explains: { paths: [['spec', 'template', 'spec', 'requirements']] },
        });
      }
    },
  },
  docs: {
    summary: 'A requirement asks for more variety by `minValues` than the instance types that are left have.',
    why: 'Karpenter launches a node only while the instance types it may choose from have at least `minValues` different values of the label. Where the requirements of the pool themselves leave fewer, that is never so: the pool is passed over, and its pods stay pending. With `minValuesPolicy: BestEffort` Karpenter launches all the same.',
    help: 'Lower `minValues`, or allow more instance types.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#min-values',
  },
  examples,
});

/** How many values of a label instance types have; undefined for labels that are not of the instance type. */
function distinctValues(catalog: Catalog, names: readonly string[], key: string): number | undefined {
  if (key === label.instanceType) return names.length;
  const column = catalog.labels.get(key);
  if (column === undefined) return undefined;
  const wanted = new Set(names);
  return new Set(catalog.types.flatMap(({ name }, index) => (wanted.has(name) ? column[index]! : []))).size;
}

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({
        requirements: yaml`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `,
      }),
    ],
    good: [
      nodePool({
        requirements: yaml`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
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
          - key: example.com/team
            operator: Exists
            minValues: 2
        `,
      }),
    ],
  };
}
