import type { Answered, Asked, Json } from './emulated-api.ts';
import { exampleOf } from './openapi.ts';

/** A merged pull request, and who pushed its head. */
interface Merge {
  readonly number: number;
  readonly commit: string;
  readonly at: string;
}

/** A deployment with its statuses, newest last. */
export interface Deployment {
  readonly id: number;
  readonly environment: string;
  readonly sha: string;
  readonly statuses: { state: string; description: string; log_url: string }[];
}

const at = '2026-01-01T00:00:00Z';

/** A commit to which a branch was moved. */
interface Move {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly at: string;
  /** Undefined means the person that `pushers` names. */
  readonly by: string | undefined;
  readonly type: 'push' | 'force_push';
}

/** Events of a pull request, as its list of events shows them. */
interface PullEvent {
  readonly number: number;
  readonly event: 'base_ref_changed' | 'automatic_base_change_succeeded' | 'review_dismissed';
  readonly at: string;
  readonly review?: number;
}

/** What GitHub says about a run. By default it is the run of a deployment of main, started by a push, that waits. */
export interface Run {
  readonly sha?: string;
  readonly branch?: string;
  readonly event?: string;
  readonly waitsFor?: readonly string[];
}

/** What follows a merge and the emulator does not support: the branch's tip, pull requests of a commit, pushes, deployments. */
export class MergeGaps {
  /** The commit of main. */
  tip = '';
  readonly deployments: Deployment[] = [];
  /** What differs from the run of a deployment, by the number of the run. */
  readonly runs = new Map<number, Run>();
  /** Head → who pushed it. GitHub does not say if nobody is named here. */
  readonly pushers = new Map<string, string>();
  readonly #merges: Merge[] = [];
  readonly #moves: Move[] = [];
  readonly #events: PullEvent[] = [];
  readonly #url: () => string;

  readonly #tick: () => string;

  constructor(url: () => string, tick: () => string) {
    this.#url = url;
    this.#tick = tick;
  }

  /** Records that a pull request became a commit of main. */
  merge(number: number, commit: string): void {
    this.#merges.push({ number, commit, at: this.#tick() });
    this.tip = commit;
  }

  /** Moves a branch to a commit. */
  move(branch: string, after: string, by?: string, type: Move['type'] = 'push'): void {
    const ref = `refs/heads/${branch}`;
    const before = this.#moves.findLast((one) => one.ref === ref)?.after ?? '0'.repeat(40);
    this.#moves.push({ ref, before, after, at: this.#tick(), by, type });
  }

  /** Adds an event to a pull request. */
  happen(event: Omit<PullEvent, 'at'>): void {
    this.#events.push({ ...event, at: this.#tick() });
  }

  /** A pull request as the API returns it after the merge. */
  complete(pull: Json): Json {
    const merge = this.#merges.find(({ number }) => number === pull?.number);
    return merge
      ? {
          ...pull,
          state: 'closed',
          merged: true,
          merged_at: merge.at,
          closed_at: merge.at,
          merge_commit_sha: merge.commit,
        }
      : pull;
  }

