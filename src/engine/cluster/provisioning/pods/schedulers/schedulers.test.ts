import { describe, expect, test } from 'vitest';
import { manifestsOf } from '../../simulation.test-support.ts';
import { readWorkloads } from '../workloads.ts';
import { admittedByQueues } from './kueue.ts';
import { withoutOtherSchedulers } from './other-schedulers.ts';

const job = (name: string, spec: string, labels = '{ kueue.x-k8s.io/queue-name: main }'): string => `
apiVersion: batch/v1
kind: Job
metadata: { name: ${name}, namespace: a, labels: ${labels} }
spec: { ${spec}, template: { spec: { containers: [{ name: app, image: a, resources: { requests: { cpu: 2 } } }] } } }
---
`;
const queue = (spec: string, more = ''): string => `
apiVersion: kueue.x-k8s.io/v1beta1
kind: LocalQueue
metadata: { name: main, namespace: a }
spec: { clusterQueue: all }
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata: { name: all }
spec: ${spec}
---
${more}`;
const flavors = (cpu: number): string =>
  `resourceGroups: [{ coveredResources: [cpu], flavors: [{ name: x, resources: [{ name: cpu, nominalQuota: ${cpu} }] }] }]`;
const check = (controller: string): string =>
  `apiVersion: kueue.x-k8s.io/v1beta1\nkind: AdmissionCheck\nmetadata: { name: c }\nspec: { controllerName: ${controller} }\n---\n`;
const autoscaler =
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: cluster-autoscaler, namespace: kube-system }\nspec: {}\n---\n';

/** `name count reason` of each workload. */
const started = (text: string): readonly string[] => {
  const manifests = manifestsOf(text);
  return admittedByQueues(readWorkloads(manifests).workloads, manifests).map(({ name, replicas, held }) =>
    [name, replicas.likely, ...(held ? [held.because] : [])].join(' '),
  );
};

const two = job('one', 'suspend: true, parallelism: 4') + job('two', 'suspend: true, parallelism: 4');
const provisioning = 'kueue.x-k8s.io/provisioning-request';

describe('Kueue', () => {
  test.each([
    ['a queue with room for all', two + queue(`{ ${flavors(16)} }`), ['one 4', 'two 4']],
    ['a queue with room for one of both', two + queue(`{ ${flavors(12)} }`), ['one 4', 'two 0 quota']],
    ['a queue of a cohort, which may borrow', two + queue(`{ cohort: c, ${flavors(4)} }`), ['one 4', 'two 4']],
    [
      'a queue that is stopped',
      two + queue(`{ stopPolicy: Hold, ${flavors(99)} }`),
      ['one 0 stopped', 'two 0 stopped'],
    ],
    ['a queue that no file has', two, ['one 0 unknown', 'two 0 unknown']],
    [
      'a check that nobody answers',
      two + queue(`{ admissionChecks: [c], ${flavors(99)} }`, check(provisioning)),
      ['one 0 provisioning-request', 'two 0 provisioning-request'],
    ],
    [
      'such a check as a strategy',
      two +
        queue(`{ admissionChecksStrategy: { admissionChecks: [{ name: c }] }, ${flavors(99)} }`, check(provisioning)),
      ['one 0 provisioning-request', 'two 0 provisioning-request'],
    ],
    [
      'another check',
      two + queue(`{ admissionChecks: [c], ${flavors(99)} }`, check('kueue.x-k8s.io/multikueue')),
      ['one 4', 'two 4'],
    ],
    ['no queue', job('one', 'suspend: true, parallelism: 4', '{}'), ['one 0']],
  ])('%s', (_, text, expected) => {
    expect(started(text)).toEqual(expected);
  });

  test('cluster-autoscaler answers the check', () => {
    const text = two + queue(`{ admissionChecks: [c], ${flavors(99)} }`, check(provisioning)) + autoscaler;
    expect(started(text).filter((line) => line.includes('provisioning'))).toEqual([]);
  });
});

describe('other schedulers', () => {
  const pod = (spec: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: a }\nspec: { ${spec}, containers: [{ name: app, image: a }] }\n`;
  const left = (text: string, takenBy?: () => string | undefined) =>
    withoutOtherSchedulers(readWorkloads(manifestsOf(text)), takenBy).uncounted.map(({ why, by }) => `${why} ${by}`);

  test.each([
    ['schedulerName: volcano', ['scheduler volcano']],
    ['schedulerName: default-scheduler', []],
    ['schedulingGates: [{ name: a }, { name: b }]', ['gates a, b']],
    ['hostNetwork: false', []],
  ])('%s', (spec, expected) => {
    expect(left(pod(spec))).toEqual(expected);
  });

  test('the cloud runs a pod whatever its scheduler', () => {
    expect(left(pod('schedulerName: volcano'), () => 'Fargate profile `a`')).toEqual(['cloud Fargate profile `a`']);
  });
});
