import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Ran, run } from '../terminal/terminal.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-what-if-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  amiSelectorTerms: [{alias: al2023@v20260101}]
  role: nodes
  subnetSelectorTerms: [{tags: {a: b}}]
  securityGroupSelectorTerms: [{tags: {a: b}}]
---
`;
const pool = (disruption = '{consolidateAfter: 1m}'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  limits: {cpu: 100}
  disruption: ${disruption}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
        - {key: topology.kubernetes.io/zone, operator: In, values: [us-east-1a, us-east-1b]}
        - {key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m7i.large]}
---
`;
const web = (replicas: number, annotation = 'a: b'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}, annotations: {${annotation}}}
    spec:
      containers: [{name: web, image: web, resources: {requests: {cpu: 500m, memory: 1Gi}}}]
---
`;

interface RunningNode {
  readonly pods: number;
  readonly zone?: string;
  readonly capacityType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The cluster as `kubectl get nodes,pods` shows it: each node an m6i.large with some pods of `web`. */
function cluster(nodes: Readonly<Record<string, RunningNode>>): string {
  const items = Object.entries(nodes).flatMap(
    ([name, { pods, zone = 'us-east-1a', capacityType = 'spot', annotations = {} }]) => [
      {
        apiVersion: 'v1',
        kind: 'Node',
        spec: { providerID: `aws:///${zone}/i-${name}` },
        metadata: {
          name,
          labels: {
            'karpenter.sh/nodepool': 'web',
            'karpenter.sh/registered': 'true',
            'karpenter.sh/initialized': 'true',
            'node.kubernetes.io/instance-type': 'm6i.large',
            'topology.kubernetes.io/zone': zone,
            'karpenter.sh/capacity-type': capacityType,
            'kubernetes.io/hostname': name,
            'kubernetes.io/arch': 'amd64',
            'kubernetes.io/os': 'linux',
          },
        },
        status: {
          capacity: { cpu: '2', memory: '8Gi', pods: '29' },
          allocatable: { cpu: '1930m', memory: '7Gi', pods: '29' },
        },
      },
      ...Array.from({ length: pods }, (_, i) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        status: { phase: 'Running' },
        metadata: {
          name: `web-${name}-${i}`,
          namespace: 'shop',
          labels: { app: 'web' },
          annotations,
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', controller: true, uid: 'r' }],
        },
        spec: {
          nodeName: name,
          containers: [{ name: 'web', resources: { requests: { cpu: '500m', memory: '1Gi' } } }],
        },
      })),
    ],
  );
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true, uid: 'd' };
  const replicaSet = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web-1', namespace: 'shop', ownerReferences: [owner] },
  };
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...items, replicaSet] });
}

async function whatIf(
  files: string,
  argv: readonly string[],
  nodes?: Readonly<Record<string, RunningNode>>,
): Promise<Ran> {
  const file = join(folder, 'cluster.json');
  if (nodes) writeFileSync(file, cluster(nodes));
  const given = nodes ? ['--cluster', file] : [];
  return run(['what-if', '-', '--region', 'us-east-1', '--quiet', ...given, ...argv], {
    cwd: folder,
    stdin: nodeClass + files,
  });
}

/** The first line of the answer. */
async function answer(...given: Parameters<typeof whatIf>): Promise<string> {
  const { code, stdout, stderr } = await whatIf(...given);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n\n')[0]!;
}

const two = { one: { pods: 3 }, two: { pods: 3, zone: 'us-east-1b' } };

