import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Mapping,
  type Path,
  type Value,
} from '../model/manifest.ts';
import { holdsPlaceholder } from '../yaml/placeholder.ts';
import { kyvernoConditions, type PodConditions } from './pod-conditions.ts';
import { everyPod, type PodMatch } from './pod-policy.ts';
import { kyvernoMatches } from './policies.ts';

/** What a policy asks of each new pod, and refuses otherwise: nothing in it depends on anything but the pod and its namespace. */
export interface PodValidation {
  /** `ClusterPolicy require-limits`. */
  readonly name: string;
  readonly manifest: Manifest;
  /** The path of the rule in the policy. */
  readonly path: Path;
  readonly matches: readonly PodMatch[];
  readonly excludes: readonly PodMatch[];
  readonly conditions: PodConditions;
  /** A pod has to match one of these. */
  readonly patterns: readonly Value[];
}

/** The policies in some manifests that refuse pods: validate rules of Kyverno with patterns, and constraints of Gatekeeper’s library. */
export const podValidations = (manifests: readonly Manifest[]): readonly PodValidation[] =>
  manifests.flatMap((manifest) => [...kyvernoValidations(manifest), ...gatekeeperValidations(manifest)]);

/** Whether objects change new pods, or exempt some, in a way that is not read: mutations of Gatekeeper, and exceptions of Kyverno. */
export const mayExemptPods = ({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean =>
  groupOf(apiVersion) === 'mutations.gatekeeper.sh' || kind === 'PolicyException';

/**
 * Rules that refuse what does not match a pattern. Without `Enforce`, Kyverno only reports. Sources:
 * kyverno.io/docs/policy-types/cluster-policy/validate and kyverno.io/docs/policy-types/cluster-policy/policy-settings.
 */
function kyvernoValidations(manifest: Manifest): PodValidation[] {
  const { apiVersion, kind, object } = manifest;
  const isPolicy = (kind === 'ClusterPolicy' || kind === 'Policy') && groupOf(apiVersion) === 'kyverno.io';
  const spec = asMapping(object.spec);
  if (!isPolicy || spec === undefined || asList(spec.validationFailureActionOverrides).length > 0) return [];

  const namespace = kind === 'Policy' ? (manifest.namespace ?? 'default') : undefined;

  return asList(spec.rules).flatMap((rule, index): PodValidation[] => {
    const { match, exclude, preconditions, celPreconditions, context, validate } = asMapping(rule) ?? {};
    const { pattern, anyPattern, failureAction, failureActionOverrides } = asMapping(validate) ?? {};
    const action = asText(failureAction ?? spec.validationFailureAction) ?? 'Audit';
    const patterns = pattern === undefined ? asList(anyPattern) : [pattern];
    const isOpen = [celPreconditions, context, failureActionOverrides].some((part) => part !== undefined);
    if (action.toLowerCase() !== 'enforce' || patterns.length === 0 || isOpen) return [];
    if (holdsPlaceholder(patterns) || /\{\{/.test(JSON.stringify(patterns))) return [];

    const matches = kyvernoMatches(match, namespace);
    const excludes = exclude === undefined ? [] : kyvernoMatches(exclude, undefined);
    const conditions = kyvernoConditions(preconditions);
    if (matches === undefined || matches === 'not about pods' || excludes === undefined || conditions === undefined)
      return [];

    return [
      {
        name: `${kind} ${manifest.name}`,
        manifest,
        path: ['spec', 'rules', index, 'name'],
        matches,
        excludes: excludes === 'not about pods' ? [] : excludes,
        conditions,
        patterns,
      },
    ];
  });
}

const anyValue = '?*';

/**
 * What the constraints of Gatekeeper’s library ask of each container. Source:
 * github.com/open-policy-agent/gatekeeper-library, library/general and library/pod-security-policy.
 */
const libraryPatterns: Readonly<Record<string, (parameters: Mapping) => Value | undefined>> = {
  K8sContainerLimits: () => ({ resources: { limits: { cpu: anyValue, memory: anyValue } } }),
  K8sContainerRequests: () => ({ resources: { requests: { cpu: anyValue, memory: anyValue } } }),
  K8sRequiredResources: ({ limits, requests }) => ({
    resources: { limits: requiredOf(limits), requests: requiredOf(requests) },
  }),
  K8sDisallowedTags: ({ tags }) => ({ image: ['*:*', ...textsOf(tags).map((tag) => `!*:${tag}`)].join(' & ') }),
  K8sAllowedRepos: ({ repos }) =>
    textsOf(repos).length > 0
      ? {
          image: textsOf(repos)
            .map((repo) => `${repo}*`)
            .join(' | '),
        }
      : undefined,
  K8sPSPPrivilegedContainer: () => ({ '=(securityContext)': { '=(privileged)': false } }),
};

const textsOf = (list: Value | undefined): readonly string[] => asList(list).flatMap((item) => asText(item) ?? []);

const requiredOf = (names: Value | undefined): Value =>
  Object.fromEntries(textsOf(names).map((name) => [name, anyValue]));

/** A constraint that denies. Source: https://open-policy-agent.github.io/gatekeeper/website/docs/howto. */
function gatekeeperValidations(manifest: Manifest): PodValidation[] {
  const { apiVersion, kind, name, object } = manifest;
  if (groupOf(apiVersion) !== 'constraints.gatekeeper.sh' || !Object.hasOwn(libraryPatterns, kind)) return [];

  const { enforcementAction = 'deny', match, parameters } = asMapping(object.spec) ?? {};
  const settings = asMapping(parameters) ?? {};
  const isExempting = asList(settings.exemptImages).length > 0;
  if (enforcementAction !== 'deny' || isExempting || holdsPlaceholder([match ?? null, parameters ?? null])) return [];

  const { kinds, namespaces, excludedNamespaces, ...others } = asMapping(match) ?? {};
  const container = libraryPatterns[kind]!(settings);
  const isOfPods = asList(kinds).some((entry) =>
    textsOf(asMapping(entry)?.kinds).some((of) => of === 'Pod' || of === '*'),
  );
  if (container === undefined || !isOfPods || Object.keys(others).some((key) => key !== 'scope')) return [];

  const within = textsOf(namespaces);
  const without = textsOf(excludedNamespaces);

  return [
    {
      name: `${kind} ${name}`,
      manifest,
      path: ['metadata', 'name'],
      matches: [{ ...everyPod, namespaces: within.length > 0 ? within : undefined }],
      excludes: without.length > 0 ? [{ ...everyPod, namespaces: without }] : [],
      conditions: { nodeSelector: {}, labels: {} },
      patterns: [{ spec: { containers: [container], '=(initContainers)': [container] } }],
    },
  ];
}
