import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppGaps } from './app-gaps.ts';
import { type Answered, type Asked, EmulatedApi, type Json, type Permissions, plumblineApp } from './emulated-api.ts';
import { Gaps } from './gaps.ts';
import { changedFiles, gitData, graphBlobs, graphFileVersions } from './git-data.ts';
import { GitRepository } from './git-repository.ts';
import { MergeGaps } from './merge-gaps.ts';
import { OpenApi } from './openapi.ts';
import { SettingsGaps } from './settings-gaps.ts';

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
  readonly status: number;
}

/** An error to inject into the next matching requests. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly times: number;
  readonly message?: string;
  /** Errors of GraphQL, which it answers with status 200. */
  readonly errors?: readonly { readonly type: string; readonly message: string }[];
  /** The request is executed, and only its answer is lost. */
  readonly isAnswerLost?: boolean;
  /** The kind of broken answer. Without it, the status with a message. */
  readonly harm?: Harm;
}

/**
 * `silence`: nothing. `drip`: a byte now and then, without an end. `reset`: the connection breaks. `cut`: it breaks within the
 * answer. `half`: the answer ends in the middle, as if it were complete. `page`: HTML.
 */
export type Harm = 'silence' | 'drip' | 'reset' | 'cut' | 'half' | 'page';

export interface Comment {
  readonly id: number;
  readonly node_id: string;
  readonly body: string;
  readonly user: { readonly login: string; readonly type: string };
}

export interface ReviewComment {
  readonly id: number;
  readonly node_id: string;
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
  /** Name of the base branch, if it is not `main`. */
  readonly baseRef?: string;
}

/** The IDs of the apps' bots, if the emulator does not know them yet. */
const botIds: Readonly<Record<string, number>> = { 'github-actions[bot]': 41898282 };
/** A ref that GitHub keeps for every pull request. */
const pullRef = (path: string, sha: string, url: string): Json => ({
  ref: path.slice(path.indexOf('/ref/') + 1).replace(/^ref/, 'refs'),
  node_id: `REF_${sha}`,
  url: `${url}${path}`,
  object: { type: 'commit', sha, url: `${url}/git/commits/${sha}` },
});
const slugs = new Map([[plumblineApp.installationId, plumblineApp.slug]]);
const repository = '/repos/acme/infra';

/** Parsed once for all tests of a file, because it takes almost a second. */
const openApi = new OpenApi();

/**
 * A stateful GitHub for tests. Vercel's emulator stores comments, pull requests, check runs and permissions. Git objects
 * are in memory, and in a real repository once a test clones it. This proxy in front of both fills the emulator's gaps, injects faults, and checks
 * every exchange against GitHub's OpenAPI description. `close` throws if one did not match the description.
 */
export class FakeGitHub {
  readonly git = new GitRepository();
  readonly seen: Seen[] = [];
  readonly #api: EmulatedApi;
  #owner: string;
  #askedAsOwner = 0;
  readonly #prefix: string;
  readonly #server: Server;
  readonly settings = new SettingsGaps(() => this.url);
  readonly #gaps = new Gaps(() => this.url);
  readonly app = new AppGaps(() => this.url);
  readonly merges = new MergeGaps(
    () => this.url,
    () => this.#tick(),
  );
  /** Check run → the app that created it, which the emulator does not report. */
  readonly #apps = new Map<number, Json>();
  readonly #faults: { fault: Fault; left: number }[] = [];
  readonly #problems: string[] = [];

