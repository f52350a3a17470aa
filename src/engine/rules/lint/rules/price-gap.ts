import { choosingPathOf } from '../../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { compareNames } from '../../../text/name-order.ts';
import { corrected } from '../example.ts';
import { onDemandUsd } from '../on-demand-price.ts';
import { onceForTypes } from '../once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const priceGapRule = defineRule({
  id: 'price-gap',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A NodePool has cheap and very expensive instance types, and none in between.',
    why: 'Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.',
    help: 'Allow the sizes in between, or move the large ones to another NodePool.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#instance-types',
  },
  examples,
});

/** Each size costs twice as much as the one before, so a factor of eight skips two sizes. */
const widest = 8;

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const types = compatible(pool);
  if (!catalog || !types?.isExact || types.names.length < 2) return;

  const gap = gapIn(types, catalog);
  if (!gap) return;

  const { cheap, expensive } = gap;
  const times = Math.floor(expensive.hourlyUsd / cheap.hourlyUsd);

  report({
    at: pool.span(choosingPathOf(pool)),
    message: `\`${pool.name}\` has no instance type between ${cheap.name} (${usd(cheap.hourlyUsd)}/hour) and ${expensive.name} (${usd(expensive.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${times} times as much`,
    help: 'Allow the sizes in between, or move the large ones to another NodePool.',
  });
}

interface PricedType {
  readonly name: string;
  readonly hourlyUsd: number;
}

/** The first gap in the on-demand prices, from the lowest; undefined if there is none, or if a price is unknown. */
const gapIn = onceForTypes(({ names }, catalog): { cheap: PricedType; expensive: PricedType } | undefined => {
  const prices: PricedType[] = [];
  for (const name of names) {
    const hourlyUsd = onDemandUsd(catalog, name);
    // A type with an unknown price may be in the gap.
    if (hourlyUsd === undefined) return undefined;

    prices.push({ name, hourlyUsd });
  }

  prices.sort((a, b) => a.hourlyUsd - b.hourlyUsd || compareNames(a.name, b.name));
  const at = prices.findIndex(({ hourlyUsd }, i) => i > 0 && hourlyUsd >= widest * prices[i - 1]!.hourlyUsd);
  const [cheap, expensive] = [prices[at - 1], prices[at]];

  return cheap && expensive && { cheap, expensive };
});

const usd = (amount: number): string => {
  const digits = amount < 0.1 ? 4 : 2;
  return `$${amount.toFixed(digits)}`;
};

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            requirements: [
              'node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]',
              'karpenter.sh/capacity-type In [on-demand]',
            ],
          }),
          nodeClass,
        ),
        { '[m7i.large, m7i.24xlarge]': '[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]' },
      ),
    ],
    good: [
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-family In [m7i]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        nodeClass,
      ),
    ],
  };
}
