import { type PoolOptions, pool, shrinks } from '../manifests.ts';
import { budget, daemonSet, dedicated, deployment, doNotDisrupt } from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const { taint, toleration } = dedicated('batch');
const consolidating = { disruption: shrinks };
const m6i: PoolOptions = { name: 'first', families: ['m6i'], cpuBelow: 9 };
const c6i: PoolOptions = { name: 'second', families: ['c6i'], cpuBelow: 9 };
const web = [deployment('web', { replicas: 10 }), deployment('batch', { replicas: 4, cpu: 3 })];
const fourNodes = [deployment('web', { replicas: 4, onePer: 'host' })];

/** NodePools before and after, and objects that stay the same. */
const change = (before: readonly PoolOptions[], after: readonly PoolOptions[], others: Sides[0] = web): Sides => [
  [...before.map(pool), ...others],
  [...after.map(pool), ...others],
];
const toPool = (name: string) => deployment('web', { replicas: 6, nodeSelector: { 'karpenter.sh/nodepool': name } });
const staticPool: PoolOptions = { name: 'static', types: ['m6i.large'], replicas: 2 };

/** NodePools that are added, removed, or changed in a way that does not make their nodes drift. */
export const pools = transitionsOf({
  'pool-added-heavier': change([m6i], [m6i, { ...c6i, weight: 50 }]),
  'pool-added-cheaper-consolidating': change(
    [{ ...m6i, ...consolidating }],
    [
      { ...m6i, ...consolidating },
      { ...c6i, ...consolidating },
    ],
  ),
  'pool-added-for-pending': change([{ ...m6i, limits: { cpu: 8 } }], [{ ...m6i, limits: { cpu: 8 } }, c6i]),
  'pool-deleted': change([{ ...m6i, weight: 50 }, c6i], [c6i]),
  'pool-deleted-consolidating': change(
    [
      { ...m6i, ...consolidating, weight: 50 },
      { ...c6i, ...consolidating },
    ],
    [{ ...c6i, ...consolidating }],
  ),
  'pool-deleted-one-per-host': change([{ ...m6i, weight: 50 }, c6i], [c6i], fourNodes),
  'pool-deleted-last': change([m6i], [], fourNodes),
  'pool-deleted-budget-one-at-a-time': change(
    [{ ...m6i, weight: 50 }, c6i],
    [c6i],
    [budget('web', { maxUnavailable: 1 }), ...fourNodes],
  ),
  'pool-deleted-budget-holds': change(
    [{ ...m6i, weight: 50 }, c6i],
    [c6i],
    [budget('web', { minAvailable: 4 }), ...fourNodes],
  ),
  'pool-deleted-do-not-disrupt': change(
    [{ ...m6i, weight: 50 }, c6i],
    [c6i],
    [deployment('web', { replicas: 4, onePer: 'host', annotations: doNotDisrupt })],
  ),
  'pool-deleted-limit-of-the-other': change(
    [
      { ...m6i, weight: 50 },
      { ...c6i, limits: { cpu: 6 } },
    ],
    [{ ...c6i, limits: { cpu: 6 } }],
    fourNodes,
  ),
  'pool-renamed': change([m6i], [{ ...m6i, name: 'renamed' }]),
  'pool-renamed-one-per-host': change([m6i], [{ ...m6i, name: 'renamed' }], fourNodes),
  'pool-renamed-consolidating': change([{ ...m6i, ...consolidating }], [{ ...m6i, ...consolidating, name: 'renamed' }]),
  'taint-added': change([m6i], [{ ...m6i, taints: [taint] }]),
  'taint-added-with-another-pool': change(
    [{ ...m6i, weight: 50 }, c6i],
    [{ ...m6i, weight: 50, taints: [taint] }, c6i],
  ),
  'taint-added-and-tolerated': change(
    [m6i],
    [{ ...m6i, taints: [taint] }],
    [deployment('web', { replicas: 4, onePer: 'host', tolerations: [toleration] })],
  ),
  'weights-swapped': change(
    [
      { ...m6i, weight: 50 },
      { ...c6i, weight: 10 },
    ],
    [
      { ...m6i, weight: 10 },
      { ...c6i, weight: 50 },
    ],
  ),
  'weights-swapped-consolidating': change(
    [
      { ...m6i, ...consolidating, weight: 50 },
      { ...c6i, ...consolidating, weight: 10 },
    ],
    [
      { ...m6i, ...consolidating, weight: 10 },
      { ...c6i, ...consolidating, weight: 50 },
    ],
  ),
  'limits-lowered': change([{ ...m6i, limits: { cpu: 100 } }], [{ ...m6i, limits: { cpu: 4 } }], fourNodes),
  'limits-lowered-and-replicas-up': [
    [pool({ ...m6i, limits: { cpu: 100 } }), deployment('web', { replicas: 4, onePer: 'host' })],
    [pool({ ...m6i, limits: { cpu: 12 } }), deployment('web', { replicas: 8, onePer: 'host' })],
  ],
  'limits-raised': change([{ ...m6i, limits: { cpu: 4 } }], [{ ...m6i, limits: { cpu: 100 } }], fourNodes),
  'consolidation-switched-on': [
    [
      pool({ ...m6i, types: ['m6i.large', 'm6i.xlarge'] }),
      deployment('web', { replicas: 9 }),
      deployment('batch', { replicas: 4, onePer: 'host' }),
    ],
    [
      pool({ ...m6i, types: ['m6i.large', 'm6i.xlarge'], ...consolidating }),
      deployment('web', { replicas: 3 }),
      deployment('batch', { replicas: 2, onePer: 'host' }),
    ],
  ],
  'node-selector-moved': [
    [pool(m6i), pool(c6i), toPool('first')],
    [pool(m6i), pool(c6i), toPool('second')],
  ],
  'node-selector-moved-consolidating': [
    [pool({ ...m6i, ...consolidating }), pool({ ...c6i, ...consolidating }), toPool('first')],
    [pool({ ...m6i, ...consolidating }), pool({ ...c6i, ...consolidating }), toPool('second')],
  ],
  'daemon-set-added': [
    [pool(m6i), ...web],
    [pool(m6i), daemonSet('agent', { cpu: '500m' }), ...web],
  ],
  'daemon-set-added-consolidating': [
    [pool({ ...m6i, ...consolidating }), ...web],
    [pool({ ...m6i, ...consolidating }), daemonSet('agent', { cpu: '500m' }), ...web],
  ],
  'static-pool-grows': change([staticPool], [{ ...staticPool, replicas: 4 }], [deployment('web', { replicas: 2 })]),
  'static-pool-shrinks': change([{ ...staticPool, replicas: 4 }], [staticPool], [deployment('web', { replicas: 2 })]),
  'static-pool-drifts': change(
    [staticPool],
    [{ ...staticPool, labels: { tier: 'one' } }],
    [deployment('web', { replicas: 2 })],
  ),
});
