import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBot } from '../../src/hosts/bot/main.ts';
import { FakeGitHub } from '../github/github.ts';
import { botEnvironment } from './bot-world.ts';

let fake: FakeGitHub;

beforeAll(async () => {
  fake = await FakeGitHub.start();
});
afterAll(() => fake.close());

const hour = 3600 * 1000;
const delivery = (id: number, guid: string, status_code: number, hoursAgo: number) => ({
  id,
  guid,
  status_code,
  delivered_at: new Date(Date.now() - hoursAgo * hour).toISOString(),
  redelivery: false,
  duration: 0.1,
  status: status_code === 200 ? 'OK' : 'failed',
  event: 'pull_request',
  action: 'opened',
  installation_id: 2,
  repository_id: 1,
});

/** Runs a task of the bot. Returns exit code and log. */
async function run(task: 'dead' | 'replay', env: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const asked = () => new Promise<string>(() => {});
  const code = await runBot(task, { env, write: (line) => void lines.push(line), untilEnd: asked });
  return { code, log: lines.map((line) => JSON.parse(line)) };
}

test('a replay asks GitHub once for each delivery that was not acknowledged within a day', async () => {
  fake.app.deliveries.push(
    delivery(5, 'd', 502, 1),
    delivery(4, 'c', 200, 2),
    delivery(3, 'c', 500, 3),
    delivery(2, 'd', 500, 4),
    delivery(1, 'old', 500, 30),
  );
  const { code, log } = await run('replay', botEnvironment(fake));
  expect(code).toBe(0);
  expect(log.at(-1)).toMatchObject({ deliveries: 1 });
  expect(fake.app.redelivered).toHaveLength(1);
  expect([5, 2]).toContain(fake.app.redelivered[0]);
});

test.each([
  ['dead', {}],
  ['replay', {}],
  ['replay', { APP_ID: '1' }],
] as const)('%s with %j says what is missing', async (task, env) => {
  const { code, log } = await run(task, env);
  expect(code).toBe(2);
  expect(log.at(-1)).toMatchObject({ level: 'fatal' });
});
