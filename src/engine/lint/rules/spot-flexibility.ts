import { label, normalizeLabel } from '../../api/labels.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { plural } from '../../plural.ts';
import { against } from '../example.ts';
import { poolRequirementsOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

// Source: core pkg/controllers/disruption/consolidation.go MinInstanceTypesForSpotToSpotConsolidation.
const spotToSpot = 15;
// Below this Karpenter itself logs a warning at launch (provider-aws pkg/providers/instance/instance.go).
const fewest = 5;

export const spotFlexibilityRule = defineRule({
  id: 'spot-flexibility',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Which nodes a pool may launch',
  mistakes: [21],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A pool allows spot and leaves few instance types or a single zone to choose from.',
    why: 'Spot capacity comes and goes per instance type and zone. With few of them, interruptions come together and replacements find nothing; and Karpenter moves a spot node to a cheaper spot node only while at least 15 cheaper instance types remain.',
    help: 'Allow at least 15 instance types in several families, sizes and zones, or on-demand beside spot.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#spot-consolidation',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const left = compatible(pool);
  if (!catalog || !left?.isExact || left.names.length === 0) return;
  const { instanceTypes, zones } = left.count('spot');
  if (instanceTypes === 0 || (instanceTypes >= spotToSpot && zones.length > 1)) return;
  const isSpotOnly = left.count('on-demand').instanceTypes === 0;
  report({
    at: pool.span(capacityTypePath(pool)),
    severity: isSpotOnly || instanceTypes < fewest ? 'warning' : 'note',
    message: `\`${pool.name}\` allows spot and leaves ${plural(instanceTypes, 'instance type')} in ${plural(zones.length, 'zone')} of ${catalog.region} to choose from`,
    help:
      instanceTypes < spotToSpot
        ? `Allow at least ${spotToSpot} instance types, over several families, sizes and zones: fewer are interrupted together, and Karpenter does not move spot nodes to cheaper spot nodes.`
        : 'Allow more zones: spot capacity runs out zone by zone.',
  });
}

/** The requirement that allows spot; where none names capacity types, spot is allowed by silence. */
const capacityTypePath = (pool: Manifest) =>
  poolRequirementsOf(pool).find(({ key }) => normalizeLabel(key) === label.capacityType)?.path ??
  (pool.kind === 'NodePool' ? ['spec', 'template', 'spec', 'requirements'] : ['spec', 'requirements']);

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({
        requirements: [
          'karpenter.k8s.aws/instance-family In [t4g]',
          'karpenter.sh/capacity-type In [spot, on-demand]',
          'topology.kubernetes.io/zone In [us-east-1a]',
        ],
      }),
      against(
        { region: 'eu-central-1' },
        nodePool({
          requirements: [
            'node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]',
            'karpenter.sh/capacity-type In [spot]',
          ],
        }),
      ),
    ],
    good: [
      nodePool({
        requirements: [
          'karpenter.k8s.aws/instance-category In [c, m, r]',
          'karpenter.sh/capacity-type In [spot, on-demand]',
        ],
      }),
      nodePool({
        requirements: ['karpenter.k8s.aws/instance-family In [t4g]', 'karpenter.sh/capacity-type In [on-demand]'],
      }),
    ],
  };
}
