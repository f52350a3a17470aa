import { pool } from '../manifests.ts';
import { deployment, orderedSet, parallelSet } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

/** StatefulSets. `Parallel` ones create all pods at once, the others one after another. */
export const statefulSets = setUpsOf({
  'parallel-set-packed': [pool(), parallelSet('db', { replicas: 12, memory: '4Gi' })],
  'parallel-set-one-per-host': [pool({ limits: { cpu: 200 } }), parallelSet('db', { replicas: 6, onePer: 'host' })],
  'parallel-set-limit-far': [pool({ limits: { cpu: 1000 } }), parallelSet('db', { replicas: 9, onePer: 'host' })],
  'parallel-set-limit-short': [pool({ limits: { cpu: 7 } }), parallelSet('db', { replicas: 5, onePer: 'host' })],
  'parallel-set-with-deployment': [
    pool({ limits: { cpu: 100 } }),
    parallelSet('db', { replicas: 4, cpu: 2, memory: '8Gi', onePer: 'host' }),
    deployment('web', { replicas: 8 }),
  ],
  'ordered-set-packed': [pool(), orderedSet('db', { replicas: 6 })],
  'ordered-set-one-per-host': [pool(), orderedSet('db', { replicas: 4, onePer: 'host' })],
  'ordered-set-zonal-anti-affinity': [pool(), orderedSet('db', { replicas: 3, onePer: 'zone' })],
  'ordered-set-with-limit': [pool({ limits: { cpu: 9 } }), orderedSet('db', { replicas: 6, onePer: 'host' })],
  'ordered-set-with-deployment': [pool(), orderedSet('db', { replicas: 3 }), deployment('web', { replicas: 8 })],
});
