import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { poolRequirementsOf } from '../../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { plural } from '../../../text/words/plural.ts';
import { against, corrected } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

// Source: core pkg/controllers/disruption/consolidation.go MinInstanceTypesForSpotToSpotConsolidation.
const spotToSpot = 15;
// With fewer types, Karpenter itself logs a warning at launch (provider-aws pkg/providers/instance/instance.go).
const fewest = 5;

export const spotFlexibilityRule = defineRule({
  id: 'spot-flexibility',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [21],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A NodePool allows spot but has few instance types or a single zone to choose from.',
    why: 'Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.',
    help: 'Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#spot-consolidation',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const types = compatible(pool);
  if (!catalog || !types?.isExact || types.names.length === 0) return;

  const { instanceTypes, zones } = types.count('spot');
  if (instanceTypes === 0 || (instanceTypes >= spotToSpot && zones.length > 1)) return;

  // Which zones have subnets is no matter of the NodePool, so only a single zone is counted.
  const where = zones.length === 1 ? `1 zone of ${catalog.region}` : catalog.region;
  const isSpotOnly = types.count('on-demand').instanceTypes === 0;

  const help = () => {
    if (instanceTypes < spotToSpot)
      return `Allow at least ${spotToSpot} instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`;
    return 'Allow more zones. Spot capacity runs out in one zone at a time.';
  };

  report({
    at: pool.span(capacityTypePath(pool)),
    // Many types make up for a single zone.
    severity: instanceTypes < spotToSpot && (isSpotOnly || instanceTypes < fewest) ? 'warning' : 'note',
    message: `\`${pool.name}\` allows spot, but has only ${plural(instanceTypes, 'instance type')} in ${where} to choose from`,
    measures: [
      { value: instanceTypes, better: 'more' },
      { value: zones.length, better: 'more' },
    ],
    help: help(),
  });
}

/** The requirement that allows spot. Without a requirement for capacity types, spot is allowed by default. */
const capacityTypePath = (pool: Manifest) =>
  poolRequirementsOf(pool).find(({ key }) => normalizeLabel(key) === label.capacityType)?.path ??
  (pool.kind === 'NodePool' ? ['spec', 'template', 'spec', 'requirements'] : ['spec', 'requirements']);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: [
            'karpenter.k8s.aws/instance-family In [t4g]',
            'karpenter.sh/capacity-type In [spot, on-demand]',
            'topology.kubernetes.io/zone In [us-east-1a]',
          ],
        }),
        {
          '[t4g]': '[c6g, c7g, m6g, m7g, r6g, r7g]',
          '[us-east-1a]': '[us-east-1a, us-east-1b]',
        },
      ),
      corrected(
        against(
          { region: 'eu-central-1' },
          nodePool({
            requirements: [
              'node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]',
              'karpenter.sh/capacity-type In [spot]',
            ],
          }),
        ),
        {
          'node.kubernetes.io/instance-type': 'karpenter.k8s.aws/instance-family',
          '[m6i.large, m6i.xlarge]': '[c6i, c7i, m6i, m7i, r6i, r7i]',
        },
      ),
    ],
    good: [
      nodePool({
        requirements: [
          'karpenter.k8s.aws/instance-category In [c, m, r]',
          'karpenter.k8s.aws/instance-generation Gt ["4"]',
          'karpenter.sh/capacity-type In [spot, on-demand]',
        ],
      }),
      nodePool({
        requirements: ['karpenter.k8s.aws/instance-family In [t4g]', 'karpenter.sh/capacity-type In [on-demand]'],
      }),
    ],
  };
}
