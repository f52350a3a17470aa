import { describe, expect, test } from 'vitest';
import { deployment, manifestsOf } from '../simulation.test-support.ts';
import { readReplicaBounds, replicaRange } from './replicas.ts';
import { readWorkloads } from './workloads.ts';

const bounds = (min: number | null, max: number | null) => ({ min, max, by: 'HorizontalPodAutoscaler/default/web' });

test.each([
  [undefined, undefined, [1, 1, 1]],
  [3, undefined, [3, 3, 3]],
  [null, undefined, [null, null, null]],
  [undefined, bounds(2, 10), [2, 2, 10]],
  [5, bounds(2, 10), [2, 5, 10]],
  [1, bounds(2, 10), [2, 2, 10]],
  [20, bounds(2, 10), [2, 10, 10]],
  [5, bounds(2, null), [2, null, null]],
  [null, bounds(2, 10), [2, null, 10]],
])('%s replicas within %o are %o', (named, within, [low, likely, high]) => {
  expect(replicaRange(named, within)).toEqual({ low, likely, high });
});

const autoscaler = (apiVersion: string, spec: string) => `
apiVersion: ${apiVersion}
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }, ${spec} }
`;
const scaledObject = (spec: string) => `
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: web }
spec: { scaleTargetRef: { name: web }${spec} }
`;

test.each([
  ['autoscaling/v1', autoscaler('autoscaling/v1', 'minReplicas: 2, maxReplicas: 4'), 2, 4],
  ['autoscaling/v2beta2', autoscaler('autoscaling/v2beta2', 'maxReplicas: 4'), 1, 4],
  ['autoscaling/v2', autoscaler('autoscaling/v2', 'minReplicas: 2, maxReplicas: "${MAX}"'), 2, null],
  ['keda without bounds', scaledObject(''), 0, 100],
  ['keda with bounds', scaledObject(', minReplicaCount: 3, maxReplicaCount: 9'), 3, 9],
  [
    'both',
    `${autoscaler('autoscaling/v2', 'minReplicas: 2, maxReplicas: 4')}---${scaledObject(', minReplicaCount: 1, maxReplicaCount: 3')}`,
    1,
    4,
  ],
])('the bounds of %s', (_, text, min, max) => {
  expect(readReplicaBounds(manifestsOf(text)).get('Deployment/default/web')).toMatchObject({ min, max });
});

test('an autoscaler without a maximum scales nothing', () => {
  expect(readReplicaBounds(manifestsOf(autoscaler('autoscaling/v2', 'minReplicas: 2'))).size).toBe(0);
});

describe('pods of a workload', () => {
  const job = (spec: string, more = ', resources: { requests: { cpu: 1 } }') => `
apiVersion: batch/v1
kind: Job
metadata: { name: web }
spec: { ${spec}template: { spec: { containers: [{ name: a${more} }] } } }
`;
  const cronJob = (spec: string, job: string) => `
apiVersion: batch/v1
kind: CronJob
metadata: { name: web }
spec: { schedule: '@daily', ${spec}jobTemplate: { spec: { ${job}template: { spec: { containers: [{ name: a }] } } } } }
`;
  const replicaSet = (metadata: string) => `
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web${metadata} }
spec: { replicas: 2, template: { spec: { containers: [{ name: a }] } } }
`;
  test.each([
    ['Job', job(''), [1]],
    ['Job that requests nothing', job('', ''), []],
    [
      'Job that requests nothing, on certain nodes',
      job('', ' }], nodeSelector: { a: b }, initContainers: [{ name: b'),
      [1],
    ],
    ['Job with fewer completions', job('parallelism: 5, completions: 3, '), [3]],
    ['Job with more completions', job('parallelism: 5, completions: 30, '), [5]],
    ['suspended Job', job('suspend: true, parallelism: 5, '), [0]],
    ['CronJob', cronJob('', 'parallelism: 2, '), [2]],
    ['suspended CronJob', cronJob('suspend: true, ', 'parallelism: 2, '), [0]],
    ['ReplicaSet', replicaSet(''), [2]],
    ['owned ReplicaSet', replicaSet(', ownerReferences: [{ kind: Deployment, name: web, controller: true }]'), []],
    [
      'ReplicaSet of an operator',
      replicaSet(', ownerReferences: [{ kind: Database, name: web, controller: true }]'),
      [2],
    ],
    ['Deployment', deployment('web', 4), [4]],
    ['Deployment with a placeholder', deployment('web', '${N}'), [null]],
    ['too large a Deployment', deployment('web', 1e9), [null]],
    ['negative Deployment', deployment('web', -1), [null]],
  ])('%s', (_, text, likely) => {
    expect(readWorkloads(manifestsOf(text)).workloads.map(({ replicas }) => replicas.likely)).toEqual(likely);
  });
});
