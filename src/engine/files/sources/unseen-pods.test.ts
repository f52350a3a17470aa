import { expect, test } from 'vitest';
import { unseenPods, unseenPodsIn } from './unseen-pods.ts';

const object = (apiVersion: string, kind: string, spec: unknown): string =>
  JSON.stringify({ apiVersion, kind, metadata: { name: 'a', namespace: 'ml' }, spec });

const cluster = (replicas: number, image = 'farm:1'): string =>
  `apiVersion: farms.example.com/v1\nkind: Farm\nmetadata: {name: a, namespace: ml}\nspec:\n  workerGroupSpecs:\n  - replicas: ${replicas}\n    image: ${image}\n`;

const file = 'a.yaml';
const found = (before: string, after: string) =>
  unseenPods(unseenPodsIn([{ file, text: before }]), unseenPodsIn([{ file, text: after }]), { help: 'Compare.' });
const names = (before: string, after: string): readonly string[] =>
  found(before, after).map(({ message }) => /`([^`]+)`/.exec(message)![1]!);

test('a changed, new or removed object of an operator is one note at the changed line', () => {
  const [one] = found(cluster(2), cluster(20));
  expect(one).toMatchObject({
    code: 'render/unknown',
    severity: 'note',
    message:
      'The change edits how many pods `Farm ml/a` creates, what they request or where they may run. plumbline does not know these pods, so the effect on nodes is unknown',
  });
  expect(cluster(20).slice(one!.span.start)).toMatch(/^replicas: 20/);
  expect(names('', cluster(2))).toEqual(['Farm ml/a']);
  expect(names(cluster(2), '')).toEqual(['Farm ml/a']);
});

test.each([
  ['another image', cluster(2), cluster(2, 'ray:2')],
  ['an object that moves in its file', `${cluster(2)}---\nkind: ConfigMap\n`, `kind: ConfigMap\n---\n${cluster(2)}`],
  [
    'objects that are read',
    object('apps/v1', 'Deployment', { replicas: 1 }),
    object('apps/v1', 'Deployment', { replicas: 2 }),
  ],
  [
    'bounds of an autoscaler, which are simulated',
    object('keda.sh/v1alpha1', 'ScaledObject', { maxReplicaCount: 1 }),
    object('keda.sh/v1alpha1', 'ScaledObject', { maxReplicaCount: 2 }),
  ],
  [
    'replicas of something else',
    object('kafka.strimzi.io/v1', 'KafkaTopic', { replicas: 1 }),
    object('kafka.strimzi.io/v1', 'KafkaTopic', { replicas: 2 }),
  ],
  [
    'objects of operators whose pods are counted',
    object('postgresql.cnpg.io/v1', 'Cluster', { instances: 1 }),
    object('postgresql.cnpg.io/v1', 'Cluster', { instances: 3 }),
  ],
  [
    'a policy that is read',
    object('kyverno.io/v1', 'ClusterPolicy', {
      rules: [{ match: {}, mutate: { patchStrategicMerge: { spec: { nodeSelector: { a: 'b' } } } } }],
    }),
    object('kyverno.io/v1', 'ClusterPolicy', {
      rules: [{ match: {}, mutate: { patchStrategicMerge: { spec: { nodeSelector: { a: 'c' } } } } }],
    }),
  ],
  ['templates', `{{ if true }}\n${cluster(2)}`, `{{ if true }}\n${cluster(20)}`],
])('says nothing about %s', (_, before, after) => {
  expect(names(before, after)).toEqual([]);
});

test.each([
  ['ScaledObject', 'keda.sh/v1alpha1', (n: number) => ({ triggers: [{ metadata: { desiredReplicas: `${n}` } }] })],
  ['ScaledJob', 'keda.sh/v1alpha1', (n: number) => ({ maxReplicaCount: n })],
  ['ClusterPolicy', 'kyverno.io/v1', (n: number) => ({ rules: [{ mutate: { spec: { tolerations: [`${n}`] } } }] })],
  [
    'MutatingAdmissionPolicy',
    'admissionregistration.k8s.io/v1',
    (n: number) => ({
      matchConstraints: { resourceRules: [{ resources: ['pods'], operations: ['CREATE'] }] },
      mutations: [{ applyConfiguration: { expression: `object.x + ${n}` } }],
    }),
  ],
])('finds an edit of a %s', (kind, apiVersion, spec) => {
  expect(names(object(apiVersion, kind, spec(1)), object(apiVersion, kind, spec(2)))).toEqual([`${kind} ml/a`]);
});

test('a policy that only checks pods changes none', () => {
  const policy = (cpu: string) =>
    object('kyverno.io/v1', 'ClusterPolicy', { rules: [{ validate: { resources: { requests: { cpu } } } }] });
  expect(names(policy('1'), policy('2'))).toEqual([]);
});

const analysis = (kind: string, provider: unknown): string =>
  object('argoproj.io/v1alpha1', kind, { metrics: [{ name: 'a', count: 3, provider }] });
const jobOf = (cpu: string) => ({
  job: { spec: { template: { spec: { containers: [{ name: 'k6', resources: { requests: { cpu } } }] } } } },
});

test('a metric of Argo Rollouts that is a Job creates pods, and other metrics do not', () => {
  expect(names('', analysis('AnalysisTemplate', jobOf('8')))).toEqual(['AnalysisTemplate ml/a']);
  expect(names(analysis('AnalysisRun', jobOf('1')), analysis('AnalysisRun', jobOf('8')))).toEqual(['AnalysisRun ml/a']);
  expect(names('', analysis('ClusterAnalysisTemplate', jobOf('8')))).toHaveLength(1);
  expect(names('', analysis('AnalysisTemplate', { prometheus: { query: 'x', replicas: 3 } }))).toEqual([]);
  expect(names(analysis('AnalysisTemplate', jobOf('8')), analysis('AnalysisTemplate', jobOf('8')))).toEqual([]);
});
