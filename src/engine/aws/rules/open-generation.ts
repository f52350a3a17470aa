import { label, normalizeLabel } from '../../karpenter/api/labels.ts';
import { poolRequirementsOf, type RequirementField } from '../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, type Example } from '../../rules/lint/example.ts';
import { onDemandUsd } from '../../rules/lint/on-demand-price.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { nodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { compareNames } from '../../text/name-order.ts';
import { type Ec2Catalog, ec2CatalogOf } from '../catalog/ec2-catalog.ts';

export const openGenerationRule = defineRule({
  id: 'open-generation',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [9],
  on: { NodePool: check },
  docs: {
    summary:
      'A NodePool names categories of instance types but no generation, so Karpenter also launches the first ones.',
    why: 'EC2 still has the instance types of its first two generations, such as `m1.small`. Karpenter launches whichever type is cheapest, and for a small pod that is one of them. They are slow, have old CPUs and little network bandwidth, and are often short in supply. The finding is a warning if the change removes the requirement.',
    help: 'Add a requirement for `karpenter.k8s.aws/instance-generation`, such as `Gt ["4"]`.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#instance-types',
  },
  examples,
});

const fixesGeneration = (pool: Manifest): boolean =>
  poolRequirementsOf(pool).some(({ key }) => normalizeLabel(key) === label.instanceGeneration);

/** The requirement that names categories. */
const categoriesOf = (pool: Manifest): RequirementField | undefined =>
  poolRequirementsOf(pool).find(
    ({ key, operator }) => normalizeLabel(key) === label.instanceCategory && operator === 'In',
  );

function check(pool: Manifest, { report, base, catalog: cloudCatalog, compatible }: RuleContext): void {
  const catalog = ec2CatalogOf(cloudCatalog);
  const types = compatible(pool);
  const categories = categoriesOf(pool);
  if (!catalog || !types?.isExact || fixesGeneration(pool) || !categories) return;

  const first = cheapest(types.names.filter(isOfFirstGenerations), catalog);
  if (first === undefined) return;

  const before = base?.manifests.find(({ kind, name }) => kind === pool.kind && name === pool.name);
  const isRemoved = before !== undefined && !before.isPartial && fixesGeneration(before);

  const change = isRemoved ? 'no longer limits the generation' : 'does not limit the generation';

  report({
    at: pool.span(categories.path),
    ...(isRemoved && { severity: 'warning' as const }),
    message: `\`${pool.name}\` ${change} of its instance types, so Karpenter also launches old ones such as \`${first}\``,
    help: 'Add the requirement `karpenter.k8s.aws/instance-generation Gt ["4"]`, or name the families.',
  });
}

/** The general families of the first two generations. */
const isOfFirstGenerations = (name: string): boolean => /^[cmr][12]\./.test(name);

/** The cheapest type, by name if several cost the same. */
function cheapest(names: readonly string[], catalog: Ec2Catalog): string | undefined {
  const priced = names.map((name) => ({ name, usd: onDemandUsd(catalog, name) ?? Number.POSITIVE_INFINITY }));
  return priced.sort((a, b) => {
    if (a.usd === b.usd) return compareNames(a.name, b.name);
    return a.usd - b.usd;
  })[0]?.name;
}

function examples(): RuleExamples {
  const categories = 'karpenter.k8s.aws/instance-category In [c, m, r]';
  const onDemand = 'karpenter.sh/capacity-type In [on-demand]';

  const poolWith = (...requirements: string[]): Example =>
    together(nodePool({ nodeClassRef: 'default', requirements: [...requirements, onDemand] }), nodeClass);

  return {
    bad: [
      corrected(
        poolWith(categories),
        {
          'requirements:':
            'requirements:\n  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}',
        },
        {
          'key: karpenter.k8s.aws/instance-category': 'key: karpenter.k8s.aws/instance-family',
          '[c, m, r]': '[c7i, m7i, r7i]',
        },
      ),
    ],
    good: [poolWith(categories, 'karpenter.k8s.aws/instance-generation Gt ["2"]'), poolWith()],
  };
}
