import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type JobClaims = Readonly<Record<string, string | number>>;

const issuer = 'https://token.actions.githubusercontent.com';

/** The claims of a deploy job of acme/infra, as GitHub writes them. */
export const deployClaims: JobClaims = {
  sub: 'repo:acme/infra:environment:production',
  repository: 'acme/infra',
  repository_id: '42',
  repository_owner: 'acme',
  repository_owner_id: '7',
  environment: 'production',
  ref: 'refs/heads/main',
  event_name: 'push',
};

/**
 * A stand-in for the identity provider of GitHub Actions: discovery, keys, and the endpoint that issues a job's token.
 * Its tokens are real RS256 JWTs and name GitHub's own issuer.
 */
export class IdentityProvider {
  /** Claims of the next tokens. Tests change them. */
  claims: JobClaims = deployClaims;
  /** In seconds. A negative value gives expired tokens. */
  lifetime = 300;
  /** Signs with a key that is not published. */
  isForged = false;
  readonly issuer = issuer;
  /** The request token of a job. */
  readonly requestToken = 'job-request-token-5d0f2c';
  /** Every issued token. None of them may appear in a log. */
  readonly issued: string[] = [];
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url!, this.url);
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url.pathname === '/.well-known/openid-configuration')
        return send(200, { issuer, jwks_uri: `${this.url}/.well-known/jwks` });
      if (url.pathname === '/.well-known/jwks') return send(200, { keys: [this.#published()] });
      if (url.pathname !== '/token') return send(404, {});
      if (request.headers.authorization !== `Bearer ${this.requestToken}`)
        return send(401, { message: 'who are you?' });
      return send(200, { count: 1, value: this.token(url.searchParams.get('audience') ?? 'https://github.com/acme') });
    });
  }

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The environment variables that the runner sets in a job with `id-token: write`. */
  get env(): Readonly<Record<string, string>> {
    return {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${this.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: this.requestToken,
    };
  }

  token(audience: string): string {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now - 60, nbf: now - 60, exp: now + this.lifetime };
    const claims = { iss: issuer, aud: audience, ...times, jti: String(this.issued.length), ...this.claims };
    const unsigned = `${part({ typ: 'JWT', alg: 'RS256', kid: 'test' })}.${part(claims)}`;
    const key: KeyObject = (this.isForged ? this.#other : this.#key).privateKey;
    const token = `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`;
    this.issued.push(token);
    return token;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #published(): object {
    return { ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  }
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
