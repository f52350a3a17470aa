import { describe, expect, test } from 'vitest';
import type { WorkloadRestarts } from '../disruption/forecast/disruption-data.ts';
import type { NodeEffects } from '../disruption/forecast/drift-forecast.ts';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { countPods } from './change-pods.ts';
import { transition } from './transition.ts';
import type { ClusterState, Transition } from './transition-data.ts';

const here = simulator({ today: '2026-03-02' });
const overlaid = simulator({ today: '2026-03-02', karpenter: { featureGates: { nodeOverlay: true } } });
const types = (...names: string[]): string =>
  `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${names.join(', ')}] }`;
const pool = (
  name: string,
  requirements: string,
  spec = '  disruption: { consolidateAfter: 1m, budgets: [] }',
): string => nodePool(name, spec, requirements);

interface Shown {
  readonly base: string;
  readonly head: string;
  readonly cluster?: string;
  readonly effects?: NodeEffects;
  readonly by?: typeof here;
}

function follow({ base, head, cluster, effects = new Map(), by = here }: Shown): Transition {
  const live = cluster === undefined ? undefined : manifestsOf(cluster, 'cluster.yaml');
  const [before, after] = [manifestsOf(nodeClass + base), manifestsOf(nodeClass + head)];
  const side = (
    manifests: typeof before,
    otherManifests: typeof before,
  ): { simulation: Simulation; simulator: typeof here } => ({
    simulation: simulate({ manifests, otherManifests, live }, by),
    simulator: by,
  });
  return transition(side(before, after), side(after, before), { which: 'likely', effects });
}

/** Karpenter's nodes with the pods on them: `m6i.large on-demand: Deployment/default/a 2`. */
const shown = (state: ClusterState | null): readonly string[] =>
  (state?.nodes ?? [])
    .map(({ state: { labels }, pods }) => {
      const own = pods.filter(({ isDaemon }) => !isDaemon);
      const counts = new Map<string, number>();
      for (const { workload, count } of own) counts.set(workload, (counts.get(workload) ?? 0) + count);
      const carried = [...counts].sort().map(([workload, count]) => `${workload.split('/').at(-1)} ${count}`);
      return `${labels['node.kubernetes.io/instance-type']}: ${carried.join(', ')}`;
    })
    .sort();

