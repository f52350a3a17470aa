import { requirementsOf } from '../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { onDemandUsd } from '../../rules/lint/on-demand-price.ts';
import { onceForTypes } from '../../rules/lint/once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { nodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { compareNames } from '../../text/name-order.ts';
import { type Ec2Catalog, ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';

export const minValuesExoticRule = defineRule({
  id: 'min-values-exotic',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [24],
  on: { NodePool: check },
  docs: {
    summary: 'A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.',
    why: 'If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.',
    help: 'List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#min-values',
  },
  examples,
});

function check(pool: Manifest, { report, catalog: cloudCatalog, compatible, settings }: RuleContext): void {
  const catalog = ec2CatalogOf(cloudCatalog);
  const demanding = requirementsOf(pool).find(({ path }) => pool.get([...path, 'minValues']) !== undefined);
  const types = demanding && compatible(pool);
  // With BestEffort, Karpenter treats minValues as a preference.
  if (!catalog || !types?.isExact || settings.karpenter.minValuesPolicy === 'BestEffort') return;

  const exotic = exoticIn(types, catalog);
  if (exotic === undefined) return;

  report({
    at: pool.span([...demanding!.path, 'minValues']),
    message: `With \`minValues\`, Karpenter may also launch the ${exotic.count} of ${types.names.length} instance types of \`${pool.name}\` that ${exotic.kind}${exotic.gap}`,
    help: 'If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.',
  });
}

/**
 * How many of the cheapest instance types Karpenter passes on to EC2 at least. Source: provider-aws
 * pkg/providers/instance/instance.go maxInstanceTypes.
 */
const mostCandidates = 60;

/** How many types are exotic, and what they may cost. Undefined if no type or every type is exotic. */
const exoticIn = onceForTypes(
  ({ names }, catalog: Ec2Catalog): { count: number; kind: string; gap: string } | undefined => {
    const types = names.map((name) => catalog.type(name)!);
    const exotic = new Set(types.filter(isExotic).map(({ name }) => name));
    if (exotic.size === 0 || exotic.size === types.length) return undefined;

    const priced = names
      .map((name) => ({ name, usd: onDemandUsd(catalog, name) ?? 0 }))
      .filter(({ usd }) => usd > 0)
      .sort((a, b) => a.usd - b.usd || compareNames(a.name, b.name));

    // Accelerators show that the author did not expect exotic types. Bare metal matters only if it is cheap enough to be among the candidates.
    const isAsked = priced.slice(0, mostCandidates).some(({ name }) => exotic.has(name));
    if (!types.some(isAccelerated) && !isAsked) return undefined;

    const [cheapest] = priced;
    const mostExpensive = priced.findLast(({ name }) => exotic.has(name));

    const gap = () => {
      if (cheapest && mostExpensive)
        return `, up to ${mostExpensive.name} at $${mostExpensive.usd.toFixed(2)}/hour, while ${cheapest.name} costs $${cheapest.usd.toFixed(4)}/hour`;
      return '';
    };

    const kind = types.some(isAccelerated) ? 'are bare metal or have accelerators' : 'are bare metal';

    return { count: exotic.size, kind, gap: gap() };
  },
);

const isAccelerated = ({ gpus, accelerator, neuron }: InstanceTypeInfo): boolean =>
  gpus.length > 0 || accelerator !== undefined || neuron !== undefined;

/** Source: provider-aws pkg/providers/instance/filter/filter.go ExoticInstanceTypeFilter. */
const isExotic = (info: InstanceTypeInfo): boolean => info.isBareMetal || isAccelerated(info);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
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
              - key: karpenter.k8s.aws/instance-generation
                operator: Gt
                values: ["4"]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `,
          }),
          nodeClass,
        ),
        {
          '[c, m, g]': '[c, m]',
          'requirements:': yaml`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `,
        },
      ),
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            requirements: yaml`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `,
          }),
          nodeClass,
        ),
        {
          'requirements:': yaml`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `,
        },
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
              values: [c, m, r]
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["4"]
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
          requirements: yaml`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m]
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["4"]
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
            'karpenter.k8s.aws/instance-generation Gt ["4"]',
          ],
        }),
        nodeClass,
      ),
    ],
  };
}
