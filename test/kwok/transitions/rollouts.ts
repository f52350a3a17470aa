import { type PoolOptions, pool, shrinks } from '../manifests.ts';
import { daemonSet, deployment, type WorkloadOptions } from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const m6i: PoolOptions = { families: ['m6i'], cpuBelow: 9 };
const stays = pool(m6i);
const consolidates = pool({ ...m6i, disruption: shrinks });

/** A Deployment that changes in a cluster with other objects. */
const change = (before: WorkloadOptions, after: WorkloadOptions, nodePool = stays, ...others: Sides[0]): Sides => [
  [nodePool, deployment('web', before), ...others],
  [nodePool, deployment('web', { ...before, ...after }), ...others],
];
const rolling = (maxSurge: number | string, maxUnavailable: number | string): WorkloadOptions => ({
  spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } },
});
const recreate: WorkloadOptions = { spec: { strategy: { type: 'Recreate' } } };
const onePerHost: WorkloadOptions = { onePer: 'host' };
const inZone = (zone: string) => ({ nodeSelector: { 'topology.kubernetes.io/zone': zone } });

/** Deployments that grow, shrink, or replace their pods in different ways. */
export const rollouts = transitionsOf({
  recreated: change({ replicas: 6, ...recreate }, { cpu: 2 }),
  'surge-none': change({ replicas: 6, ...rolling(0, 1) }, { cpu: 2 }),
  'surge-all': change({ replicas: 6, ...rolling('100%', 0) }, { cpu: 2 }),
  'surge-none-one-per-host': change({ replicas: 4, ...onePerHost, ...rolling(0, 1) }, { image: 'app:2' }),
  'unavailable-half': change({ replicas: 8, ...rolling(0, '50%') }, { cpu: 2 }),
  'image-changed-limit-full': change(
    { replicas: 3, ...onePerHost },
    { image: 'app:2' },
    pool({ ...m6i, types: ['m6i.large'], limits: { cpu: 6 } }),
  ),
  'pod-labels-changed': change({ replicas: 6 }, { labels: { version: 'two' } }),
  'memory-up': change({ replicas: 6, memory: '1Gi' }, { memory: '12Gi' }),
  'requests-too-large': change({ replicas: 4 }, { cpu: 20 }),
  'replicas-up-spot': change({ replicas: 4 }, { replicas: 12 }, pool({ ...m6i, capacity: ['spot'] })),
  'replicas-up-arm': change(
    { replicas: 4 },
    { replicas: 12 },
    pool({ families: ['m7g'], arch: ['arm64'], cpuBelow: 9 }),
  ),
  'replicas-up-many': change({ replicas: 6 }, { replicas: 60 }, pool()),
  'replicas-up-zonal-spread': change({ replicas: 3, spread: [{ by: 'zone' }] }, { replicas: 10 }),
  'replicas-up-soft-host-spread': change({ replicas: 3, spread: [{ by: 'host', isSoft: true }] }, { replicas: 9 }),
  'replicas-up-beside-others': change(
    { replicas: 3 },
    { replicas: 9 },
    stays,
    deployment('batch', { replicas: 4, cpu: 3 }),
    daemonSet('agent', { cpu: '250m' }),
  ),
  'zonal-anti-affinity-scaled-up': change({ replicas: 1, onePer: 'zone' }, { replicas: 3 }),
  'zonal-anti-affinity-image-changed': change({ replicas: 3, onePer: 'zone' }, { image: 'app:2' }),
  'zonal-anti-affinity-scaled-down-consolidating': change(
    { replicas: 3, onePer: 'zone' },
    { replicas: 1 },
    consolidates,
  ),
  'zone-moved': change({ replicas: 4, ...inZone('us-east-1a') }, inZone('us-east-1b')),
  'zone-moved-consolidating': change({ replicas: 4, ...inZone('us-east-1a') }, inZone('us-east-1b'), consolidates),
  'one-grows-one-shrinks': [
    [stays, deployment('web', { replicas: 8 }), deployment('batch', { replicas: 2, cpu: 3 })],
    [stays, deployment('web', { replicas: 2 }), deployment('batch', { replicas: 5, cpu: 3 })],
  ],
  'one-grows-one-shrinks-consolidating': [
    [consolidates, deployment('web', { replicas: 8 }), deployment('batch', { replicas: 2, cpu: 3 })],
    [consolidates, deployment('web', { replicas: 2 }), deployment('batch', { replicas: 5, cpu: 3 })],
  ],
  'daemon-set-removed-consolidating': [
    [consolidates, daemonSet('agent', { cpu: '1500m' }), deployment('web', { replicas: 8 })],
    [consolidates, deployment('web', { replicas: 8 })],
  ],
  'daemon-set-requests-up': [
    [stays, daemonSet('agent', { cpu: '200m' }), deployment('web', { replicas: 8 })],
    [stays, daemonSet('agent', { cpu: '600m' }), deployment('web', { replicas: 8 })],
  ],
});