/** A node of Karpenter's with pods of Deployments, as `kubectl get` shows it. */
function node(
  name: string,
  type: string,
  pods: Readonly<Record<string, number>>,
  { nodePool: owner = 'web', cpu = '500m' } = {},
): string {
  const labels = {
    ...(owner && {
      'karpenter.sh/nodepool': owner,
      'karpenter.sh/registered': 'true',
      'karpenter.sh/initialized': 'true',
    }),
    'node.kubernetes.io/instance-type': type,
    'topology.kubernetes.io/zone': 'us-east-1a',
    'karpenter.sh/capacity-type': 'on-demand',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/os': 'linux',
    'kubernetes.io/hostname': name,
  };
  const size = type.endsWith('.2xlarge') ? 8 : type.endsWith('.xlarge') ? 4 : 2;
  const objects = [
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels },
      spec: { providerID: `aws:///us-east-1a/i-${name}` },
      status: {
        capacity: { cpu: `${size}`, memory: `${size * 4}Gi`, pods: '29' },
        allocatable: { cpu: `${size * 1000 - 70}m`, memory: `${size * 4 - 1}Gi`, pods: '29' },
      },
    },
    ...Object.entries(pods).flatMap(([workload, count]) =>
      Array.from({ length: count }, (_, i) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: `${workload}-${name}-${i}`,
          namespace: 'default',
          labels: { app: workload },
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${workload}-1`, controller: true, uid: workload },
          ],
        },
        spec: { nodeName: name, containers: [{ name: 'app', resources: { requests: { cpu, memory: '1Gi' } } }] },
        status: { phase: 'Running' },
      })),
    ),
  ];
  return objects.map((object) => `${JSON.stringify(object)}\n---\n`).join('');
}

const replicaSet = (workload: string): string =>
  `${JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${workload}-1`,
      namespace: 'default',
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: workload, controller: true, uid: 'd' }],
    },
  })}\n---\n`;

/** A workload whose pods all keep running. */
const unharmed = (name: string, running: number): WorkloadRestarts => ({
  workload: `Deployment/default/${name}`,
  running,
  fewest: running,
  restarted: 0,
  stopped: 0,
  heldBy: [],
});

describe('without a snapshot', () => {
  const web = pool('web', types('m6i.large'));

  test('without changes, nothing changes', () => {
    const files = web + deployment('a', 6);
    const { before, after, peak } = follow({ base: files, head: files });
    expect(shown(after)).toEqual(shown(before));
    expect(peak.nodes).toBe(before!.nodes.length);
  });

  test('a removed NodeOverlay gives running nodes the price that they really have', () => {
    const files =
      pool('web', types('c6i.xlarge', 'm6i.xlarge'), '  disruption: { consolidateAfter: 1m }') + deployment('a', 5);
    const overlay = `
apiVersion: karpenter.sh/v1alpha1
kind: NodeOverlay
metadata: { name: saved }
spec:
  requirements: [{ key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge] }]
  priceAdjustment: "-60%"
---
`;
    const { before, after } = follow({ base: files + overlay, head: files, by: overlaid });
    expect([shown(before), shown(after)]).toEqual([['m6i.xlarge: a 5'], ['c6i.xlarge: a 5']]);
  });

  test('a changed RuntimeClass changes nodes once pods restart, and restarts none', () => {
    const kata = (cpu: string): string => `
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: kata }
handler: kata
overhead: { podFixed: { cpu: ${cpu} } }
---
`;
    const files =
      web + deployment('a', 6).replace('      containers', '      runtimeClassName: kata\n      containers');
    const { before, after, restarts } = follow({ base: files + kata('50m'), head: files + kata('400m') });
    expect(shown(before)).toEqual(['m6i.large: a 3', 'm6i.large: a 3']);
    expect(shown(after)).toEqual(['m6i.large: a 2', 'm6i.large: a 2', 'm6i.large: a 2']);
    expect(restarts).toMatchObject([{ running: 6, restarted: 0, stopped: 0 }]);
  });

  test.each([4, 5, 6, 12])('a new LimitRange restarts none of %i pods, whatever its room', (count) => {
    const range = `
apiVersion: v1
kind: LimitRange
metadata: { name: defaults }
spec: { limits: [{ type: Container, defaultRequest: { cpu: 60m } }] }
---
`;
    const consolidated = pool('web', types('m7a.medium', 'm6a.large'), '  disruption: { consolidateAfter: 1m }');
    const files = consolidated + deployment('a', count, 'memory: 512Mi');
    const { restarts, after } = follow({ base: files, head: files + range });
    expect(restarts).toEqual([unharmed('a', count)]);
    expect(after.nodes.length).toBeGreaterThan(0);
  });

  const mutation = (spec: string): string => `
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: { name: placed }
spec:
  rules:
    - name: placed
      match: { any: [{ resources: { kinds: [Pod] } }] }
      mutate: { patchStrategicMerge: { ${spec} } }
---
`;

  test.each([
    'spec: { tolerations: [{ key: team, operator: Exists }] }',
    'metadata: { annotations: { karpenter.sh/do-not-disrupt: "true" } }',
  ])('a policy that changes new pods restarts no running pod: %s', (patch) => {
    const files = web + deployment('a', 3);
    const { restarts, admittedLater } = follow({ base: files, head: files + mutation(patch) });
    expect(restarts).toEqual([unharmed('a', 3)]);
    expect(admittedLater).toEqual(['Deployment/default/a']);
  });

  test.each([
    'metadata: { annotations: { karpenter.sh/do-not-disrupt: "true" } }',
    'metadata: { labels: { team: shop } }',
  ])('a policy that only marks pods leaves them where they are: %s', (patch) => {
    const apart =
      'topologySpreadConstraints: [{ maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: a } } }]';
    const large = pool('web', types('m6i.large', 'm6i.xlarge'), '  disruption: { consolidateAfter: 5m }');
    const spread = deployment('a', 3, 'cpu: 500m, memory: 512Mi').replace('containers:', `${apart}\n      containers:`);
    expect(spread).toContain('maxSkew');
    const files = large + spread;
    const { before, after } = follow({ base: files, head: files + mutation(patch) });
    expect(shown(after)).toEqual(shown(before));
  });

  test('a policy with a label by which pods keep apart restarts them in the figures', () => {
    const apart =
      'affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { team: shop } } }] } }';
    const large = pool('web', types('m6i.2xlarge'), '  disruption: { consolidateAfter: 5m }');
    const files = large + deployment('a', 2, 'cpu: 500m').replace('containers:', `${apart}\n      containers:`);
    const { after } = follow({ base: files, head: files + mutation('metadata: { labels: { team: shop } }') });
    expect(after.nodes).toHaveLength(2);
  });

  test('a policy that lets new pods run nowhere stops no rollout, because there is none', () => {
    const files = web + deployment('a', 3);
    const head = files + mutation('spec: { nodeSelector: { team: shop } }');
    const { restarts, stopped, after, admittedLater } = follow({ base: files, head });
    expect({ restarts, stopped, pending: after.pending }).toEqual({
      restarts: [unharmed('a', 3)],
      stopped: [],
      pending: [],
    });
    expect(admittedLater).toEqual([]);
  });

  test('a policy and an edited template restart the pods', () => {
    const [base, edited] = ['1Gi', '2Gi'].map((memory) => web + deployment('a', 3, `memory: ${memory}`));
    const head = edited! + mutation('spec: { tolerations: [{ key: team, operator: Exists }] }');
    expect(follow({ base: base!, head }).restarts).toMatchObject([{ running: 3, restarted: 3 }]);
  });

  test('another order of fields or spelling of amounts restarts no pods', () => {
    const labels = (...all: string[]): string =>
      web + deployment('a', 3).replace('{ app: a } }\n    spec', `{ ${all.join(', ')} } }\n    spec`);
    const { restarts } = follow({ base: labels('app: a', 'b: c'), head: labels('b: c', 'app: a') });
    expect(restarts).toMatchObject([{ running: 3, restarted: 0 }]);
    const cpu = (amount: string): string => web + deployment('a', 3, `cpu: ${amount}, memory: 1Gi`);
    expect(follow({ base: cpu('500m'), head: cpu('"0.5"') }).restarts).toMatchObject([{ running: 3, restarted: 0 }]);
  });

  test('additional replicas are placed, and running pods stay', () => {
    const { before, after } = follow({ base: web + deployment('a', 3), head: web + deployment('a', 5) });
    expect([shown(before), shown(after)]).toEqual([['m6i.large: a 3'], ['m6i.large: a 2', 'm6i.large: a 3']]);
  });

  test('who restarts: nobody if pods are only added', () => {
    const { restarts } = follow({ base: web + deployment('a', 3), head: web + deployment('a', 5) });
    expect(restarts).toEqual([unharmed('a', 3)]);
  });

  test('who restarts: nobody if pods only stop', () => {
    const still = pool('web', types('m6i.large'), '  disruption: { consolidateAfter: Never }');
    const { restarts } = follow({ base: still + deployment('a', 9), head: still + deployment('a', 2) });
    expect(restarts).toEqual([{ ...unharmed('a', 9), stopped: 7, fewest: 2 }]);
  });

  test('who restarts: all pods of a workload whose image changes, a quarter at a time, on the same nodes', () => {
    const image = (text: string, tag: string): string => text.replace(/image: [^,}\s]+/, `image: app:${tag}`);
    const a = deployment('a', 8);
    const [base, head] = [web + image(a, 'one'), web + image(a, 'two')];
    expect(base).not.toBe(head);
    const { before, after, restarts } = follow({ base, head });
    expect(shown(after)).toEqual(shown(before));
    expect(restarts).toEqual([{ ...unharmed('a', 8), restarted: 8, fewest: 6 }]);
  });

  test.each<[string, (text: string) => string]>([
    ['limit', (text) => text.replace('requests:', 'limits: { memory: 4Gi }, requests:')],
    [
      'checksum',
      (text) => text.replace('{ app: a } }\n    spec', '{ app: a }, annotations: { checksum: b } }\n    spec'),
    ],
    ['version', (text) => text.replace('{ app: a } }\n    spec', '{ app: a, helm.sh/chart: app-2 } }\n    spec')],
  ])('pods with another %s restart on the nodes where they are', (_, edit) => {
    const base = web + deployment('a', 8);
    const head = edit(base);
    expect(head).not.toBe(base);
    const { before, after, restarts } = follow({ base, head });
    expect(shown(after)).toEqual(shown(before));
    expect(restarts).toEqual([{ ...unharmed('a', 8), restarted: 8, fewest: 6 }]);
  });

  test.each<[string, string, number, readonly string[]]>([
    ['all at once', '', 0, []],
    ['as many at a time as a PodDisruptionBudget allows', 'maxUnavailable: 2', 4, ['default/a']],
  ])('who restarts with a deleted NodePool: %s', (_, budget, fewest, heldBy) => {
    const old = pool('old', types('m6i.2xlarge'), '  weight: 9\n  disruption: { consolidateAfter: Never }');
    const pdb = `{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: a }, spec: { selector: { matchLabels: { app: a } }, ${budget} } }\n---\n`;
    const others = deployment('a', 6) + (budget === '' ? '' : pdb);
    const effects: NodeEffects = new Map([['old', 'delete']]);
    const { restarts } = follow({ base: web + old + others, head: web + others, effects });
    expect(restarts).toEqual([{ ...unharmed('a', 6), restarted: 6, fewest, heldBy }]);
  });

  test('who restarts with drifted nodes: the pods of one node at a time', () => {
    const files = web.replace('budgets: []', "budgets: [{ nodes: '1' }]") + deployment('a', 6);
    const effects: NodeEffects = new Map([['web', 'all']]);
    const { restarts, forecasts } = follow({ base: files, head: files, effects });
    expect(restarts).toEqual([{ ...unharmed('a', 6), restarted: 6, fewest: 3 }]);
    expect(forecasts?.get('web')?.workloads).toEqual([['Deployment/default/a'], ['Deployment/default/a']]);
  });

  test.each([
    ['every node that a cheaper type replaces counts, although new nodes take the names of old ones', ['c6i.large'], 4],
    ['a more expensive type replaces none', ['r6i.large'], undefined],
  ])('%s', (_, others, count) => {
    const pods = deployment('a', 4, 'cpu: 1500m, memory: 1Gi');
    const files = (all: readonly string[]): string => pool('web', types(...all)) + pods;
    const { before, after, consolidation } = follow({
      base: files(['m6i.large']),
      head: files(['m6i.large', ...others]),
    });
    expect(shown(before)).toEqual(Array.from({ length: 4 }, () => 'm6i.large: a 1'));
    expect(shown(after)).toEqual(Array.from({ length: 4 }, () => `${count ? others[0] : 'm6i.large'}: a 1`));
    expect(consolidation).toEqual(count && { removed: count, removedNew: 0, launched: count });
  });

  test('fewer replicas leave fewer nodes', () => {
    const { before, after } = follow({ base: web + deployment('a', 9), head: web + deployment('a', 2) });
    expect(shown(before)).toHaveLength(3);
    expect(shown(after)).toEqual(['m6i.large: a 2']);
  });

  test('nodes of a deleted NodePool are deleted, and their pods move', () => {
    const old = pool('old', types('m6i.2xlarge'), '  weight: 9\n  disruption: { consolidateAfter: Never }');
    const effects: NodeEffects = new Map([['old', 'delete']]);
    const { before, after, peak, rounds } = follow({
      base: web + old + deployment('a', 6),
      head: web + deployment('a', 6),
      effects,
    });
    expect(shown(before)).toEqual(['m6i.2xlarge: a 6']);
    expect(shown(after)).toEqual(['m6i.large: a 3', 'm6i.large: a 3']);
    expect(peak.nodes).toBe(2);
    expect(rounds.results.podErrors).toEqual([]);
  });

  test('pods of a deleted NodePool that no other can run are unschedulable, for the reasons of the remaining NodePools', () => {
    const old = pool('old', types('m6i.2xlarge'), '  weight: 9\n  disruption: { consolidateAfter: Never }');
    const big = deployment('big', 1, 'cpu: 4, memory: 1Gi');
    const effects: NodeEffects = new Map([['old', 'delete']]);
    const { after, rounds } = follow({ base: web + old + big, head: web + big, effects });
    expect(shown(after)).toEqual([]);
    expect(rounds.results.podErrors).toMatchObject([{ workload: 'Deployment/default/big', count: 1 }]);
  });

  const held = (annotations: string): string =>
    deployment('a', 6).replace('metadata: { labels', `metadata: { annotations: { ${annotations} }, labels`);
  const old = pool('old', types('m6i.2xlarge'), '  weight: 9\n  disruption: { consolidateAfter: Never }');
  const gone: NodeEffects = new Map([['old', 'delete']]);

  test('nodes of a deleted NodePool stay for pods that must not be disrupted', () => {
    const pods = held("karpenter.sh/do-not-disrupt: 'true'");
    const { after, rounds } = follow({ base: web + old + pods, head: web + pods, effects: gone });
    expect(shown(after)).toEqual(['m6i.2xlarge: a 6']);
    expect(rounds.results.podErrors).toEqual([]);
  });

  test('nodes that a PodDisruptionBudget protects stay, and Karpenter launches others for the same pods', () => {
    const calm = pool('web', types('m6i.large'), '  disruption: { consolidateAfter: Never }');
    const budget =
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec: { minAvailable: 6, selector: { matchLabels: { app: a } } }\n---\n';
    const pods = deployment('a', 6) + budget;
    const { after, rounds, forecasts } = follow({ base: calm + old + pods, head: calm + pods, effects: gone });
    expect(shown(after)).toEqual(['m6i.2xlarge: a 6', 'm6i.large: ', 'm6i.large: ']);
    const kept = { nodes: 1, because: 'forbidden', workloads: ['Deployment/default/a'], by: ['default/a'] };
    expect(forecasts?.get('old')).toMatchObject({ waves: [0], kept: [kept], notReady: 0 });
    expect(rounds.results.podErrors).toEqual([]);
  });

  describe('a budget whose evicted pods stay pending allows no more evictions', () => {
    const budget = (selected: string): string =>
      `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: b }\nspec: { maxUnavailable: 2, selector: { matchLabels: { app: ${selected} } } }\n---\n`;
    const big = (budgets: string): string => deployment('big', 5, 'cpu: 4, memory: 1Gi') + budgets;
    const deleting = (pods: string, from = old) => follow({ base: web + from + pods, head: web + pods, effects: gone });

    test('so the other nodes stay', () => {
      const { after: nodes, rounds, forecasts, restarts } = deleting(big(budget('big')));
      expect(shown(nodes)).toEqual(['m6i.2xlarge: big 1', 'm6i.2xlarge: big 1', 'm6i.2xlarge: big 1']);
      expect(rounds.results.podErrors).toMatchObject([{ workload: 'Deployment/default/big', count: 2 }]);
      expect(forecasts?.get('old')).toMatchObject({
        waves: [2],
        kept: [{ nodes: 3, because: 'pending', workloads: ['Deployment/default/big'], by: ['default/b'] }],
      });
      expect(restarts).toMatchObject([{ running: 5, restarted: 2, pending: 2, fewest: 3 }]);
    });

    test.each([
      ['unless no budget selects them', big(budget('other')), old],
      [
        'unless a terminationGracePeriod ends them',
        big(budget('big')),
        old.replace('    spec:', '    spec:\n      terminationGracePeriod: 1h'),
      ],
    ])('%s', (_, pods, from) => {
      const { after: nodes, rounds, forecasts } = deleting(pods, from);
      expect(shown(nodes)).toEqual([]);
      expect(rounds.results.podErrors).toMatchObject([{ count: 5 }]);
      expect(forecasts?.get('old')).toMatchObject({ waves: [5], kept: [] });
    });

    test('even if each of its pods differs, as those of a StatefulSet', () => {
      const stateful = big(budget('big'))
        .replace('kind: Deployment', 'kind: StatefulSet')
        .replace(
          'spec:\n',
          'spec:\n  serviceName: big\n  volumeClaimTemplates: [{ metadata: { name: data }, spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } } }]\n',
        );
      const { forecasts } = deleting(stateful);
      expect(forecasts?.get('old')).toMatchObject({ waves: [2], kept: [{ nodes: 3, because: 'pending' }] });
    });

    test('and if they run elsewhere, the others follow one step after the other', () => {
      const small = deployment('small', 6) + budget('small');
      const { after: nodes, forecasts, restarts } = deleting(small);
      expect(shown(nodes)).toEqual(['m6i.large: small 3', 'm6i.large: small 3']);
      expect(forecasts?.get('old')).toMatchObject({ waves: [1], kept: [], evictions: [3] });
      expect(restarts).toMatchObject([{ restarted: 6 }]);
      expect(restarts[0]).not.toHaveProperty('pending');
    });
  });

  test('a lower limit removes no nodes and makes no pods unschedulable', () => {
    const of = (cpu: number): string => pool('web', types('m6i.large'), `  limits: { cpu: ${cpu} }`);
    const { before, after, rounds } = follow({ base: of(10) + deployment('a', 9), head: of(2) + deployment('a', 9) });
    expect(shown(after)).toEqual(shown(before));
    expect(rounds.results.podErrors).toEqual([]);
  });
});

describe('updates that need room next to the old pods', () => {
  const limited = (cpu: number): string => pool('web', types('m6i.large', 'm6i.xlarge'), `  limits: { cpu: ${cpu} }`);
  const tight = deployment('a', 2, 'cpu: 1500m, memory: 1Gi').replace(
    'spec:',
    'spec:\n  strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }',
  );
  const selected = tight.replace(
    '      containers',
    '      nodeSelector: { node.kubernetes.io/instance-type: m6i.large }\n      containers',
  );
  const image = (text: string): string => text.replace('image: app', 'image: other');

  test('without room for one more pod, a new image restarts none', () => {
    const { stopped, restarts, rounds } = follow({ base: limited(4) + selected, head: limited(4) + image(selected) });
    expect(stopped).toEqual([{ workload: 'Deployment/default/a', old: 2 }]);
    expect(restarts).toEqual([unharmed('a', 2)]);
    expect(rounds.results.podErrors).toMatchObject([{ workload: 'Deployment/default/a', count: 1 }]);
  });

  test.each([
    ['with room for one more pod', 6, selected],
    ['if an old pod may be missing', 4, selected.replace('maxUnavailable: 0', 'maxUnavailable: 1')],
    ['if old pods are deleted first', 4, selected.replace(/strategy: .*/, 'strategy: { type: Recreate }')],
  ])('%s, a new image restarts all', (_, cpu, pods) => {
    const { stopped, restarts } = follow({ base: limited(cpu) + pods, head: limited(cpu) + image(pods) });
    expect(stopped).toEqual([]);
    expect(restarts).toMatchObject([{ running: 2, restarted: 2, stopped: 0 }]);
  });

  test('each of several updates may use the only room there is', () => {
    const [a, b] = [selected, selected.replaceAll(/\ba\b/g, 'b')];
    const { stopped } = follow({ base: limited(10) + a + b, head: limited(10) + image(a) + image(b) });
    expect(stopped).toEqual([]);
  });

  test('an update goes on once consolidation has made room', () => {
    const [small, large] = ['m6i.large', 'm6i.xlarge'].map((type) => selected.replace('m6i.large', type));
    const other = small!.replaceAll(/\ba\b/g, 'b');
    const { stopped, after } = follow({ base: limited(8) + small + other, head: limited(8) + large });
    expect(stopped).toEqual([]);
    expect(shown(after)).toEqual(['m6i.xlarge: a 2']);
  });
});

describe('with a snapshot', () => {
  const web = pool('web', types('m6i.large'));
  const cluster = node('n1', 'm6i.large', { a: 3 }) + node('n2', 'm6i.large', { a: 3 }) + replicaSet('a');

  test('the state before the change is what runs', () => {
    const files = web + deployment('a', 6);
    const { before, after, peak } = follow({ base: files, head: files, cluster });
    expect(shown(before)).toEqual(['m6i.large: a 3', 'm6i.large: a 3']);
    expect(before!.nodes.map(({ launch }) => launch?.hourlyUsd)).toEqual([0.096, 0.096]);
    expect(shown(after)).toEqual(shown(before));
    expect(peak).toEqual({ nodes: 2, hourlyUsd: 0.192 });
  });

  test('drifted nodes are replaced one by one, with one extra node in between', () => {
    const calm = pool(
      'web',
      types('m6i.large'),
      '  disruption: { consolidateAfter: Never, budgets: [{ nodes: "1" }] }',
    );
    const spot = calm.replace('values: [on-demand]', 'values: [spot]');
    const files = deployment('a', 6);
    const { after, peak, forecasts } = follow({
      base: calm + files,
      head: spot + files,
      cluster,
      effects: new Map([['web', 'all']]),
    });
    expect(after.nodes.map(({ launch }) => launch?.capacityType)).toEqual(['spot', 'spot']);
    expect(after.nodes.map(({ isRunning }) => isRunning ?? false)).toEqual([false, false]);
    expect(peak.nodes).toBe(3);
    expect(forecasts?.get('web')?.waves).toEqual([1, 1]);
  });

  test('running pods count as replicas that the change does not touch', () => {
    const scaled = node('n1', 'm6i.large', { a: 3 }) + node('n2', 'm6i.large', { a: 1 }) + replicaSet('a');
    const { after } = follow({ base: web + deployment('a', 2), head: web + deployment('a', 2), cluster: scaled });
    expect(shown(after)).toEqual(['m6i.large: a 1', 'm6i.large: a 3']);
  });

  describe('the number of replicas', () => {
    const heavy = 'cpu: 600m, memory: 1Gi';
    const unset = (requests?: string): string => deployment('a', 1, requests).replace('  replicas: 1\n', '');
    const scaler = (min: number, max: number): string =>
      `{ apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: { name: a }, spec: { scaleTargetRef: { kind: Deployment, name: a }, minReplicas: ${min}, maxReplicas: ${max} } }\n---\n`;

    test.each([
      ['that no file sets stays as it is', unset(), unset(heavy), 6],
      ['that an autoscaler sets stays as it is', unset() + scaler(2, 9), unset(heavy) + scaler(2, 9), 6],
      ['follows a lower maximum', unset() + scaler(2, 9), unset(heavy) + scaler(2, 4), 4],
      ['follows a higher minimum', unset() + scaler(2, 9), unset(heavy) + scaler(8, 9), 8],
      ['falls to 1 if a file no longer sets it', deployment('a', 6), unset(heavy), 1],
    ])('%s', (_, base, head, pods) => {
      const { after } = follow({ base: web + base, head: web + head, cluster });
      expect(countPods(after.nodes.flatMap((node) => node.pods))).toBe(pods);
    });
  });

  const calm = pool('web', types('m6i.large'), '  disruption: { consolidateAfter: Never }');
  const heavier = deployment('a', 6, 'cpu: 900m, memory: 1Gi');
  const recreated = heavier.replace('  replicas: 6', '  replicas: 6\n  strategy: { type: Recreate }');

  test('a rolling update creates new pods before deleting old ones, which needs extra nodes that stay', () => {
    const { after, peak } = follow({ base: calm + deployment('a', 6), head: calm + heavier, cluster });
    expect(shown(after)).toEqual(['m6i.large: a 1', 'm6i.large: a 1', 'm6i.large: a 2', 'm6i.large: a 2']);
    expect(peak.nodes).toBe(4);
  });

  test('Recreate creates new pods once the old ones are gone', () => {
    const { after } = follow({ base: calm + deployment('a', 6), head: calm + recreated, cluster });
    expect(shown(after)).toEqual(['m6i.large: a 2', 'm6i.large: a 2', 'm6i.large: a 2']);
  });

  test('if new pods are unschedulable, old ones keep running', () => {
    const huge = deployment('a', 6, 'cpu: 9, memory: 1Gi');
    const { after, rounds, stopped } = follow({ base: calm + deployment('a', 6), head: calm + huge, cluster });
    expect(shown(after)).toEqual(['m6i.large: a 2', 'm6i.large: a 3']);
    // One may be missing, and two may be there in addition.
    expect(rounds.results.podErrors).toMatchObject([{ workload: 'Deployment/default/a', count: 3 }]);
    expect(stopped).toEqual([{ workload: 'Deployment/default/a', old: 5 }]);
  });

  test('nodes that Karpenter does not own stay and take pods', () => {
    const other = node('other', 'm6i.2xlarge', {}, { nodePool: '' });
    const { after } = follow({
      base: web + deployment('a', 6),
      head: web + deployment('a', 9),
      cluster: cluster + other,
    });
    expect(shown(after)).toEqual(['m6i.2xlarge: a 3', 'm6i.large: a 3', 'm6i.large: a 3']);
  });

  test('a Deployment that shrinks deletes pods on the nodes that had most of them, even if others have more in the end', () => {
    const two = node('n1', 'm6i.xlarge', { a: 6 }) + node('n2', 'm6i.large', { a: 2 }) + replicaSet('a');
    const { after, restarts } = follow({
      base: calm + deployment('a', 8),
      head: calm + deployment('a', 2),
      cluster: two,
    });
    expect(shown(after)).toEqual(['m6i.large: a 2', 'm6i.xlarge: ']);
    expect(restarts).toEqual([{ ...unharmed('a', 8), stopped: 6, fewest: 2 }]);
  });

  test('pods of a replaced node go where kube-scheduler finds most room, and not to the first node', () => {
    const spare = calm.replace('name: web', 'name: spare');
    const running =
      node('n1', 'm6i.xlarge', { b: 4 }) +
      node('n2', 'm6i.xlarge', { b: 1 }) +
      node('n3', 'm6i.large', { a: 1 }, { nodePool: 'spare' }) +
      replicaSet('a') +
      replicaSet('b');
    const files = calm + spare + deployment('a', 1) + deployment('b', 5);
    const { after } = follow({ base: files, head: files, cluster: running, effects: new Map([['spare', 'all']]) });
    expect(shown(after)).toEqual(['m6i.xlarge: a 1, b 1', 'm6i.xlarge: b 4']);
  });

  describe('pods with a higher priority', () => {
    const high = `{ apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: { name: high }, value: 1000 }\n---\n`;
    const limited = pool('web', types('m6i.large'), '  limits: { cpu: 4 }');
    const more = deployment('b', 2, 'cpu: 500m, memory: 1Gi');
    const important = more.replace('      containers', '      priorityClassName: high\n      containers');
    const follows = (extra: string) =>
      follow({ base: limited + high + deployment('a', 6), head: limited + high + deployment('a', 6) + extra, cluster });

    test('take the room of running pods if no node can be added, and those wait', () => {
      const { after, preempted, rounds, restarts } = follows(important);
      expect(shown(after)).toEqual(['m6i.large: a 1, b 2', 'm6i.large: a 3']);
      expect(preempted).toEqual(new Map([['Deployment/default/a', 'Deployment/default/b']]));
      expect(rounds.results.podErrors).toMatchObject([{ workload: 'Deployment/default/a', count: 2 }]);
      expect(restarts).toMatchObject([{ workload: 'Deployment/default/a', running: 6, fewest: 4 }]);
    });

    test('take the room of pods that no PodDisruptionBudget protects, if there are some', () => {
      const budget =
        '{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: a }, spec: { minAvailable: 1, selector: { matchLabels: { app: a } } } }\n---\n';
      const two =
        node('n1', 'm6i.large', { a: 1 }, { cpu: '1500m' }) + node('n2', 'm6i.large', { c: 1 }, { cpu: '1500m' });
      const files =
        limited + high + deployment('a', 1, 'cpu: 1500m, memory: 1Gi') + deployment('c', 1, 'cpu: 1500m, memory: 1Gi');
      const taken = (extra: string) =>
        follow({
          base: files + extra,
          head: files + extra + important.replace('replicas: 2', 'replicas: 1'),
          cluster: two + replicaSet('a') + replicaSet('c'),
        }).preempted;
      expect([...taken('').keys()]).toEqual(['Deployment/default/a']);
      expect([...taken(budget).keys()]).toEqual(['Deployment/default/c']);
    });

    test('take none with preemptionPolicy Never, and neither do pods of the same priority', () => {
      const polite = important.replace(
        'priorityClassName: high',
        'preemptionPolicy: Never\n      priorityClassName: high',
      );
      const never = `{ apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: { name: never }, value: 1000, preemptionPolicy: Never }\n---\n`;
      for (const extra of [more, polite, never + important.replace('high', 'never')]) {
        const { preempted, rounds } = follows(extra);
        expect(preempted.size).toBe(0);
        expect(rounds.results.podErrors).toMatchObject([{ workload: 'Deployment/default/b', count: 2 }]);
      }
    });

    test('restart others if a node can be added, because kube-scheduler does not wait for it', () => {
      const { rounds, restarts } = follow({
        base: calm + high + deployment('a', 6),
        head: calm + high + deployment('a', 6) + important,
        cluster,
      });
      expect(rounds.results.podErrors).toEqual([]);
      expect(restarts).toMatchObject([{ workload: 'Deployment/default/a', running: 6, restarted: 2, fewest: 4 }]);
    });
  });

  test('deleting a workload also removes its empty nodes', () => {
    const { after } = follow({ base: web + deployment('a', 6), head: web, cluster });
    expect(shown(after)).toEqual([]);
  });
});
