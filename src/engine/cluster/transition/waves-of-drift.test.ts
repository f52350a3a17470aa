import { expect, test } from 'vitest';
import { isWhole } from '../../../../test/extent.ts';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { transition } from './transition.ts';

/** Six pods that cannot share a node. */
const alone = deployment('web', 6).replace(
  '      containers',
  `      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app: web } }, topologyKey: kubernetes.io/hostname }] } }\n      containers`,
);
const pool = (disruption: string, requirements = ''): string =>
  nodePool('web', `  disruption: { consolidateAfter: 1m, ${disruption} }`, requirements) + nodeClass;
const annotated = (text: string): string =>
  text.replace('metadata: { labels', `metadata: { annotations: { karpenter.sh/do-not-disrupt: 'true' }, labels`);
const patient = (text: string): string =>
  text.replace('      nodeClassRef', '      terminationGracePeriod: 1h\n      nodeClassRef');
const small = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [t3.nano] }';

function forecast(base: string, head: string, which: 'all' | 'outside' = 'all') {
  const shared = simulator({ today: '2026-03-02' });
  const side = (text: string) =>
    simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, shared);
  const of = (text: string) => ({ simulation: side(text), simulator: shared });
  const effects = new Map([['web', which]]);
  return transition(of(base), of(head), { which: 'likely', effects }).forecasts?.get('web');
}

test.each([
  ['10%', `budgets: [{ nodes: 10% }]`, [1, 1, 1, 1, 1, 1]],
  ['half', `budgets: [{ nodes: 50% }]`, [3, 3]],
  ['no limit', `budgets: []`, [6]],
  ['nothing', `budgets: [{ nodes: '0' }]`, []],
  [
    'no disruptions in office hours',
    `budgets: [{ nodes: '0', schedule: '0 9 * * *', duration: 8h }, { nodes: '4' }]`,
    [4, 2],
  ],
])('nodes are replaced in waves under a budget of %s', (_, budgets, waves) => {
  expect(forecast(pool(budgets) + alone, pool(budgets) + alone)?.waves).toEqual(waves);
});

test('waves are also followed in a cluster with more than 100 nodes', () => {
  const all = nodePool(
    'all',
    '  disruption: { consolidateAfter: Never }',
    '        - { key: app, operator: In, values: [all] }',
  );
  const others = deployment('others', 105, 'cpu: 1500m, memory: 1Gi').replace(
    '      containers',
    `      nodeSelector: { app: all, node.kubernetes.io/instance-type: m6i.large }\n      containers`,
  );
  const own = alone.replace('      affinity', '      nodeSelector: { karpenter.sh/nodepool: web }\n      affinity');
  const text = pool('budgets: [{ nodes: 50% }]') + all + others + own;
  expect(forecast(text, text)?.waves).toEqual([3, 3]);
});

test('the budgets of head apply, not those of base', () => {
  const [base, head] = [pool(`budgets: [{ nodes: '0' }]`), pool('budgets: []')];
  expect(forecast(base + alone, head + alone)).toMatchObject({ waves: [6], kept: [], notReady: 0 });
});

const open = pool('budgets: []');

test('pods that forbid disruption keep their nodes, unless base sets a terminationGracePeriod', () => {
  const kept = [
    { nodes: 6, because: 'forbidden', workloads: ['Deployment/default/web'], by: ['karpenter.sh/do-not-disrupt'] },
  ];
  expect(forecast(open + annotated(alone), open + annotated(alone))).toMatchObject({ waves: [], kept, notReady: 0 });
  expect(forecast(patient(open) + annotated(alone), open + annotated(alone))?.waves).toEqual([6]);
});

