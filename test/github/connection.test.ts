import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectOptions, connect, type GitHub, githubError } from '../../src/io/github.ts';
import { FakeGitHub, type Fault } from './github.ts';

let fake: FakeGitHub;
let waits: number[];
beforeEach(async () => {
  fake = await FakeGitHub.start();
  waits = [];
});
afterEach(() => fake.close());

const now = 1_000_000_000_000;

async function open(options: Partial<ConnectOptions> = {}): Promise<GitHub> {
  const token = await fake.token({ contents: 'read', issues: 'write' });
  const sleep = async (seconds: number): Promise<void> => void waits.push(seconds);
  return connect({ token, apiUrl: fake.url, sleep, now: () => now, ...options });
}

const list = (github: GitHub) => github.rest.issues.listForRepo({ owner: 'acme', repo: 'infra' });
const create = (github: GitHub) => github.rest.issues.create({ owner: 'acme', repo: 'infra', title: 'A' });
const fault = (changes: Partial<Fault>): Fault => ({
  method: 'GET',
  path: /issues$/,
  status: 429,
  times: 1,
  ...changes,
});
const limit = (reset: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + reset) });

describe('a connection', () => {
  test.each([
    ['Retry-After', fault({ headers: { 'retry-after': '12' } }), [12]],
    ['Retry-After of 0', fault({ headers: { 'retry-after': '0' } }), [0]],
    ['a limit that is used up', fault({ status: 403, headers: limit(30) }), [30]],
    ['a limit that was renewed just now', fault({ status: 403, headers: limit(-5) }), [1]],
    ['429 without any hint', fault({}), [60]],
    ['a failing server', fault({ status: 503, times: 3 }), [1, 2, 4]],
  ])('waits for %s', async (_, what, expected) => {
    fake.fail(what);
    expect((await list(await open())).status).toBe(200);
    expect(waits).toEqual(expected);
  });

  test.each([
    ['a plain 403', fault({ status: 403, times: 9 }), 403, []],
    ['a limit for longer than it has patience', fault({ headers: { 'retry-after': '500' }, times: 9 }), 429, []],
    ['a server that fails for long', fault({ status: 500, times: 9 }), 500, [1, 2, 4]],
  ])('does not wait for %s', async (_, what, status, expected) => {
    fake.fail(what);
    await expect(list(await open())).rejects.toMatchObject({ status });
    expect(waits).toEqual(expected);
  });

  test('has patience for so long in all', async () => {
    let clock = now;
    const sleep = async (seconds: number): Promise<void> => {
      waits.push(seconds);
      clock += seconds * 1000;
    };
    const github = await open({ maxWaitSeconds: 100, sleep, now: () => clock });
    fake.fail(fault({ headers: { 'retry-after': '40' }, times: 9 }));
    await expect(list(github)).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([40, 40]);
  });

  test('does not repeat a POST that a server may have carried out', async () => {
    fake.fail(fault({ method: 'POST', status: 502, isAnswerLost: true }));
    await expect(create(await open())).rejects.toMatchObject({ status: 502 });
    expect(fake.requests('POST', /issues$/).length).toBe(1);
  });

  test('repeats a query, which is a POST by form alone', async () => {
    fake.fail(fault({ method: 'POST', path: /graphql/, status: 502 }));
    const query = 'query { viewer { databaseId } }';
    expect(await (await open()).graphql(query)).toHaveProperty('viewer.databaseId');
  });

  test('that is refused for its rate says when to come back', async () => {
    fake.fail(fault({ headers: { 'retry-after': '500' }, times: 9 }));
    const error = await list(await open()).catch((cause) => githubError('list', cause));
    expect(error).toMatchObject({ code: 'github', help: expect.stringContaining('again later') });
  });
});
