import { describe, expect, test } from 'vitest';
import type { PodAffinityTerm, PodSpec } from '../../../karpenter/api/pod.ts';
import { placedPods, type Results } from '../input/results.ts';
import {
  asking,
  key,
  testInput,
  testNode,
  testPod,
  testPods,
  testPool,
  testTypes,
} from '../input/scheduler-input.test-support.ts';
import type { SchedulerInput, VolumeClaim } from '../input/scheduler-input.ts';
import { solve } from './scheduler.ts';

const types = testTypes([{ cpu: 2 }, { cpu: 4 }, { cpu: 8 }]);
const pool = testPool('default', types);

/** Claims and nodes with their pods, then who failed: `[w:2] node=w:1 !v:1`. */
function summary({ newNodeClaims, existingNodes, podErrors }: Results): string {
  const short = (pods: ReadonlyMap<string, number>): string =>
    [...pods].map(([name, count]) => `${name.split('/')[2]}:${count}`).join(' ');
  return [
    ...newNodeClaims.map(({ pods }) => `[${short(pods)}]`),
    ...existingNodes.map(({ name, pods }) => `${name}=${short(pods)}`),
    ...podErrors.map(({ workload, count }) => `!${workload.split('/')[2]}:${count}`),
  ].join(' ');
}
const outcome = (input: Partial<SchedulerInput>): string => summary(solve(testInput({ nodePools: [pool], ...input })));

describe('existing nodes', () => {
  test('come before new ones, initialized first, then by name', () => {
    const nodes = [testNode('b', 2), testNode('a', 2, { isInitialized: false }), testNode('c', 2)];
    expect(outcome({ existingNodes: nodes, podClasses: [testPods('w', asking('2'), 4)] })).toBe(
      '[w:1] b=w:1 c=w:1 a=w:1',
    );
  });

  test('running pods and DaemonSet pods that are still to start use room', () => {
    const running = { pod: testPod('old', asking('1')), isDaemon: false };
    const daemon = { pod: testPod('agent-0', asking('500m')), isDaemon: true };
    const nodes = [testNode('a', 4, { pods: [running] }), testNode('b', 4, { pods: [running, daemon] })];
    const daemonSets = [testPod('agent', asking('500m'))];
    // Both have 2.5 CPUs left: on b the DaemonSet's pod runs already.
    expect(outcome({ existingNodes: nodes, daemonSets, podClasses: [testPods('w', asking('1250m'), 4)] })).toBe(
      'a=w:2 b=w:2',
    );
  });

  test('an overcommitted node takes no more pods', () => {
    const running = { pod: testPod('old', asking('3')), isDaemon: false };
    expect(
      outcome({ existingNodes: [testNode('a', 2, { pods: [running] })], podClasses: [testPods('w', asking('0'))] }),
    ).toBe('[w:1]');
  });

  test('startup taints of a node are ignored', () => {
    const taints = [
      { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
      { key: 'cilium', effect: 'NoExecute' },
    ];
    const startupTaints = [{ key: 'cilium', effect: 'NoExecute' }];
    const coming = testNode('a', 2, { taints, startupTaints, nodePool: 'default', isInitialized: false });
    expect(outcome({ existingNodes: [coming], podClasses: [testPods('w', asking('1'))] })).toBe('a=w:1');
    expect(
      outcome({ existingNodes: [{ ...coming, isInitialized: true }], podClasses: [testPods('w', asking('1'))] }),
    ).toBe('[w:1]');
  });

  test('volumes count against the attach limit of their driver, shared claims once', () => {
    const claim = (name: string): readonly [string, VolumeClaim] => [
      `default/${name}`,
      { namespace: 'default', name, driver: 'ebs', alternatives: [], error: undefined },
    ];
    const using = (name: string): PodSpec =>
      asking('100m', { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }] });
    const nodes = [
      testNode('a', 4, {
        volumeLimits: new Map([['ebs', 2]]),
        pods: [{ pod: testPod('old', using('one')), isDaemon: false }],
      }),
    ];
    const podClasses = [
      testPods('p', using('one'), 2, 0),
      testPods('q', using('two'), 1, 1),
      testPods('r', using('three'), 1, 2),
    ];
    const volumeClaims = new Map([claim('one'), claim('two'), claim('three')]);
    expect(outcome({ existingNodes: nodes, podClasses, volumeClaims })).toBe('[r:1] a=p:2 q:1');
  });

  test('a node that is being deleted takes no pods, and its pods need another node', () => {
    const leaving = testNode('a', 8, { isDeleting: true, pods: [{ pod: testPod('w', asking('1')), isDaemon: false }] });
    const moved = { ...testPods('w', asking('1')), fromNode: 'a' };
    expect(outcome({ existingNodes: [leaving, testNode('b', 2)], podClasses: [moved] })).toBe('b=w:1');
  });

  test('a node within its consolidateAfter takes waiting pods, but none that consolidation moves', () => {
    const fresh = testNode('a', 2, { isUnderConsolidateAfter: true });
    expect(outcome({ existingNodes: [fresh], podClasses: [testPods('w', asking('1'))] })).toBe('a=w:1');
    expect(
      outcome({ existingNodes: [fresh], podClasses: [{ ...testPods('w', asking('1')), isConsolidated: true }] }),
    ).toBe('[w:1]');
  });
});

