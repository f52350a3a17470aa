import { expect, test } from 'vitest';
import { manifestsOf } from '../simulation.test-support.ts';
import { withinQuotas } from './namespace-quotas.ts';
import { readWorkloads } from './workloads.ts';

const deployment = (name: string, replicas: number, spec = '', namespace = 'a'): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${replicas}
  template:
    metadata: { labels: { app: ${name} } }
    spec: { ${spec || 'containers: [{ name: app, image: a, resources: { requests: { cpu: 1, memory: 1Gi } } }]'} }
---
`;

const quota = (spec: string, name = 'q', namespace = 'a'): string =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: ${spec}\n---\n`;

/** `name count`, with the resource that refuses pods. */
function exist(text: string, existing: Readonly<Record<string, number>> = {}): readonly string[] {
  const manifests = manifestsOf(text);
  return withinQuotas(readWorkloads(manifests).workloads, manifests, ({ name }) => existing[name] ?? 0).map(
    ({ name, replicas, refused }) =>
      [
        name,
        replicas.likely,
        ...(refused ? [refused.resource, refused.because, ...(refused.isLater ? ['later'] : [])] : []),
      ].join(' '),
  );
}

const limited = 'containers: [{ name: app, image: a, resources: { limits: { cpu: 2, memory: 1Gi } } }]';
const urgent = 'priorityClassName: high, containers: [{ name: app, image: a }]';
const byPriority = (operator: string, values = '[high]'): string =>
  `{ hard: { pods: 2 }, scopeSelector: { matchExpressions: [{ scopeName: PriorityClass, operator: ${operator}, values: ${values} }] } }`;

test.each([
  ['pods', deployment('web', 9) + quota('{ hard: { pods: "4" } }'), ['web 4 pods limit']],
  [
    'the tightest resource',
    deployment('web', 9) + quota('{ hard: { requests.cpu: 7, requests.memory: 5Gi } }'),
    ['web 5 requests.memory limit'],
  ],
  [
    'two quotas',
    deployment('web', 9) + quota('{ hard: { pods: 6 } }') + quota('{ hard: { cpu: 3 } }', 'r'),
    ['web 3 cpu limit'],
  ],
  ['limits', deployment('web', 9, limited) + quota('{ hard: { limits.cpu: 10 } }'), ['web 5 limits.cpu limit']],
  [
    'a limit that no container has',
    deployment('web', 9) + quota('{ hard: { limits.cpu: 10 } }'),
    ['web 0 limits.cpu missing'],
  ],
  ['another namespace', deployment('web', 9) + quota('{ hard: { pods: 1 } }', 'q', 'b'), ['web 9']],
  [
    'other objects',
    deployment('web', 9) + quota('{ hard: { services: 1, requests.storage: 1Gi, persistentvolumeclaims: 0 } }'),
    ['web 9'],
  ],
  [
    'pods of the scope BestEffort',
    deployment('web', 9) + quota('{ hard: { pods: 1 }, scopes: [BestEffort] }'),
    ['web 9'],
  ],
  [
    'pods of the scope NotBestEffort',
    deployment('web', 9) + quota('{ hard: { pods: 1 }, scopes: [NotBestEffort] }'),
    ['web 1 pods limit'],
  ],
  [
    'pods with a deadline',
    deployment('web', 9, `activeDeadlineSeconds: 60, ${limited}`) +
      quota('{ hard: { pods: 1 }, scopes: [Terminating] }'),
    ['web 1 pods limit'],
  ],
  [
    'pods of a priority',
    deployment('web', 9) + deployment('job', 9, urgent) + quota(byPriority('In')),
    ['web 9', 'job 2 pods limit'],
  ],
  [
    'pods of all other priorities',
    deployment('web', 9) + deployment('job', 9, urgent) + quota(byPriority('NotIn')),
    ['web 2 pods limit', 'job 9'],
  ],
  [
    'pods with any priority',
    deployment('web', 9) + deployment('job', 9, urgent) + quota(byPriority('Exists', '[]')),
    ['web 9', 'job 2 pods limit'],
  ],
  ['a placeholder', deployment('web', 9) + quota('{ hard: { pods: "${PODS}" } }'), ['web 9']],
])('a quota of %s', (_, text, expected) => {
  expect(exist(text)).toEqual(expected);
});

test('pods that exist keep their place, and the rest follows in the order of the files', () => {
  const text = deployment('a', 6) + deployment('b', 6) + quota('{ hard: { pods: 8 } }');
  expect(exist(text)).toEqual(['a 6', 'b 2 pods limit']);
  expect(exist(text, { b: 4 })).toEqual(['a 4 pods limit', 'b 4 pods limit']);
  expect(exist(text, { a: 6, b: 6 })).toEqual(['a 6 pods limit later', 'b 6 pods limit later']);
  expect(exist(text, { a: 2, b: 6 })).toEqual(['a 2 pods limit', 'b 6']);
});

test('a quota caps an autoscaler at its maximum', () => {
  const scaler = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: web, namespace: a }\nspec: { minReplicas: 2, maxReplicas: 20, scaleTargetRef: { kind: Deployment, name: web } }\n---\n`;
  const manifests = manifestsOf(deployment('web', 3) + scaler + quota('{ hard: { pods: 5 } }'));
  const [web] = withinQuotas(readWorkloads(manifests).workloads, manifests, () => 0);
  expect(web!.replicas).toEqual({ low: 2, likely: 3, high: 5 });
  expect(web!.refused?.wanted.high).toBe(20);
});

const scaled = (name: string): string =>
  `${deployment(name, 2)}apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: ${name}, namespace: a }\nspec: { scaleTargetRef: { kind: Deployment, name: ${name}, apiVersion: apps/v1 }, minReplicas: 2, maxReplicas: 4 }\n---\n`;

test('the pods that autoscalers add at most are refused in the same way before and after a change that edits none of them', () => {
  const manifests = manifestsOf(`${['a', 'b', 'c'].map(scaled).join('')}${quota('{ hard: { pods: 8 } }')}`);
  const { workloads } = readWorkloads(manifests);
  const most = (existing: (name: string) => number): readonly (number | null)[] =>
    withinQuotas(workloads, manifests, ({ name }) => existing(name)).map(({ replicas }) => replicas.high);

  const before = most(() => 0);
  expect(before).toEqual([4, 2, 2]);
  expect(most(() => 2)).toEqual(before);
  expect(most((name) => before['abc'.indexOf(name)]!)).toEqual(before);
});
