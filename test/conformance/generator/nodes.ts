import { readFileSync } from 'node:fs';
import { decodeCatalog } from '../../../src/engine/aws/catalog/catalog.ts';
import type { Draft, KubeObject, PoolFacts } from './draft.ts';
import { boundClaim } from './storage.ts';
import { appNames, aws, hostnameLabel, zoneLabel } from './vocabulary.ts';

const data = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));
const catalog = decodeCatalog(data('instance-types.json'), data('regions/us-east-1.json'));

const states = [
  'initialized',
  'initialized',
  'initialized',
  'in-flight',
  'uninitialized',
  'unmanaged',
  'deleting',
] as const satisfies readonly string[];
type State = (typeof states)[number];

/** Adds Nodes with their NodeClaims, and pods that run on them. */
export function addNodes(draft: Draft): void {
  if (!draft.has('existing-nodes', 0.3)) return;
  const count = draft.random.pick(1, 1, 2, 3);
  for (let i = 0; i < count; i++) addNode(draft, i);
}

/** One node, with its NodeClaim if it is Karpenter's. */
export function addNode(draft: Draft, index: number): void {
  const { random } = draft;
  const state = draft.has('node-deleting', 0.1) ? 'deleting' : random.pick(...states);
  draft.note(`node-${state}`);
  const pool = random.pick(...draft.pools);
  const families = pool.architectures.includes('arm64') ? ['m6g', 'c7g'] : ['m5', 'c6i', 'm6i', 'r5'];
  const type = `${random.pick(...families)}.${random.pick('large', 'xlarge', '2xlarge', '4xlarge')}`;
  const zone = random.pick(...draft.zones);
  const name = `ip-10-0-${index}-${random.integer(1, 250)}.ec2.internal`;
  const node: NodePlan = {
    name,
    state,
    pool,
    type,
    zone,
    index,
    providerId: `aws:///${zone}/i-${String(index).padStart(17, '0')}`,
  };
  if (state !== 'unmanaged') draft.objects.push(nodeClaim(node, draft));
  if (state === 'in-flight') return;
  draft.objects.push(nodeObject(node, draft));
  if (draft.has('attach-limits', 0.1)) {
    draft.objects.push({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name },
      spec: {
        drivers: [
          { name: 'ebs.csi.aws.com', nodeID: name, topologyKeys: [], allocatable: { count: random.pick(0, 1, 2, 25) } },
        ],
      },
    });
  }
  addBoundPods(draft, node);
}

interface NodePlan {
  readonly name: string;
  readonly state: State;
  readonly pool: PoolFacts;
  readonly type: string;
  readonly zone: string;
  readonly index: number;
  readonly providerId: string;
}

/** Some of the labels, as Karpenter would write them. */
function labelsOf({ state, pool, type, zone }: NodePlan, draft: Draft): Record<string, string> {
  const info = catalog.type(type)!;
  const common = {
    'kubernetes.io/arch': info.architecture,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': type,
    [zoneLabel]: zone,
    'topology.kubernetes.io/region': 'us-east-1',
  };
  if (state === 'unmanaged') return { ...common, 'eks.amazonaws.com/nodegroup': 'system' };
  return {
    ...common,
    ...pool.labels,
    'karpenter.sh/nodepool': pool.name,
    'karpenter.sh/capacity-type': draft.random.pick(...pool.capacityTypes),
    [`${aws}instance-family`]: info.family,
    [`${aws}instance-size`]: info.size,
    [`${aws}instance-category`]: info.family[0]!,
    [`${aws}instance-generation`]: /\d/.exec(info.family)![0],
    [`${aws}instance-cpu`]: String(info.vcpus),
    [`${aws}instance-memory`]: String(info.memoryMib),
    [`${aws}instance-hypervisor`]: 'nitro',
    [`${aws}instance-cpu-manufacturer`]: info.cpuManufacturer,
  };
}

/** Approximately the capacity of such a node. Both sides get the same figures. */
function statusOf({ type }: NodePlan): { capacity: object; allocatable: object } {
  const { vcpus, memoryMib, enis, ipv4PerEni } = catalog.type(type)!;
  const memory = Math.floor(memoryMib * 0.925);
  const pods = String(enis * (ipv4PerEni - 1) + 2);
  return {
    capacity: { cpu: String(vcpus), memory: `${memory}Mi`, 'ephemeral-storage': '20Gi', pods },
    allocatable: { cpu: `${vcpus * 1000 - 90}m`, memory: `${memory - 700}Mi`, 'ephemeral-storage': '17Gi', pods },
  };
}

