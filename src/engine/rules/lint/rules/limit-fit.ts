import { limitsOf } from '../../../karpenter/api/pool-fields.ts';
import { parseQuantity } from '../../../karpenter/api/quantity.ts';
import type { InstanceType } from '../../../karpenter/cloud-provider/catalog.ts';
import { asMapping, type Manifest } from '../../../manifest/model/manifest.ts';
import { ownValue } from '../../../text/own-value.ts';
import { plural } from '../../../text/words/plural.ts';
import { corrected } from '../example.ts';
import { onceForTypes } from '../once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const limitFitRule = defineRule({
  id: 'limit-fit',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Limits',
  mistakes: [28],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A limit is not a multiple of the NodePool’s node size, so a part of it is never used.',
    why: 'Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.',
    help: 'Set the limit to a multiple of the step, or allow smaller instance types.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#speclimits',
  },
  examples,
});

/** The resources of a limit that nodes have whole numbers of, with their unit. */
const amounts: Readonly<Record<string, { readonly unit: string; readonly of: (info: InstanceType) => number }>> = {
  cpu: { unit: 'vCPU', of: ({ vcpus }) => vcpus },
  'nvidia.com/gpu': {
    unit: 'GPUs',
    of: ({ gpus }) => gpus.reduce((sum, gpu) => sum + (gpu.manufacturer === 'nvidia' ? gpu.count : 0), 0),
  },
};

/** With smaller steps, the remainder is too small to report. */
const smallestSteps: Readonly<Record<string, number>> = { cpu: 16, 'nvidia.com/gpu': 4 };

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const limits = limitsOf(pool);
  const types = compatible(pool);
  // Types that are newer than the catalog may have other sizes.
  if (!catalog || !types?.isExact || types.names.length === 0) return;

  for (const [resource, value] of Object.entries(asMapping(limits.value) ?? {})) {
    const amount = ownValue(amounts, resource);
    const limit = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
    if (!amount || !limit) continue;

    const sizes = sizesOf(types, catalog)[resource]!;
    const step = sizes.reduce(greatestCommonDivisor, 0);
    const rest = Math.floor(limit % step);
    if (step < smallestSteps[resource]! || limit < Math.min(...sizes) || rest === 0) continue;

    const nodes = Math.floor(limit / step);

    const countOfNodes = () => {
      if (sizes.length === 1) return `allows ${plural(nodes, 'node')} of ${step} ${amount.unit}`;
      return `is not a multiple of ${step} ${amount.unit}, the common step of its instance types`;
    };

    report({
      at: pool.span([...limits.path, resource]),
      message: `\`${resource}: ${value}\` of \`${pool.name}\` ${countOfNodes()}. The remaining ${rest} ${amount.unit} are never used`,
      help: `Set the limit to ${nodes * step} or ${(nodes + 1) * step}, or allow smaller instance types.`,
    });
  }
}

/** The different sizes of a NodePool's instance types, by resource. */
const sizesOf = onceForTypes(({ names }, catalog) =>
  Object.fromEntries(
    Object.entries(amounts).map(([resource, { of }]) => [
      resource,
      [...new Set(names.map((name) => of(catalog.type(name)!)))],
    ]),
  ),
);

const greatestCommonDivisor = (a: number, b: number): number => {
  if (b === 0) return a;
  return greatestCommonDivisor(b, a % b);
};

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            limits: 'cpu: 2063',
            nodeClassRef: 'default',
            requirements: ['karpenter.k8s.aws/instance-cpu In ["32"]'],
          }),
          nodeClass,
        ),
        { 'cpu: 2063': 'cpu: 2048' },
        { 'cpu: 2063': 'cpu: 2080' },
        { '["32"]': '["4", "32"]' },
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