describe('topology', () => {
  const near = (term: PodAffinityTerm): PodSpec =>
    asking('100m', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  const away = (term: PodAffinityTerm): PodSpec =>
    asking('100m', { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  const loner = (app: string) => ({
    ...testPod('old', asking('100m')),
    metadata: { name: 'old', namespace: 'other', labels: { app } },
  });

  test.each<[string, Partial<PodAffinityTerm>, string]>([
    ['its own namespace', {}, 'b=w:1'],
    ['a namespace by name', { namespaces: ['other'] }, 'a=w:1'],
    ['a namespace by label', { namespaceSelector: { matchLabels: { team: 'x' } } }, 'a=w:1'],
    ['all namespaces', { namespaceSelector: {} }, 'a=w:1'],
  ])('affinity reaches %s', (_, scope, expected) => {
    const nodes = [
      testNode('a', 4, { pods: [{ pod: loner('db'), isDaemon: false }] }),
      testNode('b', 4, {
        pods: [
          {
            pod: { ...loner('db'), metadata: { name: 'own', namespace: 'default', labels: { app: 'db' } } },
            isDaemon: false,
          },
        ],
      }),
    ];
    const term = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: key.hostname, ...scope };
    const namespaces = new Map([
      ['default', {}],
      ['other', { team: 'x' }],
    ]);
    // With all namespaces, both nodes match and the first one is used.
    expect(outcome({ existingNodes: nodes, namespaces, podClasses: [testPods('w', near(term))] })).toBe(expected);
  });

  test('a running pod with anti-affinity repels others', () => {
    const term = { labelSelector: { matchLabels: { app: 'x' } }, topologyKey: key.hostname };
    const repelling = { pod: testPod('old', away(term)), isDaemon: false };
    expect(
      outcome({
        existingNodes: [testNode('a', 4, { pods: [repelling] })],
        podClasses: [testPods('w', asking('100m'))],
      }),
    ).toBe('[w:1]');
  });

  test('a topology key that is a property of every JavaScript object is not a label', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'constructor',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'x' } },
    };
    const podClasses = [testPods('w', asking('1', { topologySpreadConstraints: [spread] }))];
    expect(outcome({ existingNodes: [testNode('a', 4)], podClasses })).toBe('!w:1');
  });

  test('a terminating pod uses room but is not counted', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: key.hostname,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'x' } },
    };
    const podClasses = [testPods('w', asking('1', { topologySpreadConstraints: [spread] }))];
    const running = { pod: testPod('old', asking('1')), isDaemon: false };
    const node = (cpu: number, isTerminating: boolean) => testNode('a', cpu, { pods: [{ ...running, isTerminating }] });
    expect(outcome({ existingNodes: [node(4, false)], podClasses })).toBe('[w:1]');
    expect(outcome({ existingNodes: [node(4, true)], podClasses })).toBe('a=w:1');
    expect(outcome({ existingNodes: [node(1, true)], podClasses })).toBe('[w:1]');
  });

  test('a spread over too few domains counts from zero', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: key.zone,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'x' } },
    };
    const spreading = (minDomains: number) =>
      asking('100m', { topologySpreadConstraints: [{ ...spread, minDomains }] });
    expect(outcome({ podClasses: [testPods('w', spreading(3), 5)] })).toBe('[w:2] [w:2] [w:1]');
    expect(outcome({ podClasses: [testPods('w', spreading(4), 5)] })).toBe('[w:1] [w:1] [w:1] !w:2');
  });
});

