import { pool } from '../manifests.ts';
import { deployment, parallelSet, type SpreadOptions } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

const spread = (replicas: number, ...constraints: readonly SpreadOptions[]) =>
  deployment('web', { replicas, spread: constraints });
const far = { limits: { cpu: 200 } };
const inZone = (zone: string, cpu: number) =>
  pool({ name: `pool-${zone}`, zones: [`us-east-1${zone}`], limits: { cpu } });

/** Topology spread constraints, most of them with limits or with more domains than exist. */
export const spreads = setUpsOf({
  'spread-zone-min-domains': [pool(), spread(6, { by: 'zone', minDomains: 3 })],
  'spread-zone-min-domains-in-two-zones': [
    pool({ zones: ['us-east-1a', 'us-east-1b'] }),
    spread(6, { by: 'zone', minDomains: 3 }),
  ],
  'spread-zone-skew-two-min-domains-in-two-zones': [
    pool({ zones: ['us-east-1a', 'us-east-1b'] }),
    spread(6, { by: 'zone', maxSkew: 2, minDomains: 3 }),
  ],
  'spread-zone-with-limit': [pool(far), spread(9, { by: 'zone' })],
  'spread-zone-skew-two': [pool(far), spread(10, { by: 'zone', maxSkew: 2 })],
  'spread-zone-soft-with-limit': [pool(far), spread(10, { by: 'zone', isSoft: true })],
  'spread-zone-one-pool-per-zone': [inZone('a', 100), inZone('b', 100), inZone('c', 2), spread(9, { by: 'zone' })],
  'spread-host-min-domains': [pool(), spread(4, { by: 'host', minDomains: 4 })],
  'spread-host-min-domains-with-limit': [pool(far), spread(8, { by: 'host', minDomains: 6 })],
  'spread-host-with-limit': [pool(far), spread(8, { by: 'host' })],
  'spread-host-skew-two-with-limit': [pool(far), spread(10, { by: 'host', maxSkew: 2, minDomains: 5 })],
  'spread-zone-and-host-with-limit': [pool(far), spread(9, { by: 'zone' }, { by: 'host' })],
  'spread-capacity-type': [pool({ capacity: ['spot', 'on-demand'] }), spread(6, { by: 'capacity' })],
  'spread-capacity-type-with-limit': [
    pool({ capacity: ['spot', 'on-demand'], ...far }),
    spread(6, { by: 'capacity' }, { by: 'host' }),
  ],
  'spread-zone-parallel-set': [
    pool(far),
    parallelSet('db', { replicas: 6, spread: [{ by: 'zone', minDomains: 3 }, { by: 'host' }] }),
  ],
});
