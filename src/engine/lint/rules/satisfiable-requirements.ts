import { label, normalizeLabel } from '../../api/labels.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { RequirementField } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

/** Labels of which other rules report unknown values. */
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
  theme: 'Which nodes a pool may launch',
  mistakes: [93],
  explains: ['provisioning/nodepool-empty'],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'No instance type of the region satisfies all requirements of a pool.',
    why: 'Each requirement is valid by itself, so the API server accepts the pool and Karpenter reports it ready; but it never launches a node, and the pods meant for it stay pending.',
    help: 'Widen the requirement that leaves nothing, or the ones before it that exclude what it asks for.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible, isRegionAssumed }: RuleContext): void {
  const left = compatible(pool);
  const emptied = left?.emptied;
  if (!catalog || !left || !emptied) return;
  const { requirement, before, values, isUnknownValue } = emptied;
  const key = normalizeLabel(requirement.key);
  if (isUnknownValue && judgedElsewhere.has(key)) return;
  const isImplied = requirement.path.length === 1;
  report({
    // A requirement that v1alpha5 adds by itself stands nowhere; the whole `spec` would be too much to underline.
    at: isImplied ? pool.keySpan(requirement.path) : pool.span(requirement.path),
    // Another region may well have one.
    ...(isRegionAssumed && { severity: 'warning' as const }),
    message: `No instance type of ${catalog.region} satisfies the requirements of \`${pool.name}\`: ${text(requirement)}${isImplied ? ', which v1alpha5 adds by itself,' : ''} leaves none of ${before}`,
    labels: emptied.conflicts.map((other) => ({
      span: pool.span(other.path),
      message: `no instance type satisfies this and \`${requirement.key}\` together`,
    })),
    help: isUnknownValue
      ? `No instance type has such a value: \`${key}\` is ${listed(values)}.`
      : `The instance types left before it have \`${key}\` ${listed(values)}: widen one or the other.`,
    explains: { paths: [['spec', 'template', 'spec', 'requirements']] },
  });
}

const text = ({ key, operator, values }: RequirementField): string =>
  `\`${[key, operator, values.map((value) => value.text).join(', ')].filter(Boolean).join(' ')}\``;

/** Up to six values, the rest counted. */
function listed(values: readonly string[]): string {
  if (values.length === 0) return 'nothing';
  const shown = values.slice(0, 6).join(', ');
  return values.length > 6 ? `${shown} and ${values.length - 6} more` : shown;
}

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family In [m7g, c7g]', 'kubernetes.io/arch In [amd64]'] }),
      nodePool({ requirements: ['karpenter.k8s.aws/instance-cpu In ["5"]'] }),
    ],
    good: [
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family In [m7g, c7g]', 'kubernetes.io/arch In [arm64]'] }),
    ],
  };
}