describe('reserved capacity', () => {
  const reserving = testTypes([{ cpu: 4, reservations: [{ id: 'cr-1', zone: 'a', capacity: 1 }] }]);
  const input = { nodePools: [testPool('default', reserving)], podClasses: [testPods('w', asking('3'), 2)] };

  test('a pod waits for it when provisioning', () => {
    const results = solve(testInput(input));
    expect(summary(results)).toBe('[w:1] !w:1');
    expect(results.newNodeClaims.map(({ launch }) => 'capacityType' in launch && launch.capacityType)).toEqual([
      'reserved',
    ]);
  });

  test('disruption can give it up', () => {
    expect(outcome({ ...input, reservedOfferingMode: 'Fallback' })).toBe('[w:1] [w:1]');
  });
});

describe('limits', () => {
  test('a NodeClaim counts as the largest type that it may become', () => {
    const limited = testPool('default', types, { limits: { cpu: 12 } });
    // The first may become a type with 8 CPUs, which leaves 4. After the second, nothing is left.
    expect(outcome({ nodePools: [limited], podClasses: [testPods('w', asking('2'), 7)] })).toBe('[w:4] [w:2] !w:1');
  });

  test('existing nodes count, nodes being deleted do not', () => {
    const limited = testPool('default', types, { limits: { nodes: 1 } });
    const node = testNode('a', 1, { labels: { 'karpenter.sh/nodepool': 'default' }, nodePool: 'default' });
    const podClasses = [testPods('w', asking('2'))];
    expect(outcome({ nodePools: [limited], existingNodes: [node], podClasses })).toBe('!w:1');
    expect(outcome({ nodePools: [limited], existingNodes: [{ ...node, isDeleting: true }], podClasses })).toBe('[w:1]');
  });
});

describe('failures', () => {
  test('every NodePool has a reason', () => {
    const tainted = testPool('tainted', types, { taints: [{ key: 'team', value: 'a', effect: 'NoSchedule' }] });
    const { podErrors } = solve(
      testInput({ nodePools: [pool, tainted], podClasses: [testPods('w', asking('100'), 3)] }),
    );
    expect(podErrors.map(({ count, reasons }) => ({ count, pools: reasons.map(({ nodePool }) => nodePool) }))).toEqual([
      { count: 3, pools: ['tainted', 'default'] },
    ]);
    expect(podErrors[0]!.reasons[0]!.reason).toBe('did not tolerate taint (taint=team=a:NoSchedule)');
    expect(podErrors[0]!.reasons[1]!.reason).toMatch(
      /^no instance type has enough resources, requirements=.*, resources=\{"cpu":"100","pods":"1"\}$/,
    );
  });

  test('without NodePools nothing can be launched', () => {
    const { podErrors } = solve(testInput({ podClasses: [testPods('w', asking('1'), 2)] }));
    expect(podErrors.map(({ message, count }) => [message, count])).toEqual([['no dynamic nodepools found', 2]]);
  });

  test('without NodePools, Karpenter gives up on pods that kube-scheduler can still place', () => {
    const results = solve(
      testInput({ podClasses: [testPods('w', asking('1'), 3)], existingNodes: [testNode('n', 2)] }),
    );
    expect([results.existingNodes, results.podErrors.map(({ count }) => count)]).toEqual([[], [3]]);
    expect(placedPods(results)).toMatchObject({
      existingNodes: [{ name: 'n', pods: new Map([['Deployment/default/w', 2]]) }],
      podErrors: [{ count: 1 }],
    });
  });

  test('a NodePool that can launch nothing is reported; Karpenter itself reports it only while pods wait', () => {
    const empty = testPool('empty', types, { requirements: [{ key: key.arch, operator: 'In', values: ['arm64'] }] });
    const idle = solve(testInput({ nodePools: [pool, empty] }));
    const busy = solve(testInput({ nodePools: [pool, empty], podClasses: [testPods('w', asking('1'))] }));
    expect([idle, busy].map(({ emptyNodePools }) => emptyNodePools.map(({ nodePool }) => nodePool))).toEqual([
      ['empty'],
      ['empty'],
    ]);
    expect([idle, busy].map(({ events }) => events.length)).toEqual([0, 1]);
  });

  test('pods that Karpenter ignores are not failures', () => {
    const { ignored, podErrors } = solve(
      testInput({
        nodePools: [pool],
        podClasses: [testPods('w', asking('1', { nodeSelector: { [key.hostname]: 'a' } }), 2)],
      }),
    );
    expect([ignored.map(({ workload, count }) => [workload, count]), podErrors]).toEqual([
      [['Deployment/default/w', 2]],
      [],
    ]);
  });
});

