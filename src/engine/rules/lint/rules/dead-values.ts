import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { poolRequirementsOf, type RequirementField } from '../../../karpenter/api/pool-fields.ts';
import type { Catalog, LabelColumn } from '../../../karpenter/cloud-provider/catalog.ts';
import { compatibleInstanceTypes } from '../../../karpenter/cloud-provider/compatible-instance-types.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { byCount } from '../../../text/words/plural.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected } from '../example.ts';
import { onceForTypes } from '../once-for-types.ts';
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
    summary:
      'A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.',
    why: 'Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.',
    help: 'Remove the values, or relax the requirement that excludes them.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements',
  },
  examples,
});

/** Labels of instance types whose values people list by name. */
const named: ReadonlySet<string> = new Set([
  label.instanceType,
  label.instanceFamily,
  label.instanceSize,
  label.instanceCategory,
  label.instanceGeneration,
  label.arch,
]);

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const types = compatible(pool);
  // Without any instance type, satisfiable-requirements speaks.
  if (!catalog || !types || types.names.length === 0) return;

  const all = poolRequirementsOf(pool);
  const deadByIndex = deadIn(types, catalog);

  for (const [index, requirement] of all.entries()) {
    const column = catalog.labels.get(normalizeLabel(requirement.key));
    const isListed = named.has(normalizeLabel(requirement.key)) && requirement.operator === 'In';
    if (!column || !isListed || !requirement.isKnown) continue;

    const dead = deadByIndex.get(index) ?? deadValues(catalog, { requirement, all, column });
    deadByIndex.set(index, dead);
    if (dead.length === 0) continue;

    report({
      at: pool.span(requirement.path),
      message: `\`${pool.name}\` never launches ${listed(dead)}: its other requirements exclude ${byCount(dead.length, 'this value', 'these values')}`,
      help: `Remove ${listed(dead)}, or relax the other requirements.`,
    });
  }
}

/** The dead values of each requirement, by its index. Equal requirements have the same. */
const deadIn = onceForTypes((): Map<number, string[]> => new Map());

interface Question {
  readonly requirement: RequirementField;
  readonly all: readonly RequirementField[];
  readonly column: LabelColumn;
}

/** Values that the region has, and that no instance type has which satisfies the other requirements. */
function deadValues(catalog: Catalog, { requirement, all, column }: Question): string[] {
  const others = compatibleInstanceTypes(
    catalog,
    all.filter((other) => other !== requirement),
  );

  const names = new Set(others.names);
  const distinct = new Set<string>();
  const alive = new Set<string>();
  for (const [index, { name }] of catalog.types.entries()) {
    if (catalog.zonesOf(name).length === 0) continue;
    for (const value of column[index] ?? []) {
      distinct.add(value);
      if (names.has(name)) alive.add(value);
    }
  }

  const values = [...new Set(requirement.values.map(({ text }) => text))];
  return values.filter((value) => distinct.has(value) && !alive.has(value)).sort();
}

/** The first four values, and the number of the others. */
function listed(values: readonly string[]): string {
  const shown = values.slice(0, 4).map(quoted);
  return `${shown.join(', ')}${textIf(values.length > shown.length, ` and ${values.length - shown.length} more`)}`;
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
      corrected(
        nodePool({
          requirements: [
            'karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]',
            'kubernetes.io/arch In [amd64, arm64]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        { '[amd64, arm64]': '[amd64]' },
      ),
      corrected(
        nodePool({
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m, r]',
            'karpenter.k8s.aws/instance-generation Gt ["4"]',
            'karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]',
            'karpenter.k8s.aws/instance-cpu Gt ["3"]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        { '[large, xlarge, 2xlarge]': '[xlarge, 2xlarge]' },
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
