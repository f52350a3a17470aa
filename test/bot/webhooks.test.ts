import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOpenRedis, readBotSettings } from '../../src/hosts/bot/service/settings.ts';
import { leading } from '../extent.ts';
import { pool } from '../github/scene.ts';
import { BotWorld, deliver, origin, signatureOf } from './bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
  world = await BotWorld.start({ level: 'trace' });
});
afterAll(() => world.close());

const inLine = (): number => world.log.filter((line) => line.includes('"in line"')).length;

describe('T19: webhooks without a secret', () => {
  const env = {
    APP_ID: '1',
    PRIVATE_KEY: execFileSync('openssl', ['genrsa', '2048'], { stdio: 'pipe' }).toString(),
    WEBHOOK_SECRET: 'sixteen characters and more',
  };
  test('the environment of the other tests is sufficient', () => expect(readBotSettings(env).appId).toBe(1));

  test.each([
    ['none', { WEBHOOK_SECRET: '' }, /WEBHOOK_SECRET.*not set/],
    ["Probot's default", { WEBHOOK_SECRET: 'development' }, /too easy/],
    ['a short one', { WEBHOOK_SECRET: 'abc' }, /too easy/],
    ['no app', { APP_ID: '' }, /APP_ID/],
    ['an invalid key', { PRIVATE_KEY: 'hello' }, /private key/],
    ['an invalid port', { PORT: 'x' }, /PORT/],
    ['an invalid Redis URL', { REDIS_URL: 'redis:6379' }, /REDIS_URL/],
    ['an invalid URL', { GITHUB_API_URL: 'github.com' }, /GITHUB_API_URL/],
  ])('does not start with %s', (_, changes, message) => {
    expect(() => readBotSettings({ ...env, ...changes })).toThrow(message);
  });
});

test.each([
  ['redis://127.0.0.1:6379', false],
  ['redis://[::1]:6379', false],
  ['/run/redis.sock', false],
  ['redis://:secret@redis:6379', false],
  ['redis://redis:6379', true],
  ['rediss://redis.example:6379', true],
])('%s needs a password: %s', (url, expected) => expect(isOpenRedis(url)).toBe(expected));

describe('T20: signatures of deliveries', () => {
  const body = JSON.stringify({ action: 'opened', ...origin, pull_request: { number: 1 } });
  const send = (headers: Record<string, string>, text = body) =>
    fetch(`${world.url}/api/github/webhooks`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'pull_request',
        'x-github-delivery': 'x',
        ...headers,
      },
    });

  test.each([
    ['no signature', {}],
    ['the signature of another secret', { 'x-hub-signature-256': signatureOf(body, 'another secret, long enough') }],
    ['a malformed signature', { 'x-hub-signature-256': 'sha256=00' }],
    ['the old SHA-1 signature alone', { 'x-hub-signature': 'sha1=0000000000000000000000000000000000000000' }],
    ['the signature of another body', { 'x-hub-signature-256': signatureOf(`${body} `) }],
  ] as [string, Record<string, string>][])('with %s is rejected and has no effect', async (_, headers) => {
    const before = inLine();
    const response = await send(headers);
    expect(response.status).toBe(401);
    expect(inLine()).toBe(before);
  });

  test('that is not JSON is refused', async () => {
    const text = '{"action":';
    expect((await send({ 'x-hub-signature-256': signatureOf(text) }, text)).status).toBe(400);
  });

  test('that is too large is rejected before it is read', async () => {
    const signed = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    const response = await send(signed, 'x'.repeat(27 * 1024 * 1024)).catch((error) => error);
    // The server may close the connection before everything is sent. Either way, the delivery is not accepted.
    expect(response.status ?? 413).toBe(413);
  });
});

describe('T21: duplicate deliveries', () => {
  test('of one delivery, one after the other and at the same time, are one job', async () => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const id = 'one-and-the-same';
    await Promise.all(Array.from({ length: 20 }, () => world.onPull('opened', at.number, {}, { id })));
    await world.settled();
    await world.onPull('opened', at.number, {}, { id });
    await world.settled();
    expect((await world.bodies(at)).length).toBe(1);
    expect((await world.fake.checkRuns(at.head)).length).toBe(1);
    expect(world.log.filter((line) => line.includes('"done"') && line.includes(id)).length).toBe(1);
  });

  test('with different ids still give one comment and one check', async () => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    await Promise.all(Array.from({ length: 20 }, () => world.onPull('synchronize', at.number)));
    await world.settled();
    expect((await world.bodies(at)).length).toBe(1);
    expect((await world.fake.checkRuns(at.head)).length).toBe(1);
  });
});

