import { describe, expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import type { ExistingNodeSetting, Settings } from '../../karpenter/api/settings.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { catalogOf, deployment, nodeClass, nodePool, settingsOf } from '../provisioning/simulation.test-support.ts';
import { type EstimateResult, estimateCost } from './estimate-cost.ts';

interface Sides {
  readonly head: string;
  readonly base?: string;
  readonly live?: string;
  readonly region?: string;
  readonly isRegionAssumed?: boolean;
  readonly settings?: Partial<Settings>;
}

const parsed = (text: string, file = 'manifests.yaml') => manifestSet([parseManifests({ file, text }, { set: {} })]);

function estimate({
  head,
  base,
  live,
  region = 'us-east-1',
  isRegionAssumed = false,
  settings = {},
}: Sides): EstimateResult {
  return estimateCost({
    base: base === undefined ? null : parsed(base),
    head: parsed(head),
    live: live === undefined ? null : parsed(live, 'cluster.yaml'),
    settings: settingsOf(settings),
    region,
    regionSource: '`--region`',
    isRegionAssumed,
    providers: [aws],
    zoneHints: noZoneHints,
    catalog: catalogOf(region),
    karpenter: karpenter('1.14'),
  });
}

const exactly = (figure: number | null) => ({ low: figure, likely: figure, high: figure });
const codes = ({ diagnostics }: EstimateResult): readonly string[] => diagnostics.map(({ code }) => code);
const placed = ({ estimate: { head } }: EstimateResult): number =>
  head!.nodePools.flatMap(({ nodeClaims }) => nodeClaims).reduce((sum, { pods }) => sum + pods, 0);

const m6i = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge, m6i.2xlarge] }';
const web = nodePool('web', '', m6i) + nodeClass;

describe('NodePool `web` on m6i.xlarge and m6i.2xlarge', () => {
  const small = web + deployment('cart', 6, 'cpu: 900m, memory: 512Mi');
  const large = web + deployment('cart', 7, 'cpu: 1900m, memory: 512Mi');

  test.each([
    ['6 pods of 900m', small, 1, 280.32],
    ['7 pods of 1900m', large, 2, 560.64],
  ])('%s', (_, head, nodes, monthlyUsd) => {
    const { head: placement } = estimate({ head }).estimate;
    expect(placement?.nodes).toMatchObject(exactly(nodes));
    expect(placement?.monthlyUsd).toMatchObject(exactly(monthlyUsd));
    expect(placement?.nodePools.map(({ name, nodes: own }) => [name, own.likely])).toEqual([['web', nodes]]);
  });

  test('the difference between base and head', () => {
    const { difference, base, currency } = estimate({ base: small, head: large }).estimate;
    expect(base?.nodes).toMatchObject(exactly(1));
    // The rolling update creates new pods before it deletes old ones: two smaller nodes are added, and the large one stays.
    expect(difference).toMatchObject({ nodes: exactly(2), hourlyUsd: exactly(0.384), monthlyUsd: exactly(280.32) });
    expect(currency).toBe('USD');
  });

  test('without a change, the simulation runs once, and there is no difference', () => {
    const result = estimate({ base: small, head: small });
    expect(result.headSimulation?.cases.likely.results).toBe(result.baseSimulation?.cases.likely.results);
    expect(result.estimate.difference.monthlyUsd).toMatchObject(exactly(0));
  });

  test('utilization is requested divided by allocatable', () => {
    const { utilisation, nodePools } = estimate({ head: small }).estimate.head!;
    expect(utilisation?.cpu).toBeCloseTo(5400 / 7910);
    expect(nodePools[0]?.nodeClaims[0]).toMatchObject({
      instanceType: 'm6i.2xlarge',
      pods: 6,
      workloads: { 'Deployment/default/cart': 6 },
      priceSource: 'table',
      cpuMillis: { requested: 5400, allocatable: 7910 },
    });
  });
});

