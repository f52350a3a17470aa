import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { botEnvironment } from '../bot/bot-world.ts';
import { freePort } from '../free-port.ts';
import type { FakeGitHub } from '../github/github.ts';
import { ended } from './redis.ts';

/** The built bot. The environment variable can name another folder than dist/, to test another build. */
const program = join(process.env.PLUMBLINE_DIST ?? 'dist', 'bot.js');

/** Starts the bot with only these environment variables. */
export type StartBot = (env: Readonly<Record<string, string>>) => ChildProcess;

// Only PATH of the tests' environment is passed, because a real environment has none of the rest.
const startBuilt: StartBot = (env) =>
  spawn(process.execPath, [program], { env: { PATH: process.env.PATH, TMPDIR: tmpdir(), ...env } });

/** One replica of the bot, as a separate process. */
export class BotProcess {
  readonly log: string[] = [];
  readonly #fake: FakeGitHub;
  readonly #env: Readonly<Record<string, string>>;
  readonly #port: number;
  readonly #spawn: StartBot;
  #process: ChildProcess | undefined;

  private constructor(fake: FakeGitHub, env: Readonly<Record<string, string>>, port: number, start: StartBot) {
    this.#fake = fake;
    this.#env = env;
    this.#port = port;
    this.#spawn = start;
  }

  static async start(
    fake: FakeGitHub,
    env: Readonly<Record<string, string>> = {},
    start: StartBot = startBuilt,
  ): Promise<BotProcess> {
    const bot = new BotProcess(fake, env, await freePort(), start);
    await bot.start();
    return bot;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#process = this.#spawn(
      botEnvironment(this.#fake, { LOG_LEVEL: 'debug', ...this.#env, PORT: String(this.#port) }),
    );
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => void this.log.push(...text.split('\n').filter(Boolean)));
    while (!(await this.isReady())) {
      const { exitCode, signalCode } = this.#process;
      if (exitCode !== null || signalCode !== null) throw new Error(`the bot does not start:\n${this.log.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  /** A gauge of the metrics page. */
  async gauge(name: string): Promise<number> {
    const page = await (await fetch(`${this.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1] ?? Number.NaN);
  }

  /** Kills it in the middle of its work. */
  async kill(): Promise<void> {
    if (this.#process) await ended(this.#process, 'SIGKILL');
  }

  /** Stops it normally. Returns the exit code. */
  async stop(): Promise<number | null> {
    if (!this.#process) return null;
    await ended(this.#process, 'SIGTERM');
    return this.#process.exitCode;
  }
}
