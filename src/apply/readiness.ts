import type { ResourceRef } from '../engine/diagnostic.ts';
import type { Json } from '../io/kube/client.ts';
import { said } from '../io/kube/kube-error.ts';

/** What a live object says of itself. */
export interface Readiness {
  readonly isReady: boolean;
  /** Why not, in plain words with the cluster's own behind them; empty when it is ready. */
  readonly words: readonly string[];
}

/** Reasons of Karpenter's controllers in plain words (provider-aws pkg/controllers/nodeclass, core pkg/controllers/nodepool; v1.14). */
const plainWords: Readonly<Record<string, string>> = {
  SubnetsNotFound: 'no subnet matches `subnetSelectorTerms`: check their tags and the account',
  SecurityGroupsNotFound: 'no security group matches `securityGroupSelectorTerms`: check their tags and the account',
  AMINotFound: 'no AMI matches `amiSelectorTerms`: check the alias, the owner and the region',
  InstanceProfileNotFound: 'the instance profile is not there',
  InstanceProfileNotReady: 'the instance profile is not ready yet',
  CapacityReservationsNotFound: 'no capacity reservation matches `capacityReservationSelectorTerms`',
  NodeClassNotFound: 'the EC2NodeClass that `nodeClassRef` names is not there',
  NodeClassNotReady: 'its EC2NodeClass is not ready',
  TagValidationFailed: 'a tag is not allowed: Karpenter writes that one itself',
  CreateFleetAuthCheckFailed: 'Karpenter’s role may not call ec2:CreateFleet',
  CreateLaunchTemplateAuthCheckFailed: 'Karpenter’s role may not call ec2:CreateLaunchTemplate',
  RunInstancesAuthCheckFailed: 'Karpenter’s role may not call ec2:RunInstances',
  NodePoolValidationFailed: 'Karpenter refuses the NodePool',
  Conflict: 'another NodeOverlay of the same weight says otherwise',
  AwaitingReconciliation: 'Karpenter has not looked at it yet: is the controller running?',
  Terminating: 'it is being deleted',
};

/** Whether Karpenter's controllers took the object as it now stands. A condition of an older generation says nothing of it. */
export function readiness(live: Json): Readiness {
  const generation = Number(live.metadata?.generation ?? 0);
  const conditions: Json[] = live.status?.conditions ?? [];
  const current = conditions.filter(({ observedGeneration }) => Number(observedGeneration ?? generation) >= generation);
  const ready = current.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return { isReady: true, words: [] };
  // A NodeOverlay has no Ready of its own before 1.9; what it validates is all there is.
  const failing = current.filter(({ type, status }) => type !== 'Ready' && status === 'False');
  const words = (failing.length > 0 ? failing : ready ? [ready] : []).map(conditionWords);
  return { isReady: false, words: words.length > 0 ? words : [plainWords.AwaitingReconciliation!] };
}

function conditionWords({ type, reason, message }: Json): string {
  const own = [said(reason, 80), said(message, 200)].filter(Boolean).join(': ');
  const plain = Object.hasOwn(plainWords, reason) ? plainWords[reason] : undefined;
  return `${plain ?? `${said(type, 80)} is not so`} (${own})`;
}

/** `EC2NodeClass default`. */
export const nameOf = ({ kind, name }: ResourceRef): string => `${kind} \`${said(name, 253)}\``;