describe('a kOps cluster', () => {
  const pool = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  template:
    spec:
      requirements:
        - { key: kubernetes.io/arch, operator: In, values: [amd64] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand, spot] }
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
  limits: { cpu: 4 }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec: { amiFamily: AL2, amiSelectorTerms: [{ name: ubuntu-jammy }] }
---
`;
  const group = `
apiVersion: kops.k8s.io/v1alpha2
kind: InstanceGroup
metadata: { name: nodes-us-west-1a }
spec: { role: Node, machineType: t3.medium, minSize: 1, maxSize: 1, subnets: [us-west-1a] }
---
`;
  const head = pool + group + deployment('workload', 4, 'cpu: 550m, memory: 128Mi');
  const medium = (requested: Record<string, string>): ExistingNodeSetting => ({
    name: 'nodes',
    instanceType: 't3.medium',
    count: 1,
    zone: 'us-west-1a',
    labels: {},
    taints: [],
    requested,
  });

  test.each([
    ['600m requested on its node', [medium({ cpu: '600m' })], 2, 'nodes-0'],
    ['nothing requested on its node', [medium({})], 1, 'nodes-0'],
    ['no node', [], 4, undefined],
    ['a node from its InstanceGroup, with the pods of kOps', undefined, 2, 'nodes-us-west-1a-0'],
  ])('%s', (_, existingNodes, onNewNodes, existing) => {
    const result = estimate({ head, region: 'us-west-1', settings: { existingNodes } });
    const placement = result.estimate.head!;
    expect(placed(result)).toBe(onNewNodes);
    expect(placement.existingNodes).toEqual(
      existing === undefined ? [] : [{ name: existing, workloads: { 'Deployment/default/workload': 4 - onNewNodes } }],
    );
    expect(placement.unschedulable).toEqual([]);
    expect(placement.monthlyUsd.likely).toBeGreaterThan(0);
    // AWS chooses among spot offerings with different prices, so the cost is a range.
    expect(placement.monthlyUsd.high!).toBeGreaterThan(placement.monthlyUsd.likely!);
  });

  test('its limits apply: 4 CPUs are not enough for 12 pods', () => {
    const many = pool + deployment('workload', 12, 'cpu: 550m, memory: 128Mi');
    const result = estimate({ head: many, region: 'us-west-1', settings: { existingNodes: [] } });
    const cpus = result.estimate.head!.nodePools.flatMap(({ nodeClaims }) =>
      nodeClaims.map(({ instanceType }) => catalogOf('us-west-1').type(instanceType)!.vcpus),
    );
    expect(cpus.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4);
    expect(codes(result)).toEqual(
      expect.arrayContaining(['provisioning/limit-reached', 'provisioning/pod-unschedulable']),
    );
  });
});

describe('Karpenter 0.14 with an autoscaler', () => {
  const provisioner = `
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: { name: test-karpenter }
spec:
  requirements:
    - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large] }
    - { key: topology.kubernetes.io/zone, operator: In, values: [ap-northeast-1a, ap-northeast-1c] }
    - { key: kubernetes.io/arch, operator: In, values: [amd64] }
    - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
  limits: { resources: { cpu: '1000', memory: 1000Gi } }
  provider: { subnetSelector: { karpenter.sh/discovery: test } }
---
`;
  const autoscaler = (max: number) => `
