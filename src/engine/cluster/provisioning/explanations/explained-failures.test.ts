import { describe, expect, test } from 'vitest';
import { nodePoolDiagnostics } from '../diagnostics/node-pool-diagnostics.ts';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { type ExplainedExclusion, explainedFailures } from './explained-failures.ts';
import { RemedyChecker } from './remedy-checker.ts';

function explained(
  text: string,
  { workload = 'Deployment/default/app', karpenterVersion = '1.14' } = {},
): readonly ExplainedExclusion[] {
  const side = { manifests: manifestsOf(text), otherManifests: [], live: undefined };
  const simulation = simulate(side, simulator({ karpenterVersion }));
  return explainedFailures(simulation.cases.likely.rounds).get(workload) ?? [];
}

const types = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge, m6i.2xlarge] }';
const inZones = (...zones: string[]): string =>
  `        - { key: topology.kubernetes.io/zone, operator: In, values: [${zones.join(', ')}] }`;
const tainted = (pool: string, taint: string): string =>
  pool.replace('      requirements:', `      taints: [${taint}]\n      requirements:`);
const withSpec = (workload: string, spec: string): string =>
  workload.replace('      containers:', `${spec}\n      containers:`);

const zoned = (zone: string): string =>
  withSpec(deployment('app', 2), `      nodeSelector: { topology.kubernetes.io/zone: ${zone} }`);

describe('unschedulable pods', () => {
  test.each([
    [
      'too much CPU',
      nodePool('x', '', types) + deployment('app', 1, 'cpu: 20, memory: 1Gi'),
      { kind: 'resource', resource: 'cpu', requested: 20_000, instanceType: 'm6i.2xlarge' },
      'request at most `cpu: 7910m`',
    ],
    [
      'a zone that the NodePool does not allow',
      nodePool('x', '', `${types}\n${inZones('us-east-1a', 'us-east-1b')}`) + zoned('us-east-1c'),
      { kind: 'requirement', by: 'pod' },
      'allow zone `us-east-1c` in NodePool `x`',
    ],
    [
      'a taint',
      tainted(nodePool('x', '', types), '{ key: dedicated, value: gpu, effect: NoSchedule }') + deployment('app', 1),
      { kind: 'taints', taints: [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }] },
      'add a toleration for `dedicated=gpu:NoSchedule`',
    ],
    [
      'a label that nodes do not have',
      nodePool('x', '', types) + withSpec(deployment('app', 1), '      nodeSelector: { team: red }'),
      { kind: 'requirement', allowed: undefined },
      'add the label `team: red` to `spec.template.metadata.labels` of NodePool `x`',
    ],
    [
      'a limit',
      nodePool('x', '  limits: { cpu: 4 }', types) + deployment('app', 3, 'cpu: 3, memory: 1Gi'),
      { kind: 'limits', resource: 'cpu' },
      'raise `limits.cpu` of NodePool `x` from 4 to 12',
    ],
    [
      'a resource that no instance type of the NodePool has',
      nodePool('x', '', types) + deployment('app', 1, 'cpu: 1, nvidia.com/gpu: 1'),
      { kind: 'resource', resource: 'nvidia.com/gpu', largest: 0, instanceType: undefined },
      'allow `node.kubernetes.io/instance-type` `g4dn.xlarge` in NodePool `x`',
    ],
    [
      'a limit that allows fewer hosts than the anti-affinity needs',
      nodePool('x', '  limits: { cpu: 8 }', types) +
        withSpec(
          deployment('app', 3),
          '      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: app } } }] } }',
        ),
      { kind: 'limits', resource: 'cpu' },
      'raise `limits.cpu` of NodePool `x` from 8 to 12',
    ],
  ])('%s', (_, text, exclusion, change) => {
    const found = explained(text + nodeClass);
    expect(found.map(({ nodePool: name }) => name)).toEqual(['x']);
    expect(found[0]?.exclusion).toMatchObject(exclusion);
    expect(found[0]?.change).toBe(change);
  });

  test.each([
    [40, 12],
    [1000, 5],
  ])('T50: how often a change is simulated depends on the number of nodes: %s CPUs', (cpu, most) => {
    const apart = withSpec(
      deployment('app', 300),
      '      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: app } } }] } }',
    );
    const text = nodePool('x', `  limits: { cpu: ${cpu} }`, types) + apart + nodeClass;
    const side = { manifests: manifestsOf(text), otherManifests: [], live: undefined };
    const { rounds } = simulate(side, simulator()).cases.likely;
    const checker = new RemedyChecker(rounds.first.input, rounds.results);

    let simulated = 0;
    for (let i = 0; i < 40; i++)
      checker.resultsWith(['app'], (input) => {
        simulated++;
        return input;
      });
    expect(simulated).toBe(most);
  });

  test('every NodePool has its own reason', () => {
    const dedicated = tainted(nodePool('a', '  weight: 10', types), '{ key: team, effect: NoExecute }');
    const found = explained(dedicated + nodePool('b', '', types) + deployment('app', 1, 'cpu: 20') + nodeClass);
    expect(found.map(({ nodePool: name, exclusion }) => [name, exclusion.kind])).toEqual([
      ['a', 'taints'],
      ['b', 'resource'],
    ]);
  });

  test('a spread that counts a capacity type of another NodePool names it', () => {
    const spread =
      '      topologySpreadConstraints: [{ topologyKey: karpenter.sh/capacity-type, maxSkew: 1, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: app } } }]';
    const pools = nodePool('x', '', types) + nodePool('reserved', '', types).replace('[on-demand]', '[reserved]');
    const found = explained(pools + withSpec(deployment('app', 2, 'cpu: 3, memory: 1Gi'), spread) + nodeClass);
    expect(found.find(({ nodePool: name }) => name === 'x')).toMatchObject({
      exclusion: { kind: 'topology', neediest: ['reserved'] },
      plain:
        'the topology spread over `karpenter.sh/capacity-type` needs the next pods in `reserved`, where no new node of this NodePool can be',
    });
  });

  test('no remedy is suggested if it does not help: the pods would still be too large after tolerating the taint', () => {
    const dedicated = tainted(nodePool('a', '', types), '{ key: team, effect: NoExecute }');
    expect(explained(dedicated + deployment('app', 1, 'cpu: 20') + nodeClass)).toMatchObject([
      { exclusion: { kind: 'taints' }, change: undefined },
    ]);
  });

  test('a taint is not what keeps pods off that need an instance type which the NodePool does not allow', () => {
    const dedicated = tainted(nodePool('a', '', types), '{ key: team, effect: NoExecute }');
    const pods = deployment('app', 1).replace(
      '      containers:',
      '      nodeSelector: { node.kubernetes.io/instance-type: r6i.2xlarge }\n      containers:',
    );
    const reasons = explained(dedicated + nodePool('b', '', types) + pods + nodeClass);
    expect(reasons.map(({ nodePool: name, exclusion }) => [name, exclusion.kind])).toEqual([
      ['b', 'requirement'],
      ['a', 'taints'],
    ]);
    expect(reasons[1]!.exclusion).not.toHaveProperty('isMeant');
  });

  test('there is nothing to explain if all pods are scheduled', () => {
    expect(explained(nodePool('x', '', types) + deployment('app', 1) + nodeClass)).toEqual([]);
  });
});

