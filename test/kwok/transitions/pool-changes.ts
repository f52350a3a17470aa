import { nodeClass, type PoolOptions, pool, shrinks } from '../manifests.ts';
import { dedicated, deployment } from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const m6i: PoolOptions = { families: ['m6i'], cpuBelow: 9 };
const shrinking: PoolOptions = { ...m6i, disruption: shrinks };
const { taint, toleration } = dedicated('batch');
const fourNodes = [deployment('web', { replicas: 4, onePer: 'host' })];
const packed = [deployment('web', { replicas: 10 }), deployment('batch', { replicas: 4, cpu: 3 })];
const tolerating = [deployment('web', { replicas: 4, onePer: 'host', tolerations: [toleration] })];

/** A NodePool that changes, and objects that stay the same. */
const change = (before: PoolOptions, after: PoolOptions, others: Sides[0] = fourNodes): Sides => [
  [pool(before), ...others],
  [pool({ ...before, ...after }), ...others],
];
const classes = (before: Record<string, unknown>, after: Record<string, unknown>): Sides => [
  [pool(m6i), nodeClass(before), ...fourNodes],
  [pool(m6i), nodeClass(after), ...fourNodes],
];

/** More changes of NodePools and EC2NodeClasses. */
export const poolChanges = transitionsOf({
  'families-widened': change(m6i, { families: ['m6i', 'c6i'] }, packed),
  'families-widened-consolidating': change(shrinking, { families: ['m6i', 'c6i'] }, packed),
  'sizes-narrowed': change({ families: ['m6i'], cpuBelow: 17 }, { cpuBelow: 3 }, packed.slice(0, 1)),
  'architecture-changed': change({ families: ['m6i', 'm6g'], cpuBelow: 9 }, { arch: ['arm64'] }),
  'startup-taint-added': change(m6i, { startupTaints: [{ key: 'agent', effect: 'NoSchedule' }] }, fourNodes),
  'taint-removed': change({ ...m6i, taints: [taint] }, { taints: [] }, tolerating),
  'weight-added-with-replicas-up': [
    [pool({ ...m6i, name: 'first' }), pool({ name: 'second', families: ['c6i'], cpuBelow: 9 }), ...fourNodes],
    [
      pool({ ...m6i, name: 'first', weight: 50 }),
      pool({ name: 'second', families: ['c6i'], cpuBelow: 9 }),
      deployment('web', { replicas: 7, onePer: 'host' }),
    ],
  ],
  'limits-raised-for-pending': change({ ...m6i, limits: { cpu: 4 } }, { limits: { cpu: 40 } }, packed),
  'pool-split': [
    [pool({ ...m6i, name: 'all' }), ...packed],
    [pool({ ...m6i, name: 'first' }), pool({ name: 'second', families: ['c6i'], cpuBelow: 9 }), ...packed],
  ],
  'pool-added-unused': [
    [pool(m6i), ...packed],
    [pool(m6i), pool({ name: 'batch', families: ['c6i'], taints: [taint] }), ...packed],
  ],
  'pool-renamed-spot': [
    [pool({ ...m6i, name: 'first', capacity: ['spot'] }), ...fourNodes],
    [pool({ ...m6i, name: 'second', capacity: ['spot'] }), ...fourNodes],
  ],
  'spot-to-on-demand-one-per-host': change({ ...m6i, capacity: ['spot'] }, { capacity: ['on-demand'] }),
  'spot-to-on-demand-consolidating': change({ ...shrinking, capacity: ['spot'] }, { capacity: ['on-demand'] }, packed),
  'on-demand-to-spot-one-per-host': change(m6i, { capacity: ['spot'] }),
  'alias-and-label-changed': [
    [pool(m6i), nodeClass(), ...fourNodes],
    [pool({ ...m6i, labels: { tier: 'one' } }), nodeClass({ alias: 'al2023@v20250801' }), ...fourNodes],
  ],
  'alias-changed-with-replicas-up': [
    [pool(m6i), nodeClass(), ...fourNodes],
    [pool(m6i), nodeClass({ alias: 'al2023@v20250801' }), deployment('web', { replicas: 6, onePer: 'host' })],
  ],
  'user-data-changed': classes({}, { userData: '#!/bin/bash\necho ready\n' }),
  'node-class-replaced': [
    [pool(m6i), nodeClass(), ...fourNodes],
    [pool({ ...m6i, nodeClass: 'other' }), nodeClass(), nodeClass({ name: 'other' }), ...fourNodes],
  ],
  'zones-widened': change({ ...m6i, zones: ['us-east-1a'] }, { zones: ['us-east-1a', 'us-east-1b'] }),
  'limit-added-with-requests-up': [
    [pool(m6i), deployment('web', { replicas: 6 })],
    [pool({ ...m6i, limits: { cpu: 100 } }), deployment('web', { replicas: 6, cpu: 2 })],
  ],
});
