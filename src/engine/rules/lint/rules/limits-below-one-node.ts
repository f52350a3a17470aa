import { limitsOf } from '../../../karpenter/api/pool-fields.ts';
import { parseQuantity } from '../../../karpenter/api/quantity.ts';
import type { InstanceType } from '../../../karpenter/cloud-provider/catalog.ts';
import { asMapping, type Manifest } from '../../../manifest/model/manifest.ts';
import { compareNames } from '../../../text/name-order.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, yaml } from '../example.ts';
import { onceForTypes } from '../once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

/** The least that a node has of each resource. Karpenter subtracts the hypervisor's share from memory. */
const amounts: Readonly<Record<string, (info: InstanceType) => number>> = {
  cpu: ({ vcpus }) => vcpus,
  memory: ({ memoryMib }) => memoryMib * 2 ** 20 * 0.85,
  'nvidia.com/gpu': ({ gpus }) =>
    gpus.reduce((sum, { count, manufacturer }) => sum + (manufacturer === 'nvidia' ? count : 0), 0),
};

export const limitsBelowOneNodeRule = defineRule({
  id: 'limits-below-one-node',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Limits',
  mistakes: [28],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'The limits of a NodePool are below the size of its smallest instance type.',
    why: 'Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.',
    help: 'Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#speclimits',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const limits = limitsOf(pool);
  const types = compatible(pool);
  // Types that are newer than the catalog may be smaller.
  if (!catalog || !types?.isExact || types.names.length === 0) return;

  for (const [resource, value] of Object.entries(asMapping(limits.value) ?? {})) {
    const limit = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
    if (!Object.hasOwn(amounts, resource) || !limit) continue;

    const smallest = smallestOf(types, catalog)[resource]!;
    if (smallest.amount <= limit) continue;

    const isBytes = resource === 'memory' && /^\d+$/.test(String(value));

    const help = () => {
      if (isBytes) return `Add a unit, such as \`${value}Gi\`.`;
      return 'Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`.';
    };

    report({
      at: pool.span([...limits.path, resource]),
      message: `The limit \`${resource}: ${value}\`${textIf(isBytes, ' (bytes)')} of \`${pool.name}\` is below the size of its smallest instance type, ${smallest.name}. Karpenter launches nothing for this NodePool`,
      help: help(),
    });
  }
}

/** The smallest instance type, by resource. */
const smallestOf = onceForTypes(({ names }, catalog) =>
  Object.fromEntries(
    Object.entries(amounts).map(([resource, amountOf]) => {
      const [smallest] = names
        .map((name) => ({ name, amount: amountOf(catalog.type(name)!) }))
        .sort((a, b) => a.amount - b.amount || compareNames(a.name, b.name));
      return [resource, smallest!];
    }),
  ),
);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: [
            'node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
          limits: 'cpu: 16',
        }),
        { 'cpu: 16': 'cpu: 320' },
        { 'cpu: 16': 'cpu: 0' },
        { '[m7i.8xlarge, m7i.16xlarge]': '[m7i.xlarge, m7i.2xlarge]' },
      ),
      corrected(
        nodePool({
          limits: yaml`
          cpu: 100
          memory: 1000
        `,
        }),
        { 'memory: 1000': 'memory: 1000Gi' },
      ),
    ],
    good: [
      nodePool({
        requirements: [
          'node.kubernetes.io/instance-type In [m7i.8xlarge]',
          'karpenter.sh/capacity-type In [on-demand]',
        ],
        limits: yaml`
          cpu: 32
          memory: 128Gi
        `,
      }),
      nodePool({ name: 'switched-off', limits: 'cpu: 0' }),
    ],
  };
}
