import { type ClientRequest, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isWhole } from '../extent.ts';
import { pool } from '../github/scene.ts';
import { BotWorld, signatureOf } from './bot-world.ts';

const path = '/api/github/webhooks';
const limits = { bytes: 1_000_000, bodies: 50, bodyBytes: 400_000 };

let world: BotWorld;
let open: ClientRequest[] = [];

beforeAll(async () => {
  world = await BotWorld.start({ intakeLimits: limits });
});
afterEach(() => {
  for (const one of open) one.destroy();
  open = [];
});
afterAll(() => world.close());

/** Headers of a delivery, with a signature in a valid format that is wrong. */
const plausible = {
  'content-type': 'application/json',
  'x-github-event': 'pull_request',
  'x-github-delivery': 'x',
  'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
};

interface Sent {
  readonly to?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The part of the body that is sent. The request never ends. */
  readonly body?: Buffer;
}

/** Starts a request that never ends. Returns the status of the answer, or 0 if the connection breaks. */
function start({ to = path, method = 'POST', headers = plausible, body }: Sent, at: BotWorld = world): Promise<number> {
  const asked = request(`${at.url}${to}`, { method, headers: { ...headers }, agent: false });
  open.push(asked);
  const status = new Promise<number>((resolve) => {
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    asked.on('error', () => resolve(0));
  });
  asked.flushHeaders();
  if (body) asked.write(body);
  return status;
}

describe('T54: a bad request is refused before its body is read', () => {
  test.each<[string, Sent, number]>([
    ['to another path', { to: '/any/path' }, 404],
    ['of another method', { method: 'PUT' }, 405],
    ['to a page for operators', { to: '/metrics' }, 405],
    ['of another content type', { headers: { ...plausible, 'content-type': 'text/plain' } }, 415],
    ['that is compressed', { headers: { ...plausible, 'content-encoding': 'gzip' } }, 415],
    ['without an event', { headers: { ...plausible, 'x-github-event': '' } }, 400],
    ['without a signature', { headers: { ...plausible, 'x-hub-signature-256': '' } }, 401],
    ['with half a signature', { headers: { ...plausible, 'x-hub-signature-256': 'sha256=0123' } }, 401],
    [
      'that announces a body that is too large',
      { headers: { ...plausible, 'content-length': limits.bodyBytes + 1 } },
      413,
    ],
  ])('%s', async (_, sent, status) => {
    // No byte of the body is ever sent, so the answer cannot depend on it.
    expect(await start({ ...sent, headers: { 'content-length': 1_000, ...(sent.headers ?? plausible) } })).toBe(status);
    expect(world.bot.intakeBytes()).toBe(0);
  });

  test('in chunks is cut off when it becomes too large', async () => {
    expect(await start({ body: Buffer.alloc(limits.bodyBytes + 1, 120) })).toBe(413);
    await expect.poll(() => world.bot.intakeBytes()).toBe(0);
  });
});

describe('T54: a flood of large bodies', () => {
  test.runIf(isWhole)('does not exceed the memory limit, and deliveries and pages still work', async () => {
    const statuses: number[] = [];
    const body = Buffer.alloc(100_000, 120);
    for (let i = 0; i < 130; i++) void start({ body }).then((status) => statuses.push(status));
    // Ten bodies of 100 kB fit. All others are answered although they never end.
    await expect.poll(() => statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(120);
    expect(world.bot.intakeBytes()).toBeLessThanOrEqual(limits.bytes);
    expect(new Set(statuses)).toEqual(new Set([503]));
    for (const page of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(`${world.url}${page}`)).status).toBe(200);
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    expect((await world.onPull('opened', at.number)).status).toBe(200);
    await world.settled();
    expect((await world.bodies(at)).length).toBe(1);
  });

  test.runIf(isWhole)('of small bodies cuts off the oldest', async () => {
    const statuses: number[] = [];
    const body = Buffer.from('{');
    for (let i = 0; i < 80; i++) void start({ body }).then((status) => statuses.push(status));
    await expect.poll(() => statuses.length).toBe(30);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect((await world.deliver('ping', {})).status).toBe(200);
  });

  test('is counted on the metrics page', async () => {
    await start({ to: path, headers: { ...plausible, 'x-hub-signature-256': '' } });
    const page = await (await fetch(`${world.url}/metrics`)).text();
    expect(page).toMatch(/^plumbline_refused_total\{status="401"\} \d+$/m);
    expect(page).toMatch(/^plumbline_intake_bytes \d+$/m);
  });
});

test('T54: a body that does not arrive in time is cut off', async () => {
  const hurried = await BotWorld.start({ intakeLimits: { bodyMs: 20 } });
  expect(await start({ headers: { ...plausible, 'content-length': 100 }, body: Buffer.from('{') }, hurried)).toBe(408);
  await expect.poll(() => hurried.bot.intakeBytes()).toBe(0);
  await hurried.close();
});

describe('a delivery with a valid signature', () => {
  const send = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${world.url}${path}`, {
      method: 'POST',
      body,
      headers: { ...plausible, 'x-hub-signature-256': signatureOf(body), ...headers },
    });

  test.each(['null', '[]', '1', '"x"', '{'])('that is %s is refused', async (body) =>
    expect((await send(body)).status).toBe(400),
  );

  test.each(['push', '__proto__', 'constructor', '*', 'error'])(
    'with the event %s is acknowledged and ignored',
    async (event) => {
      const before = (await world.bot.queue.depth()).waiting;
      expect((await send('{"action":"opened"}', { 'x-github-event': event })).status).toBe(200);
      expect((await world.bot.queue.depth()).waiting).toBe(before);
    },
  );

  test('that cannot be queued gets an error, so that GitHub can send it again', async () => {
    const { queue } = world.bot;
    const add = queue.add.bind(queue);
    queue.add = () => Promise.reject(new Error('Redis is away'));
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    expect((await world.onPull('opened', at.number)).status).toBe(500);
    queue.add = add;
    expect(world.log.some((line) => line.includes('could not be added to the queue'))).toBe(true);
  });

  test('is not acknowledged before it is queued, however long that takes', async () => {
    const { queue } = world.bot;
    const add = queue.add.bind(queue);
    let letGo: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    queue.add = async (job) => {
      await held;
      return add(job);
    };
    const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const events: string[] = [];
    const answered = world.onPull('opened', at.number).then(() => events.push('acknowledged'));
    await expect.poll(() => world.bot.intakeBytes()).toBeGreaterThan(0);
    events.push('in line');
    letGo();
    await answered;
    queue.add = add;
    await world.settled();
    expect(events).toEqual(['in line', 'acknowledged']);
  });
});
