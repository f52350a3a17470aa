import { yaml } from '../../lint/example.ts';
import { requirementsOf } from '../../lint/fields/pool-fields.ts';
import { onDemandUsd } from '../../lint/on-demand-price.ts';
import { onceForTypes } from '../../lint/once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { nodeClass, nodePool, together } from '../../lint/scenes.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { compareNames } from '../../name-order.ts';
import { type Ec2Catalog, ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';

export const minValuesExoticRule = defineRule({
  id: 'min-values-exotic',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Which nodes a pool may launch',
  mistakes: [24],
  on: { NodePool: check },
  docs: {
    summary: 'A pool with `minValues` lets bare metal and GPUs in, which Karpenter leaves aside otherwise.',
    why: 'Where ordinary instance types suffice, Karpenter takes bare metal and types with accelerators off the list before it launches, and spot types that cost more than on-demand. With `minValues` it does neither, so that the variety is not lost: a small pod may get a machine of 96 cores that takes minutes to start.',
    help: 'Name the categories that are meant, and exclude bare metal by its hypervisor.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#min-values',
  },
  examples,
});

function check(pool: Manifest, { report, catalog: known, compatible, settings }: RuleContext): void {
  const catalog = ec2CatalogOf(known);
  const demanding = requirementsOf(pool).find(({ path }) => pool.get([...path, 'minValues']) !== undefined);
  const left = demanding && compatible(pool);
  // With BestEffort nothing is demanded.
  if (!catalog || !left?.isExact || settings.karpenter.minValuesPolicy === 'BestEffort') return;
  const told = exoticIn(left, catalog);
  if (told === undefined) return;
  report({
    at: pool.span([...demanding!.path, 'minValues']),
    message: `With \`minValues\` Karpenter does not leave aside the ${told.count} of ${left.names.length} instance types of \`${pool.name}\` that are bare metal or have accelerators${told.gap}`,
    help: 'If they are not meant, name the categories that are, and exclude bare metal by `karpenter.k8s.aws/instance-hypervisor In [nitro]`.',
  });
}

/** How many types are exotic, and what that may cost; undefined where none is, or all. */
const exoticIn = onceForTypes(({ names }, catalog: Ec2Catalog): { count: number; gap: string } | undefined => {
  const types = names.map((name) => catalog.type(name)!);
  const exotic = new Set(types.filter(isExotic).map(({ name }) => name));
  // Bare metal alone comes with every open family, and seldom wins: whoever lets accelerators in did not think of the rest either.
  if (!types.some(isAccelerated) || exotic.size === types.length) return undefined;
  const priced = names
    .map((name) => ({ name, usd: onDemandUsd(catalog, name) ?? 0 }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => a.usd - b.usd || compareNames(a.name, b.name));
  const [cheapest] = priced;
  const dearest = priced.findLast(({ name }) => exotic.has(name));
  const gap =
    cheapest && dearest
      ? `, up to ${dearest.name} at $${dearest.usd.toFixed(2)} an hour beside ${cheapest.name} at $${cheapest.usd.toFixed(4)}`
      : '';
  return { count: exotic.size, gap };
});

const isAccelerated = ({ gpus, accelerator, neuron }: InstanceTypeInfo): boolean =>
  gpus.length > 0 || accelerator !== undefined || neuron !== undefined;

/** Source: provider-aws pkg/providers/instance/filter/filter.go ExoticInstanceTypeFilter. */
const isExotic = (info: InstanceTypeInfo): boolean => info.isBareMetal || isAccelerated(info);

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: yaml`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m, g]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `,
        }),
        nodeClass,
      ),
    ],
    good: [
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: yaml`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m]
            - key: karpenter.k8s.aws/instance-hypervisor
              operator: In
              values: [nitro]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `,
        }),
        nodeClass,
      ),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.sh/capacity-type In [on-demand, spot]',
            'karpenter.k8s.aws/instance-category In [c, m, g]',
          ],
        }),
        nodeClass,
      ),
    ],
  };
}
