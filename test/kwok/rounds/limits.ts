import { pool } from '../manifests.ts';
import { daemonSet, deployment } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

/** Pods that each need a separate node. Karpenter counts the largest instance type for each until it is launched. */
const onePerHost = (replicas: number, cpu: string | number = 1) => deployment('web', { replicas, cpu, onePer: 'host' });

/** The limits on the first page of Karpenter's documentation. */
const gettingStarted = pool({
  name: 'default',
  limits: { cpu: 1000 },
  disruption: { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '1m' },
});

/** Limits that are lower than the number of nodes times the largest instance type. */
export const limits = setUpsOf({
  'getting-started': [gettingStarted, onePerHost(12)],
  'limit-cpu-400': [pool({ limits: { cpu: 400 } }), onePerHost(12)],
  'limit-cpu-200': [pool({ limits: { cpu: 200 } }), onePerHost(12)],
  'limit-cpu-exactly-enough': [pool({ limits: { cpu: 24 } }), onePerHost(12)],
  'limit-cpu-one-node-short': [pool({ limits: { cpu: 23 } }), onePerHost(12)],
  'limit-cpu-below-one-node': [pool({ limits: { cpu: 1 } }), onePerHost(3)],
  'limit-cpu-larger-pods': [pool({ limits: { cpu: 60 } }), onePerHost(7, 3)],
  'limit-memory-exactly-enough': [pool({ limits: { memory: '48Gi' } }), onePerHost(12)],
  'limit-memory-short': [pool({ limits: { memory: '36Gi' } }), onePerHost(12)],
  'limit-cpu-and-memory': [pool({ limits: { cpu: 64, memory: '64Gi' } }), onePerHost(12)],
  'limit-nodes-exactly-enough': [pool({ limits: { nodes: 6 } }), onePerHost(6)],
  'limit-nodes-two-short': [pool({ limits: { nodes: 4 } }), onePerHost(6)],
  'limit-nodes-and-cpu': [pool({ limits: { nodes: 10, cpu: 500 } }), onePerHost(14)],
  'limit-one-family': [pool({ families: ['m6i'], limits: { cpu: 256 } }), onePerHost(8, 2)],
  'limit-one-type-short': [pool({ types: ['m6i.xlarge'], limits: { cpu: 20 } }), onePerHost(6)],
  'limit-packed-near': [pool({ limits: { cpu: 36 } }), deployment('web', { replicas: 36, memory: '2Gi' })],
  'limit-packed-far': [pool({ limits: { cpu: 60 } }), deployment('web', { replicas: 50, memory: '1Gi' })],
  'limit-packed-large-pods': [pool({ limits: { cpu: 100 } }), deployment('web', { replicas: 10, cpu: 7 })],
  'limit-spot': [pool({ capacity: ['spot'], limits: { cpu: 300 } }), onePerHost(10)],
  'limit-arm64': [pool({ arch: ['arm64'], limits: { cpu: 300 } }), onePerHost(10)],
  'limit-both-architectures': [pool({ arch: ['amd64', 'arm64'], limits: { cpu: 150 } }), onePerHost(9)],
  'limit-two-sizes': [
    pool({ limits: { cpu: 120 } }),
    deployment('large', { replicas: 3, cpu: 8, onePer: 'host' }),
    deployment('small', { replicas: 10, onePer: 'host' }),
  ],
  'limit-with-daemon-set': [
    pool({ limits: { cpu: 40 } }),
    daemonSet('agent', { cpu: '200m', memory: '256Mi' }),
    onePerHost(8),
  ],
});