test.each([
  ['', ''],
  ['minDomains: 5, ', 'remove `minDomains` and '],
])('the fix of a spread is one that the API server accepts: %s', (minDomains, removed) => {
  const spread = `      topologySpreadConstraints: [{ ${minDomains}topologyKey: topology.kubernetes.io/zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: app } } }]`;
  const limited = nodePool('x', '', `${types}\n${inZones('us-east-1a')}`);
  const other = nodePool('y', '', `${types}\n${inZones('us-east-1b', 'us-east-1c')}`).replace(
    '      requirements:',
    '      taints: [{ key: team, effect: NoSchedule }]\n      requirements:',
  );
  const reasons = explained(limited + other + withSpec(deployment('app', 4), spread) + nodeClass);
  expect(reasons.find(({ nodePool: name }) => name === 'x')?.change).toBe(
    `${removed}set \`whenUnsatisfiable: ScheduleAnyway\` on the topology spread over \`topology.kubernetes.io/zone\``,
  );
});

describe('DaemonSets that need more than new nodes have', () => {
  const daemonSet = (selector: string, requests: string): string => `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent, namespace: monitoring }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      ${selector}
      containers: [{ name: app, image: app, resources: { requests: { ${requests} } } }]
---
`;

  const onWindows = daemonSet(
    'nodeSelector: { kubernetes.io/os: windows }',
    'cpu: 100m, vpc.amazonaws.com/PrivateIPv4Address: 1',
  );
  const onArm = daemonSet(
    'affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/arch, operator: In, values: [arm64] }] }] } } }',
    'cpu: 12',
  );
  const onAll = daemonSet('', 'cpu: 12');
  const app = deployment('app', 2) + nodeClass;
  const pool = nodePool('x', '', types);
  const limitedTo = (key: string, value: string): string =>
    nodePool('x', '', `${types}\n        - { key: ${key}, operator: In, values: [${value}] }`);

  test.each([
    [
      'for another operating system',
      onWindows,
      'vpc.amazonaws.com/PrivateIPv4Address',
      'require `kubernetes.io/os In [linux]` in NodePool `x`',
    ],
    ['for another architecture', onArm, 'cpu', 'require `kubernetes.io/arch In [amd64]` in NodePool `x`'],
    ['for all nodes', onAll, 'cpu', undefined],
  ])('%s', (_, daemons, resource, change) => {
    const [exclusion, ...others] = explained(pool + daemons + app, { karpenterVersion: '1.8' });
    expect(exclusion?.exclusion).toMatchObject({ kind: 'daemons', resource, daemonSets: ['monitoring/agent'] });
    expect(exclusion?.change).toBe(change);
    expect(others).toEqual([]);
  });

  test.each([
    ['the NodePool rules out the operating system', limitedTo('kubernetes.io/os', 'linux') + onWindows],
    ['the NodePool rules out the architecture', limitedTo('kubernetes.io/arch', 'amd64') + onArm],
    ['the nodes have room', pool + daemonSet('', 'cpu: 1')],
  ])('nothing to explain if %s', (_, text) => {
    expect(explained(text + app, { karpenterVersion: '1.8' })).toEqual([]);
  });

  test('from Karpenter 1.14 on, they count only on the instance types that they can run on', () => {
    expect(explained(pool + onWindows + app)).toEqual([]);
    expect(explained(pool + onAll + app)).toMatchObject([{ exclusion: { kind: 'daemons' } }]);
  });

  test('another NodePool, which the pods cannot use, does not hide the reason or offer a fix', () => {
    const windows = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: windows }
spec: { amiSelectorTerms: [{ alias: windows2022@latest }] }
---
`;
    const tainted = nodePool('win', '  weight: 10', types)
      .replace('name: default', 'name: windows')
      .replace(
        '      requirements:',
        '      taints: [{ key: os, value: windows, effect: NoSchedule }]\n      requirements:',
      );
    const reasonsOf = (workload: string) =>
      explained(pool + tainted + onWindows + windows + workload + nodeClass, { karpenterVersion: '1.8' }).map(
        ({ nodePool: name, exclusion, change }) => [name, exclusion.kind, change],
      );
    const forWindows = '      nodeSelector: { kubernetes.io/os: windows }';

    expect(reasonsOf(deployment('app', 2))).toEqual([
      ['win', 'taints', undefined],
      ['x', 'daemons', 'require `kubernetes.io/os In [linux]` in NodePool `x`'],
    ]);
    expect(reasonsOf(withSpec(deployment('app', 2), forWindows))[0]).toEqual([
      'win',
      'taints',
      'add a toleration for `os=windows:NoSchedule`',
    ]);
  });
});

describe('NodePools that can launch nothing', () => {
  const nothing = (name: string): string =>
    nodePool(name, '', '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.none] }');

  test('have a reason too, and the one that the pods ask for comes first', () => {
    const asking = deployment('app', 1).replace(
      '      containers:',
      '      nodeSelector: { karpenter.sh/nodepool: wanted }\n      containers:',
    );
    const reasons = explained(nodePool('x', '', types) + nothing('wanted') + nothing('a') + asking + nodeClass);
    expect(reasons.map(({ nodePool: name, plain }) => [name, plain])).toEqual([
      ['wanted', 'no instance type meets its own requirements'],
      [
        'x',
        'the pods require `karpenter.sh/nodepool In [wanted]`, but the NodePool allows `karpenter.sh/nodepool In [x]`',
      ],
      ['a', 'no instance type meets its own requirements'],
    ]);
  });
});

describe('limits that leave no room', () => {
  const app = deployment('app', 5, 'cpu: 3, memory: 1Gi');
  const limited = nodePool('x', '  limits: { cpu: 8 }', types.replace('m6i.2xlarge', 'm6i.2xlarge, m6i.4xlarge'));
  const hpa = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: app }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: app }
  minReplicas: 1
  maxReplicas: 5
---
`;
  const found = (text: string, wanted: string) => {
    const side = { manifests: manifestsOf(text + nodeClass), otherManifests: [], live: undefined };
    return nodePoolDiagnostics(simulate(side, simulator()), simulator()).filter(({ code }) => code === wanted);
  };
  const reached = (text: string) => found(text, 'provisioning/limit-reached');

  test('a NodePool without pods that minValues keeps from launching anything', () => {
    // Karpenter asks for the 60 cheapest types, which are all of the smallest size.
    const wanting = (minValues: number) =>
      nodePool(
        'x',
        '',
        `        - { key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }
        - { key: karpenter.k8s.aws/instance-size, operator: In, values: [large, 16xlarge], minValues: ${minValues} }`,
      );
    expect(found(wanting(2), 'provisioning/launch-failed')).toMatchObject([{ resource: { name: 'x' } }]);
    expect(found(wanting(1), 'provisioning/launch-failed')).toEqual([]);
  });

  test('the help says how many pods fit, which types the limit rules out, and which limit is enough', () => {
    expect(reached(limited + app).map(({ message, help }) => [message, help])).toEqual([
      [
        'The limits of NodePool `x` leave no room for 3 pods',
        '`limits.cpu` is 8; 1 node uses 8, so 0 is left. Only 2 of the 5 pods of `Deployment/default/app` fit. Even with no other nodes, the limits rule out 1 of the NodePool’s 3 instance types. To schedule all pods of `Deployment/default/app`, raise `limits.cpu` of NodePool `x` from 8 to 16.',
      ],
    ]);
  });

  test('at the maximum of an autoscaler', () => {
    const [found] = reached(limited + deployment('app', 1, 'cpu: 3, memory: 1Gi') + hpa);
    expect(found?.message).toContain('When autoscalers scale to the maximum');
    expect(found?.help).toContain('Only 2 of the 5 replicas of `Deployment/default/app` fit.');
  });

  test('no finding if all pods fit within the limits', () => {
    expect(reached(limited + deployment('app', 2, 'cpu: 3, memory: 1Gi'))).toEqual([]);
  });
});
