import { label, normalizeLabel } from '../../api/labels.ts';
import type { Catalog, InstanceType } from '../../cloud-provider/catalog.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { compatibleInstanceTypes } from '../compatible-instance-types.ts';
import { corrected } from '../example.ts';
import { poolRequirementsOf, type RequirementField } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const deadValuesRule = defineRule({
  id: 'dead-values',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [93],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A requirement names instance types or families that another requirement of the NodePool excludes.',
    why: 'Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.',
    help: 'Remove the values, or relax the requirement that excludes them.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements',
  },
  examples,
});

/** Label → the value that an instance type has. Only what somebody chose by name is reported. */
const named: ReadonlyMap<string, (info: InstanceType) => string> = new Map([
  [label.instanceType, ({ name }: InstanceType) => name],
  [label.instanceFamily, ({ family }: InstanceType) => family],
]);

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const left = compatible(pool);
  // Without any instance type, satisfiable-requirements speaks.
  if (!catalog || !left || left.names.length === 0) return;
  const all = poolRequirementsOf(pool);
  for (const requirement of all) {
    const valueIn = named.get(normalizeLabel(requirement.key));
    if (!valueIn || requirement.operator !== 'In' || !requirement.isKnown) continue;
    const dead = deadValues(catalog, { requirement, all, valueIn });
    if (dead.length === 0) continue;
    report({
      at: pool.span(requirement.path),
      message: `\`${pool.name}\` never launches ${listed(dead)}: its other requirements exclude ${dead.length === 1 ? 'this value' : 'these values'}`,
      help: `Remove ${listed(dead)}, or relax the other requirements.`,
    });
  }
}

interface Question {
  readonly requirement: RequirementField;
  readonly all: readonly RequirementField[];
  readonly valueIn: (info: InstanceType) => string;
}

/** Values that the region has, and that no instance type has which satisfies the other requirements. */
function deadValues(catalog: Catalog, { requirement, all, valueIn }: Question): string[] {
  const others = compatibleInstanceTypes(
    catalog,
    all.filter((one) => one !== requirement),
  );
  const names = new Set(others.names);
  const offered = catalog.types.filter(({ name }) => catalog.zonesOf(name).length > 0);
  const known = new Set(offered.map(valueIn));
  const alive = new Set(offered.filter(({ name }) => names.has(name)).map(valueIn));
  const values = [...new Set(requirement.values.map(({ text }) => text))];
  return values.filter((value) => known.has(value) && !alive.has(value)).sort();
}

/** The first four values, and the number of the others. */
function listed(values: readonly string[]): string {
  const shown = values.slice(0, 4).map((value) => `\`${value}\``);
  return `${shown.join(', ')}${values.length > shown.length ? ` and ${values.length - shown.length} more` : ''}`;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: [
            'karpenter.k8s.aws/instance-family In [c6i, m6i, r5]',
            'karpenter.k8s.aws/instance-generation Gt ["5"]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        { '[c6i, m6i, r5]': '[c6i, m6i]' },
        { '["5"]': '["4"]' },
      ),
    ],
    good: [
      nodePool({
        requirements: [
          'karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]',
          'karpenter.k8s.aws/instance-generation Gt ["5"]',
          'karpenter.sh/capacity-type In [on-demand]',
        ],
      }),
    ],
  };
}
