import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PlumblineError } from '../../errors.ts';
import { type Level, levels } from './journal.ts';

/** How the bot is set up: by its environment alone. */
export interface BotSettings {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly webhookPath: string;
  readonly host: string;
  readonly port: number;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly redisUrl: string | undefined;
  /** Seconds until a job whose process died is taken up by another. */
  readonly lockSeconds: number;
  /** Reviews at the same time, each in a thread of its own. */
  readonly threads: number;
  /** Megabytes of heap that one review may take. */
  readonly threadMemory: number;
  readonly logLevel: Level;
  readonly docsUrl: string | undefined;
  /** Seconds that running jobs are given when the process is to end. */
  readonly graceSeconds: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws PlumblineError('config') that names the variable; without a webhook secret nothing starts. */
export function readBotSettings(env: Env): BotSettings {
  return {
    appId: wholeNumber(env, 'APP_ID'),
    privateKey: privateKey(env),
    webhookSecret: webhookSecret(env),
    webhookPath: env.WEBHOOK_PATH || '/api/github/webhooks',
    host: env.HOST || '127.0.0.1',
    port: wholeNumber(env, 'PORT', { fallback: 3000, least: 0 }),
    apiUrl: address(env, 'GITHUB_API_URL', 'https://api.github.com'),
    serverUrl: address(env, 'GITHUB_SERVER_URL', 'https://github.com'),
    redisUrl: redisUrl(env),
    lockSeconds: wholeNumber(env, 'LOCK_SECONDS', { fallback: 30 }),
    threads: wholeNumber(env, 'THREADS', { fallback: 2 }),
    threadMemory: wholeNumber(env, 'THREAD_MEMORY_MB', { fallback: 1024, least: 64 }),
    logLevel: logLevel(env),
    docsUrl: env.DOCS_URL ? address(env, 'DOCS_URL', '') : undefined,
    graceSeconds: wholeNumber(env, 'GRACE_SECONDS', { fallback: 25, least: 0 }),
  };
}

function redisUrl({ REDIS_URL: url }: Env): string | undefined {
  if (!url) return undefined;
  if (url.startsWith('/') || (URL.canParse(url) && /^rediss?:\/\/[^/]/.test(url))) return url;
  throw new PlumblineError('config', '`REDIS_URL` is not an address that starts with redis:// or rediss://');
}

function webhookSecret({ WEBHOOK_SECRET: secret }: Env): string {
  if (!secret)
    throw new PlumblineError('config', '`WEBHOOK_SECRET` is not set: anybody could send webhooks', {
      help: 'Set it to the secret of the GitHub App, for example from `openssl rand -hex 32`.',
    });
  if (secret.length < 16 || secret === 'development')
    throw new PlumblineError('config', '`WEBHOOK_SECRET` is too easy to guess', {
      help: 'Take at least 16 characters, for example from `openssl rand -hex 32`.',
    });
  return secret;
}

function privateKey(env: Env): string {
  const given = env.PRIVATE_KEY ?? (env.PRIVATE_KEY_PATH ? readKey(env.PRIVATE_KEY_PATH) : undefined);
  if (!given)
    throw new PlumblineError('config', 'Neither `PRIVATE_KEY` nor `PRIVATE_KEY_PATH` is set', {
      help: 'Download a private key on the page of the GitHub App, and name the file in `PRIVATE_KEY_PATH`.',
    });
  const pem = given.includes('-----BEGIN') ? given.replaceAll('\\n', '\n') : Buffer.from(given, 'base64').toString();
  try {
    createPrivateKey(pem);
    return pem;
  } catch {
    // The cause is left out: it may quote the key.
    throw new PlumblineError('config', 'The private key is none: it is not in PEM form', {
      help: 'Hand over the .pem file as GitHub gave it, or its text in base64.',
    });
  }
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PlumblineError('config', '`PRIVATE_KEY_PATH` names no file that can be read', { cause });
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
    text ? `\`${name}\` is not a whole number from ${least} on` : `\`${name}\` is not set`,
  );
}

function address(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (/^https?:\/\/[^\s/]/.test(text)) return text.replace(/\/+$/, '');
  throw new PlumblineError('config', `\`${name}\` is not an address that starts with https://`);
}

/** The least level that is written. */
export function logLevel({ LOG_LEVEL: text = 'info' }: Env): Level {
  if (Object.hasOwn(levels, text)) return text as Level;
  throw new PlumblineError('config', `\`LOG_LEVEL\` is not one of ${Object.keys(levels).join(', ')}`);
}

/** Whether a Redis on another machine asks nobody for a password. */
export function isOpenRedis(url: string): boolean {
  // A path is that of a socket, which the file system guards.
  if (url.startsWith('/')) return false;
  const { hostname, password } = new URL(url);
  return password === '' && !/^(127\.|\[::1\]$|localhost$)/.test(hostname);
}
