import { createSign } from 'node:crypto';
import { connect } from '../../../io/github/github.ts';

/** What the app signs in with. */
export interface AppIdentity {
  readonly appId: number;
  readonly privateKey: string;
  readonly apiUrl: string;
}

/** GitHub's tokens are valid for one hour. Tokens older than this are replaced. */
const lifeMs = 45 * 60_000;
const maxTokens = 10_000;

/** A cache of installation tokens, which requests each token only once at a time. */
export class InstallationTokens {
  readonly #identity: AppIdentity;
  readonly #tokens = new Map<number, { readonly token: Promise<string>; readonly until: number }>();

  constructor(identity: AppIdentity) {
    this.#identity = identity;
  }

  /** The token of an installation. Rejects with GitHub's 404 if the installation was removed, and with its 403 if it is suspended. */
  of(installationId: number, now: number = Date.now()): Promise<string> {
    const cached = this.#tokens.get(installationId);
    if (cached && cached.until > now) return cached.token;

    const token = this.#ask(installationId, now);
    this.#tokens.set(installationId, { token, until: now + lifeMs });
    if (this.#tokens.size > maxTokens) this.#tokens.delete(this.#tokens.keys().next().value!);
    token.catch(() => this.forget(installationId));

    return token;
  }

  /** Removes a token that GitHub rejected. */
  forget(installationId: number): void {
    this.#tokens.delete(installationId);
  }

  async #ask(installationId: number, now: number): Promise<string> {
    const { apiUrl } = this.#identity;
    const github = connect({ token: appToken(this.#identity, now), apiUrl, maxWaitSeconds: 10 });

    const { data } = await github.rest.apps.createInstallationAccessToken({
      installation_id: installationId,
      // A second token does no harm.
      request: { isAdding: false },
    });

    return data.token;
  }
}

/** A token that authenticates the app. GitHub accepts it for ten minutes, and requires `iat` to be in the past by its own clock. */
export function appToken({ appId, privateKey }: AppIdentity, now: number): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(now / 1000);
  const claims = { iat: seconds - 60, exp: seconds + 300, iss: String(appId) };
  const unsigned = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(privateKey, 'base64url')}`;
}