apiVersion: autoscaling/v2beta2
kind: HorizontalPodAutoscaler
metadata: { name: test-hpa }
spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: app }, minReplicas: 1, maxReplicas: ${max} }
---
`;
  const hour = 0.124;

  test.each([
    [10, '100m', 1],
    [40, '100m', 3],
    [10, '900m', 5],
  ])('1 to %i replicas of %s', (max, cpu, most) => {
    const head = provisioner + autoscaler(max) + deployment('app', 1, `cpu: ${cpu}`);
    const result = estimate({ head, region: 'ap-northeast-1' });
    expect(result.estimate.head?.nodes).toMatchObject({ low: 1, likely: 1, high: most });
    expect(result.estimate.head?.hourlyUsd.high).toBeCloseTo(most * hour, 9);
    expect(result.estimate.head?.replicas).toEqual({ 'Deployment/default/app': { low: 1, likely: 1, high: max } });
    expect(result.estimate.assumptions[0]).toContain('`Deployment/default/app` (memory)');
    expect(result.estimate.assumptions.join('\n')).toContain('karpenter.sh/v1alpha5');
  });
});

describe('unknown input gives unknown figures', () => {
  test.each([
    ['a placeholder in requests', web + deployment('cart', 2, 'cpu: "${CPU}", memory: 1Gi'), 'Deployment/default/cart'],
    ['a placeholder in replicas', web + deployment('cart', '${N}'), 'Deployment/default/cart'],
    [
      'a placeholder in a NodePool',
      nodePool('web', '', m6i.replace('m6i.xlarge', '"${TYPE}"')) + nodeClass + deployment('cart', 2),
      'web',
    ],
    ['a negative request', web + deployment('cart', 2, 'cpu: -1, memory: 1Gi'), 'Deployment/default/cart'],
    ['a billion pods', web + deployment('cart', 1e9), 'Deployment/default/cart'],
  ])('%s', (_, head, name) => {
    const { head: placement, assumptions, difference } = estimate({ head: head + deployment('other', 1) }).estimate;
    expect(placement?.nodes).toMatchObject(exactly(null));
    expect(placement?.monthlyUsd).toMatchObject(exactly(null));
    expect(difference.nodes).toMatchObject(exactly(null));
    expect(assumptions.some((line) => line.includes(`\`${name}\``))).toBe(true);
  });

  test.each([
    ['a placeholder', nodePool('gpu', '', m6i.replace('m6i.xlarge', '"${TYPE}"')), []],
    ['a node class of another provider', nodePool('gpu', '', m6i).replace('EC2NodeClass', 'OtherClass'), []],
    ['nothing unknown', nodePool('gpu', '', m6i), ['provisioning/pod-unschedulable']],
  ])('whether a pod is reported as unschedulable next to a NodePool with %s', (_, other, expected) => {
    const result = estimate({ head: web + other + deployment('cart', 2, 'cpu: 300, memory: 1Gi') });
    expect(codes(result).filter((code) => code === 'provisioning/pod-unschedulable')).toEqual(expected);
    expect(result.estimate.head?.unschedulable).toHaveLength(expected.length);
    expect(result.estimate.assumptions.filter((line) => line.includes('fit no simulated NodePool'))).toHaveLength(
      1 - expected.length,
    );
  });

  test.each([
    [1e9, 'provisioning/too-many-pods'],
    [-3, 'provisioning/bad-replicas'],
  ])('%f replicas', (replicas, code) => {
    expect(codes(estimate({ head: web + deployment('cart', replicas) }))).toContain(code);
  });

  test('only the upper bound of an autoscaler', () => {
    const autoscaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec: { scaleTargetRef: { kind: Deployment, name: cart }, minReplicas: 1, maxReplicas: 1000000000 }
---
`;
    const { nodes } = estimate({ head: web + autoscaler + deployment('cart', 2) }).estimate.head!;
    expect([nodes.low, nodes.high]).toEqual([1, null]);
  });

  test('no workloads', () => {
    const { head, assumptions } = estimate({ base: web, head: web }).estimate;
    expect(head?.nodes).toMatchObject(exactly(null));
    expect(head?.launchable).toMatchObject([{ nodePool: 'web', instanceType: 'm6i.xlarge', hourlyUsd: 0.192 }]);
    expect(assumptions[0]).toContain('No workloads found');
  });

  test('workloads that the change removes cost nothing after it', () => {
    const { head, difference } = estimate({ base: web + deployment('cart', 2), head: web }).estimate;
    expect(head?.nodes).toMatchObject(exactly(0));
    expect(difference.nodes).toMatchObject(exactly(-1));
  });

  test('of NodePools, what those without nodes can launch', () => {
    const both = web + nodePool('idle', '  weight: 0\n  limits: { cpu: 8 }', m6i) + deployment('cart', 2);
    const names = ({ estimate: { base, head } }: EstimateResult) =>
      [base, head].map((side) => side?.launchable.map(({ nodePool: name }) => name));
    expect(names(estimate({ head: both }))).toEqual([undefined, ['idle']]);
    // The pods stay on the nodes of `idle`, where the greater weight placed them.
    const weighted = both.replace('weight: 0', 'weight: 9');
    expect(names(estimate({ base: weighted, head: both }))).toEqual([['web'], ['web']]);
  });

  test.each([
    ['a label that Karpenter refuses', 'template:\n    metadata: { labels: { karpenter.sh/nodepool: web } }', [true]],
    ['a taint twice', 'template:', [true]],
    ['a value that cannot be a label', 'template:', []],
  ])(
    'of a NodePool that is not ready, what it can launch if only labels and taints are wrong: %s',
    (what, template, expected) => {
      const taints = '      taints: [{ key: a, effect: NoSchedule }, { key: a, effect: NoSchedule }]';
      const team = '        - { key: team, operator: In, values: [a b] }';
      const more = what.includes('twice') ? `${m6i}\n${taints}` : what.includes('value') ? `${m6i}\n${team}` : m6i;
      const pool = nodePool('web', '', more).replace('template:', template);
      const { head } = estimate({ head: pool + nodeClass + deployment('cart', 2) }).estimate;
      expect(head?.launchable.map(({ isNotReady }) => isNotReady)).toEqual(expected);
    },
  );

  test('no region', () => {
    const { estimate: found } = estimateCost({
      providers: [aws],
      base: null,
      head: parsed(web),
      live: null,
      settings: settingsOf(),
      zoneHints: noZoneHints,
      region: null,
      regionSource: 'no file names one',
      catalog: null,
      karpenter: karpenter('1.14'),
    });
    expect(found.head?.nodes).toMatchObject(exactly(null));
    expect(found.assumptions).toHaveLength(1);
  });
});

describe('findings', () => {
  const empty = nodePool('web', '', m6i.replace('m6i.xlarge, m6i.2xlarge', 'm6i.tiny')) + nodeClass;
  const typo = nodePool('web', '', '        - { key: karpenter.sh/capacity-type, operator: In, values: [ondemand] }');
  const ignored = `
apiVersion: v1
kind: Pod
metadata: { name: one }
spec: { nodeSelector: { kubernetes.io/hostname: a }, containers: [{ name: a, resources: { requests: { cpu: 1, memory: 1Gi } } }] }
`;
  test.each([
    ['a pod larger than any type', web + deployment('cart', 1, 'cpu: 100'), ['provisioning/pod-unschedulable']],
    ['a NodePool that launches nothing', empty, ['provisioning/nodepool-empty']],
    ['a NodePool that is not valid', typo + nodeClass, ['provisioning/nodepool-not-ready']],
    ['a pod that Karpenter ignores', web + ignored, ['provisioning/pod-ignored']],
    [
      'a status in the repository',
      `${web.replace('spec: { ami', 'status: { subnets: [{ zone: us-east-1a }] }\nspec: { ami')}`,
      ['provisioning/status-ignored'],
    ],
    [
      'limits that are used up',
      nodePool('web', '  limits: { cpu: 4 }', m6i) + nodeClass + deployment('cart', 2, 'cpu: 3'),
      ['provisioning/limit-reached', 'provisioning/pod-unschedulable'],
    ],
    ['nothing', web + deployment('cart', 1), []],
  ])('%s', (_, head, expected) => {
    expect([...codes(estimate({ head }))].sort()).toEqual(expected);
  });

  const terms = (...expressions: string[]): string =>
    `affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [${expressions
      .map((expression) => `{ matchExpressions: [{ ${expression} }] }`)
      .join(', ')}] } } }`;
  const registered = 'key: karpenter.sh/registered, operator: Exists';

  test.each([
    ['a selector', 'nodeSelector: { karpenter.sh/registered: "true" }', 'warning', 3],
    ['an affinity', terms('key: karpenter.k8s.aws/ec2nodeclass, operator: In, values: [default]'), 'warning', 3],
    ['each alternative', terms(registered, 'key: karpenter.sh/initialized, operator: Exists'), 'warning', 3],
    ['one of two alternatives', terms(registered, 'key: team, operator: Exists'), 'note', 0],
    ['no node of Karpenter', terms('key: karpenter.sh/registered, operator: DoesNotExist'), 'note', 0],
    ['a label of a node group', 'nodeSelector: { karpenter.sh/controller: "true" }', 'note', 0],
  ])('pods that require labels of Karpenter’s nodes by %s', (_, selection, severity, count) => {
    const cart = deployment('cart', 3).replace('      containers:', `      ${selection}\n      containers:`);
    const result = estimate({ base: web, head: web + cart });
    expect(result.diagnostics.map((one) => [one.code, one.severity])).toEqual([['provisioning/pod-ignored', severity]]);
    expect(result.diagnostics[0]?.help).not.toContain('capacity-reservation-id');

    const waiting = result.estimate.head?.unschedulable.map((pods) => pods.count);
    expect(waiting).toEqual(count === 0 ? [] : [count]);
  });

  test('pods that select a node by its name stay pending once it is gone', () => {
    const selection = 'nodeSelector: { kubernetes.io/hostname: ip-10-0-0-1.ec2.internal }';
    const cart = deployment('cart', 1).replace('      containers:', `      ${selection}\n      containers:`);
    const [bound] = estimate({ base: web, head: web + cart }).diagnostics;
    expect(bound).toMatchObject({ code: 'provisioning/pod-ignored', severity: 'note', isProminent: true });
    expect(bound?.message).toBe(
      'Karpenter launches no node for 1 pod of `Deployment/default/cart`, because it selects the node `ip-10-0-0-1.ec2.internal` by its name. Once this node is gone or replaced, the pod stays pending',
    );
  });

  test('ignored pods of a StatefulSet are one finding', () => {
    const statefulSet = `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  replicas: 3
  template: { spec: { containers: [{ name: db, resources: { requests: { cpu: 1, memory: 1Gi } } }] } }
  volumeClaimTemplates: [{ metadata: { name: data }, spec: { storageClassName: missing } }]
