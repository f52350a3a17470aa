import type { ResourceRef } from '../engine/text/diagnostic.ts';
import { ownValue } from '../engine/text/own-value.ts';
import type { Json } from '../io/kube/kube-answer.ts';
import { printableLine } from '../io/kube/kube-error.ts';

/** What the conditions of a live object report. */
export interface Readiness {
  readonly isReady: boolean;
  /** Why it is not ready, in plain words followed by the cluster's message; empty when it is ready. */
  readonly words: readonly string[];
}

/**
 * Condition reasons of Karpenter's controllers in plain words (provider-aws pkg/controllers/nodeclass, core
 * pkg/controllers/{nodepool,nodeoverlay}; v1.14.1).
 */
const plainWords: Readonly<Record<string, string>> = {
  SubnetsNotFound: 'no subnet matches `subnetSelectorTerms`. Check the tags of the subnets and the account',
  SecurityGroupsNotFound:
    'no security group matches `securityGroupSelectorTerms`. Check the tags of the security groups and the account',
  AMINotFound: 'no AMI matches `amiSelectorTerms`. Check the alias, the owner and the region',
  UnsupportedAlias: 'this version of Karpenter does not support the alias in `amiSelectorTerms`',
  PlacementGroupNotFound: 'no placement group matches `placementGroupSelector`',
  PlacementGroupResolutionFailed: 'the placement group could not be looked up',
  TagValidationFailed: 'a tag is not allowed, because Karpenter sets it itself',
  UserDataSizeLimitExceeded: 'the user data is larger than EC2 allows',
  CreateFleetAuthCheckFailed: 'Karpenter’s role is not allowed to call ec2:CreateFleet',
  CreateLaunchTemplateAuthCheckFailed: 'Karpenter’s role is not allowed to call ec2:CreateLaunchTemplate',
  RunInstancesAuthCheckFailed: 'Karpenter’s role is not allowed to call ec2:RunInstances',
  DependenciesNotReady: 'Karpenter has not yet found its images, instance profile, security groups and subnets',
  NodeClassNotFound: 'the EC2NodeClass that `nodeClassRef` names does not exist',
  NodeClassTerminating: 'the EC2NodeClass that `nodeClassRef` names is being deleted',
  NodeClassReadinessUnknown: 'Karpenter has not processed its EC2NodeClass yet',
  NodePoolValidationFailed: 'Karpenter rejects the NodePool',
  Conflict: 'it conflicts with another NodeOverlay of the same weight',
  RuntimeValidation: 'Karpenter rejects the NodeOverlay',
};

const untouched = 'Karpenter has not processed it yet. Check that the controller is running';
const untouchedOverlay =
  'Karpenter has not processed it yet. Check that the controller is running with the feature gate NodeOverlay on';

/** Whether Karpenter's controllers accepted the current object. Conditions of an older generation do not count. */
export function readiness(live: Json): Readiness {
  const generation = Number(live.metadata?.generation ?? 0);
  const conditions: Json[] = live.status?.conditions ?? [];
  const current = conditions.filter(({ observedGeneration }) => Number(observedGeneration ?? generation) >= generation);
  const ready = current.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return { isReady: true, words: [] };

  // `Ready` only summarizes the other conditions, which are more specific.
  const failing = current.filter(({ type, status }) => type !== 'Ready' && status === 'False');

  const decisive = () => {
    if (failing.length > 0) return failing;
    if (ready) return [ready];
    return [];
  };

  const words = decisive().map(conditionWords);

  return {
    isReady: false,
    words: words.length > 0 ? words : [live.kind === 'NodeOverlay' ? untouchedOverlay : untouched],
  };
}

function conditionWords({ type, reason, message }: Json): string {
  const words = [printableLine(reason, 80), printableLine(message, 200)].filter(Boolean).join(': ');
  const plain = ownValue(plainWords, reason);
  return `${plain ?? `condition ${printableLine(type, 80)} is not True`} (${words})`;
}

/** `EC2NodeClass default`. */
export const quotedResource = ({ kind, name }: ResourceRef): string => `${kind} \`${printableLine(name, 253)}\``;
