import { isLoopback } from './is-loopback.ts';
/** How long a webhook may take. Tests wait less. */
export interface WebhookBounds {
  readonly attempts: number;
  readonly milliseconds: number;
  /** Time between two attempts, unless the server names one. */
  readonly pauseMilliseconds: number;
  /** The longest time between two attempts. */
  readonly maxPauseMilliseconds: number;
}

const usualBounds: WebhookBounds = {
  attempts: 3,
  milliseconds: 10_000,
  pauseMilliseconds: 2_000,
  maxPauseMilliseconds: 15_000,
};

/** The largest body. Teams accepts 28 KB. */
const maxBytes = 28 * 1024;

/** The address of a webhook, or undefined for any other text. Only a server on this machine may be asked without TLS. */
export function webhookUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  return undefined;
}

/** What must not be printed of an address: all of it, and what makes it secret. */
export function secretsOfUrl(text = ''): string[] {
  const url = webhookUrl(text);
  const parts = [text, ...(url ? [url.href, url.pathname + url.search] : [])];
  // A short path is not a secret, and hiding it would also hide other text.
  return parts.filter(({ length }) => length > 8);
}

/**
 * Sends a JSON text to a webhook. Returns why it failed as a clause, which never contains the address, because the address is a secret.
 * Tries again if the server or the connection failed. Follows no redirect and does not read the answer. Never rejects.
 */
export async function postWebhook(
  url: URL,
  body: string,
  bounds: WebhookBounds = usualBounds,
): Promise<string | undefined> {
  if (Buffer.byteLength(body) > maxBytes) return 'the message is too long';
  for (let attempt = 1; ; attempt++) {
    const { problem, pause = bounds.pauseMilliseconds, isLasting } = await post(url, body, bounds);
    if (problem === undefined || isLasting || attempt >= bounds.attempts) return problem;

    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, bounds.maxPauseMilliseconds)));
  }
}

interface Attempt {
  readonly problem?: string;
  /** Milliseconds that the server asks to wait. */
  readonly pause?: number;
  /** Whether another attempt would fail in the same way. */
  readonly isLasting?: boolean;
}

async function post(url: URL, body: string, { milliseconds }: WebhookBounds): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(milliseconds),
    });

    await response.body?.cancel();
    if (response.ok) return {};

    const { status } = response;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);

    return {
      problem: `the server answered with status ${status}`,
      isLasting: status !== 429 && status < 500,
      ...(seconds >= 0 && { pause: seconds * 1_000 }),
    };
  } catch (error) {
    return { problem: reasonOf(error, milliseconds) };
  }
}

/** Errors of fetch may contain the address, so only their code is used. */
function reasonOf(error: unknown, milliseconds: number): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'TimeoutError') return `the server did not answer within ${milliseconds / 1_000} s`;
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  if (typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code)) return `the connection failed (${code})`;
  return 'the connection failed';
}
