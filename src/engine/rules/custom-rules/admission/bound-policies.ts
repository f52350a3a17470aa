import type { NamedExpression } from '../../../karpenter/api/custom-rule.ts';
import {
  asList,
  asMapping,
  groupOf,
  type Manifest,
  type Mapping,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { compareNames } from '../../../text/name-order.ts';
import { type MatchRules, matchingOf } from './matching.ts';

/** What the API server does if a validation is false. `Audit` only writes a line of the audit log. */
type PolicyAction = 'Deny' | 'Warn' | 'Audit';

/** One validation of a policy. */
export interface Validation {
  readonly expression: string;
  readonly message: string | undefined;
  readonly messageExpression: string | undefined;
}

/** A ValidatingAdmissionPolicy with one of its bindings, which puts it into effect. */
export interface BoundPolicy {
  readonly name: string;
  readonly binding: string;
  readonly action: PolicyAction;
  /** Whether an expression with an error counts as false. */
  readonly failsClosed: boolean;
  /** Both of the policy and of the binding have to match. */
  readonly matching: readonly MatchRules[];
  readonly matchConditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly Validation[];
}

const group = 'admissionregistration.k8s.io';

/** More are ignored, because each one is evaluated for each object. The API server of a cluster has a few dozen. */
const mostPolicies = 200;

/** The policies of a cluster that are in effect, sorted by name. Fields of an unexpected type are left out. */
export function boundPolicies(live: readonly Manifest[]): readonly BoundPolicy[] {
  const ofKind = (kind: string) =>
    live.filter((manifest) => manifest.kind === kind && groupOf(manifest.apiVersion) === group);
  const policies = new Map(ofKind('ValidatingAdmissionPolicy').map((policy) => [policy.name, policy]));
  return ofKind('ValidatingAdmissionPolicyBinding')
    .flatMap((binding) => {
      const spec = mapping(binding.object.spec);
      const policy = policies.get(text(spec.policyName) ?? '');
      if (policy) return [bound(policy, binding.name, spec)];
      return [];
    })
    .toSorted((a, b) => compareNames(a.name, b.name) || compareNames(a.binding, b.binding))
    .slice(0, mostPolicies);
}

function bound({ name, object }: Manifest, binding: string, bindingSpec: Mapping): BoundPolicy {
  const spec = mapping(object.spec);
  const actions = asList(bindingSpec.validationActions).map(text);

  const strictest = () => {
    if (actions.includes('Deny')) return 'Deny';
    if (actions.includes('Warn')) return 'Warn';
    return 'Audit';
  };

  return {
    name,
    binding,
    action: strictest(),
    failsClosed: spec.failurePolicy !== 'Ignore',
    matching: [spec.matchConstraints, bindingSpec.matchResources].map((value) => matchingOf(mapping(value))),
    matchConditions: expressions(spec.matchConditions),
    variables: expressions(spec.variables),
    validations: asList(spec.validations).flatMap((item) => {
      const { expression, message, messageExpression } = mapping(item);
      if (typeof expression === 'string')
        return [{ expression, message: text(message), messageExpression: text(messageExpression) }];

      return [];
    }),
  };
}

const mapping = (value: Value | undefined): Mapping => asMapping(value) ?? {};
const text = (value: Value | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  return undefined;
};

const expressions = (value: Value | undefined): NamedExpression[] =>
  asList(value).flatMap((item) => {
    const { name, expression } = mapping(item);
    if (typeof name === 'string' && typeof expression === 'string') return [{ name, expression }];
    return [];
  });
