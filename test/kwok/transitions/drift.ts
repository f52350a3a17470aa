import { capacityLabel, nodeClass, type PoolOptions, pool, shrinks } from '../manifests.ts';
import {
  budget,
  daemonSet,
  deployment,
  doNotDisrupt,
  orderedSet,
  type WorkloadOptions,
} from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const web = (replicas: number, options: WorkloadOptions = {}) => deployment('web', { replicas, ...options });
const fourNodes = web(4, { onePer: 'host' });
const packed = [web(10), deployment('batch', { replicas: 4, cpu: 3 })];
const m6i: PoolOptions = { families: ['m6i'], cpuBelow: 9 };
const v1 = { labels: { tier: 'one' } };
const v2 = { labels: { tier: 'two' } };
const consolidating = { disruption: shrinks };

/** A NodePool that changes, and objects that stay the same. */
const change = (before: PoolOptions, after: PoolOptions, ...others: Parameters<typeof sides>[2]): Sides =>
  sides(pool(before), pool({ ...before, ...after }), others);
const sides = (base: Sides[0][number], head: Sides[0][number], others: Sides[0]): Sides => [
  [base, ...others],
  [head, ...others],
];
const budgets = (nodes: string) => ({
  consolidationPolicy: 'WhenEmpty',
  consolidateAfter: 'Never',
  budgets: [{ nodes }],
});
/** The template's label changes, under different conditions. */
const labelled = (options: PoolOptions, ...others: Sides[0]): Sides =>
  change({ ...m6i, ...v1, ...options }, v2, ...others);

/** Changes that make nodes drift, so that Karpenter replaces them. */
export const drift = transitionsOf({
  'drift-label': labelled({}, fourNodes),
  'drift-label-packed': labelled({}, ...packed),
  'drift-label-packed-consolidating': labelled(consolidating, ...packed),
  'drift-alias': [
    [pool(m6i), fourNodes],
    [pool(m6i), nodeClass({ alias: 'al2023@v20250801' }), fourNodes],
  ],
  'drift-alias-packed-consolidating': [
    [pool({ ...m6i, ...consolidating }), ...packed],
    [pool({ ...m6i, ...consolidating }), nodeClass({ alias: 'al2023@v20250801' }), ...packed],
  ],
  'drift-node-class-tags': [
    [pool(m6i), fourNodes],
    [pool(m6i), nodeClass({ tags: { team: 'shop' } }), fourNodes],
  ],
  'drift-families': change(m6i, { families: ['m7i'] }, fourNodes),
  'drift-families-packed-consolidating': change({ ...m6i, ...consolidating }, { families: ['m7i'] }, ...packed),
  'drift-families-narrowed': change(
    { families: ['c6i', 'm6i', 'm7i'], cpuBelow: 9 },
    { families: ['m6i', 'm7i'] },
    ...packed,
  ),
  'drift-generation': change({}, { generationAbove: 6 }, fourNodes),
  'drift-spot-to-on-demand': change({ ...m6i, capacity: ['spot'] }, { capacity: ['on-demand'] }, ...packed),
  'drift-on-demand-to-spot': change(m6i, { capacity: ['spot'] }, ...packed),
  'drift-on-demand-to-spot-consolidating': change({ ...m6i, ...consolidating }, { capacity: ['spot'] }, ...packed),
  'drift-spot-allowed': change(m6i, { capacity: ['on-demand', 'spot'] }, ...packed),
  'drift-spot-allowed-consolidating': change(
    { ...m6i, ...consolidating },
    { capacity: ['on-demand', 'spot'] },
    ...packed,
  ),
  'drift-zones-narrowed': change(m6i, { zones: ['us-east-1a', 'us-east-1b'] }, web(6, { spread: [{ by: 'zone' }] })),
  'drift-zonal-anti-affinity': labelled({}, deployment('db', { replicas: 3, onePer: 'zone' })),
  'drift-zonal-spread': labelled({}, web(6, { spread: [{ by: 'zone', minDomains: 3 }] })),
  'drift-ordered-set': labelled({}, orderedSet('db', { replicas: 3, onePer: 'host' })),
  'drift-node-budget-one': labelled({ disruption: budgets('1') }, fourNodes),
  'drift-node-budget-half': labelled({ disruption: budgets('50%') }, web(6, { onePer: 'host' })),
  'drift-node-budget-all': labelled({ disruption: budgets('100%') }, fourNodes),
  'drift-node-budget-zero': labelled({ disruption: budgets('0') }, fourNodes),
  'drift-budget-holds': labelled({}, budget('web', { maxUnavailable: 0 }), fourNodes),
  'drift-budget-one-at-a-time': labelled(
    { disruption: budgets('100%') },
    budget('web', { maxUnavailable: 1 }),
    fourNodes,
  ),
  'drift-do-not-disrupt': labelled({}, web(3, { onePer: 'host', annotations: doNotDisrupt })),
  'drift-do-not-disrupt-some': labelled(
    {},
    web(2, { onePer: 'host' }),
    deployment('job', { replicas: 1, cpu: 3, annotations: doNotDisrupt, onePer: 'host' }),
  ),
  'drift-limit-full': labelled({ types: ['m6i.large'], limits: { cpu: 8 } }, fourNodes),
  'drift-limit-room-for-one': labelled({ types: ['m6i.large'], limits: { cpu: 10 } }, fourNodes),
  'drift-with-daemon-set': labelled({}, daemonSet('agent', { cpu: '200m' }), ...packed),
  'drift-empty-nodes': change({ ...m6i, ...v1 }, v2, web(1)),
  'drift-of-one-capacity-type': change(
    { ...m6i, ...v1, capacity: ['spot', 'on-demand'] },
    { capacity: ['on-demand'] },
    deployment('web', { replicas: 3, onePer: 'host', nodeSelector: { [capacityLabel]: 'on-demand' } }),
    deployment('batch', { replicas: 3, onePer: 'host' }),
  ),
});
