import { parseQuantity } from '../../api/quantity.ts';
import type { InstanceType } from '../../cloud-provider/catalog.ts';
import { asMapping, type Manifest } from '../../manifest/manifest.ts';
import { compareNames } from '../../name-order.ts';
import { yaml } from '../example.ts';
import { limitsOf } from '../fields/pool-fields.ts';
import { onceForTypes } from '../once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

/** What a node brings of each resource that is judged, at least: Karpenter takes off memory what the hypervisor keeps. */
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
  theme: 'How much a pool may launch',
  mistakes: [28],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'The limits of a pool are smaller than its smallest instance type.',
    why: 'Karpenter launches a node only while the whole of it stays within `limits`. A limit below the smallest instance type that the requirements leave admits none: the pool launches nothing, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is taken for a pool that is switched off.',
    help: 'Raise the limit to several nodes, with its unit, or allow smaller instance types.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#speclimits',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const limits = limitsOf(pool);
  const left = compatible(pool);
  // Types that are newer than the catalog may be smaller.
  if (!catalog || !left?.isExact || left.names.length === 0) return;
  for (const [resource, value] of Object.entries(asMapping(limits.value) ?? {})) {
    const limit = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
    if (!Object.hasOwn(amounts, resource) || !limit) continue;
    const smallest = smallestOf(left, catalog)[resource]!;
    if (smallest.amount <= limit) continue;
    const isBytes = resource === 'memory' && /^\d+$/.test(String(value));
    report({
      at: pool.span([...limits.path, resource]),
      message: `\`${pool.name}\` may have ${value}${isBytes ? ' bytes' : ''} of \`${resource}\` in all, and its smallest instance type, ${smallest.name}, has more: it launches nothing`,
      help: isBytes
        ? `Write the unit, such as \`${value}Gi\`.`
        : 'Raise the limit to several nodes, or allow smaller instance types; `0` says that nothing is to be launched.',
    });
  }
}

/** The instance type that brings least, by resource. */
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
      nodePool({
        requirements: [
          'node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]',
          'karpenter.sh/capacity-type In [on-demand]',
        ],
        limits: 'cpu: 16',
      }),
      nodePool({
        limits: yaml`
          cpu: 100
          memory: 1000
        `,
      }),
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
