import { normalizeLabel } from '../../api/labels.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { corrected } from '../example.ts';
import { requirementsOf, templateLabelsOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const fixedByLabelRule = defineRule({
  id: 'fixed-by-label',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A label of the template fixes the value of a requirement that allows several.',
    why: 'Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.',
    help: 'Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels',
  },
  examples,
});

function check(pool: Manifest, { report }: RuleContext): void {
  const requirements = requirementsOf(pool);
  for (const { key, path, values, isKnown } of templateLabelsOf(pool)) {
    const [fixed] = values;
    if (!isKnown || !fixed) continue;
    const wide = requirements.find(
      (one) => one.isKnown && one.operator === 'In' && normalizeLabel(one.key) === normalizeLabel(key),
    );
    // A value that the requirement does not allow leaves no instance type, which satisfiable-requirements reports.
    if (!wide?.values.some(({ text }) => text === fixed.text)) continue;
    const lost = [...new Set(wide.values.map(({ text }) => text))].filter((text) => text !== fixed.text);
    if (lost.length === 0) continue;
    report({
      at: pool.span(path),
      message: `The label \`${key}: ${fixed.text}\` of the template fixes the value, so \`${pool.name}\` never launches nodes with ${listed(lost)}`,
      labels: [{ span: pool.span(wide.path), message: 'allows several values' }],
      help: `Remove the label, or remove ${listed(lost)} from the requirement.`,
    });
  }
}

/** The first three values, and the number of the others. */
function listed(values: readonly string[]): string {
  const shown = values.slice(0, 3).map((value) => `\`${value}\``);
  const rest = values.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} or ${rest} more`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          labels: 'karpenter.sh/capacity-type: spot',
          requirements: ['karpenter.sh/capacity-type In [spot, on-demand]'],
        }),
        { '[spot, on-demand]': '[spot]' },
      ),
    ],
    good: [
      nodePool({
        labels: 'karpenter.sh/capacity-type: spot',
        requirements: ['karpenter.sh/capacity-type In [spot]'],
      }),
      nodePool({ labels: 'team: web', requirements: ['karpenter.sh/capacity-type In [spot, on-demand]'] }),
    ],
  };
}