  /** Answers endpoints that the emulator lacks. Undefined for any other. */
  async rest({ method, path, body }: Asked, pullOf: (number: number) => Promise<Json>): Promise<Answered | undefined> {
    const [, rest = '', query = ''] = /^\/repos\/[^/]+\/[^/]+\/([^?]*)(?:\?(.*))?$/.exec(path) ?? [];
    if (/^git\/ref\/heads(\/|%2F)main$/.test(rest) && this.tip) return ok(this.#ref());
    const [, sha] = /^commits\/([0-9a-f]+)\/pulls$/.exec(rest) ?? [];
    if (sha) return ok(await this.#pulls(sha, pullOf));
    if (rest === 'activity') return ok(this.#activity(new URLSearchParams(query)));
    const [, issue] = /^issues\/(\d+)\/events$/.exec(rest) ?? [];
    if (issue) return ok(this.#listedEvents(Number(issue)));
    if (rest === 'deployments') return method === 'GET' ? this.#listed(new URLSearchParams(query)) : this.#create(body);
    const [, run, pending] = /^actions\/runs\/(\d+)(\/pending_deployments)?$/.exec(rest) ?? [];
    if (run) return this.#run(Number(run), pending !== undefined);
    const [, id] = /^deployments\/(\d+)\/statuses$/.exec(rest) ?? [];
    if (id && method === 'GET') return ok(this.#statuses(Number(id)));
    return id ? this.#addStatus(Number(id), body) : undefined;
  }

  /** A run, or the deployments for which it waits, completed with GitHub's own example. */
  #run(id: number, isAboutPending: boolean): Answered {
    const deployment = this.deployments.find((one) => one.id === id);
    if (!deployment)
      return { status: 404, body: { message: 'Not Found', documentation_url: this.#url(), status: '404' } };

    const {
      sha = deployment.sha,
      branch = 'main',
      event = 'push',
      waitsFor = [deployment.environment],
    } = this.runs.get(id) ?? {};
    if (!isAboutPending) return ok({ ...exampleOf('workflow-run'), id, head_sha: sha, head_branch: branch, event });
    const [example] = exampleOf('pending-deployment-items');
    return ok(waitsFor.map((name) => ({ ...example, environment: { ...example.environment, name }, reviewers: [] })));
  }

  #ref(): Json {
    const object = { type: 'commit', sha: this.tip, url: this.#url() };
    return { ref: 'refs/heads/main', node_id: 'R_1', url: this.#url(), object };
  }

  async #pulls(sha: string, pullOf: (number: number) => Promise<Json>): Promise<Json[]> {
    const numbers = this.#merges.filter(({ commit }) => commit === sha).map(({ number }) => number);
    return Promise.all(numbers.map(async (number) => this.complete(await pullOf(number))));
  }

  /** Newest first, without those whose pusher is unknown. */
  #activity(query: URLSearchParams): Json[] {
    return this.#moves
      .map((move, id) => ({ ...move, id }))
      .map((move) => ({ ...move, by: move.by ?? this.pushers.get(move.after) }))
      .filter(({ ref, by }) => ref === query.get('ref') && by !== undefined)
      .filter(({ type }) => [null, String(type)].includes(query.get('activity_type')))
      .map(({ id, ref, before, after, at: timestamp, by, type }) => ({
        id,
        node_id: 'A_1',
        before,
        after,
        ref,
        timestamp,
        activity_type: type,
        actor: this.#account(by!),
      }))
      .reverse();
  }

  #listedEvents(number: number): Json[] {
    return this.#events
      .filter((one) => one.number === number)
      .map(({ event, at: created_at, review }, id) => ({
        id,
        node_id: 'E_1',
        url: this.#url(),
        event,
        created_at,
        commit_id: null,
        commit_url: null,
        actor: this.#account('ada'),
        performed_via_github_app: null,
        ...(review !== undefined && {
          dismissed_review: { state: 'approved', review_id: review, dismissal_message: 'No' },
        }),
      }));
  }

  /** A page of deployments, newest first, with the URL of the next page as GitHub gives it. */
  #listed(query: URLSearchParams): Answered {
    const isAsked = ({ sha, environment }: Deployment): boolean =>
      [null, sha].includes(query.get('sha')) && [null, environment].includes(query.get('environment'));
    const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
    const all = this.deployments.filter(isAsked).sort((a, b) => b.id - a.id);
    const body = all.slice((page - 1) * size, page * size).map((deployment) => this.#deployment(deployment));
    query.set('page', String(page + 1));
    const next = `<${this.#url()}/repos/acme/infra/deployments?${query}>; rel="next"`;
    return { status: 200, body, ...(all.length > page * size && { headers: { link: next } }) };
  }

  #create({ ref, environment }: Json): Answered {
    const deployment = { id: this.deployments.length + 1, environment, sha: ref, statuses: [] };
    this.deployments.push(deployment);
    return { status: 201, body: this.#deployment(deployment) };
  }

  #statuses(id: number): Json[] {
    const { environment, statuses } = this.deployments.find((one) => one.id === id)!;
    return statuses.map((status) => this.#status({ ...status, environment }));
  }

  #addStatus(id: number, { state, description, log_url, environment }: Json): Answered {
    this.deployments.find((one) => one.id === id)!.statuses.push({ state, description, log_url });
    return { status: 201, body: this.#status({ state, description, log_url, environment }) };
  }

  #status({ state, description, log_url, environment }: Json): Json {
    const url = this.#url();
    const places = { url, deployment_url: url, repository_url: url, target_url: log_url };
    const body = { id: 1, node_id: 'S_1', state, description, creator: this.#account('ada'), environment };
    return { ...places, ...body, created_at: at, updated_at: at };
  }

  #deployment({ id, environment, sha }: Deployment): Json {
    const url = this.#url();
    const places = { url, statuses_url: url, repository_url: url };
    const about = { ref: sha, sha, environment, task: 'deploy', payload: {}, description: null };
    return { ...places, id, node_id: 'D_1', ...about, creator: this.#account('ada'), created_at: at, updated_at: at };
  }

  #account(login: string): Json {
    const url = this.#url();
    const names =
      'avatar html followers following gists starred subscriptions organizations repos events received_events';
    const urls = Object.fromEntries(names.split(' ').map((name) => [`${name}_url`, url]));
    return {
      login,
      id: 1,
      node_id: 'U_1',
      gravatar_id: '',
      url,
      type: login.endsWith('[bot]') ? 'Bot' : 'User',
      site_admin: false,
      ...urls,
    };
  }
}

const ok = (body: Json): Answered => ({ status: 200, body });
