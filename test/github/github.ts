import { createSign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Emulator } from 'emulate';
import { changedFiles, gitData, graphBlobs } from './git-data.ts';
import { GitRepository } from './git-repository.ts';
import { OpenApi } from './openapi.ts';

/** A request as it came in. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
  readonly status: number;
}

/** Something that goes wrong on the next requests that match. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly times: number;
  readonly message?: string;
  /** The request is carried out, and only its answer is lost. */
  readonly isAnswerLost?: boolean;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string; readonly type: string };
}

export interface ReviewComment {
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly start_line: number | null;
  readonly body: string;
}

/** A pull request to open. `fork` is the owner of a fork. */
export interface NewPull {
  readonly head: string;
  readonly base: string;
  readonly branch: string;
  readonly fork?: string;
}

type Permissions = Readonly<Record<string, 'read' | 'write'>>;
// biome-ignore lint/suspicious/noExplicitAny: JSON of an API that is checked by its own description.
type Json = any;

/** The id of github-actions[bot] on github.com. */
const actionsBotId = 41898282;
const everything: Permissions = { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' };

/** Parsed once for all tests of a file: it takes most of a second. */
const openApi = new OpenApi();

/**
 * A stateful GitHub for tests: Vercel's emulator holds comments, pull requests, check runs and permissions; git data
 * comes from a real repository; in front stands this proxy, which fills the emulator's gaps, injects faults, and checks
 * every exchange against GitHub's OpenAPI description. `close` throws when one was not as described.
 */
export class FakeGitHub {
  readonly git = new GitRepository();
  readonly seen: Seen[] = [];
  readonly #emulator: Emulator;
  readonly #server: Server;
  readonly #prefix: string;
  readonly #faults: { fault: Fault; left: number }[] = [];
  readonly #problems: string[] = [];
  readonly #pulls = new Map<number, { headSha: string; baseSha: string }>();
  readonly #annotations = new Map<string, Json[]>();
  readonly #startLines = new Map<string, number | null>();
  #owner = '';

  private constructor(emulator: Emulator, prefix: string) {
    this.#emulator = emulator;
    this.#prefix = prefix;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Starts with the empty repository acme/infra. `prefix` is `/api/v3` of an Enterprise Server. */
  static async start({ prefix = '' } = {}): Promise<FakeGitHub> {
    const apps = [
      {
        app_id: 15368,
        slug: 'github-actions',
        name: 'GitHub Actions',
        permissions: everything,
        installations: [{ installation_id: 1, account: 'acme' }],
      },
    ];
    const github = {
      users: [{ login: 'ada' }, { login: 'mallory' }, { login: 'trent' }],
      orgs: [{ login: 'acme' }],
      repos: [{ owner: 'acme', name: 'infra' }],
      apps,
    };
    const people = ['ada', 'mallory', 'trent'].map((login) => [login, { login, scopes: ['repo'] }]);
    const emulator = await createEmulator({
      service: 'github',
      port: 0,
      seed: { github, tokens: Object.fromEntries(people) },
    });
    const fake = new FakeGitHub(emulator, prefix);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    fake.#owner = await fake.token(everything);
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#prefix}`;
  }

  /** A workflow's token with these permissions. */
  async token(permissions: Permissions): Promise<string> {
    const answer = await this.#direct('POST', '/app/installations/1/access_tokens', this.#appToken(), { permissions });
    return answer.body.token;
  }

  /** Opens a pull request, and gives its number. */
  async open({ head, base, branch, fork }: NewPull): Promise<number> {
    if (fork) await this.#direct('POST', '/repos/acme/infra/forks', fork, {});
    if (fork) await this.#branch(`${fork}/infra`, branch, fork);
    const from = fork ? `${fork}:${branch}` : branch;
    const pull = { title: 'A change', head: from, base: 'main' };
    const { status, body } = await this.#direct('POST', '/repos/acme/infra/pulls', fork ?? this.#owner, pull);
    if (status !== 201) throw new Error(`the emulator refused the pull request: ${JSON.stringify(body)}`);
    const { number } = body as Json;
    this.#pulls.set(number, { headSha: head, baseSha: base });
    return number;
  }

  /** What a push to the pull request's branch does. */
  moveHead(number: number, sha: string): void {
    this.#pulls.set(number, { ...this.#pulls.get(number)!, headSha: sha });
  }

  async comments(number: number): Promise<Comment[]> {
    const { body } = await this.#direct('GET', `/repos/acme/infra/issues/${number}/comments?per_page=100`, this.#owner);
    return body;
  }

  /** The comments beside lines. */
  async reviewComments(number: number): Promise<ReviewComment[]> {
    const path = `/repos/acme/infra/pulls/${number}/comments?per_page=100`;
    const { body } = await this.#direct('GET', path, this.#owner);
    return body.map((comment: Json) => this.#complete(comment));
  }

  /** Somebody replies to a comment beside a line. */
  async reply(login: string, number: number, id: number): Promise<void> {
    const path = `/repos/acme/infra/pulls/${number}/comments`;
    await this.#direct('POST', path, login, { body: 'Why?', in_reply_to_id: id, position: 1 });
  }

  /** Somebody writes a comment by hand. */
  async say(login: string, number: number, body: string): Promise<void> {
    await this.#direct('POST', `/repos/acme/infra/issues/${number}/comments`, login, { body });
  }

  /** The pull request as the API and the payload of an event have it. */
  async pull(number: number): Promise<Json> {
    const { body } = await this.#direct('GET', `/repos/acme/infra/pulls/${number}`, this.#owner);
    return this.#withHead(body);
  }

  /** All annotations of the check runs of a commit. */
  annotations(headSha: string): readonly Json[] {
    return this.#annotations.get(headSha) ?? [];
  }

  fail(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times });
  }

  /** Requests of a method whose path matches. */
  requests(method: string, path: RegExp): Seen[] {
    return this.seen.filter((request) => request.method === method && path.test(request.path));
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
    await this.#emulator.close();
    this.git.remove();
    if (this.#problems.length > 0) throw new Error(`not as GitHub's OpenAPI has it:\n${this.#problems.join('\n')}`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url!, 'http://127.0.0.1');
    const asked: Asked = {
      method: request.method!,
      path: decodeURI(url.pathname.slice(this.#prefix.length)),
      query: url.searchParams,
      raw: `${url.pathname.slice(this.#prefix.length)}${url.search}`,
      token: (request.headers.authorization ?? '').replace(/^(token|bearer) /i, ''),
      body: text === '' ? undefined : JSON.parse(text),
    };
    const { status, body, headers = {} } = await this.#answer(asked, url.pathname);
    this.seen.push({ method: asked.method, path: asked.path, body: asked.body, status });
    if (status !== 204) headers['content-type'] = 'application/json; charset=utf-8';
    response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(body));
  }

  async #answer(asked: Asked, pathname: string): Promise<Answered> {
    const fault = this.#fault(asked);
    const failed = fault && {
      status: fault.status,
      body: { message: fault.message ?? 'something went wrong' },
      headers: { ...fault.headers },
    };
    if (failed && !fault.isAnswerLost) return failed;
    // GraphQL has no OpenAPI description; on an Enterprise Server it stands at /api/graphql.
    if (/^(\/api)?\/graphql$/.test(pathname)) return this.#graphql(asked);
    const answered =
      gitData(this.git, { path: asked.path, query: asked.query, url: this.url }) ??
      this.#files(asked) ??
      (await this.#emulated(asked));
    const { method, path, query, body: requestBody } = asked;
    const exchange = { method, path, query, requestBody, status: answered.status, responseBody: answered.body };
    this.#problems.push(...openApi.problems(exchange));
    return failed ?? answered;
  }

  #fault({ method, path }: Asked): Fault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && fault.method === method && fault.path.test(path));
    if (found) found.left--;
    return found?.fault;
  }

  async #graphql({ body }: Asked): Promise<Answered> {
    if (!body.query.includes('viewer'))
      return { status: 200, body: { data: { repository: graphBlobs(this.git, body.query) } } };
    const { body: bot } = await this.#direct('GET', '/users/github-actions%5Bbot%5D', this.#owner);
    return { status: 200, body: { data: { viewer: { databaseId: (bot as Json).id ?? actionsBotId } } } };
  }

  /** The emulator knows no files of a pull request. */
  #files({ path, query }: Asked): Answered | undefined {
    const number = Number(/\/pulls\/(\d+)\/files$/.exec(path)?.[1]);
    const pull = this.#pulls.get(number);
    if (!pull) return undefined;
    const files = changedFiles(this.git, { base: pull.baseSha, head: pull.headSha, url: this.url });
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
    return { status: 200, body: files.slice((page - 1) * size, page * size) };
  }

  /** The emulator places the comments of a review by position in the diff: the line stands in for it. */
  #placed(asked: Asked): Json {
    if (!asked.path.endsWith('/reviews') || !asked.body?.comments) return asked.body;
    const comments = asked.body.comments.map((comment: Json) => {
      this.#startLines.set(comment.body, comment.start_line ?? null);
      return { ...comment, position: comment.line };
    });
    return { ...asked.body, comments };
  }

  async #emulated(asked: Asked): Promise<Answered> {
    const answer = await this.#direct(asked.method, asked.raw, asked.token, this.#placed(asked));
    if (answer.status < 300) this.#keepAnnotations(asked, answer.body);
    // GitHub answers a created review with 200, the emulator with 201.
    const status = asked.path.endsWith('/reviews') && answer.status === 201 ? 200 : answer.status;
    return { ...answer, status, body: this.#complete(answer.body) };
  }

  /** The emulator forgets the annotations of a check run when more are added: GitHub appends. */
  #keepAnnotations({ method, path, body }: Asked, answer: Json): void {
    if (!/\/check-runs(\/\d+)?$/.test(path) || method === 'GET') return;
    const kept = this.#annotations.get(answer.head_sha) ?? [];
    this.#annotations.set(answer.head_sha, [...kept, ...(body.output?.annotations ?? [])]);
  }

  #complete(body: Json): Json {
    if (Array.isArray(body)) return body.map((item) => this.#complete(item));
    if (body === null || typeof body !== 'object') return body;
    const complete = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, this.#complete(value)]));
    const missing = 'login' in complete ? accountUrls(this.url) : {};
    if ('diff_hunk' in complete) Object.assign(complete, this.#reviewComment(complete));
    if ('annotations_count' in complete) missing.annotations_url = `${this.url}/annotations`;
    return this.#withHead({ ...missing, ...complete });
  }

  #reviewComment({ position, body, in_reply_to_id }: Json): Json {
    const link = { href: this.url };
    const start_line = this.#startLines.get(body) ?? null;
    const reply = in_reply_to_id ?? undefined;
    return {
      line: position,
      start_line,
      in_reply_to_id: reply,
      _links: { self: link, html: link, pull_request: link },
    };
  }

  /** The emulator's pull requests have commits of its own making: ours stand in their place. */
  #withHead(pull: Json): Json {
    const ours = pull.head?.ref && this.#pulls.get(pull.number);
    if (!ours) return pull;
    return { ...pull, head: { ...pull.head, sha: ours.headSha }, base: { ...pull.base, sha: ours.baseSha } };
  }

  async #branch(repository: string, branch: string, token: string): Promise<void> {
    const { body } = await this.#direct('GET', `/repos/${repository}/git/ref/heads/main`, token);
    const ref = { ref: `refs/heads/${branch}`, sha: body.object.sha };
    await this.#direct('POST', `/repos/${repository}/git/refs`, token, ref);
  }

  async #direct(method: string, path: string, token: string, body?: unknown): Promise<Answered> {
    const target = this.#emulator.url.replace('localhost', '127.0.0.1');
    const response = await fetch(`${target}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const link = response.headers.get('link')?.replaceAll(/<https?:\/\/[^/]+/g, `<${this.url}`);
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: link ? { link } : {} };
  }

  #appToken(): string {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const unsigned = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - 60, exp: now + 300, iss: '15368' })}`;
    const key = this.#emulator.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')!.value;
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`;
  }
}

/** The emulator leaves these out for organisations. */
const accountUrls = (url: string): Record<string, string> => ({
  gravatar_id: '',
  ...Object.fromEntries(
    [
      'followers',
      'following',
      'gists',
      'organizations',
      'received_events',
      'starred',
      'subscriptions',
      'html',
      'repos',
      'events',
    ].map((name) => [`${name}_url`, `${url}/${name}`]),
  ),
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query as they came, for the emulator. */
  readonly raw: string;
  readonly token: string;
  readonly body: Json;
}

interface Answered {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Record<string, string>;
}
