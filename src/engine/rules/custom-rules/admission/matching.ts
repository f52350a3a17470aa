import { selects } from '../../../karpenter/api/label-selector.ts';
import type { LabelSelector } from '../../../karpenter/api/pod.ts';
import { asList, asMapping, asText, type Mapping, type Value } from '../../../manifest/model/manifest.ts';

/** Which requests a policy or a binding is about, as in Kubernetes' `MatchResources`. Undefined rules match everything. */
export interface MatchRules {
  readonly rules: readonly ResourceRule[] | undefined;
  readonly excluded: readonly ResourceRule[];
  readonly selector: LabelSelector;
  /** Whether a request for another version of the same kind is converted and also matches. */
  readonly isEquivalent: boolean;
}

interface ResourceRule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly string[];
  readonly scope: string;
}

/** A request that creates or updates an object without a namespace. */
export interface AdmissionRequest {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly name: string;
  readonly operation: 'CREATE' | 'UPDATE';
  /** Labels of the object and of the one before the change. One of them has to match. */
  readonly labels: readonly Readonly<Record<string, string>>[];
}

const texts = (value: Value | undefined): string[] =>
  asList(value).filter((item): item is string => typeof item === 'string');

/** Reads `matchConstraints` or `matchResources`. */
export function matchingOf(constraints: Mapping): MatchRules {
  const rules = asList(constraints.resourceRules).map(ruleOf);
  return {
    rules: rules.length === 0 ? undefined : rules,
    excluded: asList(constraints.excludeResourceRules).map(ruleOf),
    selector: selectorOf(asMapping(constraints.objectSelector) ?? {}),
    isEquivalent: constraints.matchPolicy !== 'Exact',
  };
}

const selectorOf = ({ matchLabels, matchExpressions }: Mapping): LabelSelector => ({
  matchLabels: textLabels(asMapping(matchLabels)),
  matchExpressions: asList(matchExpressions).map((value) => {
    const { key, operator, values } = asMapping(value) ?? {};
    return { key: asText(key) ?? '', operator: asText(operator) ?? '', values: texts(values) };
  }),
});

/** The labels of an object or a selector. An empty value is an empty text, as for the API server. */
export const textLabels = (labels: Mapping = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, asText(value) ?? '']));

const ruleOf = (value: Value): ResourceRule => {
  const rule = asMapping(value) ?? {};
  return {
    groups: texts(rule.apiGroups),
    versions: texts(rule.apiVersions),
    operations: texts(rule.operations),
    resources: texts(rule.resources),
    names: texts(rule.resourceNames),
    scope: typeof rule.scope === 'string' ? rule.scope : '*',
  };
};

/**
 * Whether a request matches. `converted`: only after the API server converts the object to another version, which is not done here.
 * Selectors of namespaces match every object without a namespace.
 */
export function matches(matching: MatchRules, request: AdmissionRequest): 'yes' | 'no' | 'converted' {
  if (matching.excluded.some((rule) => isOfRule(rule, request) && hasVersion(rule, request))) return 'no';
  if (!request.labels.some((labels) => selects(matching.selector, labels))) return 'no';
  if (matching.rules === undefined) return 'yes';
  const rules = matching.rules.filter((rule) => isOfRule(rule, request));
  if (rules.some((rule) => hasVersion(rule, request))) return 'yes';
  if (rules.length > 0 && matching.isEquivalent) return 'converted';
  return 'no';
}

const hasVersion = ({ versions }: ResourceRule, { version }: AdmissionRequest): boolean => isListed(versions, version);

const isListed = (values: readonly string[], value: string): boolean => values.includes('*') || values.includes(value);

const isOfRule = (rule: ResourceRule, { group, resource, name, operation }: AdmissionRequest): boolean =>
  isListed(rule.groups, group) &&
  isListed(rule.operations, operation) &&
  rule.resources.some((pattern) => ['*', '*/*', resource, `${resource}/*`].includes(pattern)) &&
  (rule.names.length === 0 || rule.names.includes(name)) &&
  rule.scope !== 'Namespaced';
