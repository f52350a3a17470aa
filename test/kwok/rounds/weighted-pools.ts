import { pool } from '../manifests.ts';
import { deployment } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

const onePerHost = (replicas: number) => deployment('web', { replicas, onePer: 'host' });
const first = { name: 'first', weight: 50 };
const second = { name: 'second', weight: 10 };

/** NodePools with limits. Karpenter uses the heavier ones first. */
export const weightedPools = setUpsOf({
  'weights-first-soon-full': [
    pool({ ...first, families: ['c6i'], limits: { cpu: 8 } }),
    pool({ ...second, families: ['m6i'] }),
    onePerHost(8),
  ],
  'weights-limits-far': [
    pool({ ...first, categories: ['c'], limits: { cpu: 200 } }),
    pool({ ...second, categories: ['m'], limits: { cpu: 200 } }),
    onePerHost(12),
  ],
  'weights-first-far-second-without-limit': [
    pool({ ...first, categories: ['c'], limits: { cpu: 300 } }),
    pool({ ...second, categories: ['r'] }),
    onePerHost(8),
  ],
  'weights-spot-then-on-demand': [
    pool({ ...first, capacity: ['spot'], limits: { cpu: 64 } }),
    pool(second),
    onePerHost(10),
  ],
  'weights-three-pools': [
    pool({ ...first, families: ['c6a'], limits: { cpu: 20 } }),
    pool({ ...second, families: ['m6a'], limits: { cpu: 20 } }),
    pool({ name: 'third', families: ['r6a'], limits: { cpu: 20 } }),
    onePerHost(15),
  ],
  'weights-all-full': [pool({ ...first, limits: { cpu: 8 } }), pool({ ...second, limits: { cpu: 8 } }), onePerHost(10)],
  'weights-packed': [
    pool({ ...first, families: ['c6i'], limits: { cpu: 16 } }),
    pool({ ...second, families: ['m6i'] }),
    deployment('web', { replicas: 30, memory: '1Gi' }),
  ],
  'weights-limit-of-nodes': [
    pool({ ...first, limits: { nodes: 2 } }),
    pool({ ...second, families: ['m5'], limits: { cpu: 200 } }),
    onePerHost(6),
  ],
  'weights-limit-of-memory': [
    pool({ ...first, limits: { memory: '16Gi' } }),
    pool({ ...second, categories: ['r'], limits: { memory: '400Gi' } }),
    onePerHost(8),
  ],
  'weights-equal-with-limits': [
    pool({ name: 'east', families: ['c6i'], limits: { cpu: 100 } }),
    pool({ name: 'west', families: ['c6i'], limits: { cpu: 100 } }),
    onePerHost(6),
  ],
});
