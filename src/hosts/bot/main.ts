import type { Env } from '../../io/env.ts';
import { version } from '../../io/version.ts';
import { secretsOfUrl } from '../../io/webhook.ts';
import { exitCode, PlumblineError } from '../../shared/errors.ts';
import { startBot } from './bot.ts';
import { deadLetters } from './queue/dead-letters.ts';
import { logRendering } from './rendering.ts';
import { serve } from './server.ts';
import { openJournal } from './service/journal.ts';
import { type BotSettings, isOpenRedis, logLevel, readBotSettings } from './service/settings.ts';
import { redeliverFailed } from './webhooks/redeliver.ts';

/** What the bot needs from its process. */
export interface BotProcess {
  readonly env: Env;
  readonly write: (line: string) => void;
  /** Resolves when the process is asked to end, with the name of the signal. */
  readonly untilEnd: () => Promise<string>;
}

/** `serve` runs until it is asked to end. `dead` lists jobs that failed for good, and `replay` runs them again. */
type BotTask = 'serve' | 'dead' | 'replay';

/** Runs the bot and returns the exit code. A setup error is one line in the log. */
export async function runBot(task: BotTask, { env, write, untilEnd }: BotProcess): Promise<number> {
  try {
    if (task === 'serve') await serveUntil(untilEnd, readBotSettings(env), write);
    else {
      const journal = openJournal({ level: logLevel(env), write });
      const isReplay = task === 'replay';
      // Without Redis there are no stored jobs to replay, only deliveries that GitHub remembers.
      if (env.REDIS_URL || !isReplay || !env.APP_ID)
        await deadLetters(env.REDIS_URL || undefined, { isReplay, journal });

      if (isReplay && env.APP_ID)
        journal.info(
          { deliveries: await redeliverFailed(readBotSettings(env)) },
          'asked GitHub to redeliver failed deliveries',
        );
    }

    return exitCode.ok;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;

    openJournal({ level: 'info', write }).fatal(error.help === undefined ? {} : { help: error.help }, error.message);
    return exitCode.setup;
  }
}

async function serveUntil(
  untilEnd: BotProcess['untilEnd'],
  settings: BotSettings,
  write: BotProcess['write'],
): Promise<void> {
  const { webhookSecret, privateKey, notifyUrl } = settings;
  const secrets = [webhookSecret, privateKey, ...secretsOfUrl(notifyUrl)];
  const journal = openJournal({ level: settings.logLevel, write, secrets });

  if (settings.redisUrl !== undefined && isOpenRedis(settings.redisUrl))
    journal.warn(
      '`REDIS_URL` has no password. Whoever can reach that Redis can make the bot run reviews and delete waiting jobs. Set a password',
    );

  const bot = await startBot(settings, { journal });
  const server = await serve(bot, { host: settings.host, port: settings.port, journal });
  const queue = settings.redisUrl === undefined ? 'memory' : 'redis';

  journal.info({ url: server.url, version, queue, threads: settings.threads }, 'listening');
  const ending = untilEnd();
  await logRendering(settings.path, journal);
  journal.info({ signal: await ending }, 'ending');
  await server.close();
  await bot.close();
  journal.info('ended');
}
