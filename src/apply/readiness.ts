import type { ResourceRef } from '../engine/diagnostic.ts';
import type { Json } from '../io/kube/kube-answer.ts';
import { printableLine } from '../io/kube/kube-error.ts';

/** What a live object says of itself. */
export interface Readiness {
  readonly isReady: boolean;
  /** Why not, in plain words with the cluster's own behind them; empty when it is ready. */
  readonly words: readonly string[];
}

/** Reasons of Karpenter's controllers in plain words (provider-aws pkg/controllers/nodeclass, core pkg/controllers/{nodepool,nodeoverlay}; v1.14.1). */
const plainWords: Readonly<Record<string, string>> = {
  SubnetsNotFound: 'no subnet matches `subnetSelectorTerms`: check their tags and the account',
  SecurityGroupsNotFound: 'no security group matches `securityGroupSelectorTerms`: check their tags and the account',
  AMINotFound: 'no AMI matches `amiSelectorTerms`: check the alias, the owner and the region',
  UnsupportedAlias: 'this Karpenter does not know the alias in `amiSelectorTerms`',
  PlacementGroupNotFound: 'no placement group matches `placementGroupSelector`',
  PlacementGroupResolutionFailed: 'the placement group could not be looked up',
  TagValidationFailed: 'a tag is not allowed: Karpenter writes that one itself',
  UserDataSizeLimitExceeded: 'the user data is larger than EC2 takes',
  CreateFleetAuthCheckFailed: 'Karpenter’s role may not call ec2:CreateFleet',
  CreateLaunchTemplateAuthCheckFailed: 'Karpenter’s role may not call ec2:CreateLaunchTemplate',
  RunInstancesAuthCheckFailed: 'Karpenter’s role may not call ec2:RunInstances',
  DependenciesNotReady: 'it waits for what its selectors have to find',
  NodeClassNotFound: 'the EC2NodeClass that `nodeClassRef` names is not there',
  NodeClassTerminating: 'the EC2NodeClass that `nodeClassRef` names is being deleted',
  NodeClassReadinessUnknown: 'Karpenter has not looked at its EC2NodeClass yet',
  NodePoolValidationFailed: 'Karpenter refuses the NodePool',
  Conflict: 'another NodeOverlay of the same weight says otherwise',
  RuntimeValidation: 'Karpenter refuses the NodeOverlay',
};

const untouched = 'Karpenter has not looked at it yet: is the controller running?';
const untouchedOverlay =
  'Karpenter has not looked at it yet: is the controller running, with the feature gate NodeOverlay on?';

/** Whether Karpenter's controllers took the object as it now stands. A condition of an older generation says nothing of it. */
export function readiness(live: Json): Readiness {
  const generation = Number(live.metadata?.generation ?? 0);
  const conditions: Json[] = live.status?.conditions ?? [];
  const current = conditions.filter(({ observedGeneration }) => Number(observedGeneration ?? generation) >= generation);
  const ready = current.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return { isReady: true, words: [] };
  // Ready only sums the others up: what it sums up says more.
  const failing = current.filter(({ type, status }) => type !== 'Ready' && status === 'False');
  const words = (failing.length > 0 ? failing : ready ? [ready] : []).map(conditionWords);
  return {
    isReady: false,
    words: words.length > 0 ? words : [live.kind === 'NodeOverlay' ? untouchedOverlay : untouched],
  };
}

function conditionWords({ type, reason, message }: Json): string {
  const own = [printableLine(reason, 80), printableLine(message, 200)].filter(Boolean).join(': ');
  const plain = Object.hasOwn(plainWords, reason) ? plainWords[reason] : undefined;
  return `${plain ?? `${printableLine(type, 80)} is not so`} (${own})`;
}

/** `EC2NodeClass default`. */
export const quotedResource = ({ kind, name }: ResourceRef): string => `${kind} \`${printableLine(name, 253)}\``;