  private constructor(api: EmulatedApi, { owner, prefix }: { owner: string; prefix: string }) {
    this.#api = api;
    this.#owner = owner;
    this.#prefix = prefix;
    this.#server = createServer(
      (request, response) =>
        void this.#serve(request, response).catch((error) => {
          this.#problems.push(String(error));
          response.writeHead(500).end('{}');
        }),
    );
  }

  /** Starts with the empty repository acme/infra. `prefix` is `/api/v3` for an Enterprise Server. */
  static async start({ prefix = '' } = {}): Promise<FakeGitHub> {
    const api = await EmulatedApi.start();
    const fake = new FakeGitHub(api, { owner: await api.token(), prefix });
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** Called for every broken answer, so that a test can advance the time. */
  onHarm: (harm: Harm) => void = () => {};

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#prefix}`;
  }

  /** A workflow's token with these permissions. */
  token(permissions: Permissions): Promise<string> {
    return this.#api.token(permissions);
  }

  /** The private key of our own app. */
  get privateKey(): string {
    return this.#api.privateKey;
  }

  /** Our check runs on a commit, oldest first. */
  async checkRuns(headSha: string): Promise<Json[]> {
    const ids = [...(this.#gaps.checkRuns.get(headSha) ?? [])].sort((a, b) => a - b);
    const runs = await Promise.all(ids.map((id) => this.#get(`${repository}/check-runs/${id}`)));
    return runs.map((run) => ({ ...run, app: this.#apps.get(run.id) }));
  }

  /** Opens a pull request and returns its number. */
  async open({ head, base, branch, fork, baseRef }: NewPull): Promise<number> {
    if (fork) await this.#fork(fork, branch);
    const from = fork ? `${fork}:${branch}` : branch;
    const pull = { title: 'A change', head: from, base: 'main' };
    const { number } = await this.#post(`${repository}/pulls`, pull, fork ?? (await this.#ownerToken()));
    const name = baseRef === undefined ? {} : { baseRef };
    this.#gaps.pulls.set(number, { headSha: head, baseSha: base, author: fork ?? 'ada', ...name });
    this.#branches.set(number, branch);
    this.merges.move(branch, head);
    return number;
  }

  readonly #branches = new Map<number, string>();

  /** A push to the pull request's branch. */
  moveHead(number: number, sha: string): void {
    this.#gaps.pulls.set(number, { ...this.#gaps.pulls.get(number)!, headSha: sha });
    this.merges.move(this.#branches.get(number)!, sha);
  }

  /** Makes an app the author of the pull request. */
  openedBy(number: number, login: string): void {
    this.#gaps.pulls.set(number, { ...this.#gaps.pulls.get(number)!, author: login });
  }

  #minutes = 0;

  /** The time of the next event: a minute after the previous one. */
  #tick(): string {
    this.#minutes++;
    return `${new Date(Date.UTC(2026, 0, 1, 0, this.#minutes)).toISOString().slice(0, 19)}Z`;
  }

  /** Comment or review → when it was written, in that order. */
  readonly #times = new Map<string, string>();

  #timeOf(key: string): string {
    const time = this.#times.get(key) ?? this.#tick();
    this.#times.set(key, time);
    return time;
  }

  /** Deletes the fork from which a pull request comes. */
  deleteFork(number: number): void {
    this.#gaps.pulls.set(number, { ...this.#gaps.pulls.get(number)!, isForkGone: true });
  }

  readonly #edited = new Set<number>();
  /** GraphQL ID of a comment → when somebody edited it. REST's two times can be equal. */
  readonly #rewritten = new Map<string, string>();

  /** Somebody edits a comment. */
  edit(commentId: number): void {
    this.#edited.add(commentId);
  }

  /** Changes the base branch of a pull request. GitHub does this itself if the old one was deleted. */
  moveBase(number: number, sha: string, { baseRef = 'main', isAutomatic = false } = {}): void {
    this.#gaps.pulls.set(number, { ...this.#gaps.pulls.get(number)!, baseSha: sha, baseRef });
    const event = isAutomatic ? 'automatic_base_change_succeeded' : 'base_ref_changed';
    this.merges.happen({ number, event });
  }

  /** Closes a pull request without merging it. */
  async closePull(number: number): Promise<void> {
    const path = `${repository}/pulls/${number}`;
    await this.#emulated({ method: 'PATCH', path, token: await this.#ownerToken(), body: { state: 'closed' } });
  }

  /** The pull request as in the API and in the payload of an event. */
  pull(number: number): Promise<Json> {
    return this.#get(`${repository}/pulls/${number}`);
  }

  /** Somebody reviews a commit of a pull request. */
  async review(login: string, number: number, review: { event: string; commit: string }): Promise<number> {
    const { event, commit: commit_id } = review;
    const made = await this.#post(
      `${repository}/pulls/${number}/reviews`,
      { event, commit_id, body: 'So be it' },
      login,
    );
    this.#timeOf(`review ${made.id}`);
    return made.id;
  }

  /** Somebody dismisses a review. */
  dismiss(number: number, review: number): void {
    this.#dismissed.add(review);
    this.merges.happen({ number, event: 'review_dismissed', review });
  }

  readonly #dismissed = new Set<number>();

  comments(number: number): Promise<Comment[]> {
    return this.#get(`${repository}/issues/${number}/comments?per_page=100`);
  }

  /** The comments on lines. */
  reviewComments(number: number): Promise<ReviewComment[]> {
    return this.#get(`${repository}/pulls/${number}/comments?per_page=100`);
  }

  /** The names of the labels of a pull request. */
  async labels(number: number): Promise<string[]> {
    const all: Json[] = await this.#get(`${repository}/issues/${number}/labels?per_page=100`);
    return all.map(({ name }) => name);
  }

  /** The issues in a state that are not pull requests. */
  async issues(state: 'open' | 'closed' | 'all'): Promise<Json[]> {
    const all: Json[] = await this.#get(`${repository}/issues?state=${state}&per_page=100`);
    return all.filter((issue) => !issue.pull_request);
  }

  /** A person opens an issue. */
  async writeIssue(login: string, title: string, body: string): Promise<void> {
    await this.#post(`${repository}/issues`, { title, body }, login);
  }

  /** A person writes a comment. */
  async say(login: string, number: number, body: string): Promise<Json> {
    const comment = await this.#post(`${repository}/issues/${number}/comments`, { body }, login);
    return { ...comment, created_at: this.#timeOf(`comment ${comment.id}`) };
  }

  /** A person replies to a comment on a line. */
  async reply(login: string, number: number, id: number): Promise<void> {
    const reply = { body: 'Why?', in_reply_to_id: id, position: 1 };
    await this.#post(`${repository}/pulls/${number}/comments`, reply, login);
  }

  /** The annotations of the newest check run of a commit. */
  annotations(headSha: string): readonly Json[] {
    const newest = Math.max(...(this.#gaps.checkRuns.get(headSha) ?? [0]));
    return this.#gaps.annotations.get(newest) ?? [];
  }

  /** Requests with a method and a matching path. */
  requests(method: string, path: RegExp): Seen[] {
    return this.seen.filter((request) => request.method === method && path.test(request.path));
  }

  fail(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
    await this.#api.close();
    this.git.remove();
    if (this.#problems.length > 0) throw new Error(`not as GitHub's OpenAPI has it:\n${this.#problems.join('\n')}`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url!, 'http://127.0.0.1');
    const body = text === '' ? undefined : JSON.parse(text);
    const token = (request.headers.authorization ?? '').replace(/^(token|bearer) /i, '');
    const asked: Asked = { method: request.method!, path: url.pathname + url.search, token, body };
    const fault = this.#takeFault(asked.method, this.#pathOf(url));
    const answered = fault && !fault.isAnswerLost ? failed(fault) : await this.#answer(asked, url);
    const given = fault?.isAnswerLost ? failed(fault) : answered;
    this.seen.push({ method: asked.method, path: this.#pathOf(url), body, status: given.status });
    const headers = { ...given.headers, 'content-type': 'application/json; charset=utf-8' };
    const sent = given.status === 204 ? '' : JSON.stringify(given.body);
    if (fault?.harm) {
      harm(response, fault, sent);
      this.onHarm(fault.harm);
    } else response.writeHead(given.status, headers).end(sent);
  }

  /** The path without the prefix of an Enterprise Server. */
  #pathOf(url: URL): string {
    return decodeURI(url.pathname.startsWith(this.#prefix) ? url.pathname.slice(this.#prefix.length) : url.pathname);
  }

  async #answer(asked: Asked, url: URL): Promise<Answered> {
    const path = this.#pathOf(url);
    // GraphQL has no OpenAPI description. On an Enterprise Server its path is /api/graphql.
    if (/^(\/api)?\/graphql$/.test(path)) return this.#graphql(asked);
    const { method, body: requestBody } = asked;
    const query = url.searchParams;
    const merged = await this.merges.rest({ ...asked, path: path + url.search }, (number) => this.pull(number));
    const known =
      merged ??
      this.settings.rest({ ...asked, path }) ??
      this.app.rest({ ...asked, path }) ??
      this.#fromGit(path, query);
    const listed = known ?? (await this.#listedCheckRuns(asked.method, path, query));
    const answered = listed ?? (await this.#emulated({ ...asked, path: path + url.search }));
    await this.#touch(path, answered.body, asked.method);
    this.app.noteToken({ ...asked, path }, answered, slugs);
    if (asked.method === 'POST' && path.endsWith('/check-runs'))
      this.#apps.set(answered.body.id, this.app.appOf(asked.token));
    const exchange = { method, path, query, requestBody, status: answered.status, responseBody: answered.body };
    this.#problems.push(...openApi.problems(exchange));
    return answered;
  }

  #takeFault(method: string, path: string): Fault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && fault.method === method && fault.path.test(path));
    if (found) found.left--;
    return found?.fault;
  }

  async #graphql({ token, body }: Asked): Promise<Answered> {
    if (/\blastEditedAt\b/.test(body.query)) {
      const nodes = body.variables.ids.map((id: string) => ({
        id,
        lastEditedAt: this.#rewritten.get(id) ?? null,
        editor: this.#rewritten.has(id) ? { login: 'mallory' } : null,
      }));
      return { status: 200, body: { data: { nodes } } };
    }
    if (this.app.refusesToFold && /\bminimizeComment\(/.test(body.query)) {
      // GraphQL answers 200 where it refuses something.
      const error = { type: 'FORBIDDEN', path: ['minimizeComment'], message: 'Resource not accessible by integration' };
      return { status: 200, body: { data: { minimizeComment: null }, errors: [error] } };
    }
    const ofComments = this.app.graphql(body);
    if (ofComments) return { status: 200, body: { data: ofComments } };
    const { query } = body;
    if (query.includes('expression:'))
      return { status: 200, body: { data: { repository: graphFileVersions(this.git, query) } } };
    if (!query.includes('viewer')) return { status: 200, body: { data: { repository: graphBlobs(this.git, query) } } };
    const login = this.app.loginOf(token);
    const bot = await this.#get(`/users/${encodeURIComponent(login)}`);
    return { status: 200, body: { data: { viewer: { databaseId: bot.id ?? botIds[login] ?? 0 } } } };
  }

  /** Git data, and the files of a pull request, which the emulator does not know. */
  #fromGit(path: string, query: URLSearchParams): Answered | undefined {
    const pull = this.#gaps.pulls.get(Number(/\/pulls\/(\d+)\/files$/.exec(path)?.[1]));
    const ofRef = this.#gaps.pulls.get(Number(/\/git\/ref\/pull\/(\d+)\/head$/.exec(decodeURIComponent(path))?.[1]));
    if (ofRef) return { status: 200, body: pullRef(decodeURIComponent(path), ofRef.headSha, this.url) };
    if (!pull) return gitData(this.git, { path, query, url: this.url });
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
    const body = changedFiles(this.git, { base: pull.baseSha, head: pull.headSha, url: this.url, page, size });
    return { status: 200, body };
  }

  /** The emulator's clock can advance between two timestamps of one comment, and it does not count comments. */
  async #touch(path: string, body: Json, method: string): Promise<void> {
    const [, pull] = /\/pulls\/(\d+)$/.exec(path) ?? [];
    if (pull && body?.number) body.comments = (await this.comments(Number(pull))).length;
    if (/\/reviews$/.test(path))
      for (const one of [body].flat())
        if (one?.submitted_at) {
          one.submitted_at = this.#timeOf(`review ${one.id}`);
          if (this.#dismissed.has(one.id)) one.state = 'DISMISSED';
        }
    if (/\/check-runs$/.test(path))
      for (const one of body?.check_runs ?? [body])
        if (one?.completed_at) one.completed_at = this.#timeOf(`check run ${one.id}`);
    if (!/\/comments/.test(path)) return;
    for (const one of [body].flat())
      if (one?.created_at) {
        if (/\/issues\//.test(path)) one.created_at = this.#timeOf(`comment ${one.id}`);
        one.updated_at = this.#edited.has(one.id) ? '2099-01-01T00:00:00Z' : one.created_at;
        if (method === 'PATCH') this.#rewritten.set(one.node_id, one.updated_at);
      }
  }

  async #listedCheckRuns(method: string, path: string, query: URLSearchParams): Promise<Answered | undefined> {
    const [, sha] = /\/commits\/([0-9a-f]+)\/check-runs$/.exec(path) ?? [];
    if (method !== 'GET' || !sha) return undefined;
    const isAsked = ({ name, app }: Json): boolean =>
      [null, name].includes(query.get('check_name')) && [null, String(app.id)].includes(query.get('app_id'));
    const check_runs = (await this.checkRuns(sha)).filter(isAsked);
    return { status: 200, body: { total_count: check_runs.length, check_runs } };
  }

  async #emulated(asked: Asked): Promise<Answered> {
    return this.#gaps.answer(asked, await this.#api.ask(this.#gaps.request(asked)));
  }

  async #get(path: string): Promise<Json> {
    return (await this.#emulated({ method: 'GET', path, token: await this.#ownerToken() })).body;
  }

  /** The emulator refuses more than 5,000 requests an hour with one token. A test that polls on a busy machine needs more. */
  async #ownerToken(): Promise<string> {
    if (++this.#askedAsOwner % 4000 === 0) this.#owner = await this.#api.token();
    return this.#owner;
  }

  async #post(path: string, body: unknown, token: string): Promise<Json> {
    const answered = await this.#emulated({ method: 'POST', path, token, body });
    if (answered.status >= 300) throw new Error(`the emulator refused ${path}: ${JSON.stringify(answered.body)}`);
    return answered.body;
  }

  /** Creates somebody's fork with a branch. It may exist already. */
  async #fork(login: string, branch: string): Promise<void> {
    const create = (path: string, body: unknown) => this.#api.ask({ method: 'POST', path, token: login, body });
    await create(`${repository}/forks`, {});
    const { object } = await this.#get(`/repos/${login}/infra/git/ref/heads/main`);
    await create(`/repos/${login}/infra/git/refs`, { ref: `refs/heads/${branch}`, sha: object.sha });
  }
}

const failed = ({ status, message = 'something went wrong', errors, headers = {} }: Fault): Answered => ({
  status,
  body: errors ? { errors } : { message },
  headers: { ...headers },
});

/** Breaks an answer. */
function harm(response: ServerResponse, { harm, status, headers = {} }: Fault, text: string): void {
  const json = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  const half = text.slice(0, text.length / 2);
  if (harm === 'reset') response.socket!.resetAndDestroy();
  if (harm === 'half') response.writeHead(status, json).end(half);
  if (harm === 'page') response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end('<html>Oops</html>');
  if (harm === 'cut') {
    response.writeHead(status, { ...json, 'content-length': text.length });
    response.write(half, () => response.socket!.destroy());
  }
  if (harm === 'drip') {
    response.writeHead(status, json);
    const dripping = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(dripping));
  }
}
