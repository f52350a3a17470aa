import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pool } from '../github/scene.ts';
import { BotWorld, deliver, origin } from './bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
  world = await BotWorld.start();
});
afterAll(() => world.close());

describe('the server', () => {
  test.each([
    ['/healthz', 200, 'ok'],
    ['/readyz', 200, 'ready'],
    ['/metrics', 200, 'plumbline_queue_up 1'],
    ['/', 404, 'not found'],
    ['/api/github/webhooks', 405, 'use POST'],
  ])('%s answers %d', async (path, status, text) => {
    const response = await fetch(`${world.url}${path}`);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test('metrics count deliveries and jobs, only under our own names', async () => {
    await world.reviewed({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const page = await (await fetch(`${world.url}/metrics`)).text();
    expect(page).toContain('plumbline_deliveries_total{event="pull_request"} 1');
    expect(page).toContain('plumbline_jobs_total{kind="review",outcome="written"} 1');
    expect(page).toContain('plumbline_acknowledgement_seconds_bucket{le="0.1"}');
    expect(page).not.toMatch(/acme|infra/);
  });
});

test('another server can host the handler and keep its own pages', async () => {
  const server = createServer((request, response) => {
    void world.bot.handler(request, response, () => response.end('a page of mine'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = await world.open({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
  const pull_request = await world.fake.pull(at.number);
  const { status } = await deliver(url, 'pull_request', {
    ...origin,
    action: 'opened',
    number: at.number,
    pull_request,
  });
  await world.settled();
  expect(status).toBe(200);
  expect((await world.bodies(at)).length).toBe(1);
  expect(await (await fetch(`${url}/mine`)).text()).toBe('a page of mine');
  await new Promise((resolve) => server.close(resolve));
});
