import { type EffectRow, effectRow, hashedRow } from '../../karpenter/cloud-provider/effect-row.ts';
import { admissionKinds } from '../../manifest/model/admission-kinds.ts';

const behavior = 'affects what Karpenter does from now on; running nodes stay';

/**
 * NodePool, v1beta1 and v1. Requirements are compared by what they allow (requirement-changes.ts).
 * Source: core pkg/apis/v1/nodepool.go Hash, pkg/controllers/nodeclaim/disruption/drift.go.
 */
export const nodePoolEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the NodePool itself, which nodes do not get'),
  hashedRow(/^spec\.template\.metadata\.labels/, 'a label of the template'),
  hashedRow(/^spec\.template\.metadata\.annotations/, 'an annotation of the template'),
  hashedRow(/^spec\.template\.spec\.(taints|startupTaints)/, 'a taint of the template'),
  hashedRow(/^spec\.template\.spec\.nodeClassRef/, 'the reference to the node class'),
  hashedRow(/^spec\.template\.spec\.expireAfter/, '`expireAfter`'),
  hashedRow(/^spec\.template\.spec\.terminationGracePeriod/, '`terminationGracePeriod`'),
  hashedRow(/^spec\.template\.spec\.kubelet/, 'a kubelet setting'),
  hashedRow(/^spec\.template/, 'the template'),
  effectRow(
    /^spec\.limits/,
    ['none', 'limits'],
    'limits what Karpenter launches from now on; lowering a limit removes no nodes',
  ),
  effectRow(
    /^spec\.weight/,
    ['new-nodes', 'weight'],
    'decides which NodePool Karpenter tries first for new nodes; no running node drifts',
  ),
  effectRow(/^spec\.replicas/, ['some-nodes', 'replicas'], 'sets how many nodes Karpenter keeps in a static NodePool'),
  effectRow(
    /^spec\.disruption\.budgets/,
    ['none', 'budgets'],
    'limits how many nodes drift and consolidation disrupt at a time; expiry ignores it; schedules are in UTC; running nodes stay',
  ),
  effectRow(
    /^spec\.disruption/,
    ['none', 'consolidation'],
    'decides when Karpenter consolidates nodes; by itself it replaces no nodes',
  ),
  effectRow(/./, ['none', 'other'], behavior),
];

/** What a change of a Provisioner or an AWSNodeTemplate does to its nodes. */
export const gated =
  'drift was an optional feature in this version of Karpenter, so whether nodes are replaced is unknown';

/** Provisioner and AWSNodeTemplate. */
export const alphaEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the object itself, which nodes do not get'),
  effectRow(/^spec\.(limits|weight|consolidation|ttl)/, ['none', 'consolidation'], behavior),
  effectRow(/./, ['unknown', 'gated'], gated),
];

/** Node classes of a provider whose fields plumbline does not know. */
export const unknownClassEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the node class itself, which nodes do not get'),
  effectRow(
    /./,
    ['unknown', 'other'],
    'is a field of a provider whose rules for drift plumbline does not know, so whether nodes are replaced is unknown',
  ),
];

/** A NodeOverlay changes the price and capacity that Karpenter assumes for instance types, and so what it launches and consolidates. */
export const overlayEffects = (cloud: string): readonly EffectRow[] => [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the NodeOverlay itself'),
  effectRow(
    /^spec\.(price|priceAdjustment)/,
    ['new-nodes', 'overlay'],
    `changes the price that Karpenter uses for new nodes and consolidation, but not what ${cloud} bills`,
  ),
  effectRow(/^spec\.capacity/, ['new-nodes', 'overlay'], 'changes the capacity that Karpenter assumes for new nodes'),
  effectRow(/^spec\.requirements/, ['new-nodes', 'overlay'], 'changes which instance types the overlay applies to'),
  effectRow(/^spec\.weight/, ['new-nodes', 'overlay'], 'decides which overlay Karpenter uses if several match'),
  effectRow(/./, ['new-nodes', 'other'], 'affects how Karpenter sizes new nodes'),
];

/** Kinds other than Karpenter's whose changes can affect what Karpenter launches. */
export const schedulingKinds: ReadonlySet<string> = new Set([
  'CapacityBuffer',
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
  ...admissionKinds,
]);
