import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';

const facts = openFacts('data');

const pool = (name: string, taints = ''): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      ${taints}
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge, m6i.2xlarge] }
---
`;

const workload = (
  kind: string,
  name: string,
  { cpu, more = '' }: { cpu: string; more?: string },
): string => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: shop }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      ${more}
      containers: [{ name: ${name}, image: "${name}:1", resources: { requests: { cpu: ${cpu}, memory: 1Gi } } }]
---
`;

/** A node of its own for each of two Deployments, one of them behind a taint, and a DaemonSet. */
const files = (cpu: string, more: string, ofWeb: string): string =>
  `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@v20260101 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
` +
  pool('web') +
  pool('batch', 'taints: [{ key: team, value: batch, effect: NoSchedule }]') +
  workload('Deployment', 'web', { cpu: '3', more: ofWeb }) +
  workload('Deployment', 'batch', {
    cpu: '3',
    more: 'tolerations: [{ key: team, operator: Exists }]\n      nodeSelector: { karpenter.sh/nodepool: batch }',
  }) +
  workload('DaemonSet', 'agent', { cpu, more });

interface Scene {
  readonly more?: string;
  readonly ofWeb?: string;
  readonly cpu?: string;
  readonly before?: string;
  /** Other objects of both sides. */
  readonly others?: string;
  /** An object of both sides, before and after. */
  readonly edit?: readonly [string, string];
}

const room = (more: string, ofWeb = ''): string[] => roomFor({ more, ofWeb });

function roomFor({
  more = '',
  ofWeb = '',
  cpu = '1200m',
  before = '100m',
  others = '',
  edit = ['', ''],
}: Scene): string[] {
  const sideOf = (text: string) => ({ sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] });
  const { findings } = review({
    base: sideOf(files(before, more, ofWeb) + others + edit[0]),
    head: sideOf(files(cpu, more, ofWeb) + others + edit[1]),
    settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22' },
    facts,
    version: '0.0.0',
    figures,
  });

  return findings.flatMap(({ diagnostic: { code, message, help } }) =>
    code === 'provisioning/daemonset-room' ? [`${message}. ${help}`] : [],
  );
}

test('a DaemonSet without a priority stays pending, on nodes that it tolerates, where no pod has a lower one', () =>
  expect(room('')).toEqual([
    'DaemonSet `shop/agent` may run on only one predicted node, which has no room for its pods after this change. There, they stay pending. Karpenter launches no nodes for DaemonSets. Give the DaemonSet a priority class, and replace the nodes that have no room.',
  ]));

test('a DaemonSet with a high priority evicts pods, and needs no priority class', () =>
  expect(room('priorityClassName: system-node-critical')).toEqual([
    'DaemonSet `shop/agent` may run on only one predicted node, which has no room for its pods after this change. There, they evict pods with a lower priority. Karpenter launches no nodes for DaemonSets. Lower its requests, or replace the nodes that have no room.',
  ]));

test('a DaemonSet that preempts nothing stays pending, whatever its priority is', () =>
  expect(room('preemptionPolicy: Never')[0]).toContain('There, they stay pending.'));

test('pods whose priority class no file has may have a lower priority', () =>
  expect(room('', 'priorityClassName: of-another-repository')[0]).toContain(
    'There, they evict pods with a lower priority, or stay pending.',
  ));

const everywhere = 'tolerations: [{ operator: Exists }]';

test('a DaemonSet that is larger than a whole node stays pending there, and later nodes are larger', () =>
  expect(roomFor({ more: everywhere, cpu: '4' })).toEqual([
    'DaemonSet `shop/agent` no longer fits on any of the 2 predicted nodes, and nodes that fit it cost about $280/month more. It requests 4 CPUs, and a `m6i.xlarge` has 3.92 CPUs for pods. There, its new pods stay pending. Karpenter launches only larger nodes from now on. Lower its requests. Or require larger instance types in the NodePools, and replace the nodes that are too small.',
  ]));

test('a DaemonSet that is larger than all types of a NodePool keeps Karpenter from launching its nodes', () =>
  expect(roomFor({ more: everywhere, cpu: '8' })[0]).toContain(
    'no longer fits on any of the 2 predicted nodes, and Karpenter can launch no more nodes for NodePools `batch`, `web`. It requests 8 CPUs',
  ));

