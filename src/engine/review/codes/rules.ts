import { accountChanges } from '../../aws/account-changes/account-changes.ts';
import { judgedFacts, judgedGrants } from '../../aws/account-changes/judged-facts.ts';
import { accountEffects } from '../../aws/account-effects/account-effects.ts';
import { clusterChanges } from '../../aws/cluster-changes/cluster-changes.ts';
import { controllerMay } from '../../aws/fields/controller-may.ts';
import { awsRules } from '../../aws/rules/index.ts';
import type { Rule } from '../../rules/lint/rule.ts';
import { neutralRules } from '../../rules/lint/rules/index.ts';
import { compareNames } from '../../text/name-order.ts';

/** Every lint rule by id: those for all providers, and those for one provider. */
export const rules: readonly Rule[] = [...neutralRules, ...awsRules].sort((a, b) => compareNames(a.id, b.id));

/** What clouds say about a change as a whole, because no rule sees both sides. */
export const changeChecks = [accountChanges, accountEffects, clusterChanges];

/** What the rules of clouds work out from the resources of one side, by topic, as texts to compare. */
export const comparedFacts = [judgedFacts];

/** What the accounts of both sides allow, by topic. */
export const comparedGrants = [judgedGrants];

/** What clouds say about the permissions of the controller: whether the files show that it is allowed an action. */
export const permissionChecks = [controllerMay];
