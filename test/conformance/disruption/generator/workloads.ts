import type { KubeObject } from '../../generator/draft.ts';
import { type NodeFacts, type PoolFacts, type WorldDraft, zoneLabel, zones } from './world-draft.ts';

const mebibyte = 1024 ** 2;
const container = (cpu: number, memory: number): object => ({
  name: 'c',
  image: 'registry.example.com/a:1',
  resources: { requests: { cpu: `${cpu}m`, memory: `${memory}Mi` } },
});

/** The pods of a DaemonSet on every existing node. */
export function addDaemonSet(draft: WorldDraft): void {
  const spec = { tolerations: [{ operator: 'Exists' }], containers: [container(100, 128)] };
  const labels = { ds: 'agent' };
  draft.objects.push({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
  for (const node of draft.nodes) {
    const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'x', controller: true };
    draft.objects.push({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `agent-${node.name}`, labels, ownerReferences: [owner] },
      spec: { nodeName: node.name, ...spec },
      status: { phase: 'Running' },
    });
    take(node, 100, 128 * mebibyte);
  }
}

function take({ free }: NodeFacts, cpu: number, memory: number): void {
  free.cpu -= cpu;
  free.memory -= memory;
  free.pods -= 1;
}

interface Workload {
  readonly name: string;
  readonly cpu: number;
  readonly memory: number;
  readonly replicas: number;
  readonly pool: PoolFacts | undefined;
  readonly zone: string | undefined;
  readonly isApart: boolean;
  readonly spec: object;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A workload whose pods run where they fit, or are pending if the cluster has no capacity for them. */
export function addWorkload(draft: WorldDraft, name: string): void {
  const { random } = draft;
  const cpu = random.pick(100, 200, 250, 300, 400, 500, 700, 800, 1000, 1200, 1500, 2000, 3000);
  const memory = cpu * random.pick(1, 2, 2, 3, 4, 4, 6);
  const tainted = draft.pools.filter(({ taints }) => taints.length > 0);
  const pool = tainted.length > 0 && random.chance(0.5) ? random.pick(...tainted) : undefined;
  const zone = draft.nodes.length > 0 && draft.has('zone-selector', 0.07) ? random.pick(...zones) : undefined;
  const isApart = draft.has('anti-affinity', 0.07);
  const workload: Workload = {
    name,
    cpu,
    memory,
    pool,
    zone,
    isApart,
    replicas: random.integer(1, 7),
    annotations: draft.has('deletion-cost', 0.1)
      ? { 'controller.kubernetes.io/pod-deletion-cost': String(random.pick(-134217728, 1000, 134217728, 500000000)) }
      : {},
    spec: {
      containers: [container(cpu, memory)],
      ...(pool && { tolerations: [{ key: 'dedicated', operator: 'Equal', value: pool.name, effect: 'NoSchedule' }] }),
      ...((pool || zone) && { nodeSelector: { ...(pool && { team: pool.name }), ...(zone && { [zoneLabel]: zone }) } }),
      ...(draft.has('priority', 0.1) && { priority: random.pick(1000, 100000000, 33554432, -33554432) }),
      ...affinityOf(draft, name, isApart),
      ...spreadOf(draft, name),
    },
  };
  if (draft.nodes.length > 0) runPods(draft, workload);
  else draft.objects.push(deployment(workload));
  if (draft.has('pdb', 0.16)) draft.objects.push(disruptionBudget(draft, workload));
}

function affinityOf(draft: WorldDraft, app: string, isApart: boolean): object {
  const term = { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' };
  if (isApart) return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
  const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, podAffinityTerm: term }] };
  if (draft.has('preferred-anti-affinity', 0.05)) return { affinity: { podAntiAffinity: preferred } };
  if (draft.has('preferred-affinity', 0.04)) return { affinity: { podAffinity: preferred } };
  if (!draft.has('preferred-zone', 0.05)) return {};
  const inZone = { matchExpressions: [{ key: zoneLabel, operator: 'In', values: [draft.random.pick(...zones)] }] };
  return {
    affinity: {
      nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: inZone }] },
    },
  };
}

function spreadOf(draft: WorldDraft, app: string): object {
  const topologyKey = draft.has('spread-hostname', 0.06)
    ? 'kubernetes.io/hostname'
    : draft.has('spread-zone', 0.06)
      ? zoneLabel
      : undefined;
  if (topologyKey === undefined) return {};
  const whenUnsatisfiable = draft.random.pick('DoNotSchedule', 'ScheduleAnyway');
  return {
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector: { matchLabels: { app } } },
    ],
  };
}

function runPods(draft: WorldDraft, workload: Workload): void {
  const { random } = draft;
  const protects = draft.has('do-not-disrupt-pod', 0.08);
  for (let i = 0; i < workload.replicas; i++) {
    const fitting = draft.nodes.filter((node) => fits(workload, node));
    if (fitting.length === 0) return;
    const node = random.pick(...fitting);
    const annotations = {
      ...workload.annotations,
      ...(protects &&
        random.chance(0.5) && { 'karpenter.sh/do-not-disrupt': random.pick('true', 'true', '30m', '6h') }),
    };
    const isReady = !draft.has('unready-pod', 0.02);
    const isBare = draft.has('bare-pod', 0.02);
    const owner = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: workload.name,
      uid: `rs-${workload.name}`,
      controller: true,
    };
    draft.objects.push({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${workload.name}-${String(i).padStart(3, '0')}`,
        labels: { app: workload.name },
        ...(!isBare && { ownerReferences: [owner] }),
        ...(Object.keys(annotations).length > 0 && { annotations }),
      },
      spec: { nodeName: node.name, ...workload.spec },
      status: {
        phase: 'Running',
        startTime: draft.ago(random.pick(600, 7200, 7200, 40000)),
        conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
      },
    });
    take(node, workload.cpu, workload.memory * mebibyte);
    node.workloads.push(workload.name);
  }
}

function fits({ name, cpu, memory, pool, zone, isApart }: Workload, node: NodeFacts): boolean {
  if (pool === undefined ? node.pool.taints.length > 0 : node.pool !== pool) return false;
  if (zone !== undefined && node.zone !== zone) return false;
  if (isApart && node.workloads.includes(name)) return false;
  return node.free.cpu >= cpu * 1.1 && node.free.memory >= memory * mebibyte && node.free.pods >= 1;
}

const deployment = ({ name, replicas, annotations, spec }: Workload): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, ...(Object.keys(annotations).length > 0 && { annotations }) },
      spec,
    },
  },
});

/** Its status does not change while the simulation runs. */
function disruptionBudget({ random }: WorldDraft, { name, replicas }: Workload): KubeObject {
  const disruptionsAllowed = random.pick(0, 0, 1, 1, 2);
  const blocking = random.pick<object>({ maxUnavailable: 0 }, { minAvailable: '100%' }, { minAvailable: replicas });
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      ...(disruptionsAllowed === 0 ? blocking : { maxUnavailable: disruptionsAllowed }),
      ...(random.chance(0.2) && { unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
    },
    status: { disruptionsAllowed, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  };
}
