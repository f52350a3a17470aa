import { type PoolOptions, pool, shrinks } from '../manifests.ts';
import { deployment, orderedSet, parallelSet, type WorkloadOptions } from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const m6i: PoolOptions = { families: ['m6i'], cpuBelow: 9 };
const stays = pool(m6i);
const consolidates = pool({ ...m6i, disruption: shrinks });

/** A StatefulSet that changes in a cluster with other objects. */
const change = (
  before: WorkloadOptions,
  after: WorkloadOptions,
  nodePool = stays,
  others: Sides[0] = [],
  set = orderedSet,
): Sides => [
  [nodePool, ...others, set('db', before)],
  [nodePool, ...others, set('db', { ...before, ...after })],
];
const web = deployment('web', { replicas: 5 });
const added = (...sets: Sides[0]): Sides => [
  [stays, web],
  [stays, web, ...sets],
];

/** StatefulSets, which create and replace their pods one after another unless they are `Parallel`. */
export const statefulSets = transitionsOf({
  'ordered-set-added': added(orderedSet('db', { replicas: 4, cpu: 2 })),
  'ordered-set-added-one-per-host': added(orderedSet('db', { replicas: 4, onePer: 'host' })),
  'ordered-set-added-zonal-anti-affinity': added(orderedSet('db', { replicas: 3, onePer: 'zone' })),
  'ordered-sets-added': added(orderedSet('db', { replicas: 3, cpu: 2 }), orderedSet('queue', { replicas: 3 })),
  'parallel-set-added': added(parallelSet('db', { replicas: 4, cpu: 2 })),
  'ordered-set-requests-up': change({ replicas: 3 }, { cpu: 3 }),
  'ordered-set-requests-up-one-per-host': change({ replicas: 3, onePer: 'host' }, { cpu: 3 }),
  'ordered-set-requests-up-consolidating': change({ replicas: 4, cpu: 1 }, { cpu: 3 }, consolidates),
  'ordered-set-image-changed': change({ replicas: 4, onePer: 'host' }, { image: 'app:2' }),
  'parallel-set-requests-up': change({ replicas: 4 }, { cpu: 3 }, stays, [], parallelSet),
  'ordered-set-scaled-up-consolidating': change({ replicas: 2, cpu: 2 }, { replicas: 6 }, consolidates),
  'ordered-set-scaled-up-beside-deployment': change({ replicas: 1, cpu: 2 }, { replicas: 5 }, stays, [web]),
  'ordered-set-scaled-up-zonal-anti-affinity': change({ replicas: 1, onePer: 'zone' }, { replicas: 3 }),
  'ordered-set-scaled-up-too-far': change({ replicas: 2, onePer: 'zone' }, { replicas: 8 }),
  'ordered-set-scaled-down': change({ replicas: 5, onePer: 'host' }, { replicas: 2 }),
  'ordered-set-limit-short': change(
    { replicas: 2, onePer: 'host' },
    { replicas: 6 },
    pool({ ...m6i, limits: { cpu: 8 } }),
  ),
  'ordered-set-pool-renamed': [
    [pool({ ...m6i, name: 'first' }), orderedSet('db', { replicas: 3, onePer: 'host' })],
    [pool({ ...m6i, name: 'second' }), orderedSet('db', { replicas: 3, onePer: 'host' })],
  ],
  'ordered-set-families': [
    [pool(m6i), orderedSet('db', { replicas: 4, cpu: 2 })],
    [pool({ ...m6i, families: ['m7i'] }), orderedSet('db', { replicas: 4, cpu: 2 })],
  ],
});
