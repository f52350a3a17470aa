import { label, normalizeLabel, wellKnownValues } from '../../../karpenter/api/labels.ts';
import { requirementsOf } from '../../../karpenter/api/pool-fields.ts';
import { replaceValue } from '../../../manifest/edit.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

const capacityTypes = [...wellKnownValues.get(label.capacityType)!].sort();

export const unknownCapacityTypeRule = defineRule({
  id: 'unknown-capacity-type',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [18],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A requirement names a capacity type that does not exist.',
    why: 'The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.',
    help: 'Use `on-demand`, `spot` or `reserved`.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#capacity-type',
  },
  examples,
});

function check(pool: Manifest, { report, nearest }: RuleContext): void {
  for (const { key, operator, values } of requirementsOf(pool)) {
    if (normalizeLabel(key) !== label.capacityType || (operator !== 'In' && operator !== 'NotIn')) continue;

    const unknown = values.filter((value) => value.isKnown && !capacityTypes.includes(value.text));
    const rest = values.filter((value) => !unknown.includes(value)).map((value) => `\`${value.text}\``);

    for (const value of unknown) {
      const wanted = nearest(value.text, capacityTypes);
      report({
        at: pool.span(value.path),
        message: `\`${value.text}\` is not a capacity type. ${consequence(operator, rest)}`,
        help: wanted ? `Did you mean \`${wanted}\`?` : 'Use `on-demand`, `spot` or `reserved`.',
        ...(wanted && {
          fix: { description: `Replace with \`${wanted}\``, edits: replaceValue(pool, value.path, wanted) },
        }),
      });
    }
  }
}

function consequence(operator: string, rest: readonly string[]): string {
  if (operator === 'NotIn') return 'It excludes nothing';
  if (rest.length === 0) return 'The NodePool never becomes ready';
  return `Karpenter ignores it and uses only ${rest.join(' and ')}`;
}

function examples(): RuleExamples {
  return {
    bad: [nodePool({ requirements: ['karpenter.sh/capacity-type In [spot, ondemand]'] })],
    good: [nodePool({ requirements: ['karpenter.sh/capacity-type In [spot, on-demand]'] })],
  };
}