`;
    const gp3 =
      '\n---\napiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: gp3 }\nprovisioner: ebs.csi.aws.com\n';
    const result = estimate({ head: web + statefulSet, live: nodeClass + gp3 });
    expect(codes(result)).toEqual(['provisioning/pod-ignored']);
    expect(result.estimate.head?.ignored).toMatchObject([{ workload: 'StatefulSet/default/db', count: 3 }]);
  });

  test('a node class that does not exist', () => {
    const other = nodeClass.replace('name: default', 'name: defualt');
    const head = nodePool('web', '', m6i) + other;
    expect(estimate({ head }).diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['provisioning/nodepool-not-ready', 'warning'],
    ]);
    expect(estimate({ head, live: other }).diagnostics.map(({ severity }) => severity)).toEqual(['error']);
  });

  test('pods that fit no NodePool may run on nodes that nobody described', () => {
    const head = web + deployment('cart', 1, 'cpu: 100');
    const found = (input: object) =>
      estimate(input as Parameters<typeof estimate>[0]).diagnostics.map(({ severity, message }) => [severity, message]);
    expect(found({ head })).toEqual([['note', '1 of 1 pod of `Deployment/default/cart` fits no NodePool']]);
    expect(found({ base: web, head })).toEqual([
      ['warning', '1 of 1 pod of `Deployment/default/cart` fits no NodePool'],
    ]);
    expect(found({ base: web, head, live: nodeClass })).toEqual([
      ['error', '1 of 1 pod of `Deployment/default/cart` is unschedulable'],
    ]);
    expect(found({ base: head, head: nodeClass + deployment('cart', 1, 'cpu: 100') })).toEqual([]);
  });

  test.each([
    [
      'a capacity type in capitals',
      'karpenter.sh/capacity-type: ON_DEMAND',
      'Its values are `on-demand`, `reserved` and `spot`.',
    ],
    ['an architecture by its other name', 'kubernetes.io/arch: x86_64', 'No node has `kubernetes.io/arch: x86_64`.'],
  ])('a pod that no node of any kind can run: %s', (_, selector, text) => {
    const head =
      web +
      deployment('cart', 1).replace(
        'spec:\n      containers',
        `spec:\n      nodeSelector: { ${selector} }\n      containers`,
      );
    const [found, ...others] = estimate({ head }).diagnostics;
    expect(found).toMatchObject({ code: 'provisioning/pod-unschedulable', severity: 'error' });
    expect(found!.help).toContain(text);
    expect(others).toEqual([]);
  });

  test('a pod that is unschedulable only at the autoscaler’s highest count is a note', () => {
    const autoscaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: cart }
spec: { scaleTargetRef: { kind: Deployment, name: cart }, minReplicas: 1, maxReplicas: 5 }
---
`;
    const head =
      nodePool('web', '  limits: { cpu: 4 }', m6i) + nodeClass + autoscaler + deployment('cart', 1, 'cpu: 3');
    expect(estimate({ head }).diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['provisioning/limit-reached', 'warning'],
      ['provisioning/pod-unschedulable', 'note'],
    ]);
  });
});

