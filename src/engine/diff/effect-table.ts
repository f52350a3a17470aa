import { type EffectRow, effectRow, hashedRow } from '../cloud-provider/effect-row.ts';

const behaviour = 'steers what Karpenter does from now on; running nodes stay';

/**
 * NodePool, v1beta1 and v1. Requirements are judged by their meaning (requirement-effect.ts).
 * Source: core pkg/apis/v1/nodepool.go Hash, pkg/controllers/nodeclaim/disruption/drift.go.
 */
export const nodePoolEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'describes the NodePool itself; nodes do not carry it'),
  hashedRow(/^spec\.template\.metadata\.labels/, 'a label of the template'),
  hashedRow(/^spec\.template\.metadata\.annotations/, 'an annotation of the template'),
  hashedRow(/^spec\.template\.spec\.(taints|startupTaints)/, 'a taint of the template'),
  hashedRow(/^spec\.template\.spec\.nodeClassRef/, 'the reference to the node class'),
  hashedRow(/^spec\.template\.spec\.expireAfter/, 'expireAfter'),
  hashedRow(/^spec\.template\.spec\.terminationGracePeriod/, 'terminationGracePeriod'),
  hashedRow(/^spec\.template\.spec\.kubelet/, 'a kubelet setting'),
  hashedRow(/^spec\.template/, 'the template'),
  effectRow(
    /^spec\.limits/,
    ['none', 'limits'],
    'bounds what Karpenter launches from now on; lowering a limit removes no node',
  ),
  effectRow(
    /^spec\.weight/,
    ['new-nodes', 'weight'],
    'decides which NodePool is tried first for new nodes; running nodes stay',
  ),
  effectRow(
    /^spec\.replicas/,
    ['some-nodes', 'replicas'],
    'is the number of nodes that Karpenter keeps in a static NodePool',
  ),
  effectRow(
    /^spec\.disruption\.budgets/,
    ['none', 'budgets'],
    'paces drift and consolidation from now on, its schedules in UTC; expiry goes on whatever it says, and running nodes stay',
  ),
  effectRow(
    /^spec\.disruption/,
    ['none', 'consolidation'],
    'decides when Karpenter takes back room that nobody needs; by itself it replaces no node',
  ),
  effectRow(/./, ['none', 'other'], behaviour),
];

const gated = 'drift was an optional feature gate of that release: whether nodes are replaced is unknown';

/** Provisioner and AWSNodeTemplate. */
export const alphaEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'describes the object itself; nodes do not carry it'),
  effectRow(/^spec\.(limits|weight|consolidation|ttl)/, ['none', 'consolidation'], behaviour),
  effectRow(/./, ['unknown', 'gated'], gated),
];

/** Node classes of which nobody knows what their fields do. */
export const unknownClassEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'describes the node class itself; nodes do not carry it'),
  effectRow(
    /./,
    ['unknown', 'other'],
    'is a field of a provider that plumbline does not know: whether nodes are replaced is unknown',
  ),
];

/** NodeOverlay changes what Karpenter believes of types, hence what it launches and consolidates; the cloud by its name. */
export const overlayEffects = (cloud: string): readonly EffectRow[] => [
  effectRow(/^metadata\./, ['none', 'metadata'], 'describes the NodeOverlay itself'),
  effectRow(
    /^spec\.(price|priceAdjustment)/,
    ['new-nodes', 'overlay'],
    `changes the price that Karpenter goes by for new nodes and consolidation; ${cloud} bills its own`,
  ),
  effectRow(/^spec\.capacity/, ['new-nodes', 'overlay'], 'changes what new nodes are taken to offer to pods'),
  effectRow(/^spec\.requirements/, ['new-nodes', 'overlay'], 'changes to which instance types the overlay applies'),
  effectRow(/^spec\.weight/, ['new-nodes', 'overlay'], 'decides which of several overlays counts'),
  effectRow(/./, ['new-nodes', 'other'], 'changes what Karpenter reckons with for new nodes'),
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
