import { createHash } from 'node:crypto';
import { type Answered, type Asked, type Json, plumblineApp } from './emulated-api.ts';

/** The OAuth client of our app. */
export const oauthClient = { id: 'Iv23liPlumbline', secret: 'a client secret of the tests' } as const;

/** An answer that is not JSON. */
export interface Visit {
  readonly status: number;
  readonly html?: string;
  readonly location?: string;
}

interface Pending {
  readonly login: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

/**
 * Sign-in with GitHub, and what a signed-in person sees of the app. The emulator signs people in too, but checks no PKCE, gives no token of
 * a GitHub App, and lists no installations.
 */
export class SignInGaps {
  /** Login → IDs of the repositories that the person may read through the app. Without an entry, no installation is visible. */
  readonly readable = new Map<string, readonly Json[]>();
  /** The address of the bot for browsers, which is registered with the app. */
  callbackUrl = 'https://plumbline.example.com/overview/signed-in';
  /** Tokens that GitHub gave out → who they belong to. */
  readonly tokens = new Map<string, string>();
  readonly #codes = new Map<string, Pending>();
  readonly #url: () => string;
  #count = 0;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** GitHub's pages: people choose who they are, and come back with a code. */
  page({ pathname, searchParams: query }: URL): Visit | undefined {
    if (pathname === '/login/oauth/authorize') {
      if (query.get('client_id') !== oauthClient.id || query.get('redirect_uri') !== this.callbackUrl)
        return { status: 404, html: 'no such app' };
      const people = ['ada', 'mallory'].map((login) => {
        const more = new URLSearchParams(query);
        more.set('login', login);
        return `<li><a href="/login/oauth/decide?${more}">${login}</a></li>`;
      });
      return {
        status: 200,
        html: `<!doctype html><title>GitHub</title><link rel="icon" href="data:,"><ul>${people.join('')}</ul>`,
      };
    }
    if (pathname !== '/login/oauth/decide') return undefined;
    const code = `code${++this.#count}`;
    const redirectUri = query.get('redirect_uri')!;
    const challenge = query.get('code_challenge_method') === 'S256' ? query.get('code_challenge')! : '';
    this.#codes.set(code, { login: query.get('login')!, redirectUri, challenge });
    return { status: 302, location: `${redirectUri}?${new URLSearchParams({ code, state: query.get('state')! })}` };
  }

  /** Answers what the emulator does not know. Undefined for any other request. */
  rest({ method, path, token, body }: Asked): Answered | undefined {
    if (method === 'POST' && path === '/login/oauth/access_token') return { status: 200, body: this.#exchange(body) };
    if (method === 'DELETE' && path === `/applications/${oauthClient.id}/token`) return this.#revoke(token, body);
    if (!token.startsWith('ghu_')) return undefined;
    const login = this.tokens.get(token);
    if (login === undefined) return this.#refusal(401, 'Bad credentials');
    if (path === '/user') return { status: 200, body: this.#user(login) };
    const repositories = this.readable.get(login);
    if (path === '/user/installations') {
      const installations = repositories ? [this.#installation()] : [];
      return { status: 200, body: { total_count: installations.length, installations } };
    }
    if (path === `/user/installations/${plumblineApp.installationId}/repositories`)
      return repositories
        ? { status: 200, body: { total_count: repositories.length, repositories } }
        : this.#refusal(404, 'Not Found');
    return undefined;
  }

  #exchange({ client_id, client_secret, code, redirect_uri, code_verifier = '' }: Json): Json {
    const pending = this.#codes.get(code);
    this.#codes.delete(code);
    if (client_id !== oauthClient.id || client_secret !== oauthClient.secret)
      return {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret passed are incorrect.',
      };
    const isProven = createHash('sha256').update(code_verifier).digest('base64url') === pending?.challenge;
    if (pending === undefined || pending.redirectUri !== redirect_uri || !isProven)
      return { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' };
    const token = `ghu_${createHash('sha256').update(code).digest('hex').slice(0, 36)}`;
    this.tokens.set(token, pending.login);
    return { access_token: token, expires_in: 28_800, refresh_token: 'ghr_x', token_type: 'bearer', scope: '' };
  }

  #revoke(authorization: string, { access_token }: Json): Answered {
    const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    if (given !== `${oauthClient.id}:${oauthClient.secret}`) return this.#refusal(404, 'Not Found');
    this.tokens.delete(access_token);
    return { status: 204, body: undefined };
  }

  #refusal(status: number, message: string): Answered {
    return { status, body: { message, documentation_url: this.#url(), status: String(status) } };
  }

  #account(login: string, type: 'User' | 'Organization'): Json {
    const names =
      'avatar events followers following gists html organizations received_events repos starred subscriptions';
    const urls = names.split(' ').map((name) => [`${name}_url`, this.#url()]);
    const plain = { id: 7, node_id: 'U_7', gravatar_id: '', site_admin: false, url: this.#url(), type };
    return { login, ...plain, ...Object.fromEntries(urls) };
  }

  #user(login: string): Json {
    const at = '2026-01-01T00:00:00Z';
    const nothing = { name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null };
    const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
    return {
      ...this.#account(login, 'User'),
      user_view_type: 'public',
      ...nothing,
      ...counts,
      created_at: at,
      updated_at: at,
    };
  }

  #installation(): Json {
    const at = '2026-01-01T00:00:00Z';
    const { installationId: id, appId: app_id, slug: app_slug, permissions } = plumblineApp;
    const url = this.#url();
    return {
      id,
      app_id,
      app_slug,
      permissions,
      events: [],
      target_id: 7,
      target_type: 'Organization',
      account: this.#account('acme', 'Organization'),
      repository_selection: 'selected',
      single_file_name: null,
      access_tokens_url: url,
      html_url: url,
      repositories_url: url,
      created_at: at,
      updated_at: at,
      suspended_by: null,
      suspended_at: null,
    };
  }
}
