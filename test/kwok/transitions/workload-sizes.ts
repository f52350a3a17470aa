import { pool, shrinks, shrinksWhenEmpty } from '../manifests.ts';
import {
  budget,
  deployment,
  doNotDisrupt,
  orderedSet,
  parallelSet,
  type WorkloadOptions,
} from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

/** Small instance types, so that there are several nodes. */
const m6i = { families: ['m6i'], cpuBelow: 9 };
const stays = pool(m6i);
const consolidates = pool({ ...m6i, disruption: shrinks });
const onlyEmpty = pool({ ...m6i, disruption: shrinksWhenEmpty });

/** The same NodePool with a Deployment that changes. */
const change = (nodePool: typeof stays, before: WorkloadOptions, after: WorkloadOptions): Sides => [
  [nodePool, deployment('web', before)],
  [nodePool, deployment('web', { ...before, ...after })],
];
const spread: WorkloadOptions = { spread: [{ by: 'host', maxSkew: 2 }] };
const onePerHost: WorkloadOptions = { onePer: 'host' };

const inVirginia = transitionsOf({
  'replicas-up': change(stays, { replicas: 6 }, { replicas: 14 }),
  'replicas-up-consolidating': change(consolidates, { replicas: 6 }, { replicas: 14 }),
  'replicas-up-limit-far': change(pool({ limits: { cpu: 200 } }), { replicas: 3, ...onePerHost }, { replicas: 8 }),
  'replicas-down': change(stays, { replicas: 8, ...onePerHost }, { replicas: 3 }),
  'replicas-down-consolidating': change(consolidates, { replicas: 20, cpu: 2, ...spread }, { replicas: 5 }),
  'replicas-down-one-per-host-consolidating': change(consolidates, { replicas: 6, ...onePerHost }, { replicas: 2 }),
  'replicas-down-when-empty': change(onlyEmpty, { replicas: 6, ...onePerHost }, { replicas: 2 }),
  'replicas-to-zero-consolidating': change(consolidates, { replicas: 4, ...onePerHost }, { replicas: 0 }),
  'requests-tripled': change(stays, { replicas: 10 }, { cpu: 3 }),
  'requests-tripled-consolidating': change(consolidates, { replicas: 10 }, { cpu: 3 }),
  'requests-down-consolidating': change(consolidates, { replicas: 10, cpu: 3 }, { cpu: 1 }),
  'requests-up-one-per-host': change(stays, { replicas: 4, ...onePerHost }, { cpu: 3 }),
  'image-changed': change(stays, { replicas: 10 }, { image: 'app:2' }),
  'image-changed-consolidating': change(consolidates, { replicas: 10 }, { image: 'app:2' }),
  'image-changed-one-per-host': change(stays, { replicas: 4, ...onePerHost }, { image: 'app:2' }),
  'ordered-set-scaled-up': [
    [stays, orderedSet('db', { replicas: 2, onePer: 'host' })],
    [stays, orderedSet('db', { replicas: 5, onePer: 'host' })],
  ],
  'ordered-set-scaled-up-packed': [
    [stays, orderedSet('db', { replicas: 2, cpu: 2 })],
    [stays, orderedSet('db', { replicas: 7, cpu: 2 })],
  ],
  'parallel-set-scaled-up': [
    [stays, parallelSet('db', { replicas: 2, cpu: 2 })],
    [stays, parallelSet('db', { replicas: 7, cpu: 2 })],
  ],
  'ordered-set-scaled-down-consolidating': [
    [consolidates, orderedSet('db', { replicas: 5, onePer: 'host' })],
    [consolidates, orderedSet('db', { replicas: 2, onePer: 'host' })],
  ],
  'workload-removed': [
    [stays, deployment('web', { replicas: 4 }), deployment('batch', { replicas: 4, onePer: 'host' })],
    [stays, deployment('web', { replicas: 4 })],
  ],
  'workload-removed-consolidating': [
    [consolidates, deployment('web', { replicas: 4 }), deployment('batch', { replicas: 4, onePer: 'host' })],
    [consolidates, deployment('web', { replicas: 4 })],
  ],
  'workload-added': [
    [stays, deployment('web', { replicas: 5 })],
    [stays, deployment('web', { replicas: 5 }), deployment('batch', { replicas: 3, cpu: 2, memory: '8Gi' })],
  ],
  'workload-added-consolidating': [
    [consolidates, deployment('web', { replicas: 5 })],
    [consolidates, deployment('web', { replicas: 5 }), deployment('batch', { replicas: 3, cpu: 2, memory: '8Gi' })],
  ],
  'replicas-down-do-not-disrupt': change(
    consolidates,
    { replicas: 8, cpu: 2, ...spread, annotations: doNotDisrupt },
    { replicas: 4 },
  ),
  'replicas-down-budget-holds': [
    [consolidates, budget('web', { maxUnavailable: 0 }), deployment('web', { replicas: 8, cpu: 2, ...spread })],
    [consolidates, budget('web', { maxUnavailable: 0 }), deployment('web', { replicas: 4, cpu: 2, ...spread })],
  ],
  'nothing-changed': change(stays, { replicas: 6 }, {}),
  'nothing-changed-consolidating': change(consolidates, { replicas: 6 }, {}),
});

const c6i = { families: ['c6i'], limits: { cpu: 100 } };
const tripled = transitionsOf(
  {
    'deployment-tripled': change(pool(c6i), { replicas: 4, ...onePerHost }, { replicas: 12 }),
    'deployment-tripled-packed': [
      [
        pool({ ...c6i, types: ['c6i.large', 'c6i.xlarge', 'c6i.2xlarge'] }),
        deployment('api', { replicas: 4 }),
        deployment('cart', { replicas: 3 }),
      ],
      [
        pool({ ...c6i, types: ['c6i.large', 'c6i.xlarge', 'c6i.2xlarge'] }),
        deployment('api', { replicas: 12 }),
        deployment('cart', { replicas: 3 }),
      ],
    ],
  },
  { region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] },
);

/** Workloads that grow, shrink, are added, removed or rolled out. */
export const workloadSizes = [...tripled, ...inVirginia];
