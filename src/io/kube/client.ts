import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterConnection, Connect } from './connection.ts';
import { httpsRequest, type KubeRequest, type RawAnswer } from './https-request.ts';
import type { Json, KubeAnswer } from './kube-answer.ts';
import { kubeError, unreachable } from './kube-error.ts';

/** How long the client keeps trying, and what tests replace. */
interface ClientOptions {
  readonly timeoutMs?: number;
  /** Total seconds of waiting, for all retries together. */
  readonly patienceSeconds?: number;
  readonly sleep?: (seconds: number) => Promise<void>;
  /** Called before every wait, with the reason and the seconds. */
  readonly onWait?: (why: string, seconds: number) => void;
}

/** How an object is applied. */
export interface ApplyOptions {
  readonly fieldManager: string;
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

/** A small client of a Kubernetes API server. It retries temporary failures, and returns answers about the object to the caller. */
export class KubeClient {
  readonly #connect: Connect;
  readonly #options: ClientOptions;
  #secondsLeft: number;
  /** A server that never answered probably has a wrong address, so fewer retries make sense. */
  #hasAnswered = false;

  constructor(connect: Connect, options: ClientOptions = {}) {
    this.#connect = connect;
    this.#options = options;
    this.#secondsLeft = options.patienceSeconds ?? 120;
  }

  /** The name of the cluster, safe to print. */
  async describe(): Promise<string> {
    return (await this.#connect()).describe();
  }

  /** The object; undefined if it does not exist. */
  async get(path: string): Promise<Json | undefined> {
    const { status, body } = await this.send({ method: 'GET', path });
    if (status === 200) return body;
    return undefined;
  }

  /** All objects of a collection, page by page. Starts again if the list expires meanwhile. */
  async list(path: string, query: Readonly<Record<string, string>> = {}): Promise<Json[]> {
    for (let tries = 0; ; tries++) {
      const items = await this.#pages(path, query);
      if (items) return items;
      if (tries === 3) throw kubeError({ method: 'GET', path }, { status: 410, body: undefined });
    }
  }

  async #pages(path: string, query: Readonly<Record<string, string>>): Promise<Json[] | undefined> {
    const items: Json[] = [];
    let next = '';
    do {
      const search = new URLSearchParams({ limit: '500', ...query, ...(next && { continue: next }) });
      const { status, body } = await this.send({ method: 'GET', path: `${path}?${search}` });
      if (status === 410) return undefined;
      if (status !== 200) throw kubeError({ method: 'GET', path }, { status, body });

      items.push(...(body.items ?? []));
      next = body.metadata?.continue ?? '';
    } while (next);

    return items;
  }

  /** Server-side apply of one object. */
  apply(path: string, object: object, { fieldManager, isDryRun, isForced }: ApplyOptions): Promise<KubeAnswer> {
    const query = new URLSearchParams({
      fieldManager,
      fieldValidation: 'Strict',
      ...(isForced && { force: 'true' }),
      ...(isDryRun && { dryRun: 'All' }),
    });

    const contentType = 'application/apply-patch+yaml';
    return this.send({ method: 'PATCH', path: `${path}?${query}`, body: JSON.stringify(object), contentType });
  }

  /**
   * Sends a request. Temporary failures (429, 5xx, a lost connection) are retried within limits, and refused credentials are
   * renewed once. Throws PlumblineError('kube') if the server cannot be reached or denies access.
   */
  async send(request: KubeRequest): Promise<KubeAnswer> {
    let renewals = 0;
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#try(request, await this.#connect(renewals === 1), attempt);
      if (answer === undefined) continue;
      if (answer.status !== 401 || renewals > 0) return settled(request, answer);
      renewals = 1;
    }
  }

  /** Undefined after a wait, so that the caller tries again. */
  async #try(request: KubeRequest, connection: ClusterConnection, attempt: number): Promise<KubeAnswer | undefined> {
    const backoff = Math.min(8, 0.25 * 2 ** attempt);
    let raw: RawAnswer;

    try {
      raw = await httpsRequest(connection, request, this.#options.timeoutMs ?? 30_000);
    } catch (error) {
      // It is unknown whether a POST arrived, so its caller checks before it repeats the request.
      const isRepeatable = request.method !== 'POST' && isTransientError(error) && (this.#hasAnswered || attempt < 3);
      if (isRepeatable && (await this.#wait('The connection to the API server was lost', backoff))) return undefined;

      throw unreachable(connection.describe(), error);
    }

    this.#hasAnswered = true;
    const answer = { status: raw.status, body: parse(raw.text) };
    if (!isTransient(answer)) return answer;

    const why = () => {
      if (answer.status === 429) return 'The API server is limiting requests';
      return `The API server answered with status ${answer.status}`;
    };

    if (await this.#wait(why(), raw.retryAfterSeconds ?? backoff)) return undefined;
    return answer;
  }

  async #wait(why: string, seconds: number): Promise<boolean> {
    if (seconds > this.#secondsLeft) return false;
    this.#secondsLeft -= seconds;
    this.#options.onWait?.(why, seconds);
    await (this.#options.sleep ?? sleep)(seconds);
    return true;
  }
}

const sleep = (seconds: number): Promise<void> => delay(seconds * 1000);

/** Statuses that are about the object. The caller explains them. */
const objectStatuses = [400, 404, 409, 410, 422];

function settled(request: KubeRequest, answer: KubeAnswer): KubeAnswer {
  const isUnknownField = answer.status === 500 && isFieldError(answer.body);
  if (answer.status < 300 || objectStatuses.includes(answer.status) || isUnknownField) return answer;
  throw kubeError(request, answer);
}

/** Server-side apply answers an unknown field with 500. Waiting does not fix that. */
const isFieldError = (body: Json): boolean => /field not declared in schema/.test(String(body?.message));

const isTransient = ({ status, body }: KubeAnswer): boolean =>
  status === 429 || (status >= 500 && status !== 501 && !isFieldError(body));

const transientCodes = ['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const isTransientError = (error: unknown): boolean =>
  transientCodes.includes(String((error as NodeJS.ErrnoException)?.code));

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 300) };
  }
}