describe('T22: deliveries in the wrong order', () => {
  test('the newest head counts, in whatever order the deliveries arrive', async () => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const old = await world.fake.pull(at.number);
    const head = world.fake.git.commit({ 'pool.yaml': pool('other') }, [at.head]);
    world.fake.moveHead(at.number, head);
    await world.onPull('synchronize', at.number);
    await world.deliver('pull_request', { action: 'opened', number: at.number, pull_request: old });
    await world.settled();
    const [comment, ...more] = await world.bodies(at);
    expect(more).toEqual([]);
    expect(comment).toContain(head);
    expect((await world.fake.checkRuns(head)).at(-1).conclusion).toBe('failure');
    expect(await world.fake.checkRuns(at.head)).toEqual([]);
  });

  test('after a push during the review, the review of the older head is abandoned', async () => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const head = world.fake.git.commit({ 'pool.yaml': pool('other') }, [at.head]);
    await world.onPull('opened', at.number);
    world.fake.moveHead(at.number, head);
    await world.onPull('synchronize', at.number);
    await world.settled();
    expect(await world.bodies(at)).toEqual([expect.stringContaining(head)]);
    // If the older review had started, its check is completed without passing.
    const older = await world.fake.checkRuns(at.head);
    expect(older.filter(({ conclusion }) => conclusion !== 'cancelled')).toEqual([]);
  });
});

describe('T40: rate limits of GitHub', () => {
  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['403 with Retry-After', { status: 403, headers: { 'retry-after': '1' } }],
  ])('the bot waits for the end of %s, and posts nothing twice', async (_, fault) => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    world.fake.fail({ method: 'POST', path: /comments$/, times: 2, ...fault });
    await world.onPull('opened', at.number);
    await world.settled();
    expect((await world.bodies(at)).length).toBe(1);
    expect((await world.fake.checkRuns(at.head)).length).toBe(1);
  });

  test.each(leading(['reset', 'half', 'page'] as const))(
    'a lost answer does not lead to duplicates (%s)',
    async (harm) => {
      const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
      const lost = { times: 1, status: 200, harm, isAnswerLost: true };
      world.fake.fail({ method: 'POST', path: /comments$/, ...lost });
      world.fake.fail({ method: 'GET', path: /comments$/, ...lost });
      world.fake.fail({ method: 'GET', path: /git\/trees/, ...lost });
      await world.onPull('opened', at.number);
      await world.settled();
      expect((await world.bodies(at)).length).toBe(1);
      expect((await world.fake.checkRuns(at.head)).length).toBe(1);
    },
  );

  test('a limit longer than a job may wait puts the job back into the queue, without counting a failed attempt', async () => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    world.fake.fail({
      method: 'GET',
      path: new RegExp(`/pulls/${at.number}$`),
      times: 1,
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3600) },
    });
    await world.onPull('opened', at.number);
    await world.settled();
    expect((await world.bot.queue.depth()).delayed).toBe(1);
    expect(world.log.some((line) => line.includes('will be tried again') && /"seconds":\d{4}\b/.test(line))).toBe(true);
  });
});

describe('what GitHub refuses', () => {
  test('a missing permission is named, and the job is given up', async () => {
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    world.fake.fail({
      method: 'GET',
      path: new RegExp(`/commits/${at.head}/check-runs$`),
      times: 1,
      status: 403,
      message: 'Resource not accessible by integration',
      headers: { 'x-accepted-github-permissions': 'checks=read' },
    });
    await world.onPull('opened', at.number);
    await world.settled();
    expect(world.log.some((line) => line.includes('the app lacks the permission checks: read'))).toBe(true);
    // The check says that the change was not reviewed.
    await expect
      .poll(async () => (await world.fake.checkRuns(at.head)).at(-1)?.output.title)
      .toMatch(/not be reviewed/);
    const dead = await world.bot.queue.dead();
    expect(dead.length).toBe(1);
    // Once the permission is granted, a replay works.
    expect(await world.bot.queue.replay()).toBe(1);
    await world.settled();
    expect((await world.fake.checkRuns(at.head)).at(-1).output.title).toContain('1 error');
    expect((await world.bodies(at)).length).toBe(1);
  });

  test('a revoked installation is forgotten', async () => {
    await deliver(world.url, 'pull_request', {
      ...origin,
      installation: { id: 999 },
      action: 'opened',
      pull_request: { number: 1 },
    });
    await world.settled();
    expect(world.log.some((line) => line.includes('no longer exists'))).toBe(true);
  });
});

test('T18: no log line contains a token, a key or the secret, at any level', async () => {
  expect(world.log.length).toBeGreaterThan(20);
  const all = world.log.join('\n');
  expect(all).not.toMatch(/\bgh[a-z]_[A-Za-z0-9]{10,}|\beyJ[\w-]{10,}\.|BEGIN RSA|a secret of the tests/);
  // The log also contains no text of a pull request.
  expect(all).not.toContain('NodePool');
  for (const line of world.log)
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String) });
});
