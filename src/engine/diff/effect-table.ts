import type { Effect, EffectCause } from '../change.ts';

/** What a change of the fields under a path does; the first row that matches wins. */
export interface EffectRow {
  readonly path: RegExp;
  readonly effect: Effect;
  readonly cause: EffectCause;
  readonly reason: string;
  /** It has its effect through the hash alone: where the hash stays, so do the nodes. */
  readonly isHashed: boolean;
}

const row = (path: RegExp, [effect, cause]: readonly [Effect, EffectCause], reason: string): EffectRow => ({
  ...{ path, effect, cause, reason, isHashed: false },
});
const hashed = (path: RegExp, what: string): EffectRow => ({
  path,
  effect: 'all-nodes',
  cause: 'hash',
  reason: `${what} is part of the hash that every node carries: all of them drift and are replaced`,
  isHashed: true,
});

const behaviour = 'steers what Karpenter does from now on; running nodes stay';

/**
 * NodePool, v1beta1 and v1. Requirements are judged by their meaning (requirement-effect.ts).
 * Source: core pkg/apis/v1/nodepool.go Hash, pkg/controllers/nodeclaim/disruption/drift.go.
 */
export const nodePoolEffects: readonly EffectRow[] = [
  row(/^metadata\./, ['none', 'metadata'], 'describes the NodePool itself; nodes do not carry it'),
  hashed(/^spec\.template\.metadata\.labels/, 'a label of the template'),
  hashed(/^spec\.template\.metadata\.annotations/, 'an annotation of the template'),
  hashed(/^spec\.template\.spec\.(taints|startupTaints)/, 'a taint of the template'),
  hashed(/^spec\.template\.spec\.nodeClassRef/, 'the reference to the node class'),
  hashed(/^spec\.template\.spec\.expireAfter/, 'expireAfter'),
  hashed(/^spec\.template\.spec\.terminationGracePeriod/, 'terminationGracePeriod'),
  hashed(/^spec\.template\.spec\.kubelet/, 'a kubelet setting'),
  hashed(/^spec\.template/, 'the template'),
  row(
    /^spec\.limits/,
    ['none', 'limits'],
    'bounds what Karpenter launches from now on; lowering a limit removes no node',
  ),
  row(
    /^spec\.weight/,
    ['new-nodes', 'weight'],
    'decides which NodePool is tried first for new nodes; running nodes stay',
  ),
  row(
    /^spec\.replicas/,
    ['some-nodes', 'replicas'],
    'is the number of nodes that Karpenter keeps in a static NodePool',
  ),
  row(
    /^spec\.disruption\.budgets/,
    ['none', 'budgets'],
    'paces drift and consolidation from now on, its schedules in UTC; expiry goes on whatever it says, and running nodes stay',
  ),
  row(
    /^spec\.disruption/,
    ['none', 'consolidation'],
    'decides when Karpenter takes back room that nobody needs; by itself it replaces no node',
  ),
  row(/./, ['none', 'other'], behaviour),
];

const selected = 'nodes whose choice is no longer selected drift and are replaced';

/**
 * EC2NodeClass, v1beta1 and v1: every NodePool that refers to it is meant.
 * Source: aws pkg/apis/v1/ec2nodeclass.go Hash, pkg/cloudprovider/drift.go.
 */
export const nodeClassEffects: readonly EffectRow[] = [
  row(/^metadata\./, ['none', 'metadata'], 'describes the EC2NodeClass itself; nodes do not carry it'),
  row(/^spec\.amiSelectorTerms/, ['some-nodes', 'ami'], `the AMI is selected anew: ${selected}`),
  row(/^spec\.subnetSelectorTerms/, ['some-nodes', 'subnets'], `the subnets are selected anew: ${selected}`),
  row(
    /^spec\.securityGroupSelectorTerms/,
    ['all-nodes', 'security-groups'],
    'the security groups are selected anew: when the set differs at all, every node drifts and is replaced',
  ),
  row(
    /^spec\.capacityReservationSelectorTerms/,
    ['some-nodes', 'capacity-reservations'],
    'the capacity reservations are selected anew: nodes in one that is no longer selected drift and are replaced',
  ),
  row(
    /^spec\.ipPrefixCount/,
    ['new-nodes', 'new-nodes'],
    'counts for new nodes only; running nodes keep what they have',
  ),
  hashed(/^spec\.amiFamily/, 'the AMI family'),
  hashed(/^spec\.tags/, 'a tag'),
  hashed(/^spec\.kubelet/, 'a kubelet setting'),
  hashed(/^spec\.userData/, 'the user data'),
  hashed(/^spec\.(role|instanceProfile)/, 'the role of the nodes'),
  hashed(/^spec\.(blockDeviceMappings|instanceStorePolicy)/, 'storage'),
  hashed(/^spec\./, 'this field'),
  row(/./, ['none', 'other'], behaviour),
];

const gated = 'drift was an optional feature gate of that release: whether nodes are replaced is unknown';

/** Provisioner and AWSNodeTemplate. */
export const alphaEffects: readonly EffectRow[] = [
  row(/^metadata\./, ['none', 'metadata'], 'describes the object itself; nodes do not carry it'),
  row(/^spec\.(limits|weight|consolidation|ttl)/, ['none', 'consolidation'], behaviour),
  row(/./, ['unknown', 'gated'], gated),
];

/** NodeOverlay changes what Karpenter believes of types, hence what it launches and consolidates. */
export const overlayEffects: readonly EffectRow[] = [
  row(/^metadata\./, ['none', 'metadata'], 'describes the NodeOverlay itself'),
  row(
    /^spec\.(price|priceAdjustment)/,
    ['new-nodes', 'overlay'],
    'changes the price that Karpenter goes by for new nodes and consolidation; AWS bills its own',
  ),
  row(/^spec\.capacity/, ['new-nodes', 'overlay'], 'changes what new nodes are taken to offer to pods'),
  row(/^spec\.requirements/, ['new-nodes', 'overlay'], 'changes to which instance types the overlay applies'),
  row(/^spec\.weight/, ['new-nodes', 'overlay'], 'decides which of several overlays counts'),
  row(/./, ['new-nodes', 'other'], 'changes what Karpenter reckons with for new nodes'),
];

/** Kinds beside Karpenter's whose changes can change what Karpenter launches. */
export const schedulingKinds: ReadonlySet<string> = new Set([
  'CronJob',
  'DaemonSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'InstanceGroup',
  'Job',
  'ManagedNodeGroup',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Pod',
  'PodDisruptionBudget',
  'PriorityClass',
  'ReplicaSet',
  'Rollout',
  'ScaledObject',
  'StatefulSet',
  'StorageClass',
]);
