import { type KubeObject, type PoolOptions, pool, shrinks } from '../manifests.ts';
import { budget, deployment, doNotDisrupt, orderedSet, type WorkloadOptions } from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const m6i: PoolOptions = { families: ['m6i'], cpuBelow: 9 };
const web = (replicas: number, options: WorkloadOptions = {}) => deployment('web', { replicas, ...options });
const fourNodes = web(4, { onePer: 'host' });

/** The template's label changes, so that all nodes drift. */
const labelled = (options: PoolOptions, ...others: Sides[0]): Sides => [
  [pool({ ...m6i, labels: { tier: 'one' }, ...options }), ...others],
  [pool({ ...m6i, labels: { tier: 'two' }, ...options }), ...others],
];
const budgets = (...all: KubeObject[]) => ({
  disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfter: 'Never', budgets: all },
});
/** Replicas go down, so that nodes could be consolidated, under different conditions. */
const shrunk = (disruption: KubeObject, ...others: Sides[0]): Sides => [
  [pool({ ...m6i, disruption }), web(8, { cpu: 2 }), ...others],
  [pool({ ...m6i, disruption }), web(3, { cpu: 2 }), ...others],
];

/** Budgets, PodDisruptionBudgets and annotations that delay or prevent the replacement of nodes. */
export const holds = transitionsOf({
  'drift-budget-for-drift-zero': labelled(budgets({ nodes: '0', reasons: ['Drifted'] }), fourNodes),
  'drift-budget-for-empty-zero': labelled(budgets({ nodes: '0', reasons: ['Empty'] }, { nodes: '100%' }), fourNodes),
  'drift-budget-window-closed': labelled(
    budgets({ nodes: '0', schedule: '@yearly', duration: '1h' }, { nodes: '2' }),
    fourNodes,
  ),
  'drift-budget-window-always-open': labelled(
    budgets({ nodes: '0', schedule: '* * * * *', duration: '24h' }),
    fourNodes,
  ),
  'drift-min-available-half': labelled(budgets({ nodes: '100%' }), budget('web', { minAvailable: '50%' }), fourNodes),
  'drift-min-available-all-of-one-workload': labelled(
    budgets({ nodes: '100%' }),
    budget('web', { minAvailable: '100%' }),
    web(2, { onePer: 'host' }),
    deployment('batch', { replicas: 3, onePer: 'host' }),
  ),
  'drift-single-replica-with-budget': labelled({}, budget('web', { minAvailable: 1 }), web(1)),
  'drift-ordered-set-with-budget': labelled(
    budgets({ nodes: '100%' }),
    budget('db', { maxUnavailable: 1 }),
    orderedSet('db', { replicas: 4, onePer: 'host' }),
  ),
  'drift-all-replicas-on-one-node': labelled({}, web(6), deployment('batch', { replicas: 2, cpu: 6 })),
  'drift-do-not-disrupt-with-grace-period': labelled(
    { terminationGracePeriod: '30s' },
    web(2, { onePer: 'host', annotations: doNotDisrupt }),
  ),
  'drift-budget-holds-with-grace-period': labelled(
    { terminationGracePeriod: '30s' },
    budget('web', { maxUnavailable: 0 }),
    web(2, { onePer: 'host' }),
  ),
  'shrunk-consolidate-after-never': shrunk({ ...shrinks, consolidateAfter: 'Never' }),
  'shrunk-consolidate-after-20s': shrunk({ ...shrinks, consolidateAfter: '20s' }),
  'shrunk-budget-zero': shrunk({ ...shrinks, budgets: [{ nodes: '0' }] }),
  'shrunk-budget-one': shrunk({ ...shrinks, budgets: [{ nodes: '1' }] }),
  'shrunk-budget-for-underutilized-zero': shrunk({
    ...shrinks,
    budgets: [{ nodes: '0', reasons: ['Underutilized'] }, { nodes: '100%' }],
  }),
  'shrunk-budget-window-closed': shrunk({
    ...shrinks,
    budgets: [{ nodes: '0', schedule: '@yearly', duration: '1h' }, { nodes: '100%' }],
  }),
  'shrunk-beside-do-not-disrupt': shrunk(
    shrinks,
    deployment('job', { replicas: 2, cpu: 1, onePer: 'host', annotations: doNotDisrupt }),
  ),
  'shrunk-beside-budget-that-holds': shrunk(
    shrinks,
    budget('db', { maxUnavailable: 0 }),
    deployment('db', { replicas: 2, onePer: 'host' }),
  ),
  'consolidate-after-lowered': [
    [pool(m6i), web(8, { cpu: 2, onePer: 'host' })],
    [pool({ ...m6i, disruption: shrinks }), web(8, { cpu: 2 })],
  ],
});