/** A CronJob whose pods need a node each and must not be disrupted. */
const reports = (annotation: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: { name: reports }
spec:
  schedule: '0 1 * * *'
  jobTemplate:
    spec:
      template:
        metadata: { labels: { app: reports }, annotations: { ${annotation} } }
        spec: { restartPolicy: Never, containers: [{ name: a, resources: { requests: { cpu: '1', memory: 1Gi } } }] }
---
`;
const neverEvicted =
  'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: calm }\nspec: { maxUnavailable: 0, selector: { matchLabels: { app: reports } } }\n---\n';

test.each([
  ['do-not-disrupt', reports("karpenter.sh/do-not-disrupt: 'true'"), 'karpenter.sh/do-not-disrupt'],
  ['a PodDisruptionBudget', reports('') + neverEvicted, 'default/calm'],
])('a node waits until the running Job ends, whose pod has %s', (_, jobs, by) => {
  expect(forecast(open + jobs, open + jobs)).toMatchObject({
    waves: [1],
    kept: [],
    awaited: [{ nodes: 1, workloads: ['CronJob/default/reports'], by: [by] }],
  });
});

test('a node does not wait for a Job that may be evicted, or that its terminationGracePeriod ends', () => {
  const calm = reports('');
  const patientJobs = reports("karpenter.sh/do-not-disrupt: 'true'");
  expect(forecast(open + calm, open + calm)).not.toHaveProperty('awaited');
  expect(forecast(patient(open) + patientJobs, open + patientJobs)).toMatchObject({ waves: [1], kept: [] });
  expect(forecast(patient(open) + patientJobs, open + patientJobs)).not.toHaveProperty('awaited');
});

test('what keeps a node with a Job is that its other pods fit nowhere else', () => {
  const jobs = reports("karpenter.sh/do-not-disrupt: 'true'");
  const text = jobs + alone;
  const kept = [{ nodes: 6, because: 'unschedulable', workloads: ['Deployment/default/web'], by: [] }];
  expect(forecast(open + text, pool('budgets: []', small) + text)).toMatchObject({ kept });
});

test('the PodDisruptionBudgets that keep nodes are named', () => {
  const budget =
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: calm }\nspec: { maxUnavailable: 0, selector: { matchLabels: { app: web } } }\n---\n';
  expect(forecast(open + alone + budget, open + alone + budget)?.kept).toEqual([
    { nodes: 6, because: 'forbidden', workloads: ['Deployment/default/web'], by: ['default/calm'] },
  ]);
});

test('pods that cannot be scheduled elsewhere keep their nodes', () => {
  const kept = [{ nodes: 6, because: 'unschedulable', workloads: ['Deployment/default/web'], by: [] }];
  expect(forecast(open + alone, pool('budgets: []', small) + alone)).toMatchObject({ waves: [], kept, notReady: 0 });
});

test('only nodes that no longer match the requirements drift', () => {
  const types = (names: string): string =>
    pool('budgets: []', `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${names}] }`);
  expect(forecast(types('m5.large') + alone, types('m5.large, m6i.large') + alone, 'outside')?.waves).toEqual([]);
  expect(forecast(types('m5.large') + alone, types('m6i.large') + alone, 'outside')?.waves).toEqual([6]);
});

test.each([
  ['without a limit', '', [3]],
  ['with room for one more', '  limits: { nodes: 4 }', [1, 1, 1]],
  ['without room', '  limits: { nodes: 3 }', []],
])('nodes of a NodePool with fixed replicas are replaced one for one %s', (_, limits, waves) => {
  const fixed =
    nodePool('web', `  replicas: 3\n${limits}\n  disruption: { consolidateAfter: 1m, budgets: [] }`) + nodeClass;
  expect(forecast(fixed + deployment('web', 2), fixed + deployment('web', 2))?.waves).toEqual(waves);
});

/** A node of EKS, whose NodeClaim has another name, with a pod that must not be disrupted. */
const onEks = ({ claim = '', node = '', labels = ", karpenter.sh/initialized: 'true'" }): string => `apiVersion: v1
kind: Node
metadata:
  name: ip-10-0-1-7.ec2.internal
  ${node}
  labels: { karpenter.sh/nodepool: web, karpenter.sh/registered: 'true', node.kubernetes.io/instance-type: m5.large,
    topology.kubernetes.io/zone: us-east-1a, karpenter.sh/capacity-type: on-demand${labels} }
