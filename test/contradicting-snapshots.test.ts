import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';

const facts = openFacts('data');

const files = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@v20260101 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: main, image: web, resources: { requests: { cpu: 1500m } } }]
`;

const node = (name: string, labels: Record<string, string> = {}): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    creationTimestamp: '2026-11-01T00:00:00Z',
    labels: {
      'karpenter.sh/nodepool': 'web',
      'karpenter.sh/registered': 'true',
      'karpenter.sh/initialized': 'true',
      'karpenter.sh/capacity-type': 'on-demand',
      'node.kubernetes.io/instance-type': 'm6i.large',
      'topology.kubernetes.io/zone': 'us-east-1a',
      'topology.kubernetes.io/region': 'us-east-1',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/os': 'linux',
      'kubernetes.io/hostname': name,
      ...labels,
    },
  },
  spec: { providerID: `aws:///us-east-1a/i-${name}` },
  status: {
    capacity: { cpu: '2', memory: '8Gi', pods: '29' },
    allocatable: { cpu: '1930m', memory: '7Gi', pods: '29' },
  },
});
const pod = (name: string, nodeName: string, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'shop',
    labels: { app: 'web' },
    creationTimestamp: '2026-11-01T00:00:00Z',
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', controller: true }],
    ...metadata,
  },
  spec: { nodeName, containers: [{ name: 'main', resources: { requests: { cpu: '1500m' } } }] },
  status: { phase: 'Running' },
});
const replicaSet: object = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    name: 'web-1',
    namespace: 'shop',
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true }],
  },
  spec: { replicas: 2 },
};
const whole = [node('a'), node('b'), replicaSet, pod('web-1-a', 'a'), pod('web-1-b', 'b')];

function estimate(objects: readonly object[], text?: string) {
  const list = text ?? JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const sideOf = (file: string, content: string) => ({
    sources: [{ file, text: content }],
    hintSources: [],
    diagnostics: [],
  });
  const { estimate: found } = review({
    base: null,
    head: sideOf('files.yaml', files),
    live: sideOf('cluster.json', list),
    settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22' },
    facts,
    version: '0',
    figures,
    stages: { findings: false },
  });
  return found!;
}

const headOf = (objects: readonly object[], text?: string) => {
  const { head, keyAssumptions } = estimate(objects, text);
  return { nodes: head!.nodes.likely, usd: head!.hourlyUsd.likely, said: keyAssumptions.join('\n') };
};

const price = 0.096;

describe('a snapshot that contradicts the files', () => {
  test('is not needed for the right figures if it does not', () => {
    const { nodes, usd } = headOf(whole);
    expect(nodes).toBe(2);
    expect(usd).toBeCloseTo(2 * price);
  });

  test('with nodes of a NodePool that no file has counts them and says so', () => {
    const { nodes, usd, said } = headOf([...whole, node('c', { 'karpenter.sh/nodepool': 'gone' })]);
    expect(nodes).toBe(3);
    expect(usd).toBeCloseTo(3 * price);
    expect(said).toMatch(/1 node of the snapshot belongs to NodePools that are in no file: `gone`/);
  });

  test('with pods that have no owner says so', () => {
    const { nodes, said } = headOf([...whole, pod('debug', 'a', { ownerReferences: [] })]);
    expect(nodes).toBeGreaterThanOrEqual(2);
    expect(said).toMatch(/1 pod of the snapshot has no owner: `debug`/);
  });

  test('with an instance type outside the catalog leaves the cost unknown, not lower', () => {
    const { nodes, usd } = headOf([...whole, node('c', { 'node.kubernetes.io/instance-type': 'x99.mega' })]);
    expect(nodes).toBe(3);
    expect(usd).toBeNull();
  });

  test('from the future says so', () => {
    const late = pod('web-1-b', 'b', { creationTimestamp: '2033-01-01T00:00:00Z' });
    expect(headOf([...whole.slice(0, 4), late]).said).toMatch(/1 object of the snapshot was created after today/);
  });

  test('with nodes but no pods says that they are taken as empty', () => {
    expect(headOf([node('a'), node('b')]).said).toMatch(/nodes but no pods/);
  });

  test('with pods but no nodes is not used, so the figures are those of the files', () => {
    const { nodes, said } = headOf([replicaSet, pod('web-1-a', 'a'), pod('web-1-b', 'b')]);
    expect(nodes).toBe(2);
    expect(said).toMatch(/not used: 2 pods of the snapshot run on 2 nodes that are not in it/);
  });

  test('with nodes but none of those that its pods run on is not used', () => {
    const { nodes, said } = headOf([node('c'), replicaSet, pod('web-1-a', 'a'), pod('web-1-b', 'b')]);
    expect(nodes).toBe(2);
    expect(said).toMatch(/not used: 2 pods/);
  });

  test('with some pods on nodes that it does not have says that they do not count', () => {
    const { nodes, said } = headOf([...whole, pod('web-1-c', 'c')]);
    expect(nodes).toBe(2);
    expect(said).toMatch(/1 pod of the snapshot runs on 1 node that is not in it, so it does not count/);
  });

  test('that ends in the middle says that it is incomplete', () => {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: whole });
    const { nodes, said } = headOf([], text.slice(0, text.length / 2));
    expect(nodes).not.toBe(0);
    expect(said).toMatch(/could not be read to the end|truncated/);
  });
});

describe('a PodDisruptionBudget and running pods that differ from their template', () => {
  const protectedFiles = `${files}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: shop }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: web } } }
`;

  /** What is said about pods of one node that stops, once its NodePool is another one. */
  const losses = (pods: readonly object[]): readonly string[] => {
    const sideOf = (file: string, text: string) => ({ sources: [{ file, text }], hintSources: [], diagnostics: [] });
    const { findings } = review({
      base: sideOf('files.yaml', protectedFiles),
      head: sideOf(
        'files.yaml',
        protectedFiles.replace(
          '  template:\n    spec:\n      nodeClassRef',
          '  template:\n    metadata: { labels: { team: shop } }\n    spec:\n      nodeClassRef',
        ),
      ),
      live: sideOf(
        'cluster.json',
        JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [large, replicaSet, ...pods] }),
      ),
      settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22' },
      facts,
      version: '0',
      figures,
    });
    return findings.flatMap(({ diagnostic: { code, message, help } }) =>
      code === 'disruption/replicas-together' ? [`${message} | ${help}`] : [],
    );
  };

  const large = {
    ...node('a'),
    status: {
      capacity: { cpu: '8', memory: '32Gi', pods: '58' },
      allocatable: { cpu: '7', memory: '28Gi', pods: '58' },
    },
  };
  const two = (metadata: object, spec: object = {}): readonly object[] =>
    ['web-1-a', 'web-1-b'].map((name) => {
      const running = pod(name, 'a', metadata) as { readonly spec: object };
      return { ...running, spec: { ...running.spec, ...spec } };
    });

  test('is not what lets pods stop together that end with their node', () =>
    expect(losses(two({}, { tolerations: [{ operator: 'Exists' }] }))).toEqual([
      expect.stringMatching(/they tolerate `karpenter\.sh\/disrupted`.* \| .*the running pods do\. Restart them/),
    ]));

  test('is not what lets pods stop together that it does not select', () =>
    expect(losses(two({ labels: { app: 'old' } }))).toEqual([
      expect.stringMatching(/`web` selects the pod template, but not the running pods, which have other labels/),
    ]));

  test('holds pods that are like their template', () => expect(losses(two({}))).toEqual([]));
});
