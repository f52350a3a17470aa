import type { Answered, Asked, Json } from './emulated-api.ts';

/** The commits of a pull request. */
export interface PullCommits {
  readonly headSha: string;
  readonly baseSha: string;
  /** The author. */
  readonly author?: string;
  /** Name of the base branch. `main` by default. */
  readonly baseRef?: string;
  /** The fork was deleted. The commits still exist. */
  readonly isForkGone?: boolean;
}

/** What the emulator does not support or does differently from GitHub, corrected in requests and answers. */
export class Gaps {
  /** The emulator creates its own commits for pull requests. Ours replace them. */
  readonly pulls = new Map<number, PullCommits>();
  /** The emulator drops a check run's annotations when more are added, but GitHub appends. By ID of the run. */
  readonly annotations = new Map<number, readonly Json[]>();
  /** The emulator lists check runs only for commits that it created itself. Head SHA → IDs of its check runs. */
  readonly checkRuns = new Map<string, ReadonlySet<number>>();
  readonly #startLines = new Map<string, number | null>();
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** The request as the emulator accepts it. It places review comments by position, so the line is used as the position. */
  request(asked: Asked): Asked {
    if (!asked.path.endsWith('/reviews') || !asked.body?.comments) return asked;
    const comments = asked.body.comments.map((comment: Json) => {
      this.#startLines.set(comment.body, comment.start_line ?? null);
      return { ...comment, position: comment.line };
    });
    return { ...asked, body: { ...asked.body, comments } };
  }

  /** The answer as GitHub gives it. */
  answer(asked: Asked, { status, body, headers = {} }: Answered): Answered {
    if (status < 300 && asked.method !== 'GET' && /\/check-runs(\/\d+)?$/.test(asked.path)) this.#keep(asked, body);
    const link = headers.link?.replaceAll(/<https?:\/\/[^/]+/g, `<${this.#url()}`);
    return {
      // GitHub answers a created review with 200, the emulator with 201.
      status: asked.path.endsWith('/reviews') && status === 201 ? 200 : status,
      body: this.complete(body),
      headers: link ? { link } : {},
    };
  }

  #keep({ body }: Asked, { id, head_sha }: Json): void {
    this.checkRuns.set(head_sha, new Set([...(this.checkRuns.get(head_sha) ?? []), id]));
    this.annotations.set(id, [...(this.annotations.get(id) ?? []), ...(body.output?.annotations ?? [])]);
  }

  /** Adds the properties that GitHub always returns and the emulator does not, at any depth. */
  complete(body: Json): Json {
    if (Array.isArray(body)) return body.map((item) => this.complete(item));
    if (body === null || typeof body !== 'object') return body;
    const whole = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, this.complete(value)]));
    if ('default_branch' in whole) return { network_count: 0, subscribers_count: 0, ...whole };
    if ('login' in whole) return { ...this.#account(), ...whole };
    if (whole.output && this.annotations.has(whole.id))
      whole.output.annotations_count = this.annotations.get(whole.id)!.length;
    if ('annotations_count' in whole) return { annotations_url: `${this.#url()}/annotations`, ...whole };
    if ('diff_hunk' in whole) return { ...whole, ...this.#reviewComment(whole) };
    // GitHub describes a label of a pull request as a text, and a new label has none.
    if ('color' in whole && whole.description === null) return { ...whole, description: '' };
    const commits = whole.head?.ref ? this.pulls.get(whole.number) : undefined;
    return commits ? { ...whole, ...withCommits(whole, commits) } : whole;
  }

  /** Not present for organizations. */
  #account(): Record<string, string> {
    const names = 'followers following gists organizations received_events starred subscriptions html repos events';
    const urls = names.split(' ').map((name) => [`${name}_url`, `${this.#url()}/${name}`]);
    return { gravatar_id: '', ...Object.fromEntries(urls) };
  }

  #reviewComment({ position, body, in_reply_to_id }: Json): Json {
    const link = { href: this.#url() };
    return {
      line: position,
      start_line: this.#startLines.get(body) ?? null,
      // JSON leaves out undefined values, so a comment that is not a reply has no such property.
      in_reply_to_id: in_reply_to_id ?? undefined,
      _links: { self: link, html: link, pull_request: link },
    };
  }
}

const withCommits = (
  { head, base, user }: Json,
  { headSha, baseSha, baseRef, author, isForkGone }: PullCommits,
): Json => ({
  ...(author && user && { user: { ...user, login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User' } }),
  head: { ...head, sha: headSha, ...(isForkGone && { repo: null }) },
  base: { ...base, sha: baseSha, ...(baseRef !== undefined && { ref: baseRef }) },
});
