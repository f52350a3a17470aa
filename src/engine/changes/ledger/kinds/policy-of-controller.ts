import {
  controllerLabels,
  controllerNamespaces,
  hasOtherPolicies,
  isEgressPolicy,
  isUnknownPolicy,
  mayApplyTo,
} from '../../../karpenter/installation/network-policies.ts';
import { namespaceOf } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, groupOf, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { isNodeService } from './known-kinds.ts';

/** What is known of the effect of a NetworkPolicy on Karpenter's controller, with a clause that says why. */
interface EffectOnController {
  readonly isHarmless: boolean;
  readonly reason: string;
}

const harmless = (reason: string): EffectOnController => ({ isHarmless: true, reason });
const unclear = (reason: string): EffectOnController => ({ isHarmless: false, reason });

/** A NetworkPolicy on both sides that have it, and everything that is applied after the change. */
interface ChangedPolicy {
  readonly versions: readonly Manifest[];
  readonly after: ManifestSet;
}

/**
 * What a NetworkPolicy in the namespace of Karpenter's controller does to it; undefined for any other object. Policies add up: a pod may reach what
 * one of those that select it allows.
 *
 * Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/#the-two-sorts-of-pod-isolation
 */
export function effectOnController({ versions, after }: ChangedPolicy): EffectOnController | undefined {
  const isHere = (policy: Manifest): boolean =>
    policy.kind === 'NetworkPolicy' &&
    groupOf(policy.apiVersion) === 'networking.k8s.io' &&
    controllerNamespaces(after).includes(namespaceOf(policy) ?? '');

  if (!versions.every(isHere)) return undefined;

  if (versions.some((policy) => policy.isPartial || isUnknownPolicy(policy)))
    return unclear('a part of this policy in the namespace of Karpenter’s controller is unknown');
  if (versions.every(selectsOtherApp)) return harmless('it selects other pods than those of Karpenter’s controller');
  if (!versions.every(isEgressOnly)) return unclear('it may cut Karpenter’s controller off from what calls it');
  if (hasOtherPolicies(after)) return unclear('policies of other kinds may allow or deny the same');

  const namespaces = new Set(versions.map((policy) => namespaceOf(policy) ?? ''));
  const others = after.manifests.filter(
    (policy) => isEgressPolicy(policy) && namespaces.has(namespaceOf(policy) ?? '') && !selectsOtherApp(policy),
  );

  if (others.length === 0) return harmless('no policy restricts the egress of Karpenter’s controller');

  const selecting = others.filter((policy) =>
    mayApplyTo(policy, { namespace: namespaceOf(policy) ?? '', labels: controllerLabels }),
  );

  if (namespaces.size === 1 && !others.some(isUnknownPolicy) && selecting.some(allowsAll))
    return harmless('a policy allows Karpenter’s controller any egress');

  return unclear('it decides what pods in the namespace of Karpenter’s controller may reach');
}

/** Whether a policy is for pods of an app that is neither Karpenter nor a service of every node. */
function selectsOtherApp(policy: Manifest): boolean {
  const labels = asMapping(policy.get(['spec', 'podSelector', 'matchLabels'])) ?? {};

  return ['app', 'app.kubernetes.io/name', 'k8s-app'].some((key) => {
    const app = asText(labels[key]);
    return app !== undefined && !isNodeService(app);
  });
}

/** Without `policyTypes`, a policy is also for ingress. */
function isEgressOnly(policy: Manifest): boolean {
  const types = asList(policy.get(['spec', 'policyTypes']));
  return types.length > 0 && types.every((type) => type === 'Egress');
}

const allowsAll = (policy: Manifest): boolean => asList(policy.get(['spec', 'egress'])).some(isUnrestricted);

/** A rule without peers and without ports allows everything. */
function isUnrestricted(rule: Value): boolean {
  const { to, ports } = asMapping(rule) ?? {};
  return asMapping(rule) !== undefined && asList(to).length === 0 && asList(ports).length === 0;
}