test('a NodePool with fixed replicas costs its nodes, and pods use them', () => {
  const fixed = nodePool('fixed', '  replicas: 2', m6i) + nodeClass;
  const { head, assumptions } = estimate({ head: fixed + deployment('cart', 3, 'cpu: 1, memory: 1Gi') }).estimate;
  expect(head?.nodes).toMatchObject(exactly(2));
  expect(head?.hourlyUsd).toMatchObject(exactly(2 * 0.192));
  expect(head?.nodePools[0]?.nodeClaims.map(({ pods }) => pods)).toEqual([2, 1]);
  expect(head?.existingNodes).toEqual([]);
  expect(assumptions.some((line) => line.includes('`m6i.xlarge`'))).toBe(true);
});

describe('a cluster', () => {
  const live = `
apiVersion: v1
kind: Node
metadata: { name: a, labels: { kubernetes.io/hostname: a, topology.kubernetes.io/zone: us-east-1a } }
spec: { providerID: aws:///us-east-1a/i-1 }
status: { capacity: { cpu: 4, memory: 16Gi, pods: 58 }, allocatable: { cpu: 4, memory: 15Gi, pods: 58 } }
---
apiVersion: v1
kind: Pod
metadata:
  name: cart-abc-1
  labels: { app: cart, pod-template-hash: abc }
  ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: cart-abc, controller: true }]
spec: { nodeName: a, containers: [{ name: app, resources: { requests: { cpu: 3, memory: 1Gi } } }] }
status: { phase: Running }
---
`;
  const cart = (replicas: number) => web + deployment('cart', replicas, 'cpu: 3, memory: 1Gi');

  test.each([
    ['only what runs', cart(1), 0],
    ['one more than what runs', cart(2), 1],
  ])('%s', (_, head, nodes) => {
    expect(estimate({ head, live }).estimate.head?.nodes).toMatchObject(exactly(nodes));
  });

  test('a workload that the change removes frees capacity', () => {
    const other = web + deployment('other', 1, 'cpu: 3, memory: 1Gi');
    const { head } = estimate({ base: cart(1), head: other, live }).estimate;
    expect(head?.nodes).toMatchObject(exactly(0));
    expect(head?.existingNodes).toEqual([{ name: 'a', workloads: { 'Deployment/default/other': 1 } }]);
  });

  test('pods of a node that is being deleted need another node', () => {
    const leaving = live.replace('name: a, labels', 'name: a, deletionTimestamp: "2026-01-01T00:00:00Z", labels');
    const { head } = estimate({ head: web, live: leaving }).estimate;
    expect(head?.nodes).toMatchObject(exactly(1));
    expect(head?.nodePools[0]?.nodeClaims[0]?.workloads).toEqual({ 'Deployment/default/cart': 1 });
    expect(estimate({ head: cart(1), live: leaving }).estimate.head?.nodes).toMatchObject(exactly(1));
  });

  test('a workload that exists only in the cluster is counted, and one in both is counted once', () => {
    const shown = deployment('cart', 2, 'cpu: 3, memory: 1Gi');
    expect(estimate({ head: web, live: live + shown }).estimate.head?.nodes).toMatchObject(exactly(1));
    expect(estimate({ head: cart(1), live: live + shown }).estimate.head?.nodes).toMatchObject(exactly(0));
  });

  test('no NodePools: Karpenter does not decide where pods run', () => {
    const result = estimate({ head: deployment('cart', 2) });
    expect(result.diagnostics).toEqual([]);
    expect(result.estimate.head).toMatchObject({ nodes: exactly(null), unschedulable: [] });
    expect(result.estimate.assumptions[0]).toContain('No NodePools found');
  });

  test('its subnets determine the zones, before the settings do', () => {
    const status = `${nodeClass.replace('---', 'status: { subnets: [{ zone: us-east-1b, zoneID: use1-az2 }] }\n---')}`;
    const { head } = estimate({
      head: web + deployment('cart', 1),
      live: status,
      settings: { zones: ['us-east-1a'] },
    }).estimate;
    expect(head?.nodePools[0]?.nodeClaims[0]?.zone).toBe('us-east-1b');
  });
});

