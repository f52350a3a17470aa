import { label } from '../../api/labels.ts';
import { yaml } from '../../lint/example.ts';
import { requirementsOf } from '../../lint/fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { nodePool } from '../../lint/scenes.ts';
import { replaceValue } from '../../manifest/edit.ts';
import type { Manifest } from '../../manifest/manifest.ts';

/** Labels whose unit is smaller than the one people think in. */
const units: Readonly<Record<string, { readonly unit: string; readonly meant: string; readonly factor: number }>> = {
  [label.instanceMemory]: { unit: 'MiB', meant: 'GiB', factor: 1024 },
  [label.instanceGpuMemory]: { unit: 'MiB', meant: 'GiB', factor: 1024 },
  [label.instanceNetworkBandwidth]: { unit: 'Mbit/s', meant: 'Gbit/s', factor: 1000 },
  [label.instanceEbsBandwidth]: { unit: 'Mbit/s', meant: 'Gbit/s', factor: 1000 },
};

export const requirementUnitsRule = defineRule({
  id: 'requirement-units',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Which nodes a pool may launch',
  mistakes: [93],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A bound for memory or bandwidth is so low that it excludes nothing: it is probably in another unit.',
    why: 'The label `instance-memory` counts MiB and the bandwidth labels Mbit/s. `Gt 8` on memory, meant as more than 8 GiB, is true of every instance type there is, so that the smallest ones are launched.',
    help: 'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',
    url: 'https://karpenter.sh/docs/reference/instance-types/',
  },
  examples,
});

function check(pool: Manifest, { report, catalog }: RuleContext): void {
  if (!catalog) return;
  for (const { key, operator, values, isKnown } of requirementsOf(pool)) {
    const unit = Object.hasOwn(units, key) ? units[key] : undefined;
    const [value] = values;
    // What bounds from above and is too low leaves nothing, which satisfiable-requirements reports.
    if (!unit || !isKnown || !value || (operator !== 'Gt' && operator !== 'Gte')) continue;
    const bound = /^\d+$/.test(value.text) ? Number(value.text) : 0;
    // 0 and 1 are ways of saying that there is some at all.
    const smallest = smallestValue(catalog.labels.get(key) ?? []);
    if (bound < 2 || bound >= smallest) continue;
    const meant = String(bound * unit.factor);
    report({
      at: pool.span(value.path),
      message: `\`${key}\` is in ${unit.unit}, and every instance type has more than ${bound}: this excludes nothing`,
      help: `Write \`"${meant}"\` if ${bound} ${unit.meant} are meant.`,
      fix: { description: `Replace by \`"${meant}"\``, edits: replaceValue(pool, value.path, `"${meant}"`) },
    });
  }
}

const smallestValue = (column: readonly (readonly string[])[]): number =>
  column.reduce((least, values) => values.reduce((inner, value) => Math.min(inner, Number(value)), least), Infinity);

function examples(): RuleExamples {
  return {
    bad: [nodePool({ requirements: ['karpenter.k8s.aws/instance-memory Gt ["8"]'] })],
    good: [
      nodePool({
        requirements: ['karpenter.k8s.aws/instance-memory Gt ["8191"]', 'karpenter.k8s.aws/instance-cpu Gt ["1"]'],
      }),
      nodePool({
        name: 'gpu',
        requirements: ['karpenter.k8s.aws/instance-gpu-memory Gt ["0"]'],
        taints: yaml`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `,
      }),
    ],
  };
}
