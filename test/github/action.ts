import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAction } from '../../src/hosts/action/main.ts';
import type { Runner } from '../../src/hosts/action/runner.ts';
import type { Clock } from '../../src/hosts/action/session.ts';
import type { FakeGitHub } from './github.ts';
import { withoutTimeouts } from './without-timeouts.ts';

/** The output of one run of the Action. */
export interface Run {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly commands: readonly string[];
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
  /** Undefined when the step succeeded. */
  readonly failure: string | undefined;
  readonly waits: readonly number[];
}

export interface RunOptions {
  readonly event: string;
  readonly payload: unknown;
  readonly sha: string;
  readonly token: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly workspace?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the environment in addition to those of every run. */
  readonly clock?: Partial<Clock>;
}

/** Runs the Action in this process against the fake GitHub. */
export async function runAction(fake: FakeGitHub, options: RunOptions): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-run-'));
  const event = join(folder, 'event.json');
  writeFileSync(event, JSON.stringify(options.payload));
  const inputs = Object.entries({ token: options.token, ...options.inputs });
  const env = {
    GITHUB_REPOSITORY: 'acme/infra',
    GITHUB_EVENT_NAME: options.event,
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: options.sha,
    GITHUB_WORKSPACE: options.workspace ?? folder,
    GITHUB_API_URL: fake.url,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '1',
    GITHUB_RUN_ATTEMPT: '1',
    RUNNER_TEMP: folder,
    ...options.env,
    ...Object.fromEntries(inputs.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  };
  const heard = new Heard(env);
  await startAction(heard, {
    today: () => '2026-03-01',
    sleep: async (seconds) => void heard.waits.push(seconds),
    requestBounds: withoutTimeouts,
    ...options.clock,
  });
  heard.readReports();
  rmSync(folder, { recursive: true });
  return heard;
}

/** A runner that records its commands. */
class Heard implements Runner, Run {
  readonly env: Runner['env'];
  readonly outputs: Record<string, string> = {};
  summary = '';
  readonly commands: string[] = [];
  readonly notices: string[] = [];
  readonly warnings: string[] = [];
  readonly infos: string[] = [];
  readonly waits: number[] = [];
  failure: string | undefined;

  constructor(env: Runner['env']) {
    this.env = env;
  }

  info(message: string): void {
    this.infos.push(message);
  }
  notice(message: string): void {
    this.notices.push(message);
  }
  warning(message: string): void {
    this.warnings.push(message);
  }
  command(line: string): void {
    this.commands.push(line);
  }
  setFailed(message: string): void {
    this.failure = message;
  }
  setOutput(name: string, value: string): void {
    this.outputs[name] = value;
  }
  setSecret(): void {}
  async idToken(): Promise<string> {
    throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable');
  }
  addSummary(markdown: string): void {
    this.summary += `${markdown}\n`;
  }

  /** The report files are deleted with their folder, so their texts replace their paths here. */
  readReports(): void {
    for (const name of ['report-json', 'report-markdown', 'report-html', 'report-sarif', 'migration-patch', 'rendered'])
      if (this.outputs[name]) this.outputs[name] = readFileSync(this.outputs[name], 'utf8');
  }
}
