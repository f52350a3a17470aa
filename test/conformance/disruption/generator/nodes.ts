import {
  amountsOf,
  hashAnnotations,
  instanceTypes,
  labelsOf,
  type PoolFacts,
  type WorldDraft,
  zoneIds,
  zones,
} from './world-draft.ts';

const otherHash = '1234567890123456789';

/** Reasons why a node counts as drifted, with the property that differs. */
interface Cause {
  readonly reason: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly imageID?: string;
  readonly type?: string;
}

const causes: Readonly<Record<string, Cause>> = {
  'node-pool-hash': { reason: 'NodePoolDrifted', annotations: { 'karpenter.sh/nodepool-hash': otherHash } },
  'node-class-hash': { reason: 'NodeClassDrift', annotations: { 'karpenter.k8s.aws/ec2nodeclass-hash': otherHash } },
  requirements: { reason: 'RequirementsDrifted', type: 'm5n.xlarge' },
  image: { reason: 'AMIDrift', imageID: 'ami-old' },
  'security-groups': { reason: 'SecurityGroupDrift', annotations: { 'oracle/security-groups': 'sg-1,sg-old' } },
};

/** Adds Nodes with their NodeClaims. In a cluster about drift, most of them have drifted. */
export function addNodes(draft: WorldDraft): void {
  const { random, kind } = draft;
  const names = random.some(Object.keys(causes));
  const hasTimes = random.chance(0.7);
  if (kind === 'drift') for (const name of names) draft.note(`drift-${name}`);
  const count = random.integer(draft.isOpen ? 4 : 2, kind === 'drift' ? 8 : 7);
  for (let i = 0; i < count; i++) {
    const cause = kind === 'drift' && random.chance(0.85) ? causes[random.pick(...names)] : undefined;
    addNode(draft, {
      name: `n${String(i + 1).padStart(2, '0')}`,
      cause,
      driftedAgo: hasTimes ? random.integer(100, 20000) : undefined,
    });
  }
}

interface Plan {
  readonly name: string;
  readonly cause: Cause | undefined;
  /** Seconds since its condition was set. Undefined if no controller has checked it yet. */
  readonly driftedAgo: number | undefined;
}

function addNode(draft: WorldDraft, { name, cause, driftedAgo }: Plan): void {
  const { random } = draft;
  const pool = random.pick(...draft.pools);
  const type = cause?.type ?? random.pick(...pool.types);
  const zone = random.pick(...zones);
  const labels: Record<string, string> = {
    ...labelsOf(type),
    'topology.kubernetes.io/zone': zone,
    'topology.k8s.aws/zone-id': zoneIds[zone]!,
    'karpenter.sh/capacity-type': random.pick(...pool.capacityTypes),
    'karpenter.sh/nodepool': pool.name,
    'karpenter.k8s.aws/instance-tenancy': 'default',
    ...pool.labels,
  };
  const isUnstamped = draft.has('no-hash-annotations', 0.03);
  const annotations = isUnstamped ? {} : { ...hashAnnotations(pool, draft), ...cause?.annotations };
  const created = random.integer(3 * 3600, 20 * 86400);
  const status = {
    capacity: amountsOf(instanceTypes.capacity, type),
    allocatable: amountsOf(instanceTypes.allocatable, type),
  };
  const providerID = `aws:///${zone}/i-${name}`;
  const conditions = ['Launched', 'Registered', 'Initialized'].map((condition) => [condition, created - 60] as const);
  const drifted = cause && !isUnstamped && driftedAgo !== undefined ? [[cause.reason, driftedAgo] as const] : [];
  draft.objects.push(
    {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name, creationTimestamp: draft.ago(created), uid: `nc-${name}`, labels, annotations },
      spec: claimSpec(pool, type),
      status: {
        providerID,
        nodeName: name,
        imageID: cause?.imageID ?? `ami-${labels['kubernetes.io/arch']}`,
        ...status,
        conditions: [
          ...conditions.map(([condition, ago]) => conditionOf(condition, condition, draft.ago(ago))),
          ...drifted.map(([reason, ago]) => conditionOf('Drifted', reason, draft.ago(ago))),
        ],
        lastPodEventTime: draft.ago(
          draft.has('recent-pod-event', draft.kind === 'drift' ? 0 : 0.1) ? random.pick(5, 20, 100) : 7200,
        ),
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        creationTimestamp: draft.ago(created),
        annotations: {
          ...annotations,
          ...(draft.has('do-not-disrupt-node', 0.05) && { 'karpenter.sh/do-not-disrupt': 'true' }),
        },
        labels: {
          ...labels,
          'kubernetes.io/hostname': name,
          'karpenter.sh/registered': 'true',
          'karpenter.sh/initialized': 'true',
        },
      },
      spec: { providerID, ...(pool.taints.length > 0 && { taints: pool.taints }) },
      status: {
        ...status,
        conditions: [
          { type: 'Ready', status: draft.has('not-ready', draft.kind === 'drift' ? 0.04 : 0.02) ? 'False' : 'True' },
        ],
      },
    },
  );
  const index = instanceTypes.names.indexOf(type);
  const free = (key: string): number => instanceTypes.allocatable.get(key)![index]!;
  draft.nodes.push({
    name,
    pool,
    zone,
    workloads: [],
    free: { cpu: free('cpu'), memory: free('memory'), pods: free('pods') },
  });
}

const conditionOf = (type: string, reason: string, lastTransitionTime: string): object => ({
  type,
  status: 'True',
  reason,
  message: reason,
  lastTransitionTime,
});

function claimSpec({ object, taints }: PoolFacts, type: string): object {
  // biome-ignore lint/suspicious/noExplicitAny: the object was just written
  const { nodeClassRef, expireAfter, terminationGracePeriod } = (object as any).spec.template.spec;
  return {
    nodeClassRef,
    requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'In', values: [type] }],
    expireAfter,
    ...(terminationGracePeriod && { terminationGracePeriod }),
    ...(taints.length > 0 && { taints }),
  };
}
