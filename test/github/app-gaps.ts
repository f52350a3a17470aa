import { type Answered, type Asked, type Json, plumblineApp } from './emulated-api.ts';

/** An answer to a deployment. */
export interface GateAnswer {
  readonly runId: number;
  readonly environment: string;
  readonly state: 'approved' | 'rejected';
  readonly comment: string;
}

/** ReportedContentClassifiers of GitHub's public GraphQL schema. */
const classifiers = new Set(['ABUSE', 'DUPLICATE', 'OFF_TOPIC', 'OUTDATED', 'RESOLVED', 'SPAM']);

/** What an app requests from GitHub and the emulator does not support: its identity, reactions, folded comments, deployments. */
export class AppGaps {
  /** Comment ID → reactions in order, each once per person. */
  readonly reactions = new Map<number, string[]>();
  /** GraphQL IDs of folded comments, with the reason. */
  readonly folded = new Map<string, string>();
  /** Whether GitHub refuses to hide comments, as for a token that lacks the permission. */
  refusesToFold = false;
  /** Permissions of people. `read` by default. */
  readonly permissions = new Map<string, 'admin' | 'write' | 'read'>();
  /** Deliveries as GitHub lists them to the app, and those that it was asked to send again. */
  readonly deliveries: Json[] = [];
  readonly redelivered: number[] = [];
  readonly gateAnswers: GateAnswer[] = [];
  readonly #logins = new Map<string, string>();
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** Records the owner of each token that the emulator issued. */
  noteToken({ path }: Asked, { body }: Answered, slugs: ReadonlyMap<number, string>): void {
    const installation = Number(/\/app\/installations\/(\d+)\/access_tokens$/.exec(path)?.[1]);
    if (body?.token && slugs.has(installation)) this.#logins.set(body.token, `${slugs.get(installation)}[bot]`);
  }

  /** Login of the bot that writes with a token. By default that of a workflow. */
  loginOf(token: string): string {
    return this.#logins.get(token) ?? 'github-actions[bot]';
  }

  /** The app that a token belongs to, as check runs name it. */
  appOf(token: string): Json {
    const isOurs = this.loginOf(token) === `${plumblineApp.slug}[bot]`;
    const name = isOurs ? plumblineApp.slug : 'github-actions';
    const at = '2026-01-01T00:00:00Z';
    return {
      id: isOurs ? plumblineApp.appId : 15368,
      slug: name,
      node_id: 'A_1',
      owner: this.#account('acme'),
      name,
      description: null,
      external_url: this.#url(),
      html_url: this.#url(),
      created_at: at,
      updated_at: at,
      permissions: {},
      events: [],
    };
  }

  /** Answers GraphQL requests about comments. Undefined for anything else. */
  graphql({ query, variables }: Json): Json | undefined {
    if (/^query\(\$ids/.test(query)) {
      if (variables.ids.length > 100) throw new Error('GitHub accepts at most 100 ids');
      const nodes = variables.ids.map((id: string) => ({ id, isMinimized: this.folded.has(id) }));
      return { nodes };
    }
    if (/\bminimizeComment\(/.test(query)) {
      if (!classifiers.has(variables.classifier)) throw new Error(`GitHub has no classifier ${variables.classifier}`);
      this.folded.set(variables.id, variables.classifier);
      return { minimizeComment: { minimizedComment: { isMinimized: true } } };
    }
    if (/\bunminimizeComment\(/.test(query)) {
      this.folded.delete(variables.id);
      return { unminimizeComment: { unminimizedComment: { isMinimized: false } } };
    }
    return undefined;
  }

  /** Answers endpoints that the emulator lacks. Undefined for any other. */
  rest({ method, path, body, token }: Asked): Answered | undefined {
    const [, comment] = /\/issues\/comments\/(\d+)\/reactions$/.exec(path) ?? [];
    if (method === 'POST' && comment) return this.#react(Number(comment), body.content, this.loginOf(token));
    if (method === 'GET' && path.endsWith('/app/hook/deliveries')) return { status: 200, body: this.deliveries };
    const [, delivery] = /\/app\/hook\/deliveries\/(\d+)\/attempts$/.exec(path) ?? [];
    if (delivery) {
      this.redelivered.push(Number(delivery));
      return { status: 202, body: {} };
    }
    const [, login] = /\/collaborators\/([^/]+)\/permission$/.exec(path) ?? [];
    if (login) return this.#permission(login);
    const [, run] = /\/actions\/runs\/(\d+)\/deployment_protection_rule$/.exec(path) ?? [];
    if (method !== 'POST' || !run) return undefined;
    const { environment_name: environment, state, comment: says } = body;
    this.gateAnswers.push({ runId: Number(run), environment, state, comment: says });
    return { status: 204, body: undefined };
  }

  #permission(login: string): Answered {
    const permission = this.permissions.get(login) ?? 'read';
    const user = { ...this.#account(login), role_name: permission };
    return { status: 200, body: { permission, role_name: permission, user } };
  }

  #react(comment: number, content: string, login: string): Answered {
    const present = this.reactions.get(comment) ?? [];
    const isNew = !present.includes(content);
    if (isNew) this.reactions.set(comment, [...present, content]);
    const user = this.#account(login);
    const created_at = '2026-01-01T00:00:00Z';
    return { status: isNew ? 201 : 200, body: { id: 1, node_id: 'R_1', user, content, created_at } };
  }

  #account(login: string): Json {
    const url = this.#url();
    const names = 'avatar url html followers following gists starred subscriptions organizations repos events';
    const urls = [...names.split(' '), 'received_events'].map((name) => [name === 'url' ? 'url' : `${name}_url`, url]);
    const plain = { id: 1, node_id: 'U_1', gravatar_id: '', type: 'Bot', site_admin: false };
    return { login, ...plain, ...Object.fromEntries(urls) };
  }
}
