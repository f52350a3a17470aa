import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { fieldOf, limitsOf, nodeClassRefOf, requirementsOf, weightOf } from '../../../karpenter/api/pool-fields.ts';
import { asMapping, type Manifest } from '../../../manifest/model/manifest.ts';
import { corrected } from '../example.ts';
import { isOpenToAll, poolsByCluster } from '../fields/pools-by-cluster.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const unreachablePoolRule = defineRule({
  id: 'unreachable-pool',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Taints and overlapping NodePools',
  mistakes: [32],
  on: {
    Manifests(_, context) {
      for (const pools of poolsByCluster(context)) judge(pools, context);
    },
  },
  docs: {
    summary:
      'A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.',
    why: 'Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.',
    help: 'Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#specweight',
  },
  examples,
});

/** NodePools of one cluster beyond this number are not compared. */
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
      message: `\`${pool.name}\` is never used, because \`${before.name}\` comes first, has no limits, and can launch everything that \`${pool.name}\` can`,
      help: `Set limits for \`${before.name}\`, or allow instance types, zones or capacity types in \`${pool.name}\` that \`${before.name}\` does not allow.`,
      labels: [{ span: before.span(['metadata', 'name']), message: 'comes first' }],
    });
  }
}

/** Whether everything that decides is known and written in the NodePool itself. */
const isPlain = (pool: Manifest): boolean =>
  !pool.isPartial &&
  fieldOf(pool, ['spec', 'weight']).isKnown &&
  pool.get(['spec', 'replicas']) === undefined &&
  // A NodePool with `minValues` may fail where one without it succeeds.
  requirementsOf(pool).every(({ path }) => pool.get([...path, 'minValues']) === undefined);

/** Whether ordinary nodes have no limit. A limit of GPUs only affects nodes with GPUs. */
function isUnlimited(pool: Manifest): boolean {
  const { value, isKnown } = limitsOf(pool);
  const keys = Object.keys(asMapping(value) ?? {});
  return isKnown && typeof (value ?? {}) === 'object' && keys.every((key) => key.includes('/'));
}

/** Whether a NodePool can launch everything that another one can, with the same node class. */
function covers(pool: Manifest, other: Manifest, { compatible, catalog }: RuleContext): boolean {
  const [all, some] = [compatible(pool), compatible(other)];
  if (!catalog || !all?.isExact || !some?.isExact || some.names.length === 0) return false;
  // A limit of GPUs may be reached.
  if (some.names.some((name) => (catalog.type(name)?.gpus.length ?? 0) > 0)) return false;
  if (nodeClassRefOf(pool) === undefined || nodeClassRefOf(pool)?.name !== nodeClassRefOf(other)?.name) return false;
  if (systemsOf(pool) !== systemsOf(other)) return false;

  const names = new Set(all.names);
  return (
    some.names.every((name) => names.has(name)) &&
    (['on-demand', 'spot'] as const).every((capacityType) => {
      const { zones } = all.count(capacityType);
      return some.count(capacityType).zones.every((zone) => zones.includes(zone));
    })
  );
}

/** The requirements of a NodePool for the operating system. */
const systemsOf = (pool: Manifest): string =>
  JSON.stringify(
    requirementsOf(pool)
      .filter(({ key }) => normalizeLabel(key) === label.os)
      .map(({ operator, values }) => [operator, values.map(({ text }) => text).sort()]),
  );

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            name: 'general',
            weight: 50,
            limits: 'nvidia.com/gpu: 8',
            nodeClassRef: 'default',
            requirements: [
              'karpenter.k8s.aws/instance-category In [c, m, r]',
              'karpenter.k8s.aws/instance-generation Gt ["4"]',
              'karpenter.sh/capacity-type In [on-demand]',
            ],
          }),
          nodePool({
            name: 'fallback',
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            requirements: [
              'karpenter.k8s.aws/instance-category In [c, m]',
              'karpenter.k8s.aws/instance-generation Gt ["4"]',
              'karpenter.sh/capacity-type In [on-demand]',
            ],
          }),
          nodeClass,
        ),
        { 'nvidia.com/gpu: 8': 'nvidia.com/gpu: 8\ncpu: 1000' },
        { '[c, m]': '[c, m, i]' },
      ),
    ],
    good: [
      together(
        nodePool({
          name: 'spot',
          weight: 50,
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m, r]',
            'karpenter.k8s.aws/instance-generation Gt ["4"]',
            'karpenter.sh/capacity-type In [spot]',
          ],
        }),
        nodePool({
          name: 'on-demand',
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m, r]',
            'karpenter.k8s.aws/instance-generation Gt ["4"]',
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
            'karpenter.k8s.aws/instance-generation Gt ["4"]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        nodePool({
          name: 'fallback',
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: [
            'karpenter.k8s.aws/instance-category In [c, m]',
            'karpenter.k8s.aws/instance-generation Gt ["4"]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
        nodeClass,
      ),
    ],
  };
}