describe('bare metal, which Karpenter sorts by a price other than the billed one', () => {
  const metal = (type: string): string =>
    nodePool('metal', '', `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${type}] }`) +
    nodeClass;

  test.each([
    ['c6g.metal', 2.176],
    ['m7i.metal-24xl', 4.8384],
  ])('%s costs what AWS bills', (type, usd) => {
    const { estimate: found, headSimulation } = estimate({ head: metal(type) + deployment('cart', 1) });
    const { launch } = headSimulation!.cases.likely.results.newNodeClaims[0]!;
    expect(launch).toMatchObject({ instanceType: type, billedHourlyUsd: usd });
    expect('hourlyUsd' in launch && launch.hourlyUsd).not.toBe(usd);
    expect(found.head?.hourlyUsd).toMatchObject(exactly(usd));
    expect(found.head?.nodePools[0]?.nodeClaims[0]).toMatchObject({ hourlyUsd: usd, highestHourlyUsd: usd });
  });

  test('what a NodePool would launch first costs what AWS bills', () => {
    const { launchable } = estimate({ head: metal('c6g.metal') }).estimate.head!;
    const usd = { hourlyUsd: 2.176, highestHourlyUsd: 2.176 };
    expect(launchable).toMatchObject([{ nodePool: 'metal', instanceType: 'c6g.metal', ...usd }]);
  });
});