/** A node that is being deleted, with the finalizer that keeps the object until its machine is gone. */
const deletion = ({ state }: NodePlan): object =>
  state === 'deleting' ? { deletionTimestamp: '2026-01-01T00:30:00Z', finalizers: ['karpenter.sh/termination'] } : {};

function nodeClaim(node: NodePlan, draft: Draft): KubeObject {
  const { pool, type, zone, index, providerId } = node;
  const within = (key: string, value: string) => ({ key, operator: 'In', values: [value] });
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: { name: `${pool.name}-${index}x${index}`, labels: labelsOf(node, draft), ...deletion(node) },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: pool.nodeClass },
      requirements: [within('node.kubernetes.io/instance-type', type), within(zoneLabel, zone)],
      ...(pool.taints.length > 0 && { taints: pool.taints }),
      ...(pool.startupTaints.length > 0 && { startupTaints: pool.startupTaints }),
    },
    status: { providerID: providerId, ...statusOf(node) },
  };
}

function nodeObject(node: NodePlan, draft: Draft): KubeObject {
  const { name, state, pool, providerId } = node;
  const isReady = state === 'initialized' || state === 'deleting';
  const isCordoned = draft.has('node-cordoned', 0.05);
  const taints = [
    ...(state === 'unmanaged' ? [] : pool.taints),
    ...(state === 'uninitialized'
      ? [...pool.startupTaints, { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]
      : []),
    ...(isCordoned ? [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] : []),
    ...(state === 'unmanaged' && draft.random.chance(0.2)
      ? [{ key: 'CriticalAddonsOnly', value: 'true', effect: 'NoSchedule' }]
      : []),
  ];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        ...labelsOf(node, draft),
        [hostnameLabel]: name,
        ...(state !== 'unmanaged' && { 'karpenter.sh/registered': 'true' }),
        ...(isReady && { 'karpenter.sh/initialized': 'true' }),
      },
    },
    spec: { providerID: providerId, ...(taints.length > 0 && { taints }), ...(isCordoned && { unschedulable: true }) },
    status: statusOf(node),
  };
}

function addBoundPods(draft: Draft, { name: nodeName, index }: NodePlan): void {
  const { random } = draft;
  const run = (
    name: string,
    app: string,
    more: { metadata?: object; spec?: object; requests: object; phase?: string },
  ): void => {
    const container = { name: app, image: `registry.example.com/${app}:1`, resources: { requests: more.requests } };
    draft.objects.push({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels: { app, group: 'green' }, ...doNotDisrupt(draft), ...more.metadata },
      spec: { nodeName, containers: [container], ...more.spec },
      status: { phase: more.phase ?? 'Running' },
    });
  };
  for (let i = 0; i < random.pick(0, 1, 1, 2, 3); i++) {
    const app = random.pick(...appNames.slice(0, 10));
    const name = `${app}-bound-${index}-${i}`;
    const requests = { cpu: random.pick('100m', '500m', '1'), memory: random.pick('128Mi', '1Gi', '2Gi') };
    const phase = draft.has('pods-finished', 0.04) ? random.pick('Succeeded', 'Failed') : 'Running';
    run(name, app, { requests, phase, spec: { ...boundAffinity(draft), ...boundVolume(draft, name) } });
  }
  for (const { kind, metadata } of [...draft.objects]) {
    if (kind !== 'DaemonSet' || !random.chance(0.7)) continue;
    const app = metadata.name as string;
    const owner = { apiVersion: 'apps/v1', kind, name: app, uid: app, controller: true };
    const requests = { cpu: '100m', memory: '128Mi' };
    run(`${app}-${index}`, app, {
      requests,
      metadata: { namespace: 'kube-system', ownerReferences: [owner] },
      spec: { tolerations: [{ operator: 'Exists' }] },
    });
  }
}

const doNotDisrupt = (draft: Draft): object =>
  draft.has('do-not-disrupt', 0.05) ? { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } } : {};

function boundAffinity(draft: Draft): object {
  if (!draft.has('bound-anti-affinity', 0.1)) return {};
  const term = {
    labelSelector: { matchLabels: { app: draft.random.pick(...appNames.slice(0, 10)) } },
    topologyKey: draft.random.pick(hostnameLabel, zoneLabel),
  };
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
}

function boundVolume(draft: Draft, name: string): object {
  if (!draft.has('attach-limits', 0.08)) return {};
  boundClaim(draft, name, 'default');
  return { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }] };
}