spec: { providerID: 'aws:///us-east-1a/i-7' }
status: { capacity: { cpu: '2', memory: 8Gi, pods: '29' }, allocatable: { cpu: '2', memory: 7Gi, pods: '29' } }
---
apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: { name: web-x7k2p, labels: { karpenter.sh/nodepool: web } }
spec: { ${claim} }
status: { providerID: 'aws:///us-east-1a/i-7' }
---
apiVersion: v1
kind: Pod
metadata:
  name: web-1
  annotations: { karpenter.sh/do-not-disrupt: '${claim === '' ? 'false' : 'true'}' }
  ownerReferences: [{ apiVersion: apps/v1, kind: StatefulSet, name: web, controller: true }]
spec: { nodeName: ip-10-0-1-7.ec2.internal, containers: [{ name: a, resources: { requests: { cpu: 100m } } }] }
---
`;

test('the NodeClaim of a running node has another name and decides its terminationGracePeriod', () => {
  const [impatient, lasting] = [onEks({ claim: 'expireAfter: Never' }), onEks({ claim: 'terminationGracePeriod: 1h' })];
  expect(forecast(open + impatient, open + impatient)?.kept).toMatchObject([{ nodes: 1, because: 'forbidden' }]);
  expect(forecast(open + lasting, open + lasting)).toMatchObject({ waves: [1], kept: [] });
});

test.each([
  ['annotated', { node: "annotations: { karpenter.sh/do-not-disrupt: 'true' }" }, ['karpenter.sh/do-not-disrupt']],
  ['not-initialized', { labels: '' }, []],
])('a node that is %s stays, whatever runs on it', (because, look, by) => {
  const kept = [{ nodes: 1, because, workloads: [], by }];
  expect(forecast(open + onEks(look), open + onEks(look))).toMatchObject({ waves: [], kept });
});

test.runIf(isWhole)(
  'if too many nodes drift to follow their waves, each is replaced by the node that its own pods need',
  () => {
    const large = pool(
      'budgets: []',
      '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large] }',
    );
    const pods = deployment('web', 250, 'cpu: 1500m, memory: 1Gi');
    const shared = simulator({ today: '2026-03-02' });
    const of = (text: string) => ({
      simulation: simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, shared),
      simulator: shared,
    });
    const ended = transition(of(large + pods), of(open + pods), {
      which: 'likely',
      effects: new Map([['web', 'all']]),
    });
    expect(ended.replacing).toBe('one by one');
    expect(ended.before?.nodes).toHaveLength(250);
    expect(ended.after.nodes).toHaveLength(250);
    expect(ended.after.pending).toEqual([]);
  },
);

test('nodes stay if no new node of their NodePool becomes ready', () => {
  const shared = simulator({ today: '2026-03-02' });
  const text = open + alone;
  const simulation = simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, shared);
  const side = { simulation, simulator: shared };
  const follow = (unready: ReadonlyMap<string, string>) =>
    transition(side, side, { which: 'likely', effects: new Map([['web', 'all']]), unready });

  const stopped = follow(new Map([['web', 'its images cannot boot']]));
  expect(stopped.forecasts?.get('web')).toMatchObject({
    waves: [],
    kept: [{ nodes: 6, because: 'replacement-not-ready', why: 'its images cannot boot' }],
  });
  expect(stopped.restarts.every(({ restarted }) => restarted === 0)).toBe(true);
  expect(stopped.waveLosses).toEqual([]);

  const replaced = follow(new Map([['other', 'its images cannot boot']]));
  expect(replaced.forecasts?.get('web')).toMatchObject({ waves: [6], kept: [] });
});
