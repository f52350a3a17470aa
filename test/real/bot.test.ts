import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeGitHub } from '../github/github.ts';
import { pool } from '../github/scene.ts';
import { BotProcess } from './bot-process.ts';
import { Redis } from './redis.ts';
import { openPulls, send, type TrafficPull } from './traffic.ts';

/** `PLUMBLINE_DELIVERIES=10000` runs the full test. The default is a part of it. */
const deliveries = Number(process.env.PLUMBLINE_DELIVERIES ?? 600);
const pulls = Math.max(12, Math.round(deliveries / 50));

let fake: FakeGitHub;
let redis: Redis;
let replicas: BotProcess[];

beforeAll(async () => {
  fake = await FakeGitHub.start();
  redis = await Redis.start();
  const env = { REDIS_URL: redis.url, LOCK_SECONDS: '3', THREADS: '2' };
  replicas = [await BotProcess.start(fake, env), await BotProcess.start(fake, env)];
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await redis.stop();
  await fake.close();
});

/** Resolves when no job is waiting, running or scheduled for another attempt. */
async function drained(): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const states = ['waiting', 'active', 'delayed'].map((state) => replicas[0]!.gauge(`plumbline_jobs_${state}`));
    const left = (await Promise.all(states)).reduce((sum, count) => sum + count, 0);
    calm = left === 0 ? calm + 1 : 0;
  }
}

/**
 * What people see of a pull request: the heads of its comments, the newest check run on its newest head, and how many
 * older check runs never completed.
 */
async function seen({ number, head }: TrafficPull) {
  const comments = await fake.comments(number);
  const heads = comments.map(({ body }) => /head=([0-9a-f]+)/.exec(body)?.[1]);
  const runs = await fake.checkRuns(head);
  const newest = runs.at(-1);
  const left = runs.filter(({ status }) => status !== 'completed').length;
  return { heads, check: `${newest?.status} ${newest?.conclusion}`, left };
}

describe('two replicas on one Redis', () => {
  test(`of ${deliveries} deliveries with duplicates, out of order, with one replica killed and Redis crashed: none is lost`, async () => {
    const opened = await openPulls(fake, pulls);
    const at = {
      [Math.floor(deliveries * 0.3)]: () => replicas[1]!.kill(),
      [Math.floor(deliveries * 0.5)]: () => replicas[1]!.start(),
      [Math.floor(deliveries * 0.7)]: () => redis.crash(),
    };
    const urls = replicas.map(({ url }) => url);
    const { acknowledged } = await send(fake, opened, { traffic: { pulls, deliveries, seed: 7 }, urls, at });
    expect(acknowledged).toBeGreaterThanOrEqual(deliveries);
    await drained();
    for (const pull of opened)
      expect(await seen(pull), `pull request ${pull.number}`).toEqual({
        heads: [pull.head],
        check: 'completed failure',
        left: 0,
      });
    expect(await replicas[0]!.gauge('plumbline_jobs_dead')).toBe(0);
  });

  test('one that is asked to stop finishes its work, and the other continues', async () => {
    const [pull] = await openPulls(fake, 1);
    const stopping = replicas[0]!.stop();
    const urls = [replicas[1]!.url];
    await send(fake, [pull!], { traffic: { pulls: 1, deliveries: 5, seed: 1 }, urls });
    expect(await stopping).toBe(0);
    await expect.poll(async () => (await seen(pull!)).heads).toEqual([pull!.head]);
    await replicas[0]!.start();
  });

  test('one whose GitHub never answers stops in time, and its job goes to the others', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const own = await Redis.start();
    const [pull] = await openPulls(fake, 1);
    const apiUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const env = { REDIS_URL: own.url, LOCK_SECONDS: '2' };
    const stuck = await BotProcess.start(fake, { ...env, GITHUB_API_URL: apiUrl, GRACE_SECONDS: '1' });
    await send(fake, [pull!], { traffic: { pulls: 1, deliveries: 1, seed: 1 }, urls: [stuck.url] });
    await expect.poll(() => stuck.gauge('plumbline_jobs_active')).toBe(1);
    expect(await stuck.stop()).toBe(0);
    const heir = await BotProcess.start(fake, env);
    await expect.poll(async () => (await seen(pull!)).heads).toEqual([pull!.head]);
    await heir.stop();
    await own.stop();
    silent.closeAllConnections();
    silent.close();
  });

  test('T18: no log contains a token, a key or the secret', () => {
    const all = replicas.flatMap(({ log }) => log).join('\n');
    expect(all.length).toBeGreaterThan(1000);
    expect(all).not.toMatch(/\bgh[a-z]_[A-Za-z0-9]{10,}|\beyJ[\w-]{10,}\.|BEGIN RSA|a secret of the tests/);
    expect(all).not.toContain(pool().slice(0, 30));
  });
});
