import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { BodyBudget, type BodyLimits } from './body-budget.ts';

/** A delivery with a valid signature. */
interface SignedDelivery {
  readonly id: string;
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each field of an event's payload is checked where it is read.
  readonly payload: any;
}

export interface IntakeOptions {
  readonly path: string;
  readonly secret: string;
  /** Events to handle. Any other event is acknowledged and ignored. */
  readonly events: readonly string[];
  /** Resolves once the delivery's jobs are stored. */
  readonly receive: (delivery: SignedDelivery) => Promise<void>;
  readonly onRefused: (status: number) => void;
  readonly onTaken: (seconds: number) => void;
  readonly onError: (error: unknown, deliveryId: string) => void;
  /** Tests set smaller limits. */
  readonly limits?: Partial<IntakeLimits>;
}

interface IntakeLimits extends BodyLimits {
  readonly bodyBytes: number;
  /** Milliseconds that one body may take to arrive. */
  readonly bodyMs: number;
}

const usualLimits: IntakeLimits = {
  // GitHub sends at most 25 MB.
  bodyBytes: 26 * 1024 * 1024,
  bytes: 64 * 1024 * 1024,
  bodies: 200,
  // GitHub waits ten seconds for an answer.
  bodyMs: 10_000,
};

/** An answer in plain text. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response. GitHub then lists the delivery as failed, and it can be redelivered. */
type Refusal = Answer;

/** A request whose body has already arrived. Names of headers are in lower case. */
export interface WholeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const accepted = 'ok';
const notFound: Refusal = { status: 404, text: 'not found' };

const busy: Refusal = {
  status: 503,
  text: 'too many requests at the same time, try again later',
  headers: { 'retry-after': '30' },
};
const slow: Refusal = { status: 408, text: 'the body did not arrive in time' };
const tooLarge: Refusal = { status: 413, text: 'the body is too large' };
const unsigned: Refusal = {
  status: 401,
  text: 'the signature is wrong; check that WEBHOOK_SECRET matches the secret of the GitHub App',
};

/**
 * Receives webhook deliveries. Path, method and headers are checked before a byte of the body is read, and the signature is
 * computed while the body arrives. Until the signature is verified, nothing is parsed and memory is limited.
 */
