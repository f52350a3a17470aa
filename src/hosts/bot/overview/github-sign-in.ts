import { createHash, randomBytes } from 'node:crypto';
import { fetchWithin, type GitHub } from '../../../io/github/github.ts';
import type { OverviewSettings } from '../service/settings.ts';

/** GitHub's addresses. */
export interface GitHubAddresses {
  readonly apiUrl: string;
  readonly serverUrl: string;
}

/** What the browser keeps while its user is at GitHub. */
export interface PendingSignIn {
  readonly state: string;
  /** Of PKCE: whoever gets hold of the code alone cannot exchange it. */
  readonly verifier: string;
}

/** Why GitHub did not give us a token. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  /** GitHub's code, such as `bad_verification_code`. */
  readonly code: string;

  constructor(code: string) {
    super(`GitHub refuses the sign-in: ${code}`);
    this.code = code;
  }
}

/** A signed-in user's token. */
export interface UserToken {
  readonly token: string;
  /** Seconds until GitHub ends it; undefined if the app's tokens do not expire. */
  readonly seconds: number | undefined;
}

/** The largest answer that is read, and how long GitHub may take. A person is waiting. */
export const patience = { silenceMs: 8_000, wholeMs: 15_000, bytes: 16 * 1024 * 1024 } as const;

/** The path that GitHub sends the browser back to. */
export const callbackPath = '/overview/signed-in';

const redirectUri = ({ publicUrl }: OverviewSettings): string => `${publicUrl}${callbackPath}`;

const random = (): string => randomBytes(32).toString('base64url');

/** A new sign-in. */
export const newSignIn = (): PendingSignIn => ({ state: random(), verifier: random() });

/** Where the user signs in. */
export function signInUrl({ state, verifier }: PendingSignIn, settings: OverviewSettings, serverUrl: string): string {
  const query = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirectUri(settings),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });

  return `${serverUrl}/login/oauth/authorize?${query}`;
}

/** Exchanges the code of a redirect for a token. Throws SignInRefused. */
export async function exchangeCode(
  code: string,
  { verifier }: PendingSignIn,
  { settings, serverUrl }: { readonly settings: OverviewSettings; readonly serverUrl: string },
): Promise<UserToken> {
  const url = `${serverUrl}/login/oauth/access_token`;
  const response = await fetchWithin(url, patience)(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'plumbline' },
    body: JSON.stringify({
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      code,
      redirect_uri: redirectUri(settings),
      code_verifier: verifier,
    }),
  });

  // GitHub answers a refusal with status 200 and a code.
  const answer = jsonOf(await response.text());
  if (typeof answer.access_token !== 'string' || answer.access_token === '')
    throw new SignInRefused(
      /^\w{1,60}$/.test(String(answer.error)) ? String(answer.error) : `status ${response.status}`,
    );

  const seconds = Number(answer.expires_in);
  return { token: answer.access_token, seconds: seconds > 0 ? seconds : undefined };
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Ends a token at GitHub, so that a copy of the cookie is worth nothing. */
export async function revokeToken(
  token: string,
  { settings, apiUrl }: { readonly settings: OverviewSettings; readonly apiUrl: string },
): Promise<void> {
  const { clientId, clientSecret } = settings;
  const url = `${apiUrl}/applications/${encodeURIComponent(clientId)}/token`;

  await fetchWithin(url, patience)(url, {
    method: 'DELETE',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
      'user-agent': 'plumbline',
    },
    body: JSON.stringify({ access_token: token }),
  });
}

/** The name of the user whom a token belongs to. */
export const loginOf = async (github: GitHub): Promise<string> =>
  (await github.rest.users.getAuthenticated()).data.login;
