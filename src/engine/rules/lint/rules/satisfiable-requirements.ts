import { isRegional, label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { type RequirementField, requirementsOf } from '../../../karpenter/api/pool-fields.ts';
import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import { compatibleInstanceTypes, type Emptied } from '../../../karpenter/cloud-provider/compatible-instance-types.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { plural } from '../../../text/words/plural.ts';
import { firstNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

/** Labels whose unknown values other rules report. */
const judgedElsewhere: ReadonlySet<string> = new Set([
  label.zone,
  label.zoneId,
  label.capacityType,
  label.instanceType,
  label.instanceFamily,
]);

export const satisfiableRequirementsRule = defineRule({
  id: 'satisfiable-requirements',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [93],
  explains: ['provisioning/nodepool-empty'],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'No instance type of the region satisfies all requirements of a NodePool.',
    why: 'Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.',
    help: 'Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible, isRegionAssumed, base }: RuleContext): void {
  const types = compatible(pool);
  if (!catalog || !types?.emptied) return;

  const emptied = emptiedByChange(pool, catalog, base) ?? types.emptied;

  const { requirement, before, values, isUnknownValue, isInEveryRegion } = emptied;
  const key = normalizeLabel(requirement.key);
  if (isUnknownValue && judgedElsewhere.has(key)) return;

  const isImplied = requirement.path.length === 1;

  report({
    // A requirement that v1alpha5 adds by default has no place in the file, and the whole `spec` would be too much to underline.
    at: isImplied ? pool.keySpan(requirement.path) : pool.span(requirement.path),
    // Another region may have such a type.
    ...(isRegionAssumed &&
      !isInEveryRegion && {
        severity: requirementsOf(pool).some((requirement) => isRegional(requirement.key)) ? 'note' : 'warning',
      }),
    message: `No instance type${textIf(!(isRegionAssumed && isInEveryRegion), ` in ${catalog.region}`)} satisfies the requirements of \`${pool.name}\`: ${text(requirement)}${textIf(isImplied, ', which v1alpha5 adds by default,')} excludes the remaining ${plural(before, 'instance type')}`,
    labels: emptied.conflicts.map((other) => ({
      span: pool.span(other.path),
      message: `no instance type satisfies both this and \`${requirement.key}\``,
    })),
    help: helpFor(key, values, isUnknownValue),
    explains: { paths: [['spec', 'template', 'spec', 'requirements']] },
  });
}

/**
 * The same if the requirements that the change edits come last: the order decides which one excludes the last instance types, and those that stay
 * were satisfied before. Undefined if the change edits none, or all.
 */
function emptiedByChange(pool: Manifest, catalog: Catalog, base: RuleContext['base']): Emptied | undefined {
  const before = base?.manifests.filter(({ kind, name }) => kind === pool.kind && name === pool.name) ?? [];
  const old = new Set(before.flatMap((manifest) => requirementsOf(manifest).map(text)));
  const requirements = requirementsOf(pool);
  const edited = requirements.filter((requirement) => !old.has(text(requirement)));
  if (old.size === 0 || edited.length === 0 || edited.length === requirements.length) return undefined;

  const kept = requirements.filter((requirement) => old.has(text(requirement)));
  return compatibleInstanceTypes(catalog, [...kept, ...edited]).emptied;
}

const text = ({ key, operator, values }: RequirementField): string =>
  `\`${[key, operator, values.map((value) => value.text).join(', ')].filter(Boolean).join(' ')}\``;

function helpFor(key: string, values: readonly string[], isUnknownValue: boolean): string {
  if (values.length === 0)
    return `The remaining instance types have no \`${key}\`. Relax this requirement or an earlier one.`;
  if (isUnknownValue) return `Use a value of \`${key}\` that exists: ${listed(values)}.`;

  return `Allow a value of \`${key}\` that the remaining instance types have (${listed(values)}), or relax an earlier requirement.`;
}

const listed = (values: readonly string[]): string => firstNames(values, 6);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: ['karpenter.k8s.aws/instance-family In [m7g, c7g]', 'kubernetes.io/arch In [amd64]'],
        }),
        { '[amd64]': '[arm64]' },
        { '[m7g, c7g]': '[m7i, c7i]' },
      ),
      corrected(nodePool({ requirements: ['karpenter.k8s.aws/instance-cpu In ["5"]'] }), { '["5"]': '["4"]' }),
    ],
    good: [
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family In [m7g, c7g]', 'kubernetes.io/arch In [arm64]'] }),
    ],
  };
}