export class WebhookIntake {
  readonly #options: IntakeOptions;
  readonly #limits: IntakeLimits;
  readonly #budget: BodyBudget;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#budget = new BodyBudget(this.#limits);
  }

  /** Bytes of bodies in memory now. */
  get bytes(): number {
    return this.#budget.bytes;
  }

  /** Answers a request. `next` answers requests for other paths. Without it, they get status 404. */
  async handle(request: IncomingMessage, response: ServerResponse, next?: () => void): Promise<void> {
    if (pathOf(request.url) !== pathOf(this.#options.path)) {
      if (next) next();
      else refuse(response, notFound);
      return;
    }

    const start = performance.now();
    const refusal = this.#judge(request) ?? (await this.#take(request));
    if (refusal) refuse(response, refusal);
    else plain(response, 200, accepted);
    this.#count(refusal, start);
  }

  /** Answers a request whose body has already arrived. */
  async answer(request: WholeRequest): Promise<Answer> {
    const start = performance.now();
    const refusal = pathOf(request.url) === pathOf(this.#options.path) ? await this.#takeWhole(request) : notFound;
    this.#count(refusal, start);
    return refusal ?? { status: 200, text: accepted };
  }

  #count(refusal: Refusal | undefined, start: number): void {
    if (refusal) this.#options.onRefused(refusal.status);
    else this.#options.onTaken((performance.now() - start) / 1000);
  }

  async #takeWhole({ body, ...request }: WholeRequest): Promise<Refusal | undefined> {
    const refusal = this.#judge(request);
    if (refusal) return refusal;
    if (body.length > this.#limits.bodyBytes) return tooLarge;
    const digest = createHmac('sha256', this.#options.secret).update(body).digest();
    if (timingSafeEqual(digest, signatureIn(request.headers)!)) return this.#read(body, request.headers);
    return unsigned;
  }

  /** Checks method and headers. */
  #judge({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): Refusal | undefined {
    if (method !== 'POST') return { status: 405, text: 'method not allowed, use POST', headers: { allow: 'POST' } };
    if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
      return { status: 415, text: 'the content type of the webhook must be application/json' };
    if (headers['content-encoding'] !== undefined) return { status: 415, text: 'the body must not be compressed' };

    const lacking = ['x-github-event', 'x-github-delivery'].find((name) => !headers[name]);
    if (lacking !== undefined) return { status: 400, text: `the header ${lacking} is missing` };
    if (signatureIn(headers) === undefined) return { status: 401, text: 'the signature is missing' };
    if (Number(headers['content-length'] ?? 0) > this.#limits.bodyBytes) return tooLarge;

    return undefined;
  }

  async #take(request: IncomingMessage): Promise<Refusal | undefined> {
    const body = new SignedBody(request, { secret: this.#options.secret, limits: this.#limits, budget: this.#budget });
    try {
      const received = await body.whole();
      if ('status' in received) return received;
      return await this.#read(received, request.headers);
    } finally {
      body.release();
    }
  }

  /** Reads a body whose signature is right. */
  async #read(body: Buffer, headers: IncomingHttpHeaders): Promise<Refusal | undefined> {
    const payload = parsed(body);
    if (payload === undefined) return { status: 400, text: 'the body is not a JSON object' };

    const delivery = { ...namesOf(headers), payload };

    try {
      if (this.#options.events.includes(delivery.name)) await this.#options.receive(delivery);
      return undefined;
    } catch (error) {
      this.#options.onError(error, delivery.id);
      return { status: 500, text: 'the delivery could not be added to the queue' };
    }
  }
}

/** The path without its query and without slashes at its end. */
const pathOf = (url = ''): string =>
  url
    .split('?', 1)[0]!
    .slice(0, 1_000)
    .replace(/(?<!\/)\/+$/, '');

const namesOf = (headers: IncomingHttpHeaders): { readonly id: string; readonly name: string } => ({
  id: String(headers['x-github-delivery']),
  name: String(headers['x-github-event']),
});

function signatureIn(headers: IncomingHttpHeaders): Buffer | undefined {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(String(headers['x-hub-signature-256'] ?? '')) ?? [];
  if (hex === undefined) return undefined;
  return Buffer.from(hex, 'hex');
}

function parsed(body: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return undefined;
  } catch {
    return undefined;
  }
}

interface BodyParts {
  readonly secret: string;
  readonly limits: IntakeLimits;
  readonly budget: BodyBudget;
}

/** A body that arrives within the budget, and whose signature is computed meanwhile. */
class SignedBody {
  readonly #request: IncomingMessage;
  readonly #parts: BodyParts;
  readonly #share: ReturnType<BodyBudget['open']>;
  #chunks: Buffer[] = [];
  #end: (result: Buffer | Refusal) => void = () => {};

  constructor(request: IncomingMessage, parts: BodyParts) {
    this.#request = request;
    this.#parts = parts;
    this.#share = parts.budget.open(() => this.#end(busy));
  }

  /** The whole body once its signature is verified, or why it is refused. */
  async whole(): Promise<Buffer | Refusal> {
    const { secret, limits } = this.#parts;
    const hmac = createHmac('sha256', secret);

    const received = new Promise<Buffer | Refusal>((resolve) => {
      this.#end = resolve;
      let bytes = 0;
      this.#request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.bodyBytes) return resolve(tooLarge);
        hmac.update(chunk);
        this.#chunks.push(chunk);
        this.#share.add(chunk.length);
      });

      this.#request.on('end', () => {
        const isRight = timingSafeEqual(hmac.digest(), signatureIn(this.#request.headers)!);
        resolve(isRight ? Buffer.concat(this.#chunks) : unsigned);
      });

      // The sender closed the connection, so nobody receives this answer.
      this.#request.on('close', () => resolve(slow));
    });

    const timer = setTimeout(() => this.#end(slow), limits.bodyMs);
    const result = await received;

    clearTimeout(timer);
    // The rest of a refused body is not kept.
    if ('status' in result) this.release();

    return result;
  }

  /** Stops reading and releases the memory. */
  release(): void {
    this.#request.removeAllListeners('data').resume();
    this.#chunks = [];
    this.#share.end();
  }
}

/** Answers in plain text. */
export function plain(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`);
}

/** Refuses a request and closes its connection, so that the rest of the request is not read. */
export const refuse = (response: ServerResponse, { status, text, headers }: Refusal): void =>
  plain(response, status, text, { ...headers, connection: 'close' });
