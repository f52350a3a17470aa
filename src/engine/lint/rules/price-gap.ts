import type { Manifest } from '../../manifest/manifest.ts';
import { compareNames } from '../../name-order.ts';
import { choosingPathOf } from '../fields/pool-fields.ts';
import { onDemandUsd } from '../on-demand-price.ts';
import { onceForTypes } from '../once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const priceGapRule = defineRule({
  id: 'price-gap',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Which nodes a pool may launch',
  mistakes: [],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary:
      'Between the instance types of a pool there is a gap in price: when the cheap ones run out, the next costs many times as much.',
    why: 'Karpenter launches the cheapest instance type that there is. When AWS has none of it for a while, the next one of the pool takes its place, whatever it costs: a pool of `large` and `24xlarge` alone pays for 48 times the machine so that one small pod runs.',
    help: 'Allow the sizes in between, or give the large ones a pool of their own.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#instance-types',
  },
  examples,
});

/** Sizes double from one to the next: eight times as much leaves out three of them. */
const widest = 8;

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const left = compatible(pool);
  if (!catalog || !left?.isExact || left.names.length < 2) return;
  const gap = gapIn(left, catalog);
  if (!gap) return;
  const { cheap, dear } = gap;
  const times = Math.floor(dear.hourlyUsd / cheap.hourlyUsd);
  report({
    at: pool.span(choosingPathOf(pool)),
    message: `\`${pool.name}\` goes from ${cheap.name} at ${usd(cheap.hourlyUsd)} straight to ${dear.name} at ${usd(dear.hourlyUsd)} an hour: when the first runs out, its pods cost ${times} times as much`,
    help: 'Allow the sizes in between, or give the large ones a pool of their own.',
  });
}

interface PricedType {
  readonly name: string;
  readonly hourlyUsd: number;
}

/** The first gap among on-demand prices, from the lowest up; undefined where there is none, or where one is not known. */
const gapIn = onceForTypes(({ names }, catalog): { cheap: PricedType; dear: PricedType } | undefined => {
  const prices: PricedType[] = [];
  for (const name of names) {
    const hourlyUsd = onDemandUsd(catalog, name);
    // The gap may have something in it.
    if (hourlyUsd === undefined) return undefined;
    prices.push({ name, hourlyUsd });
  }
  prices.sort((a, b) => a.hourlyUsd - b.hourlyUsd || compareNames(a.name, b.name));
  const at = prices.findIndex(({ hourlyUsd }, i) => i > 0 && hourlyUsd >= widest * prices[i - 1]!.hourlyUsd);
  const [cheap, dear] = [prices[at - 1], prices[at]];
  return cheap && dear && { cheap, dear };
});

const usd = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;

function examples(): RuleExamples {
  return {
    bad: [
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
