import { describe, expect, test } from 'vitest';
import { aws } from '../../../aws/aws.ts';
import type { Manifest, Value } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { readLiveState } from '../pods/live-state.ts';
import { snapshotCaveats, withSnapshots } from './read-snapshot.ts';
import { snapshotText, takeSnapshot } from './take-snapshot.ts';

const takenAt = '2026-03-01T10:00:00Z';
const parse = (text: string, file = 'dump.json'): readonly Manifest[] =>
  parseManifests({ file, text }, { set: {} }).manifests;
const dumpOf = (...items: readonly object[]): readonly Manifest[] =>
  parse(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
const textOf = (...items: readonly object[]): string => snapshotText(takeSnapshot(dumpOf(...items), takenAt, [aws]));
const readBack = (text: string): readonly Manifest[] => withSnapshots(parse(text, 'snapshot.json'));

const node = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { zone: 'a' }, annotations: { note: 'secret-note' } },
  spec: { providerID: `aws:///a/${name}` },
  status: { allocatable: { cpu: '4' }, nodeInfo: { kubeletVersion: 'v1.34.2-eks-1' }, addresses: ['10.0.0.1'] },
});

const owned = (kind: string, name: string): object => ({
  ownerReferences: [{ kind, name, uid: 'x', controller: true }],
});

const daemon = (name: string, on: string, createdAt: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'kube-system',
    generateName: 'proxy-',
    creationTimestamp: createdAt,
    ...owned('DaemonSet', 'proxy'),
  },
  spec: {
    nodeName: on,
    containers: [{ name: 'c', resources: { requests: { cpu: '100m' } } }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [on] }] }],
        },
      },
    },
  },
});

const web = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'shop',
    generateName: 'web-1-',
    ...owned('ReplicaSet', 'web-1'),
    labels: { app: 'web', owner: 'jane.doe', 'pod-template-hash': '1' },
    annotations: { 'karpenter.sh/do-not-disrupt': 'true', 'example.com/by': 'secret-annotation' },
  },
  spec: {
    nodeName: 'n1',
    containers: [
      {
        name: 'c',
        image: 'secret-image',
        args: ['secret-arg'],
        command: ['secret-command'],
        env: [{ name: 'PASSWORD', value: 'secret-value' }],
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } },
      },
    ],
    volumes: [
      { name: 'config', secret: { secretName: 'secret-name' } },
      { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    ],
  },
  ...more,
});

const replicaSet = (name: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name, namespace: 'shop', ...owned('Deployment', 'web') },
  spec: { replicas: 0, template: { spec: { containers: [] } } },
});

describe('the content of a snapshot', () => {
  test('contains no env, args, images, other annotations, secrets or labels that nothing selects by', () => {
    const text = textOf(node('n1'), web('web-1-a'), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'secret-object' },
      data: { key: 'c2VjcmV0' },
    });
    expect(text).not.toMatch(/secret|PASSWORD|jane|10\.0\.0\.1/i);
    const { droppedLabels, kubernetesVersion, podClasses } = JSON.parse(text);
    expect([droppedLabels, kubernetesVersion]).toEqual([['owner'], '1.34']);
    expect(podClasses).toEqual([
      {
        template: {
          metadata: {
            namespace: 'shop',
            labels: { app: 'web', 'pod-template-hash': '1' },
            annotations: { 'karpenter.sh/do-not-disrupt': 'true' },
            ownerReferences: [{ kind: 'ReplicaSet', name: 'web-1', controller: true }],
          },
          spec: {
            containers: [{ name: 'c', resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } } }],
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
          },
        },
        prefix: 'web-1-',
        names: { n1: ['a'] },
      },
    ]);
  });

  test('keeps a label that a selector uses', () => {
    const budget = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'mine', namespace: 'shop' },
      spec: { selector: { matchExpressions: [{ key: 'owner', operator: 'Exists' }] }, minAvailable: 1 },
    };
    const { droppedLabels, podClasses } = JSON.parse(textOf(web('web-1-a'), budget));
    expect([droppedLabels, podClasses[0].template.metadata.labels.owner]).toEqual([[], 'jane.doe']);
  });

  test('omits user data and tags of a node class', () => {
    const spec = { amiFamily: 'AL2023', userData: 'secret', tags: { owner: 'jane' } };
    const text = textOf({ apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', metadata: { name: 'd' }, spec });
    expect(JSON.parse(text).objects[0].spec).toEqual({ amiFamily: 'AL2023' });
  });

  test('groups equal pods; those of a DaemonSet are equal on all nodes, except the newest', () => {
    const pods = ['n1', 'n2', 'n3', 'n4'].map((on, i) => daemon(`proxy-${i}`, on, `2026-01-0${i === 2 ? 9 : 1}`));
    const { podClasses } = JSON.parse(textOf(...pods));
    expect(podClasses.map(({ names }: { names: Value }) => names)).toEqual([
      { n1: ['0'], n2: ['1'], n4: ['3'] },
      { n3: ['2'] },
    ]);
  });

  test('omits ReplicaSets without pods and finished pods', () => {
    const ended = web('web-1-z', { status: { phase: 'Succeeded' } });
    const { objects, podClasses } = JSON.parse(textOf(replicaSet('web-0'), replicaSet('web-1'), web('web-1-a'), ended));
    expect(objects.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['web-1']);
    expect(podClasses[0].names).toEqual({ n1: ['a'] });
  });
});