test('a priority makes no room for a DaemonSet that is larger than a whole node', () =>
  expect(roomFor({ more: 'priorityClassName: system-node-critical', cpu: '4' })[0]).toContain(
    'There, its new pods stay pending',
  ));

test('DaemonSets that are larger than a whole node only together', () => {
  const others = workload('DaemonSet', 'other', { cpu: '100m', more: everywhere });
  const [text] = roomFor({ more: everywhere, cpu: '3900m', others });
  expect(text).toContain('With the other DaemonSets, it requests 4 CPUs, and a `m6i.xlarge` has 3.92 CPUs for pods.');
  expect(text).toContain('There, they stay pending. Karpenter launches only larger nodes from now on.');
});

describe('a DaemonSet that is larger than some nodes, and fits next to no pods on others', () => {
  const small = workload('Deployment', 'small', { cpu: '1', more: everywhere }).replace(
    'tolerations',
    'nodeSelector: { karpenter.sh/nodepool: small }\n      tolerations',
  );
  const others = pool('small').replace('m6i.xlarge, m6i.2xlarge', 'm6i.large') + small;

  test('it evicts pods of a lower priority there', () => {
    const [text] = roomFor({ more: `${everywhere}\n      priorityClassName: system-node-critical`, cpu: '2', others });
    expect(text).toMatch(/ no longer fits on 1 of 3 predicted nodes(?: and|,) evicts other pods on 2 more/);
    expect(text).toContain('On 2 more, they evict pods with a lower priority, and these need other nodes');
  });

  test('without a priority it stays pending there', () => {
    const [text] = roomFor({ more: everywhere, cpu: '2', others });
    expect(text).toMatch(/ no longer fits on 1 of 3 predicted nodes(?: and|,) finds no room on 2 more/);
    expect(text).toContain('On 2 more, they stay pending');
  });
});

test('a DaemonSet that already was larger than the nodes is nothing new', () =>
  expect(roomFor({ before: '5', cpu: '6' })).toEqual([]));

test('a DaemonSet that fits next to the pods is no finding', () =>
  expect(roomFor({ more: everywhere, cpu: '200m' })).toEqual([]));

const scaler = (mode: string, cpu: string): string => `apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata: { name: agent, namespace: shop }
spec:
  targetRef: { apiVersion: apps/v1, kind: DaemonSet, name: agent }
  updatePolicy: { updateMode: ${mode} }
  resourcePolicy: { containerPolicies: [{ containerName: "*", minAllowed: { cpu: ${cpu} } }] }
---
`;

test.each<[what: string, edit: readonly [string, string], expected: RegExp]>([
  [
    'is new',
    ['', scaler('Auto', '1200m')],
    /^DaemonSet `shop\/agent` may run on only one predicted node, which has no room/,
  ],
  ['raises its bound', [scaler('Recreate', '100m'), scaler('Recreate', '1200m')], /which has no room for its pods/],
  ['wants more than a whole node', ['', scaler('InPlaceOrRecreate', '4')], /no longer fits on the only predicted node/],
  ['no longer only recommends', [scaler('"Off"', '1200m'), scaler('Auto', '1200m')], /which has no room for its pods/],
])('a DaemonSet that an autoscaler makes larger, which %s', (_, edit, expected) =>
  expect(roomFor({ cpu: '100m', edit })).toEqual([expect.stringMatching(expected)]),
);

test.each<[what: string, edit: readonly [string, string]]>([
  ['only recommends', ['', scaler('"Off"', '1200m')]],
  ['leaves running pods as they are', ['', scaler('Initial', '1200m')]],
  ['sets no more than the pods have', ['', scaler('Auto', '50m')]],
  [
    'did so before',
    [scaler('Auto', '1200m'), scaler('Auto', '1200m').replace('kind: Vertical', '# edited\nkind: Vertical')],
  ],
  ['goes', [scaler('Auto', '1200m'), '']],
])('a DaemonSet whose autoscaler %s is no finding', (_, edit) => expect(roomFor({ cpu: '100m', edit })).toEqual([]));
