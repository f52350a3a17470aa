import type { Answered, Asked, Json } from './emulated-api.ts';

/** Settings of administrators that the emulator does not support: environments, the subject of identity tokens, branches. */
export class SettingsGaps {
  /** Environment → its protection, in the format of `PUT /environments/{name}`. */
  readonly environments = new Map<string, Json>();
  /** Whether identity tokens contain IDs. Undefined if the token may not ask. */
  hasImmutableSubject: boolean | undefined;
  isProtected = true;
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** Undefined if the request is not about settings. */
  rest({ method, path }: Asked): Answered | undefined {
    if (method !== 'GET') return undefined;
    const [, environment] = /\/environments\/([^/]+)$/.exec(path) ?? [];
    if (environment) return this.#environment(decodeURIComponent(environment));
    if (path.endsWith('/actions/oidc/customization/sub')) return this.#subject();
    const [, branch] = /^\/repos\/[^/]+\/[^/]+\/branches\/([^/]+)$/.exec(path) ?? [];
    return branch ? this.#branch(branch) : undefined;
  }

  #environment(name: string): Answered {
    const given = this.environments.get(name);
    if (!given) return { status: 404, body: { message: 'Not Found', documentation_url: this.#url(), status: '404' } };
    const reviewers = (given.reviewers ?? []).map(({ type }: Json) => ({ type }));
    const required = { type: 'required_reviewers', prevent_self_review: given.prevent_self_review === true, reviewers };
    const rules = [
      ...(reviewers.length > 0 ? [required] : []),
      ...(given.deployment_branch_policy ? [{ type: 'branch_policy' }] : []),
    ];
    const now = '2026-03-01T00:00:00Z';
    return {
      status: 200,
      body: {
        id: 1,
        node_id: 'x',
        name,
        url: this.#url(),
        html_url: this.#url(),
        created_at: now,
        updated_at: now,
        protection_rules: rules.map((rule, i) => ({ id: i + 1, node_id: 'x', ...rule })),
        deployment_branch_policy: given.deployment_branch_policy ?? null,
        can_admins_bypass: given.can_admins_bypass ?? true,
      },
    };
  }

  #subject(): Answered {
    if (this.hasImmutableSubject === undefined)
      return { status: 404, body: { message: 'Not Found', documentation_url: this.#url(), status: '404' } };
    return { status: 200, body: { use_default: true, use_immutable_subject: this.hasImmutableSubject } };
  }

  #branch(name: string): Answered {
    const url = this.#url();
    const person = { name: 'Ada', email: 'ada@example.com', date: '2026-03-01T00:00:00Z' };
    const tree = { sha: 'a'.repeat(40), url };
    const commit = {
      sha: 'a'.repeat(40),
      node_id: 'x',
      url,
      html_url: url,
      comments_url: url,
      author: null,
      committer: null,
      commit: { url, author: person, committer: person, message: 'x', comment_count: 0, tree },
      parents: [],
    };
    const body = {
      name,
      commit,
      _links: { html: url, self: url },
      protected: this.isProtected,
      protection: {},
      protection_url: url,
    };
    return { status: 200, body };
  }
}