describe('reading a snapshot', () => {
  const items = [node('n1'), node('n2'), daemon('proxy-0', 'n1', '2026-01-01'), replicaSet('web-1'), web('web-1-a')];

  test('gives the same live state as the dump, without annotations and labels that do not matter', () => {
    const [before, after] = [readLiveState(dumpOf(...items)), readLiveState(readBack(textOf(...items)))];
    expect(after.nodes.map(({ name, allocatable, labels }) => ({ name, allocatable, labels }))).toEqual(
      before.nodes.map(({ name, allocatable, labels }) => ({ name, allocatable, labels })),
    );
    expect([...after.running]).toEqual([...before.running]);
    expect(after.running.get('Deployment/shop/web')).toBe(1);
    const proxy = (state: typeof after): unknown => state.pods.find(({ isDaemon }) => isDaemon)?.pod.spec;
    expect(proxy(after)).toEqual(proxy(before));
  });

  test('keeps the creation time and lifetime of a NodeClaim', () => {
    const claim = {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: {
        name: 'web-1',
        creationTimestamp: '2026-02-01T00:00:00Z',
        labels: { 'karpenter.sh/nodepool': 'web' },
      },
      spec: { expireAfter: '48h', terminationGracePeriod: '1h', nodeClassRef: { name: 'default' } },
    };
    const [read] = readBack(textOf(claim)).filter(({ kind }) => kind === 'NodeClaim');
    expect(read?.get(['metadata', 'creationTimestamp'])).toBe('2026-02-01T00:00:00Z');
    expect(read?.get(['spec'])).toEqual({ expireAfter: '48h', terminationGracePeriod: '1h' });
  });

  test('skips malformed entries', () => {
    const text = JSON.stringify({
      apiVersion: 'plumbline.dev/v1',
      kind: 'ClusterSnapshot',
      objects: [1, null, { kind: 'Node' }, ['x']],
      podClasses: [{ names: { n1: 'x', n2: [{}], n3: ['ok'] } }, 'x', { names: [] }],
    });
    expect(readBack(text).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['Pod ok']);
    expect(readBack('{"apiVersion":"plumbline.dev/v1","kind":"ClusterSnapshot","objects":{}}')).toEqual([]);
  });

  const snapshot = (fields: object): readonly Manifest[] =>
    parse(JSON.stringify({ apiVersion: 'plumbline.dev/v1', kind: 'ClusterSnapshot', ...fields }), 's.json');

  test.each([
    [{ takenAt }, '2026-03-01', '(today)'],
    [{ takenAt }, '2026-03-02', '1 day ago'],
    [{ takenAt }, '2026-04-01', '31 days ago'],
    [{ takenAt }, '2026-02-01', 'in the future'],
    [{}, '2026-02-01', 'does not say'],
    [{ takenAt: [] }, '2026-02-01', 'does not say'],
    [{ apiVersion: 'plumbline.dev/v2' }, '2026-02-01', 'cannot read `plumbline.dev/v2`'],
  ])('the note about the snapshot %j on %s contains “%s”', (fields, today, words) => {
    expect(snapshotCaveats(snapshot(fields), { manifests: [], today })).toEqual([expect.stringContaining(words)]);
  });

  test('a note names the labels that the manifests select by and the snapshot does not contain', () => {
    const manifests = parse(
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {selector: {matchLabels: {owner: jane}}}\n',
    );
    const lines = (droppedLabels: readonly string[]): readonly string[] =>
      snapshotCaveats(snapshot({ takenAt, droppedLabels }), { manifests, today: '2026-03-01' });
    expect(lines(['owner', 'team'])[1]).toMatch(/`owner`/);
    expect(lines(['team'])).toHaveLength(1);
  });
});
