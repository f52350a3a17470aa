import { pool, zoneLabel } from '../manifests.ts';
import { deployment, parallelSet } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

const zonal = (replicas: number, name = 'db') => deployment(name, { replicas, onePer: 'zone' });
const inZone = (zone: string) => pool({ name: `pool-${zone.slice(-1)}`, zones: [zone] });

/** Anti-affinity to the zones of another workload. */
const awayFrom = (app: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: zoneLabel, labelSelector: { matchLabels: { app } } },
      ],
    },
  },
});

/** Required anti-affinity by zone. A pod blocks every zone in which its node might start, until the node has started. */
export const zones = setUpsOf({
  'zonal-anti-affinity': [pool(), zonal(3)],
  'zonal-anti-affinity-two-of-three': [pool(), zonal(2)],
  'zonal-anti-affinity-one-too-many': [pool(), zonal(4)],
  'zonal-anti-affinity-two-workloads': [pool(), zonal(3, 'cache'), zonal(3, 'db')],
  'zonal-anti-affinity-with-limit': [pool({ limits: { cpu: 200 } }), zonal(3)],
  'zonal-anti-affinity-limit-short': [pool({ types: ['m6i.large'], limits: { cpu: 4 } }), zonal(3)],
  'zonal-anti-affinity-in-two-zones': [pool({ zones: ['us-east-1a', 'us-east-1b'] }), zonal(3)],
  'zonal-anti-affinity-spot': [pool({ capacity: ['spot'] }), zonal(3)],
  'zonal-anti-affinity-with-others': [pool(), zonal(3), deployment('web', { replicas: 10 })],
  'zonal-anti-affinity-one-pool-per-zone': [...['us-east-1a', 'us-east-1b', 'us-east-1c'].map(inZone), zonal(3)],
  'zonal-anti-affinity-parallel-set': [pool(), parallelSet('db', { replicas: 3, onePer: 'zone' })],
  'zonal-anti-affinity-to-another': [
    pool(),
    deployment('db', { replicas: 1 }),
    deployment('backup', { replicas: 2, pod: awayFrom('db') }),
  ],
  'zonal-anti-affinity-five-zones': [
    pool({ zones: ['us-east-1a', 'us-east-1b', 'us-east-1c', 'us-east-1d', 'us-east-1f'] }),
    zonal(5),
  ],
}).map((setUp) =>
  setUp.name.endsWith('five-zones')
    ? { ...setUp, settings: { ...setUp.settings, zones: ['a', 'b', 'c', 'd', 'f'].map((zone) => `us-east-1${zone}`) } }
    : setUp,
);
