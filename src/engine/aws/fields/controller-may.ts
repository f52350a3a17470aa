import type { RuleContext } from '../../rules/lint/rule.ts';
import { controllerPolicies, mayAllow } from './controller-policies.ts';
import { createsPolicy, moduleGrants } from './module-permissions.ts';

/**
 * Whether the policies of Karpenter's controllers in these files allow an action: true if all of them do, and false if one does not. Undefined if
 * there are none, or if that is unknown.
 */
export function controllerMay(action: string, side: Pick<RuleContext, 'all' | 'clusterOf'>): boolean | undefined {
  const answers = [
    ...controllerPolicies(side).map((policy) => mayAllow(policy, action)),
    ...side.all.manifests.filter(createsPolicy).map((module) => moduleGrants(module, action)),
  ];

  if (answers.length === 0) return undefined;
  if (answers.every((answer) => answer === true)) return true;
  if (answers.includes(false)) return false;
  return undefined;
}
