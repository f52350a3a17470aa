import { type KubeObject, pool, shrinks } from '../manifests.ts';
import { deployment } from '../workload-manifests.ts';
import { type Sides, transitionsOf } from './table.ts';

const m6i = { families: ['m6i'], cpuBelow: 9 };
const stays = pool(m6i);
const consolidates = pool({ ...m6i, disruption: shrinks });

const buffer = (spec: KubeObject): KubeObject => ({
  apiVersion: 'autoscaling.x-k8s.io/v1beta1',
  kind: 'CapacityBuffer',
  metadata: { name: 'web' },
  spec: { scalableRef: { apiGroup: 'apps', kind: 'Deployment', name: 'web' }, ...spec },
});

/** A Deployment with a buffer before and after. */
const web = (nodePool: KubeObject, before: Room, after: Room): Sides => [
  [nodePool, ...objectsOf(before)],
  [nodePool, ...objectsOf(after)],
];
interface Room {
  readonly replicas: number;
  readonly room?: KubeObject;
}
const objectsOf = ({ replicas, room }: Room): KubeObject[] => [
  deployment('web', { replicas }),
  ...(room ? [buffer(room)] : []),
];

/** CapacityBuffers, with the feature gate on. */
export const capacityBuffers = transitionsOf(
  {
    'buffer-added': web(stays, { replicas: 5 }, { replicas: 5, room: { replicas: 4 } }),
    'buffer-grows-consolidating': web(
      consolidates,
      { replicas: 6, room: { replicas: 2 } },
      { replicas: 6, room: { replicas: 10 } },
    ),
    'buffer-shrinks-consolidating': web(
      consolidates,
      { replicas: 6, room: { replicas: 12 } },
      { replicas: 6, room: { replicas: 2 } },
    ),
    'buffer-removed-consolidating': web(consolidates, { replicas: 6, room: { replicas: 10 } }, { replicas: 6 }),
    'buffer-used-by-more-replicas': web(
      stays,
      { replicas: 4, room: { replicas: 6 } },
      { replicas: 9, room: { replicas: 6 } },
    ),
    'buffer-of-a-percentage-consolidating': web(
      consolidates,
      { replicas: 4, room: { percentage: 50 } },
      { replicas: 12, room: { percentage: 50 } },
    ),
  },
  { featureGates: { capacityBuffer: true } },
);
