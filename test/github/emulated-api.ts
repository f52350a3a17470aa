import { createSign, generateKeyPairSync } from 'node:crypto';
import { createEmulator, type Emulator } from 'emulate';

// biome-ignore lint/suspicious/noExplicitAny: JSON of an API, whose own description checks it.
export type Json = any;

export interface Asked {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly token: string;
  readonly body?: Json;
}

export interface Answered {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Record<string, string>;
}

export type Permissions = Readonly<Record<string, 'read' | 'write'>>;

/** Of GitHub Actions. */
const actionsAppId = 15368;

const everything: Permissions = { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' };

/** Our own app, with the permissions of app.yml, installed for acme. */
export const plumblineApp = {
  appId: 4242,
  slug: 'plumbline',
  installationId: 2,
  permissions: {
    actions: 'read',
    checks: 'write',
    contents: 'read',
    deployments: 'write',
    issues: 'write',
    merge_queues: 'read',
    metadata: 'read',
    pull_requests: 'write',
  } satisfies Permissions,
} as const;

const privateKeys = new Map<number, string>();

/** The private key of an app, in PEM format. To make one takes long, so all worlds of a process share it. */
function privateKeyOf(appId: number): string {
  const format = { type: 'pkcs1', format: 'pem' } as const;
  const key =
    privateKeys.get(appId) ??
    generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: format, privateKeyEncoding: format })
      .privateKey;
  privateKeys.set(appId, key);
  return key;
}

const seed = {
  github: {
    users: [{ login: 'ada' }, { login: 'mallory' }, { login: 'root' }, { login: 'trent' }],
    orgs: [{ login: 'acme' }],
    repos: [{ owner: 'acme', name: 'infra' }],
    apps: [
      {
        app_id: actionsAppId,
        slug: 'github-actions',
        private_key: privateKeyOf(actionsAppId),
        name: 'GitHub Actions',
        permissions: everything,
        installations: [{ installation_id: 1, account: 'acme' }],
      },
      {
        app_id: plumblineApp.appId,
        slug: plumblineApp.slug,
        private_key: privateKeyOf(plumblineApp.appId),
        name: 'plumbline',
        permissions: plumblineApp.permissions,
        installations: [{ installation_id: plumblineApp.installationId, account: 'acme' }],
      },
    ],
  },
  // The token of a person is the name.
  tokens: Object.fromEntries(['ada', 'mallory', 'root', 'trent'].map((login) => [login, { login, scopes: ['repo'] }])),
};

/** Vercel's emulator of GitHub with the empty repository acme/infra, three people, and GitHub Actions as an app. */
export class EmulatedApi {
  readonly #emulator: Emulator;

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  static async start(): Promise<EmulatedApi> {
    return new EmulatedApi(await createEmulator({ service: 'github', port: 0, seed }));
  }

  /** The private key of our own app, in PEM format. */
  get privateKey(): string {
    return privateKeyOf(plumblineApp.appId);
  }

  /** A workflow's token. By default it has every permission that Actions can have. */
  async token(permissions: Permissions = everything): Promise<string> {
    const path = '/app/installations/1/access_tokens';
    const { body } = await this.ask({ method: 'POST', path, token: this.#appToken(), body: { permissions } });
    return body.token;
  }

  async ask({ method, path, token, body }: Asked): Promise<Answered> {
    const response = await fetch(`${this.#emulator.url.replace('localhost', '127.0.0.1')}${path}`, {
      method,
      // While the program under test computes, this process does nothing else, so a kept connection may be closed afterwards.
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const link = response.headers.get('link');
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: link ? { link } : {} };
  }

  close(): Promise<void> {
    return this.#emulator.close();
  }

  #appToken(): string {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const unsigned = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - 60, exp: now + 300, iss: String(actionsAppId) })}`;
    const key = privateKeyOf(actionsAppId);
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`;
  }
}
