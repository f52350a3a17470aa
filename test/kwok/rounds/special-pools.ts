import { familyLabel, isIn, nodeClass, pool } from '../manifests.ts';
import { dedicated, deployment } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

const onePerHost = (replicas: number) => deployment('web', { replicas, onePer: 'host' });
const staticPool = { name: 'static', types: ['m6i.large'] };
const { taint, toleration } = dedicated('batch');

/** Static NodePools have their nodes regardless of pods. */
const staticPools = setUpsOf({
  'static-pool-with-room': [pool({ ...staticPool, replicas: 3 }), deployment('web', { replicas: 3 })],
  'static-pool-and-overflow': [pool({ ...staticPool, replicas: 2 }), pool(), deployment('web', { replicas: 8 })],
  'static-pool-limit-of-nodes': [
    pool({ ...staticPool, replicas: 5, limits: { nodes: 3 } }),
    deployment('web', { replicas: 4 }),
  ],
  'static-pool-one-per-host': [pool({ ...staticPool, replicas: 2 }), pool({ limits: { cpu: 200 } }), onePerHost(5)],
  'static-pool-tainted': [
    pool({ ...staticPool, replicas: 2, taints: [taint] }),
    pool({ limits: { cpu: 100 } }),
    deployment('batch', { replicas: 2, tolerations: [toleration] }),
    onePerHost(3),
  ],
  'static-pool-empty': [pool({ ...staticPool, replicas: 0 }), deployment('web', { replicas: 2 })],
  'static-pool-alone': [pool({ ...staticPool, types: ['c6a.large', 'c6i.large'], replicas: 4 })],
});

const familyValues = ['c5', 'c6i', 'c6a', 'c7i', 'm5', 'm6i', 'm6a', 'm7i'];
const ofFamilies = (minValues: number) => ({
  categories: ['c', 'm'],
  requirements: [isIn(familyLabel, familyValues, minValues)],
});
const types = (minValues: number) => ({
  requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'Exists', minValues }],
});

const withMinValues = {
  'min-values-families': [pool({ ...ofFamilies(5), limits: { cpu: 300 } }), onePerHost(6)],
  'min-values-types': [pool({ ...types(30), limits: { cpu: 300 } }), onePerHost(6)],
  'min-values-types-limit-near': [pool({ ...types(50), limits: { cpu: 16 } }), onePerHost(6)],
  'min-values-packed': [pool({ ...types(40), limits: { cpu: 60 } }), deployment('web', { replicas: 30 })],
};
const minValues = [
  ...setUpsOf(withMinValues),
  ...setUpsOf(
    { 'min-values-best-effort-limit-near': withMinValues['min-values-types-limit-near'] },
    { minValuesPolicy: 'BestEffort' },
  ),
];

const reservation = {
  id: 'cr-0123456789abcdef0',
  instanceType: 'm6i.large',
  availabilityZone: 'us-east-1a',
  instanceMatchCriteria: 'targeted',
  ownerID: '123456789012',
  reservationType: 'default',
  state: 'active',
};
const reservedClass = {
  ...nodeClass({ capacityReservationSelectorTerms: [{ id: reservation.id }] }),
  status: { capacityReservations: [reservation] },
};
const withFallback = pool({ families: ['m6i'], capacity: ['reserved', 'on-demand'], limits: { cpu: 200 } });

/** Two instances are reserved. Karpenter uses them first. */
const reserved = setUpsOf(
  {
    'reserved-then-on-demand': [withFallback, reservedClass, onePerHost(5)],
    'reserved-alone': [pool({ families: ['m6i'], capacity: ['reserved'] }), reservedClass, onePerHost(3)],
    'reserved-enough': [withFallback, reservedClass, onePerHost(2)],
    'reserved-zonal-anti-affinity': [withFallback, reservedClass, deployment('db', { replicas: 3, onePer: 'zone' })],
  },
  { reservations: { [reservation.id]: 2 } },
);

export const specialPools = [...staticPools, ...minValues, ...reserved];
