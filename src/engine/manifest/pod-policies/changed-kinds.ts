import { asList, asMapping, asText, isObject, type Mapping } from '../model/manifest.ts';

/** Groups of Kubernetes of which no object is applied by a controller, apart from the resources below. */
const plainGroups = /^(?:[a-z]*|networking\.k8s\.io)$/;

/** Nodes, what releases take their values from, and everything. */
const deciding = /^(?:\*|nodes|configmaps|secrets)(?:\/|$)/;

/** Kinds of Kubernetes that policies of Kyverno usually change. A group may stand before them. */
const plainKinds =
  /^(?:(?:apps|batch|networking\.k8s\.io|policy|autoscaling)\/)?(?:v\d\w*\/)?(?:Pod|Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|CronJob|Service|ServiceAccount|Ingress|NetworkPolicy|PersistentVolumeClaim|PodDisruptionBudget|HorizontalPodAutoscaler|Namespace)(?:[./]\w+)?$/;

/**
 * Whether a policy may change other objects than those of Kubernetes itself while they are applied: NodePools, node classes, or what installs them.
 * Sources: https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy,
 * https://kyverno.io/docs/policy-types/cluster-policy/match-exclude.
 */
export function mayChangeCustomObjects({ kind, spec }: Mapping): boolean {
  const fields = asMapping(spec) ?? {};
  if (kind === 'MutatingAdmissionPolicy' || kind === 'MutatingPolicy') return !isOfKubernetes(fields.matchConstraints);

  const mutating = asList(fields.rules)
    .filter(isObject)
    .filter(({ mutate }) => mutate !== undefined);
  return mutating.some(({ match }) => {
    const kinds = kindsIn(match);
    return kinds.length === 0 || !kinds.every((name) => plainKinds.test(name));
  });
}

function isOfKubernetes(constraints: Mapping[string] | undefined): boolean {
  const rules = asList(asMapping(constraints)?.resourceRules).filter(isObject);
  const textsOf = (value: Mapping[string] | undefined): string[] => asList(value).map((item) => asText(item) ?? '*');

  return (
    rules.length > 0 &&
    rules.every(({ apiGroups, resources }) => {
      const [groups, names] = [textsOf(apiGroups), textsOf(resources)];
      return (
        groups.length > 0 &&
        names.length > 0 &&
        groups.every((group) => plainGroups.test(group)) &&
        !names.some((name) => deciding.test(name))
      );
    })
  );
}

/** The kinds of all filters of a match. One filter without kinds matches every kind. */
function kindsIn(match: Mapping[string] | undefined): string[] {
  const { any, all, ...direct } = asMapping(match) ?? {};
  const filters = any === undefined && all === undefined ? [direct] : [...asList(any), ...asList(all)];
  return filters.flatMap((filter) => {
    const kinds = asList(asMapping(asMapping(filter)?.resources)?.kinds).map((name) => asText(name) ?? '*');
    if (kinds.length > 0) return kinds;
    return ['*'];
  });
}
