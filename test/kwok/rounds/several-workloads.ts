import { capacityLabel, hostLabel, pool } from '../manifests.ts';
import { daemonSet, dedicated, deployment, job, orderedSet } from '../workload-manifests.ts';
import { setUpsOf } from './table.ts';

const far = { limits: { cpu: 200 } };
const { taint, toleration } = dedicated('batch');
const onHostOf = (app: string) => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: hostLabel, labelSelector: { matchLabels: { app } } },
      ],
    },
  },
});
const notOnHostOf = (app: string) => ({ affinity: { podAntiAffinity: onHostOf(app).affinity.podAffinity } });
const port = { containers: [{ name: 'main', image: 'app:1', ports: [{ containerPort: 80, hostPort: 8080 }] }] };
const priority = (name: string, value: number) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
});
const urgent = { pod: { priorityClassName: 'urgent' } };
const c6i = pool({ families: ['c6i'], limits: { cpu: 100 } });

const inVirginia = setUpsOf({
  'daemon-sets-two': [
    pool(far),
    daemonSet('agent', { cpu: '300m', memory: '512Mi' }),
    daemonSet('logs', { cpu: '100m', memory: '1Gi' }),
    deployment('web', { replicas: 8, onePer: 'host' }),
  ],
  'daemon-set-of-one-capacity-type': [
    pool({ capacity: ['spot', 'on-demand'], ...far }),
    daemonSet('agent', { cpu: '500m', nodeSelector: { [capacityLabel]: 'spot' } }),
    deployment('web', { replicas: 8, onePer: 'host' }),
  ],
  'workloads-four-with-limit': [
    pool(far),
    deployment('api', { replicas: 4, cpu: 2, memory: '4Gi', onePer: 'host' }),
    deployment('web', { replicas: 10, cpu: '500m' }),
    deployment('cache', { replicas: 3, memory: '12Gi', spread: [{ by: 'zone' }] }),
    deployment('worker', { replicas: 6, cpu: 3 }),
  ],
  'workloads-of-two-capacity-types': [
    pool({ capacity: ['spot', 'on-demand'], ...far }),
    deployment('web', { replicas: 5, onePer: 'host', nodeSelector: { [capacityLabel]: 'on-demand' } }),
    deployment('batch', { replicas: 5, onePer: 'host', nodeSelector: { [capacityLabel]: 'spot' } }),
  ],
  'workloads-apart-from-each-other': [
    pool(far),
    deployment('web', { replicas: 3 }),
    deployment('batch', { replicas: 3, pod: notOnHostOf('web') }),
  ],
  'workloads-near-each-other': [
    pool(far),
    deployment('cache', { replicas: 3, onePer: 'host' }),
    deployment('web', { replicas: 6, pod: onHostOf('cache') }),
  ],
  'workloads-tainted-pool': [
    pool({ name: 'batch', taints: [taint], limits: { cpu: 100 } }),
    pool({ limits: { cpu: 100 } }),
    deployment('batch', { replicas: 4, onePer: 'host', tolerations: [toleration] }),
    deployment('web', { replicas: 4, onePer: 'host' }),
  ],
  'jobs-one-per-host': [pool(far), job('report', { replicas: 6, onePer: 'host' })],
  'host-ports-with-limit': [pool(far), deployment('proxy', { replicas: 6, pod: port })],
  'priority-with-limit': [
    priority('urgent', 1000),
    pool({ types: ['m6i.xlarge'], limits: { cpu: 12 } }),
    deployment('batch', { replicas: 6, onePer: 'host' }),
    deployment('web', { replicas: 2, cpu: 2, ...urgent }),
  ],
  'small-pods-many': [pool({ limits: { cpu: 48 } }), deployment('web', { replicas: 80, cpu: '250m', memory: '512Mi' })],
  'ordered-set-and-zonal-anti-affinity': [
    pool(far),
    orderedSet('queue', { replicas: 3 }),
    deployment('db', { replicas: 3, onePer: 'zone' }),
  ],
});

/** A Deployment before and after its replicas are tripled, in a NodePool that is far from its limit. */
const tripled = setUpsOf(
  {
    'deployment-before-tripling': [c6i, deployment('web', { replicas: 4, onePer: 'host' })],
    'deployment-tripled': [c6i, deployment('web', { replicas: 12, onePer: 'host' })],
  },
  { region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] },
);

export const severalWorkloads = [...inVirginia, ...tripled];