describe('other versions', () => {
  test('minValues counts all values of the types, or only those that the pod allows', () => {
    const varied = testPool('default', types, { requirements: [{ key: key.zone, operator: 'Exists', minValues: 2 }] });
    const podClasses = [testPods('w', asking('1', { nodeSelector: { [key.zone]: 'a' } }))];
    expect(outcome({ nodePools: [varied], podClasses })).toBe('[w:1]');
    expect(outcome({ nodePools: [varied], podClasses, minValuesCountsAllowed: true })).toBe('!w:1');
  });

  test('a DaemonSet counts on the types that it can run on, or on all types of a NodePool', () => {
    const daemonSets = [testPod('agent', asking('1', { nodeSelector: { [key.type]: types.names[2]! } }))];
    const podClasses = [testPods('w', asking('4'))];
    const chosen = (countsDaemonSetsByType: boolean): string => {
      const input = testInput({ nodePools: [pool], daemonSets, podClasses, countsDaemonSetsByType });
      const [claim] = solve(input).newNodeClaims;
      return claim && !('error' in claim.launch) ? claim.launch.instanceType : '';
    };
    expect([chosen(true), chosen(false)]).toEqual([types.names[1], types.names[2]]);
  });

  test('a DaemonSet of another NodePool does not count in any version', () => {
    const daemonSets = [testPod('agent', asking('3', { nodeSelector: { 'example.com/pool': 'other' } }))];
    const podClasses = [testPods('w', asking('1'))];

    for (const countsDaemonSetsByType of [true, false]) {
      const input = testInput({ nodePools: [pool], daemonSets, podClasses, countsDaemonSetsByType });
      expect(solve(input).newNodeClaims.map(({ launch }) => 'error' in launch || launch.instanceType)).toEqual([
        types.names[0],
      ]);
    }
  });

  test('a DaemonSet counts by the labels of nodes that have joined, or only by those of the NodePool', () => {
    const onJoined = asking('2', { nodeSelector: { 'karpenter.sh/initialized': 'true' } });
    const podClasses = [testPods('w', asking('1'))];
    const chosen = (countsDaemonSetsOfJoinedNodes: boolean): string => {
      const daemonSets = [testPod('agent', onJoined)];
      const input = testInput({ nodePools: [pool], daemonSets, podClasses, countsDaemonSetsOfJoinedNodes });
      const [claim] = solve(input).newNodeClaims;
      return claim && !('error' in claim.launch) ? claim.launch.instanceType : '';
    };
    expect([chosen(true), chosen(false)]).toEqual([types.names[1], types.names[0]]);
  });

  test('pods with dynamic resource claims are not scheduled', () => {
    const { podErrors } = solve(
      testInput({ nodePools: [pool], podClasses: [testPods('w', asking('1', { resourceClaims: [{ name: 'gpu' }] }))] }),
    );
    expect(podErrors[0]?.message).toMatch(/Dynamic Resource Allocation/);
  });
});

describe('work done', () => {
  test('equal pods are tried about once each', () => {
    const { counters, newNodeClaims } = solve(
      testInput({ nodePools: [pool], podClasses: [testPods('w', asking('1'), 800)] }),
    );
    expect(newNodeClaims).toHaveLength(100);
    expect(counters.attempts).toBeLessThan(1100);
  });

  test('unschedulable pods are not tried repeatedly', () => {
    const { counters } = solve(testInput({ nodePools: [pool], podClasses: [testPods('w', asking('100'), 5000)] }));
    expect(counters.attempts).toBeLessThan(5);
  });

  test('a full host is not tried again', () => {
    const term = { labelSelector: { matchLabels: { app: 'x' } }, topologyKey: key.hostname };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const { counters, newNodeClaims } = solve(
      testInput({ nodePools: [pool], podClasses: [testPods('w', asking('1', { affinity }), 300)] }),
    );
    expect(newNodeClaims).toHaveLength(300);
    expect(counters.attempts).toBeLessThan(700);
  });
});
