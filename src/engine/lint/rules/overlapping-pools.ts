import { addToGroup } from '../../group-by.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { compareNames } from '../../name-order.ts';
import { plural } from '../../plural.ts';
import { fieldOf } from '../fields/pool-fields.ts';
import { isOpenToAll, poolsTogether } from '../fields/pools-together.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const overlappingPoolsRule = defineRule({
  id: 'overlapping-pools',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Pools beside each other',
  mistakes: [32],
  on: {
    Manifests(all, context) {
      for (const pools of groupsOf(all)) judge(pools, context);
    },
  },
  docs: {
    summary: 'Several NodePools take the same pods, and nothing says which of them comes first.',
    why: 'Karpenter tries NodePools by weight, and those of one weight by name, backwards: `spot` before `general`, `on-demand` before `gpu`. Where neither weights nor taints nor labels tell pools apart, their names decide which nodes are launched, and a renamed pool changes the bill. Pools of one file, or of one root that is rendered, are compared: others may be those of another cluster.',
    help: 'Give the pool that should come first a higher `weight`, or keep pods apart by taints.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#specweight',
  },
  examples,
});

/** Pools of one cluster that pods choose neither by taints nor by labels, by weight. */
function groupsOf(all: ManifestSet): Manifest[][] {
  return poolsTogether(all).flatMap((pools) => {
    const byWeight = new Map<string, Manifest[]>();
    for (const pool of pools) {
      const weight = fieldOf(pool, ['spec', 'weight']);
      if (pool.isPartial || !weight.isKnown || pool.get(['spec', 'replicas']) !== undefined) continue;
      if (!isOpenToAll(pool)) continue;
      const key = JSON.stringify(weight.value ?? 0);
      addToGroup(byWeight, key, pool);
    }
    return [...byWeight.values()].filter((same) => same.length > 1);
  });
}

/** More pairs than this are no longer looked at. */
const maxPools = 60;

function judge(pools: readonly Manifest[], context: RuleContext): void {
  const known = pools.slice(0, maxPools).flatMap((pool) => leftBy(pool, context) ?? []);
  const overlapping = known
    .filter((one) => known.some((other) => other !== one && shares(one, other)))
    .sort((a, b) => compareNames(b.pool.name, a.pool.name));
  const [first, ...rest] = overlapping;
  if (!first || rest.length === 0) return;
  const names = (some: readonly Left[]): string => some.map(({ pool }) => `\`${pool.name}\``).join(', ');
  context.report({
    manifest: first.pool,
    at: first.pool.span(['metadata', 'name']),
    message: `${names(overlapping)} take the same pods with the same weight: by their names \`${first.pool.name}\` is tried first, then ${names(rest)}`,
    help: `Give the one that should come first a higher \`weight\`, or keep pods apart by taints. ${map(overlapping)}`,
    labels: rest.slice(0, 5).map(({ pool }) => ({
      span: pool.span(['metadata', 'name']),
      message: 'takes the same pods',
    })),
  });
}

/** What a pool may launch, as far as pods can tell one node from another. */
interface Left {
  readonly pool: Manifest;
  readonly names: ReadonlySet<string>;
  readonly architectures: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
  readonly capacityTypes: readonly string[];
}

function leftBy(pool: Manifest, { compatible, catalog }: RuleContext): Left | undefined {
  const left = compatible(pool);
  if (!left?.isExact || !catalog || left.names.length === 0) return undefined;
  const special = left.names.filter((name) => (catalog.type(name)?.gpus.length ?? 0) > 0);
  // Pods find their way to GPUs by asking for them.
  if (special.length === left.names.length) return undefined;
  const counts = (['on-demand', 'spot'] as const).map((type) => ({ type, ...left.count(type) }));
  return {
    pool,
    names: new Set(left.names),
    architectures: new Set(left.names.flatMap((name) => catalog.type(name)?.architecture ?? [])),
    zones: new Set(counts.flatMap(({ zones }) => zones)),
    capacityTypes: counts.filter(({ instanceTypes }) => instanceTypes > 0).map(({ type }) => type),
  };
}

const shares = (a: Left, b: Left): boolean =>
  [...a.architectures].some((one) => b.architectures.has(one)) && [...a.zones].some((zone) => b.zones.has(zone));

/** More pairs than this make no map that anybody reads. */
const maxPairs = 6;

/** Which pool shares how much with which. */
function map(pools: readonly Left[]): string {
  const pairs = pools.flatMap((a, i) =>
    pools
      .slice(i + 1)
      .filter((b) => shares(a, b))
      .map((b) => [a, b] as const),
  );
  const more = pairs.length > maxPairs ? `; and ${plural(pairs.length - maxPairs, 'more pair')}` : '';
  const told = pairs.slice(0, maxPairs).map(([a, b]) => shared(a, b));
  return `They share: ${told.join('; ')}${more}.`;
}

function shared(a: Left, b: Left): string {
  const types = [...a.names].filter((name) => b.names.has(name)).length;
  const zones = [...a.zones].filter((zone) => b.zones.has(zone)).length;
  const capacity = a.capacityTypes.filter((type) => b.capacityTypes.includes(type));
  const bought = capacity.length > 0 ? `as ${capacity.join(' and ')}` : 'bought in different ways';
  return `\`${a.pool.name}\` and \`${b.pool.name}\` ${plural(types, 'instance type')} in ${plural(zones, 'zone')}, ${bought}`;
}

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({
          name: 'on-demand',
          limits: 'cpu: 100',
          requirements: [
            'karpenter.sh/capacity-type In [on-demand]',
            'karpenter.k8s.aws/instance-category In [c, m, r]',
          ],
          nodeClassRef: 'default',
        }),
        nodePool({
          name: 'spot',
          limits: 'cpu: 100',
          requirements: ['karpenter.sh/capacity-type In [spot]', 'karpenter.k8s.aws/instance-category In [c, m, r]'],
          nodeClassRef: 'default',
        }),
        nodeClass,
      ),
    ],
    good: [
      together(
        nodePool({
          name: 'on-demand',
          limits: 'cpu: 100',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          nodeClassRef: 'default',
        }),
        nodePool({
          name: 'spot',
          weight: 10,
          limits: 'cpu: 100',
          requirements: ['karpenter.sh/capacity-type In [spot]'],
          nodeClassRef: 'default',
        }),
        nodePool({
          name: 'team-search',
          limits: 'cpu: 100',
          labels: 'team: search',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          nodeClassRef: 'default',
        }),
        nodeClass,
      ),
    ],
  };
}