describe('a region that nothing names', () => {
  const here = nodePool('web', '', m6i) + nodeClass;
  const elsewhere = (requirement: string): string => here + nodePool('train', '', `        - { key: ${requirement} }`);
  const asking = deployment('trainer', 1).replace(
    '      containers:',
    '      nodeSelector: { karpenter.sh/nodepool: train }\n      containers:',
  );

  test.each([
    ['an instance type of another region', 'node.kubernetes.io/instance-type, operator: In, values: [p5.none]'],
    ['a zone of another region', 'topology.kubernetes.io/zone, operator: In, values: [eu-north-1a]'],
  ])('pods of a NodePool with %s are unknown', (_, requirement) => {
    const result = estimate({ head: elsewhere(requirement) + asking, region: 'eu-west-1', isRegionAssumed: true });
    expect(result.estimate.head?.unschedulable).toEqual([]);
    expect(codes(result)).not.toContain('provisioning/pod-unschedulable');
    expect(result.estimate.assumptions).toContain(
      '1 pod fits no NodePool in the assumed region. In another one, NodePool `train` might run it.',
    );

    const named = estimate({ head: elsewhere(requirement) + asking, region: 'eu-west-1' });
    expect(named.estimate.head?.unschedulable).toMatchObject([{ workload: 'Deployment/default/trainer' }]);
  });
});

