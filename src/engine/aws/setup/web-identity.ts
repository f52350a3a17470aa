import { githubIssuer, parseSubject } from '../../files/setup/github-subject.ts';
import { ownValue } from '../../text/own-value.ts';
import { covers } from '../../text/words/covers.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { type Condition, type IamStatement, namesAction } from './iam-policy.ts';

/** The claims of a web identity token that policies can check. */
export type Claims = Readonly<Record<string, string | readonly string[]>>;

export const webIdentityAction = 'sts:AssumeRoleWithWebIdentity';

/** The issuer that a provider's ARN or a token's URL names: `token.actions.githubusercontent.com`. */
export const issuerOf = (text: string): string =>
  text
    .replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//, '')
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '');

/**
 * Reads the claims of a token without checking its signature, which AWS does. Undefined if the text is not a token.
 * `decode` turns base64url into text.
 */
export function readClaims(token: string, decode: (base64url: string) => string): Claims | undefined {
  try {
    const claims: unknown = JSON.parse(decode(token.split('.')[1] ?? ''));
    if (typeof claims !== 'object' || claims === null) return undefined;

    return Object.fromEntries(
      Object.entries(claims)
        .filter(([, value]) => Array.isArray(value) || typeof value !== 'object')
        .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
    );
  } catch {
    return undefined;
  }
}

const listed = (value: string | readonly string[] | undefined): readonly string[] => {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return value;
};

/**
 * Why a trust policy does not admit a token: one sentence for each condition that fails in the statement that fits best.
 * Empty if the policy admits the token.
 */
export function refusals(statements: readonly IamStatement[], claims: Claims): string[] {
  const issuer = issuerOf(listed(claims.iss)[0] ?? '');
  const candidates = statements.filter(
    (statement) => statement.effect === 'Allow' && namesAction(statement, webIdentityAction),
  );
  if (candidates.length === 0) return [`no statement allows \`${webIdentityAction}\``];

  const ours = candidates.filter((candidate) => providers(candidate).some((provider) => issuerOf(provider) === issuer));
  if (ours.length === 0) {
    const named = [...new Set(candidates.flatMap(providers).map(issuerOf))].map((name) => `\`${name}\``).join(', ');
    return [`it trusts ${named || 'no identity provider'}, but the token is from \`${issuer}\``];
  }

  const why = ours.map((statement) => statement.conditions.flatMap((condition) => refusal(condition, issuer, claims)));
  return why.sort((a, b) => a.length - b.length)[0]!;
}

const providers = (statement: IamStatement): readonly string[] => statement.principals.get('Federated') ?? [];

function refusal(condition: Condition, issuer: string, claims: Claims): string[] {
  const { operator, key, values } = condition;
  const claim = claimOf(key, issuer);
  if (claim === undefined) return [`it requires \`${key}\`, which no token of \`${issuer}\` has`];

  const claimValues = listed(claims[claim]);
  const wanted = quotedNames(values, ' or ');
  const says = claimValues.length === 0 ? 'does not have it' : `has \`${claimValues.join(', ')}\``;
  const holds = test(operator, claimValues, values);

  if (holds === false) return [`\`${claim}\` must be ${wanted}, but the token ${says}`];
  return [];
}

/** The claim that a condition key names. Undefined if the key belongs to another issuer. */
function claimOf(key: string, issuer: string): string | undefined {
  const at = key.lastIndexOf(':');
  if (key.slice(0, at).toLowerCase() === issuer.toLowerCase()) return key.slice(at + 1).toLowerCase();
  return undefined;
}

/** Whether a test holds. Undefined for an operator that is not evaluated. */
function test(operator: string, claimValues: readonly string[], values: readonly string[]): boolean | undefined {
  const [, quantifier = '', name = '', ifExists = ''] =
    /^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const compare = ownValue(comparisons, name);
  if (compare === undefined) return undefined;
  if (claimValues.length === 0) return ifExists !== '' || quantifier === 'ForAllValues:';

  const matches = (text: string): boolean => values.some((value) => compare(value, text));
  if (quantifier === 'ForAllValues:') return claimValues.every(matches);
  return claimValues.some(matches);
}

const comparisons: Readonly<Record<string, (value: string, text: string) => boolean>> = {
  StringEquals: (value, text) => value === text,
  StringEqualsIgnoreCase: (value, text) => value.toLowerCase() === text.toLowerCase(),
  StringLike: covers,
};

/** What to do about the token of a GitHub Actions job, whatever the policy says: one sentence, or undefined. */
export function subjectAdvice(claims: Claims): string | undefined {
  const [sub = ''] = listed(claims.sub);
  if (issuerOf(listed(claims.iss)[0] ?? '') !== githubIssuer) return undefined;

  const subject = parseSubject(sub);
  if (!subject) return 'The subject is customized, so the trust policy must spell it the same way.';
  if (!subject.context.startsWith('environment:'))
    return 'The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.';
  if (subject.ownerId === undefined) return undefined;

  return 'The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format.';
}