describe('a cluster of two spot nodes', () => {
  test('without spot capacity, its pods run on on-demand nodes', async () => {
    const { stdout } = await whatIf(pool() + web(6), ['--no-spot'], two);
    expect(stdout).toMatch(
      /^If there is no spot capacity, 2 nodes fail and 6 pods restart\. The cluster keeps 2 nodes, for \$\d+\/month instead of \$\d+ \(\+\$\d+\)\.\n/,
    );
    expect(stdout).toContain('`Deployment/shop/web`: 6 of 6 pods restart, and none runs meanwhile.');
    expect(stdout).toMatch(/^web +2 +2 × m6i\.large +\$/m);
  });

  test('if a zone fails, half of the pods restart in the other zone', async () => {
    const { stdout } = await whatIf(pool() + web(6), ['--no-zone', 'us-east-1a', '--format', 'json'], two);
    const { lost, estimate } = JSON.parse(stdout);
    expect(lost).toEqual({
      nodes: ['one'],
      workloads: [{ workload: 'Deployment/shop/web', lost: 3, left: 3 }],
      kept: {},
    });
    const zones = estimate.after.nodePools.flatMap(({ nodeClaims }: { nodeClaims: { zone: string }[] }) =>
      nodeClaims.map(({ zone }) => zone),
    );
    expect(zones).toEqual(['us-east-1b', 'us-east-1b']);
  });

  test('if no zone is left, the pods find no node', async () => {
    expect(await answer(pool() + web(6), ['--no-zone', 'us-east-1a', '--no-zone', 'us-east-1b'], two)).toContain(
      'The cluster ends with 0 nodes instead of 2',
    );
    expect(await answer(pool() + web(6), ['--no-zone', 'us-east-1a', '--no-zone', 'us-east-1b'], two)).toContain(
      '6 pods find no node.',
    );
  });

  test('a family without capacity is replaced by another one', async () => {
    const { stdout } = await whatIf(pool() + web(6), ['--no-family', 'm6i'], two);
    expect(stdout).toContain('If `m6i` instances have no capacity, 2 nodes fail and 6 pods restart.');
    expect(stdout).toContain('2 × m7i.large');
  });

  test('twice as many pods need twice as many nodes, up to the maximum of an autoscaler', async () => {
    expect(await answer(pool() + web(6), ['--growth', '2'], two)).toContain('ends with 4 nodes instead of 2');
    const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: shop}
spec: {minReplicas: 6, maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
---
`;
    expect(await answer(pool() + web(6) + autoscaler, ['--growth', '2'], two)).toContain(
      'ends with 3 nodes instead of about 2',
    );
  });

  test.each(['shop/Deployment/web=9', 'Deployment/shop/web=9', 'web=9'])('--scale %s', async (scale) => {
    expect(await answer(pool() + web(6), ['--scale', scale], two)).toMatch(
      /^If `Deployment\/shop\/web` has 9 replicas, the cluster ends with 3 nodes instead of 2, /,
    );
  });
});

describe('why a node is not consolidated', () => {
  const kept = async (files: string, nodes: Readonly<Record<string, RunningNode>>): Promise<string> => {
    const { stdout } = await whatIf(files, ['--remove-node', 'one'], nodes);
    return /Karpenter (?:does not consolidate|consolidates) `one`[^\n]*/.exec(stdout)?.[0] ?? stdout;
  };

  test.each<[why: string, files: string, nodes: Readonly<Record<string, RunningNode>>, text: string]>([
    ['its pods need a node', pool() + web(6), two, 'Its pods would need a new node, and none is cheaper.'],
    [
      'an annotation of a pod',
      pool() + web(4),
      { one: { pods: 1, annotations: { 'karpenter.sh/do-not-disrupt': 'true' } }, two: { pods: 3 } },
      'A pod of `Deployment/shop/web` on it has the annotation `karpenter.sh/do-not-disrupt`.',
    ],
    [
      'the policy',
      pool('{consolidateAfter: 1m, consolidationPolicy: WhenEmpty}') + web(2),
      { one: { pods: 1 }, two: { pods: 1 } },
      'NodePool `web` has `consolidationPolicy: WhenEmpty`, and pods run on the node.',
    ],
    [
      'never',
      pool('{consolidateAfter: Never}') + web(2),
      { one: { pods: 1 }, two: { pods: 1 } },
      'NodePool `web` has `consolidateAfter: Never`.',
    ],
    [
      'a budget of the NodePool',
      pool("{consolidateAfter: 1m, budgets: [{nodes: '0'}]}") + web(2),
      { one: { pods: 1 }, two: { pods: 1 } },
      'The disruption budgets of NodePool `web` currently allow no node to be disrupted.',
    ],
    [
      'a PodDisruptionBudget',
      `${pool()}${web(2)}apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
spec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}
`,
      { one: { pods: 1 }, two: { pods: 1 } },
      'The PodDisruptionBudget `shop/web` currently allows no eviction of the pods of `Deployment/shop/web` on it.',
    ],
  ])('%s', async (_, files, nodes, text) => {
    expect(await kept(files, nodes)).toBe(`Karpenter does not consolidate \`one\` on its own. ${text}`);
  });

  test('or that Karpenter does it', async () => {
    expect(await kept(pool() + web(2), { one: { pods: 1 }, two: { pods: 1 } })).toBe(
      'Karpenter consolidates `one` on its own as soon as the NodePool allows it.',
    );
  });
});

describe('without a snapshot', () => {
  test('the cluster is what the files settle to', async () => {
    expect(await answer(pool() + web(6), ['--no-spot'])).toMatch(
      /^If there is no spot capacity, \d nodes? fails? and 6 pods restart\./,
    );
  });

  test.each<[readonly string[], string, string]>([
    [[], 'needs something that happens', '`--no-spot`'],
    [['--remove-node', 'one'], 'has no node `one`', '--cluster FILE'],
    [['--no-zone', 'us-east-1x'], 'The region has no zone `us-east-1x`', 'Did you mean `us-east-1a`?'],
    [['--no-family', 'm6ix'], 'There is no instance family `m6ix`', 'Did you mean'],
    [['--scale', 'wep=3'], 'No workload matches `wep`', 'Did you mean `Deployment/shop/web`?'],
    [['--scale', 'web'], 'is not a `NAME=VALUE` pair', 'NAME=VALUE'],
    [['--scale', 'web=many'], 'has no number of replicas', '--scale shop/Deployment/web=10'],
    [['--growth', '0.5'], 'is not a number from 1 to 100', '--growth 1.5'],
    [['--format', 'html', '--no-spot'], 'is not one of text, json', ''],
  ])('%j is refused with the way out', async (argv, message, help) => {
    const { code, stdout, stderr } = await whatIf(pool() + web(6), argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
  });

  test('nothing to simulate is said', async () => {
    const { code, stderr } = await run(['what-if', '-', '--no-spot', '--quiet'], { cwd: folder, stdin: web(1) });
    expect(code).toBe(2);
    expect(stderr).toContain('nothing to ask');
  });
});
