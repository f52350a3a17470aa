import { fieldOf } from '../../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { plural } from '../../../text/words/plural.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected } from '../example.ts';
import { isOpenToAll, poolsByCluster } from '../fields/pools-by-cluster.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const overlappingPoolsRule = defineRule({
  id: 'overlapping-pools',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Taints and overlapping NodePools',
  mistakes: [32],
  on: {
    Manifests(_, context) {
      for (const pools of groupsOf(context)) judge(pools, context);
    },
  },
  docs: {
    summary: 'Several NodePools can run the same pods, and only their names decide which comes first.',
    why: 'Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.',
    help: 'Give the NodePool that should come first a higher `weight`, or separate their pods with taints.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#specweight',
  },
  examples,
});

/** NodePools of one cluster and one weight, without taints or labels that pods could select them by. */
function groupsOf(context: RuleContext): Manifest[][] {
  return poolsByCluster(context).flatMap((pools) => {
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

/** NodePools beyond this number are not compared. */
const maxPools = 60;

function judge(pools: readonly Manifest[], context: RuleContext): void {
  const sets = pools.slice(0, maxPools).flatMap((pool) => leftBy(pool, context) ?? []);
  const overlapping = sets
    .filter((set) => sets.some((other) => other !== set && shares(set, other)))
    .sort((a, b) => compareNames(b.pool.name, a.pool.name));
  const [first, ...rest] = overlapping;

  if (!first || rest.length === 0) return;

  const names = (some: readonly Left[]): string =>
    quotedNames(
      some.map(({ pool }) => pool.name),
      some.length === 2 ? ' and ' : ', ',
    );

  context.report({
    manifest: first.pool,
    at: first.pool.span(['metadata', 'name']),
    message: `${names(overlapping)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${first.pool.name}\` first, then ${names(rest)}`,
    help: `Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${overlapText(overlapping)}`,
    labels: rest.slice(0, 5).map(({ pool }) => ({
      span: pool.span(['metadata', 'name']),
      message: 'can run the same pods',
    })),
  });
}

/** What a NodePool may launch, by the properties that pods can select. */
interface Left {
  readonly pool: Manifest;
  readonly names: ReadonlySet<string>;
  readonly architectures: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
  readonly capacityTypes: readonly string[];
}

function leftBy(pool: Manifest, { compatible, catalog }: RuleContext): Left | undefined {
  const types = compatible(pool);
  if (!types?.isExact || !catalog || types.names.length === 0) return undefined;

  const special = types.names.filter((name) => (catalog.type(name)?.gpus.length ?? 0) > 0);
  // Only pods that request GPUs use such a NodePool.
  if (special.length === types.names.length) return undefined;

  const counts = (['on-demand', 'spot'] as const).map((type) => ({ type, ...types.count(type) }));

  return {
    pool,
    names: new Set(types.names),
    architectures: new Set(types.names.flatMap((name) => catalog.type(name)?.architecture ?? [])),
    zones: new Set(counts.flatMap(({ zones }) => zones)),
    capacityTypes: counts.filter(({ instanceTypes }) => instanceTypes > 0).map(({ type }) => type),
  };
}

const shares = (a: Left, b: Left): boolean =>
  [...a.architectures].some((architecture) => b.architectures.has(architecture)) &&
  [...a.zones].some((zone) => b.zones.has(zone));

/** More pairs than this are only counted. */
const maxPairs = 6;

/** How much each pair of NodePools has in common. */
function overlapText(pools: readonly Left[]): string {
  const pairs = pools.flatMap((a, i) =>
    pools
      .slice(i + 1)
      .filter((b) => shares(a, b))
      .map((b) => [a, b] as const),
  );

  const more = textIf(pairs.length > maxPairs, `; and ${plural(pairs.length - maxPairs, 'more pair')}`);

  return `${pairs
    .slice(0, maxPairs)
    .map(([a, b]) => sharedText(a, b))
    .join('; ')}${more}.`;
}

function sharedText(a: Left, b: Left): string {
  const types = [...a.names].filter((name) => b.names.has(name)).length;
  const zones = [...a.zones].filter((zone) => b.zones.has(zone)).length;
  const capacity = a.capacityTypes.filter((type) => b.capacityTypes.includes(type));

  const bought = () => {
    if (capacity.length > 0) return `as ${capacity.join(' and ')}`;
    return 'with different capacity types';
  };

  return `\`${a.pool.name}\` and \`${b.pool.name}\` share ${plural(types, 'instance type')} in ${plural(zones, 'zone')}, ${bought()}`;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            name: 'on-demand',
            limits: 'cpu: 100',
            requirements: [
              'karpenter.sh/capacity-type In [on-demand]',
              'karpenter.k8s.aws/instance-category In [c, m, r]',
              'karpenter.k8s.aws/instance-generation Gt ["4"]',
            ],
            nodeClassRef: 'default',
          }),
          nodePool({
            name: 'spot',
            limits: 'cpu: 100',
            requirements: [
              'karpenter.sh/capacity-type In [spot]',
              'karpenter.k8s.aws/instance-category In [c, m, r]',
              'karpenter.k8s.aws/instance-generation Gt ["4"]',
            ],
            nodeClassRef: 'default',
          }),
          nodeClass,
        ),
        { 'metadata:\n  name: spot\nspec:': 'metadata:\n  name: spot\nspec:\n  weight: 10' },
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
