import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';

/** A role and the identity providers of its account, as IAM stores them. */
export interface RoleFacts {
  /** Null if the role does not exist. */
  readonly trustPolicy: TrustPolicy | null;
  readonly providers: readonly { readonly url: string; readonly clientIds: readonly string[] }[];
}

interface TrustPolicy {
  readonly Statement: readonly {
    readonly Effect: string;
    readonly Principal: { readonly Federated?: string };
    readonly Action: string | readonly string[];
    readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
  }[];
}

/** An error of STS. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const refusal = (status: number, code: string, message: string): Refusal => ({ status, code, message });

type Claims = Readonly<Record<string, string | number | readonly string[]>>;

/** Checks a web identity token as STS does: provider, signature, time, audience, and then the trust policy of the role. */
export async function checkWebIdentity(token: string, facts: RoleFacts, jwksUrl: string): Promise<Refusal | undefined> {
  const [head, body, signature] = token.split('.');
  const claims = parse(body ?? '');
  if (!claims || !signature) return refusal(400, 'InvalidIdentityToken', 'The ID Token provided is not a valid JWT');
  const issuer = String(claims.iss);
  const provider = facts.providers.find(({ url }) => `https://${url}` === issuer);
  if (!provider)
    return refusal(400, 'InvalidIdentityToken', `No OpenIDConnect provider found in your account for ${issuer}`);
  if (!(await isSigned(`${head}.${body}`, signature, jwksUrl)))
    return refusal(400, 'InvalidIdentityToken', "Couldn't retrieve verification key from your identity provider");
  if (Number(claims.exp) * 1000 < Date.now())
    return refusal(400, 'ExpiredTokenException', 'Token expired: current date must be before the expiration date');
  const audiences = [claims.aud].flat().map(String);
  if (!audiences.some((one) => provider.clientIds.includes(one)))
    return refusal(400, 'InvalidIdentityToken', 'Incorrect token audience');
  if (!facts.trustPolicy?.Statement.some((statement) => admits(statement, claims)))
    return refusal(403, 'AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');
  return undefined;
}

function parse(text: string): Claims | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

async function isSigned(text: string, signature: string, jwksUrl: string): Promise<boolean> {
  const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: JsonWebKey[] };
  return keys.some((key) =>
    verify(
      'RSA-SHA256',
      Buffer.from(text),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    ),
  );
}

function admits(
  { Effect, Principal, Action, Condition = {} }: TrustPolicy['Statement'][number],
  claims: Claims,
): boolean {
  const issuer = String(claims.iss).replace('https://', '');
  if (Effect !== 'Allow' || !Principal.Federated?.endsWith(`:oidc-provider/${issuer}`)) return false;
  if (![Action].flat().includes('sts:AssumeRoleWithWebIdentity')) return false;
  return Object.entries(Condition).every(([operator, tests]) =>
    Object.entries(tests).every(([key, values]) => {
      const given = [claims[key.slice(issuer.length + 1)] ?? []].flat().map(String);
      return [values].flat().some((value) => given.some((one) => matches(operator, value, one)));
    }),
  );
}

function matches(operator: string, value: string, given: string): boolean {
  if (operator === 'StringEquals') return value === given;
  if (operator !== 'StringLike') throw new Error(`the fake STS does not know ${operator}`);
  const pattern = value
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`).test(given);
}
