import { parseQuantity } from '../../api/quantity.ts';
import type { InstanceType } from '../../cloud-provider/catalog.ts';
import { asMapping, type Manifest } from '../../manifest/manifest.ts';
import { plural } from '../../plural.ts';
import { limitsOf } from '../fields/pool-fields.ts';
import { onceForTypes } from '../once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const limitFitRule = defineRule({
  id: 'limit-fit',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'How much a pool may launch',
  mistakes: [28],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A limit is no multiple of what every node of the pool brings, so that the rest of it is never used.',
    why: 'Karpenter launches a node only while the whole of it stays within `limits`. Where all instance types of a pool come in the same large step, what is left below that step is never launched: the pool is smaller than its limit says, by up to a node.',
    help: 'Write a multiple of the step, or allow smaller instance types.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#speclimits',
  },
  examples,
});

/** Whole amounts that a limit counts, and their unit. */
const amounts: Readonly<Record<string, { readonly unit: string; readonly of: (info: InstanceType) => number }>> = {
  cpu: { unit: 'vCPU', of: ({ vcpus }) => vcpus },
  'nvidia.com/gpu': {
    unit: 'GPUs',
    of: ({ gpus }) => gpus.reduce((sum, gpu) => sum + (gpu.manufacturer === 'nvidia' ? gpu.count : 0), 0),
  },
};

/** In smaller steps the rest is nothing to speak of. */
const smallestSteps: Readonly<Record<string, number>> = { cpu: 16, 'nvidia.com/gpu': 4 };

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const limits = limitsOf(pool);
  const left = compatible(pool);
  // Types that are newer than the catalog may come in other steps.
  if (!catalog || !left?.isExact || left.names.length === 0) return;
  for (const [resource, value] of Object.entries(asMapping(limits.value) ?? {})) {
    const amount = Object.hasOwn(amounts, resource) ? amounts[resource]! : undefined;
    const limit = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
    if (!amount || !limit) continue;
    const sizes = sizesOf(left, catalog)[resource]!;
    const step = sizes.reduce(greatestCommonDivisor, 0);
    const rest = Math.floor(limit % step);
    if (step < smallestSteps[resource]! || limit < Math.min(...sizes) || rest === 0) continue;
    const nodes = Math.floor(limit / step);
    const holds =
      sizes.length === 1
        ? `holds ${plural(nodes, 'node')} of ${step} ${amount.unit}`
        : `is no multiple of ${step} ${amount.unit}, in steps of which all its nodes come`;
    report({
      at: pool.span([...limits.path, resource]),
      message: `\`${resource}: ${value}\` of \`${pool.name}\` ${holds}: ${rest} cannot be reached`,
      help: `Write ${nodes * step} or ${(nodes + 1) * step}, or allow smaller instance types.`,
    });
  }
}

/** The amounts that a pool's nodes bring, by resource. */
const sizesOf = onceForTypes(({ names }, catalog) =>
  Object.fromEntries(
    Object.entries(amounts).map(([resource, { of }]) => [
      resource,
      [...new Set(names.map((name) => of(catalog.type(name)!)))],
    ]),
  ),
);

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({
          limits: 'cpu: 2063',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-cpu In ["32"]'],
        }),
        nodeClass,
      ),
    ],
    good: [
      together(
        nodePool({
          limits: 'cpu: 2048',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-cpu In ["32"]'],
        }),
        nodePool({
          name: 'small',
          weight: 10,
          limits: 'cpu: 2063',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-cpu In ["4", "8"]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
    ],
  };
}
