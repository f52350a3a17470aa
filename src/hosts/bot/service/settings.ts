import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Env } from '../../../io/env.ts';
import { webhookUrl } from '../../../io/webhook.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import { type Level, levels } from './journal.ts';

/** What receiving webhooks needs. */
interface WebhookSettings {
  readonly appId: number;
  readonly webhookSecret: string;
  readonly webhookPath: string;
}

/** What doing jobs needs. */
export interface JobSettings {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly apiUrl: string;
  readonly serverUrl: string;
  /** Megabytes of heap that one review may use. */
  readonly threadMemory: number;
  /** PATH, where kustomize and helm are looked for. */
  readonly path: string | undefined;
  /** Megabytes of address space that kustomize and helm may use. */
  readonly renderMemory: number;
  readonly docsUrl: string | undefined;
  /** The address of a webhook, which is a secret. If undefined, no messages are sent. */
  readonly notifyUrl: string | undefined;
}

/** The bot's settings, which come only from environment variables. */
export interface BotSettings extends WebhookSettings, JobSettings {
  readonly host: string;
  readonly port: number;
  readonly redisUrl: string | undefined;
  /** Seconds until another process takes over a job whose process died. */
  readonly lockSeconds: number;
  /** How many reviews run at the same time, each in its own thread. */
  readonly threads: number;
  readonly logLevel: Level;
  /** How many seconds running jobs get when the process is asked to end. */
  readonly graceSeconds: number;
}

/** Reads the environment variables. Throws a PlumblineError('config') that names the variable. A webhook secret is required. */
export const readBotSettings = (env: Env): BotSettings => ({
  ...readWebhookSettings(env),
  ...readJobSettings(env),
  host: env.HOST || '127.0.0.1',
  port: wholeNumber(env, 'PORT', { fallback: 3000, least: 0 }),
  redisUrl: redisUrl(env),
  lockSeconds: wholeNumber(env, 'LOCK_SECONDS', { fallback: 30 }),
  threads: wholeNumber(env, 'THREADS', { fallback: 2 }),
  logLevel: logLevel(env),
  graceSeconds: wholeNumber(env, 'GRACE_SECONDS', { fallback: 25, least: 0 }),
});

/** The part of the settings that receiving webhooks needs. */
export const readWebhookSettings = (env: Env): WebhookSettings => ({
  appId: wholeNumber(env, 'APP_ID'),
  webhookSecret: webhookSecret(env),
  webhookPath: env.WEBHOOK_PATH || '/api/github/webhooks',
});

/** The part of the settings that doing jobs needs. */
export const readJobSettings = (env: Env): JobSettings => ({
  appId: wholeNumber(env, 'APP_ID'),
  privateKey: privateKey(env),
  apiUrl: address(env, 'GITHUB_API_URL', 'https://api.github.com'),
  serverUrl: address(env, 'GITHUB_SERVER_URL', 'https://github.com'),
  threadMemory: wholeNumber(env, 'THREAD_MEMORY_MB', { fallback: 1024, least: 64 }),
  path: env.PATH,
  renderMemory: wholeNumber(env, 'RENDER_MEMORY_MB', { fallback: 2048, least: 1024 }),
  docsUrl: env.DOCS_URL ? address(env, 'DOCS_URL', '') : undefined,
  notifyUrl: notifyUrl(env),
});

function notifyUrl({ NOTIFY_URL: url }: Env): string | undefined {
  if (!url || webhookUrl(url)) return url || undefined;
  throw new PlumblineError('config', '`NOTIFY_URL` is not an address that begins with `https://`', {
    help: 'Set it to the URL of a webhook of Slack or Teams.',
  });
}

function redisUrl({ REDIS_URL: url }: Env): string | undefined {
  if (!url) return undefined;
  if (url.startsWith('/') || (URL.canParse(url) && /^rediss?:\/\/[^/]/.test(url))) return url;
  throw new PlumblineError('config', '`REDIS_URL` is not a Redis URL', {
    help: 'Write it as `redis://HOST:PORT`, `rediss://HOST:PORT` or the path of a socket.',
  });
}

function webhookSecret({ WEBHOOK_SECRET: secret }: Env): string {
  if (!secret)
    throw new PlumblineError('config', '`WEBHOOK_SECRET` is not set, so anybody could send webhooks', {
      help: 'Set it to the secret of the GitHub App, for example from `openssl rand -hex 32`.',
    });

  if (secret.length < 16 || secret === 'development')
    throw new PlumblineError('config', '`WEBHOOK_SECRET` is too easy to guess', {
      help: 'Use at least 16 random characters, for example from `openssl rand -hex 32`, here and in the settings of the GitHub App.',
    });

  return secret;
}

function privateKey(env: Env): string {
  const privateKey = env.PRIVATE_KEY ?? (env.PRIVATE_KEY_PATH ? readKey(env.PRIVATE_KEY_PATH) : undefined);
  if (!privateKey)
    throw new PlumblineError('config', 'Neither `PRIVATE_KEY` nor `PRIVATE_KEY_PATH` is set', {
      help: 'Generate a private key in the settings of the GitHub App, and set `PRIVATE_KEY_PATH` to the downloaded file.',
    });

  const pem = privateKey.includes('-----BEGIN')
    ? privateKey.replaceAll('\\n', '\n')
    : Buffer.from(privateKey, 'base64').toString();

  try {
    createPrivateKey(pem);
    return pem;
  } catch {
    // The cause is left out because it may quote the key.
    throw new PlumblineError('config', 'The private key is not in PEM format', {
      help: 'Use the .pem file from GitHub unchanged, or its text in base64.',
    });
  }
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PlumblineError('config', 'The file in `PRIVATE_KEY_PATH` cannot be read', {
      cause,
      help: 'Check that the path exists and that the bot may read it.',
    });
  }
}

function wholeNumber(
  env: Env,
  name: string,
  { fallback, least = 1 }: { fallback?: number; least?: number } = {},
): number {
  const text = env[name];
  if (!text && fallback !== undefined) return fallback;

  const number = Number(text);
  if (text && Number.isSafeInteger(number) && number >= least) return number;

  throw new PlumblineError(
    'config',
    text ? `\`${name}\` is not a whole number of at least ${least}` : `\`${name}\` is not set`,
    { help: `Set it to a whole number of at least ${least}.` },
  );
}

function address(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (/^https?:\/\/[^\s/]/.test(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new PlumblineError('config', `\`${name}\` is not a URL that starts with https:// or http://`, {
    help: 'Write it as `https://HOST`.',
  });
}

/** The lowest level that is logged. */
export function logLevel({ LOG_LEVEL: text = 'info' }: Env): Level {
  if (Object.hasOwn(levels, text)) return text as Level;
  throw new PlumblineError('config', '`LOG_LEVEL` is not a known level', {
    help: `Set it to one of ${Object.keys(levels).join(', ')}.`,
  });
}

/** Whether the URL leads to a Redis on another machine without a password. */
export function isOpenRedis(url: string): boolean {
  // A path is a Unix socket, which file permissions protect.
  if (url.startsWith('/')) return false;
  const { hostname, password } = new URL(url);
  return password === '' && !/^(127\.|\[::1\]$|localhost$)/.test(hostname);
}
