import { label, normalizeLabel } from '../../api/labels.ts';
import { asMapping, type Manifest } from '../../manifest/manifest.ts';
import { fieldOf, limitsOf, nodeClassRefOf, requirementsOf, weightOf } from '../fields/pool-fields.ts';
import { isOpenToAll, poolsTogether } from '../fields/pools-together.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const unreachablePoolRule = defineRule({
  id: 'unreachable-pool',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Pools beside each other',
  mistakes: [32],
  on: {
    Manifests(all, context) {
      for (const pools of poolsTogether(all)) judge(pools, context);
    },
  },
  docs: {
    summary: 'A NodePool is never used, because one of a higher weight can launch all that it can and has no limits.',
    why: 'Karpenter goes to a pool of lower weight only when those before it cannot take a pod: their limits are reached, or AWS has nothing of what they allow. A pool without limits that allows every instance type, zone and capacity type of the other is short of capacity only where the other is too: the fallback never happens.',
    help: 'Give the first pool limits, or let the fallback allow something else: another capacity type, other families, other zones.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#specweight',
  },
  examples,
});

/** More pools than this in one cluster are not compared. */
const maxPools = 60;

function judge(pools: readonly Manifest[], context: RuleContext): void {
  const open = pools.slice(0, maxPools).filter((pool) => isPlain(pool) && isOpenToAll(pool));
  for (const pool of open) {
    const before = open.find(
      (other) => weightOf(other) > weightOf(pool) && isUnlimited(other) && covers(other, pool, context),
    );
    if (!before) continue;
    context.report({
      manifest: pool,
      at: pool.span(['metadata', 'name']),
      message: `\`${pool.name}\` is never used: \`${before.name}\` comes first, has no limits, and can launch all that \`${pool.name}\` can`,
      help: `Give \`${before.name}\` limits, or let \`${pool.name}\` allow what it does not.`,
      labels: [{ span: before.span(['metadata', 'name']), message: 'comes first' }],
    });
  }
}

/** Whether all that decides is known and written in the pool itself. */
const isPlain = (pool: Manifest): boolean =>
  !pool.isPartial &&
  fieldOf(pool, ['spec', 'weight']).isKnown &&
  pool.get(['spec', 'replicas']) === undefined &&
  // A pool that asks for variety may fail where one that does not succeeds.
  requirementsOf(pool).every(({ path }) => pool.get([...path, 'minValues']) === undefined);

/** Whether no limit bounds ordinary nodes; one of GPUs bounds those that have any. */
function isUnlimited(pool: Manifest): boolean {
  const { value, isKnown } = limitsOf(pool);
  const keys = Object.keys(asMapping(value) ?? {});
  return isKnown && typeof (value ?? {}) === 'object' && keys.every((key) => key.includes('/'));
}

/** Whether a pool can launch everything that another one can, on nodes of the same class. */
function covers(pool: Manifest, other: Manifest, { compatible, catalog }: RuleContext): boolean {
  const [all, some] = [compatible(pool), compatible(other)];
  if (!catalog || !all?.isExact || !some?.isExact || some.names.length === 0) return false;
  // Limits of GPUs may be reached.
  if (some.names.some((name) => (catalog.type(name)?.gpus.length ?? 0) > 0)) return false;
  if (nodeClassRefOf(pool) === undefined || nodeClassRefOf(pool)?.name !== nodeClassRefOf(other)?.name) return false;
  if (systemsOf(pool) !== systemsOf(other)) return false;
  const names = new Set(all.names);
  return (
    some.names.every((name) => names.has(name)) &&
    (['on-demand', 'spot'] as const).every((capacityType) => {
      const [wide, narrow] = [all.count(capacityType), some.count(capacityType)];
      const isOffered = narrow.instanceTypes === 0 || wide.instanceTypes >= narrow.instanceTypes;
      return isOffered && narrow.zones.every((zone) => wide.zones.includes(zone));
    })
  );
}

/** What a pool says of operating systems. */
const systemsOf = (pool: Manifest): string =>
  JSON.stringify(
    requirementsOf(pool)
      .filter(({ key }) => normalizeLabel(key) === label.os)
      .map(({ operator, values }) => [operator, values.map(({ text }) => text).sort()]),
  );

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({
          name: 'general',
          weight: 50,
          limits: 'nvidia.com/gpu: 8',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m, r]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        nodePool({
          name: 'fallback',
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-category In [c, m]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
    ],
    good: [
      together(
        nodePool({
          name: 'spot',
          weight: 50,
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-category In [c, m, r]', 'karpenter.sh/capacity-type In [spot]'],
        }),
        nodePool({
          name: 'on-demand',
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m, r]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        nodeClass,
      ),
      together(
        nodePool({
          name: 'reserved-by-limits',
          weight: 50,
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m, r]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        nodePool({
          name: 'fallback',
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-category In [c, m]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
    ],
  };
}