describe('minValues in a region that nothing names', () => {
  const wanting = (minValues: number, families: string): string =>
    nodePool(
      'train',
      '',
      `        - { key: karpenter.k8s.aws/instance-family, operator: In, values: [${families}], minValues: ${minValues} }
        - { key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["5"] }`,
    ) + nodeClass;

  test.each([
    ['more than the families of any region', 2, 'm5, m6i', 1],
    ['as many as the region has', 1, 'm5, m6i', 0],
    ['families that are newer than the catalog', 2, 'm6i, z99', 0],
    ['a family that only other regions offer', 2, 'm6i, x8g', 0],
  ])('%s', (_, minValues, families, unschedulable) => {
    const head = wanting(minValues, families) + deployment('trainer', 1);
    const result = estimate({ head, region: 'eu-west-3', isRegionAssumed: true });
    expect(result.estimate.head?.unschedulable).toHaveLength(unschedulable);
    expect(codes(result).includes('provisioning/nodepool-empty')).toBe(unschedulable > 0);
  });
});

describe('pods that fit no NodePool as far as files say', () => {
  const tainted = web.replace(
    '      requirements:',
    '      taints: [{ key: team, value: red, effect: NoSchedule }]\n      requirements:',
  );
  const kyverno = (patch: string, precondition = '{{ request.operation }}'): string => `
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: { name: pods }
spec:
  rules:
    - name: pods
      match: { any: [{ resources: { kinds: [Pod] } }] }
      preconditions: { all: [{ key: "${precondition}", operator: Equals, value: CREATE }] }
      mutate: { patchStrategicMerge: { ${patch} } }
---
`;
  const unbound = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: pods }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }] }
  mutations:
    - patchType: JSONPatch
      jsonPatch: { expression: '[JSONPatch{op: "add", path: "/spec/tolerations/-", value: Object.spec.tolerations{key: "team"}}]' }
---
`;
  const overlay = `
apiVersion: karpenter.sh/v1alpha1
kind: NodeOverlay
metadata: { name: fuse }
spec: { requirements: [{ key: karpenter.sh/nodepool, operator: In, values: [web] }], capacity: { example.com/fuse: "4" } }
---
`;
  const tolerating = kyverno('spec: { tolerations: [{ operator: Exists }] }');
  const fuse = deployment('app', 1, 'cpu: 1, memory: 1Gi, example.com/fuse: 1');
  const off = { karpenter: { featureGates: { nodeOverlay: false } } };

  test.each<[string, string, boolean, Partial<Settings>?]>([
    ['a policy that is not read may add tolerations', tainted + tolerating + deployment('app', 1), true],
    ['a policy whose binding is elsewhere may add them', tainted + unbound + deployment('app', 1), true],
    [
      'a policy about labels adds none',
      tainted + kyverno('metadata: { labels: { a: b } }') + deployment('app', 1),
      false,
    ],
    ['tolerations do not make room', web + tolerating + deployment('app', 1, 'cpu: 99'), false],
    ['the gate of a NodeOverlay is unknown', web + overlay + fuse, true],
    ['the gate of a NodeOverlay is off', web + overlay + fuse, false, off],
    ['a NodeOverlay is about another resource', web + overlay + deployment('app', 1, 'cpu: 99'), false],
  ])('%s', (_, head, isUnknown, settings = {}) => {
    const result = estimate({ head, base: web, settings });
    expect(codes(result).includes('provisioning/pod-unschedulable')).toBe(!isUnknown);
    expect(result.estimate.head?.unschedulable).toHaveLength(isUnknown ? 0 : 1);
  });
});
