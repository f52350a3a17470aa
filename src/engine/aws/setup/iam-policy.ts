import { isObject, type Mapping } from '../../manifest/model/manifest.ts';
import { covers } from '../../text/words/covers.ts';
/** One test of a condition: an operator such as `StringEquals`, the key, and the values. One of them must match. */
export interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** One statement of an IAM policy, with its short forms expanded. */
export interface IamStatement {
  /** Its `Sid`, or its number: `statement 2`. */
  readonly name: string;
  readonly effect: 'Allow' | 'Deny';
  /** Principals by kind: `Federated`, `AWS` or `Service`. `*` has the kind `AWS`. */
  readonly principals: ReadonlyMap<string, readonly string[]>;
  readonly actions: readonly string[];
  /** Whether the statement means all actions, resources or principals except those that it names (such as `NotAction`). */
  readonly isNegated: boolean;
  readonly resources: readonly string[];
  readonly conditions: readonly Condition[];
  /** Elements that IAM does not have, such as `NotCondition`. */
  readonly unknown: readonly string[];
}

const elements = [
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
];

/** A policy, or why the text is not one. */
type ReadPolicy = { readonly statements: readonly IamStatement[] } | { readonly fault: string };

const texts = (value: unknown): string[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map((item) => String(item));
  return [String(value)];
};

/** IAM accepts no longer policy, so a longer text is not read. In UTF-16 code units. */
const maxLength = 64 * 1024;

/** Reads an IAM policy document: a trust policy or a permission policy (IAM's JSON policy grammar). */
export function readPolicy(text: string): ReadPolicy {
  if (text.length > maxLength) return { fault: 'is too long to be an IAM policy' };

  let document: unknown;

  try {
    document = JSON.parse(text);
  } catch {
    return { fault: 'is not JSON' };
  }

  // The output of `aws iam get-role` contains the policy.
  const inner = isObject(document) && isObject(document.Role) ? document.Role.AssumeRolePolicyDocument : document;
  if (!isObject(inner) || inner.Statement === undefined) return { fault: 'has no `Statement`' };

  const statements = Array.isArray(inner.Statement) ? inner.Statement : [inner.Statement];
  if (!statements.every(isObject)) return { fault: 'has a statement that is not an object' };

  return { statements: statements.map(statementOf) };
}

const statementOf = (json: Mapping, index: number): IamStatement => ({
  name: typeof json.Sid === 'string' && json.Sid !== '' ? `\`${json.Sid}\`` : `statement ${index + 1}`,
  effect: json.Effect === 'Allow' ? 'Allow' : 'Deny',
  principals: principalsOf(json.Principal ?? json.NotPrincipal),
  actions: texts(json.Action ?? json.NotAction),
  isNegated: json.NotAction !== undefined || json.NotResource !== undefined || json.NotPrincipal !== undefined,
  resources: texts(json.Resource ?? json.NotResource),
  conditions: conditionsOf(json.Condition),
  unknown: Object.keys(json).filter((name) => !elements.includes(name)),
});

function principalsOf(value: unknown): Map<string, string[]> {
  if (!isObject(value)) return new Map(value === undefined ? [] : [['AWS', texts(value)]]);
  return new Map(Object.entries(value).map(([kind, who]) => [kind, texts(who)]));
}

function conditionsOf(value: unknown): Condition[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([operator, keys]) => {
    if (isObject(keys)) return Object.entries(keys).map(([key, values]) => ({ operator, key, values: texts(values) }));
    return [];
  });
}

/** Whether a statement's actions include one action, such as `sts:AssumeRoleWithWebIdentity`. */
export const namesAction = ({ actions, isNegated }: IamStatement, action: string): boolean =>
  actions.some((pattern) => covers(pattern.toLowerCase(), action.toLowerCase())) !== isNegated;
