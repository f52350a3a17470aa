import { createHmac, randomUUID } from 'node:crypto';
import { type Bot, startBot } from '../../src/hosts/bot/bot.ts';
import { type JobOutcome, subjectOf } from '../../src/hosts/bot/jobs/job.ts';
import { JobError } from '../../src/hosts/bot/jobs/job-failure.ts';
import { type BotServer, serve } from '../../src/hosts/bot/server.ts';
import { type Level, openJournal } from '../../src/hosts/bot/service/journal.ts';
import { readBotSettings } from '../../src/hosts/bot/service/settings.ts';
import { type Assignment, carryOut, type WaitClock } from '../../src/hosts/bot/threads/job-thread.ts';
import { type Json, plumblineApp } from '../github/emulated-api.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import type { Changes, Scene } from '../github/scene.ts';
import { withoutTimeouts } from '../github/without-timeouts.ts';

export const webhookSecret = 'a secret of the tests, long enough';

/** A clock that advances only while somebody waits. */
class WaitedTime implements WaitClock {
  #now = Date.now();

  readonly bounds = withoutTimeouts;

  readonly now = (): number => this.#now;

  readonly sleep = async (seconds: number): Promise<void> => {
    this.#now += seconds * 1000;
  };
}

/** Runs jobs in this process, which has already loaded the engine. */
class Here {
  readonly #clock = new WaitedTime();
  readonly #running = new Map<string, AbortController>();

  async run(assignment: Assignment): Promise<JobOutcome> {
    const subject = subjectOf(assignment.job);
    const controller = new AbortController();
    this.#running.set(subject, controller);
    const ending = await carryOut(assignment, controller.signal, this.#clock);
    if ('failure' in ending) throw new JobError(ending.failure);
    return ending.done;
  }

  supersede(subject: string): void {
    this.#running.get(subject)?.abort();
  }

  async close(): Promise<void> {}
}

/** The environment of a bot that talks to the fake GitHub. */
export const botEnvironment = (
  fake: Pick<FakeGitHub, 'url' | 'privateKey'>,
  env: Readonly<Record<string, string>> = {},
) => ({
  APP_ID: String(plumblineApp.appId),
  PRIVATE_KEY: fake.privateKey,
  WEBHOOK_SECRET: webhookSecret,
  GITHUB_API_URL: fake.url,
  PORT: '0',
  ...env,
});

/** The signature that GitHub sends with a delivery. */
export const signatureOf = (body: string, secret: string = webhookSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** The answer to one delivery. */
export interface Delivered {
  readonly id: string;
  readonly status: number;
  readonly ms: number;
}

/** Sends a delivery as GitHub does. */
export async function deliver(
  url: string,
  event: string,
  payload: unknown,
  { id = randomUUID() as string, headers = {} as Readonly<Record<string, string>> } = {},
): Promise<Delivered> {
  const body = JSON.stringify(payload);
  const start = performance.now();
  const response = await fetch(`${url}/api/github/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': signatureOf(body),
      ...headers,
    },
  });
  await response.text();
  return { id, status: response.status, ms: performance.now() - start };
}

/** A bot with its GitHub, in one process. */
export class BotWorld {
  readonly fake: FakeGitHub;
  readonly bot: Bot;
  readonly log: string[];
  readonly #server: BotServer;
  #branches = 0;

  private constructor(parts: { fake: FakeGitHub; bot: Bot; server: BotServer; log: string[] }) {
    this.fake = parts.fake;
    this.bot = parts.bot;
    this.log = parts.log;
    this.#server = parts.server;
  }

  static async start({
    level = 'debug' as Level,
    env = {},
    intakeLimits = {} as NonNullable<Parameters<typeof startBot>[1]['intakeLimits']>,
  } = {}): Promise<BotWorld> {
    const fake = await FakeGitHub.start();
    const settings = readBotSettings(botEnvironment(fake, env));
    const log: string[] = [];
    const secrets = [settings.webhookSecret, settings.privateKey];
    const journal = openJournal({ level, write: (line) => void log.push(line), secrets });
    const bot = await startBot(settings, { journal, workplace: new Here(), intakeLimits });
    const server = await serve(bot, { host: '127.0.0.1', port: settings.port, journal });
    return new BotWorld({ fake, bot, server, log });
  }

  get url(): string {
    return this.#server.url;
  }

  /** Sends a delivery of acme/infra. */
  deliver(event: string, payload: Json, options: Parameters<typeof deliver>[3] = {}): Promise<Delivered> {
    return deliver(this.url, event, { ...origin, ...payload }, options);
  }

  /** Sends a delivery about a pull request as it is now. */
  async onPull(action: string, number: number, more: Json = {}, options: { id?: string } = {}): Promise<Delivered> {
    const pull_request = await this.fake.pull(number);
    return this.deliver('pull_request', { action, number, pull_request, ...more }, options);
  }

  /** Opens a pull request from its own branch, without a delivery to the bot. */
  async open(files: Files, changes: Changes, fork?: string): Promise<Scene> {
    // Equal files would give equal commits, and pull requests of different tests would share a head.
    const before = { ...files, 'scene.txt': String(this.#branches) };
    const after = Object.fromEntries(
      Object.entries({ ...before, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    const base = this.fake.git.commit(before);
    const head = this.fake.git.commit(after, [base]);
    const branch = `change-${this.#branches++}`;
    const number = await this.fake.open({ base, head, branch, ...(fork ? { fork } : {}) });
    return { number, base, head, merge: head };
  }

  /** Opens a pull request, and waits until the bot is done with it. */
  async reviewed(before: Files, changes: Changes, fork?: string): Promise<Scene> {
    const scene = await this.open(before, changes, fork);
    await this.onPull('opened', scene.number);
    await this.settled();
    return scene;
  }

  async bodies({ number }: Scene): Promise<string[]> {
    return (await this.fake.comments(number)).map(({ body }) => body);
  }

  /** Writes a comment, and delivers it to the bot. */
  async onComment(login: string, number: number, body: string): Promise<Json> {
    const comment = await this.fake.say(login, number, body);
    await this.deliver('issue_comment', { action: 'created', issue: { number, pull_request: {} }, comment });
    return comment;
  }

  /** Resolves when no job is waiting or running. */
  async settled(): Promise<void> {
    for (;;) {
      const { waiting, active } = await this.bot.queue.depth();
      if (waiting + active === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.bot.close();
    await this.fake.close();
  }
}

/** The part of every payload that identifies the repository and the installation. */
export const origin = {
  installation: { id: plumblineApp.installationId },
  repository: { name: 'infra', full_name: 'acme/infra', owner: { login: 'acme' } },
};
