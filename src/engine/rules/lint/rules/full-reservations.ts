import { fieldOf, weightOf } from '../../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { compareNames } from '../../../text/name-order.ts';
import { against, corrected, yaml } from '../example.ts';
import { isOpenToAll, poolsByCluster } from '../fields/pools-by-cluster.ts';
import { onlyReserved } from '../fields/reserved-capacity.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { ec2NodeClass, nodePool, together } from '../scenes.ts';

export const fullReservationsRule = defineRule({
  id: 'full-reservations',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Capacity reservations',
  mistakes: [],
  on: {
    Manifests(_, context) {
      const { karpenter, report } = context;
      if (!karpenter.offersFullReservations) return;

      for (const pools of poolsByCluster(context)) {
        const open = pools.filter((pool) => isPlain(pool) && isOpenToAll(pool));
        for (const pool of open) {
          const only = onlyReserved(pool);
          const next = only && open.find((other) => onlyReserved(other) === undefined && comesBefore(pool, other));
          if (!next) continue;

          report({
            manifest: pool,
            at: pool.span(only.path),
            message: `While its reservations are full, \`${pool.name}\` keeps pods pending that \`${next.name}\` could run`,
            help: 'Also allow `on-demand` here. Karpenter uses reserved capacity first.',
            labels: [{ span: next.span(['metadata', 'name']), message: 'Karpenter does not try this NodePool' }],
          });
        }
      }
    },
  },
  docs: {
    summary:
      'While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.',
    why: 'Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.',
    help: 'Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

/** Whether the order of the NodePool is known and Karpenter launches nodes for pods in it. */
const isPlain = (pool: Manifest): boolean =>
  !pool.isPartial && fieldOf(pool, ['spec', 'weight']).isKnown && pool.get(['spec', 'replicas']) === undefined;

/** Karpenter's order: the highest weight first, then the last name. */
const comesBefore = (a: Manifest, b: Manifest): boolean =>
  weightOf(a) > weightOf(b) || (weightOf(a) === weightOf(b) && compareNames(a.name, b.name) > 0);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        against(
          { karpenter: '1.15' },
          together(
            nodePool({
              name: 'reserved',
              weight: 50,
              limits: 'cpu: 100',
              nodeClassRef: 'default',
              requirements: ['karpenter.sh/capacity-type In [reserved]'],
            }),
            nodePool({
              name: 'fallback',
              limits: 'cpu: 100',
              nodeClassRef: 'default',
              requirements: ['karpenter.sh/capacity-type In [on-demand]'],
            }),
            ec2NodeClass(yaml`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),
          ),
        ),
        { '[reserved]': '[reserved, on-demand]' },
      ),
    ],
    good: [
      against(
        { karpenter: '1.15' },
        together(
          nodePool({
            name: 'reserved',
            weight: 50,
            limits: 'cpu: 100',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [reserved, on-demand]'],
          }),
          nodePool({
            name: 'fallback',
            limits: 'cpu: 100',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [spot]'],
          }),
          ec2NodeClass(yaml`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),
        ),
      ),
      against(
        { karpenter: '1.15' },
        together(
          nodePool({
            name: 'training',
            weight: 50,
            limits: 'cpu: 100',
            nodeClassRef: 'default',
            taints: yaml`
              - key: example.com/training
                effect: NoSchedule
            `,
            requirements: ['karpenter.sh/capacity-type In [reserved]'],
          }),
          nodePool({
            name: 'general',
            limits: 'cpu: 100',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          ec2NodeClass(yaml`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),
        ),
      ),
      against(
        { karpenter: '1.15' },
        together(
          nodePool({
            name: 'reserved',
            limits: 'cpu: 100',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [reserved]'],
          }),
          nodePool({
            name: 'general',
            weight: 50,
            limits: 'cpu: 100',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          ec2NodeClass(yaml`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),
        ),
      ),
    ],
  };
}
