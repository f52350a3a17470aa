import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JobError } from '../../src/hosts/bot/jobs/job-failure.ts';
import type { Assignment } from '../../src/hosts/bot/threads/job-thread.ts';
import { ThreadPool, type ThreadPoolOptions } from '../../src/hosts/bot/threads/thread-pool.ts';
import { freePort } from '../free-port.ts';

let silent: Server;

/** A GitHub that accepts requests and never answers. */
beforeAll(async () => {
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const assignment = (port: number): Assignment => ({
  job: { kind: 'review', deliveryId: 'd', installationId: 1, repository: { owner: 'acme', repo: 'infra' }, number: 1 },
  token: 'x',
  appId: 1,
  apiUrl: `http://127.0.0.1:${port}`,
  serverUrl: 'https://github.com',
  docsUrl: undefined,
  notifyUrl: undefined,
  path: undefined,
  renderMemory: 2048,
});

/** Kind and message of the failure of one job. */
async function failure(pool: ThreadPool, port: number): Promise<string> {
  try {
    await pool.run(assignment(port));
    return 'none';
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    return `${error.failure.kind}: ${error.message}`;
  }
}

async function withPool<T>(options: Partial<ThreadPoolOptions>, use: (pool: ThreadPool) => Promise<T>): Promise<T> {
  const pool = new ThreadPool({ threads: 1, memoryMb: 512, ...options });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

describe('a thread', () => {
  test('says that GitHub cannot be reached, which permits another attempt', () =>
    withPool({}, async (pool) => expect(await failure(pool, await freePort())).toMatch(/^transient: /)));

  test('T51: a job that takes too long is given up, and the next job gets a new thread', () =>
    withPool({ timeoutMs: 3_000 }, async (pool) => {
      const { port } = silent.address() as AddressInfo;
      expect(await failure(pool, port)).toMatch(/^permanent: the review took more than 3 s/);
      expect(await failure(pool, port)).toMatch(/^permanent: the review took more than 3 s/);
    }));

  test('T51: a job that uses too much memory ends without affecting others', () =>
    withPool({ memoryMb: 8 }, async (pool) =>
      expect(await failure(pool, await freePort())).toMatch(/^permanent: the review crashed its thread/),
    ));

  test('runs one job at a time, and other jobs wait', () =>
    withPool({ threads: 2 }, async (pool) => {
      const port = await freePort();
      const all = await Promise.all(Array.from({ length: 3 }, () => failure(pool, port)));
      expect(all.every((one) => one.startsWith('transient: '))).toBe(true);
    }));
});
