import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postWebhook, secretsOfUrl, webhookUrl } from './webhook.ts';

const bounds = { attempts: 3, milliseconds: 2_000, pauseMilliseconds: 1, maxPauseMilliseconds: 5 };
const path = '/services/T0/B0/s3cr3t';

let server: Server;
let bodies: string[];
let answer: (response: ServerResponse, count: number) => void;

beforeEach(async () => {
  bodies = [];
  server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    answer(response, bodies.length);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const url = (): URL => webhookUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)!;
const status =
  (...codes: readonly number[]) =>
  (response: ServerResponse, count: number): void => {
    response.writeHead(codes[Math.min(count, codes.length) - 1]!, {
      location: 'http://127.0.0.1:1/',
      'retry-after': '60',
    });
    response.end('an answer that nobody reads');
  };

describe('a message', () => {
  test('is sent once', async () => {
    answer = status(200);
    expect(await postWebhook(url(), '{"text":"a"}', bounds)).toBeUndefined();
    expect(bodies).toEqual(['{"text":"a"}']);
  });

  test.each([
    ['is sent again after a server error', [500, 200], undefined, 2],
    ['is sent again after a limit, but it does not wait as long as the server asks', [429, 429, 202], undefined, 3],
    ['is sent at most three times', [503], 'the server answered with status 503', 3],
    ['is not sent again after a refusal', [404], 'the server answered with status 404', 1],
    ['is not sent to where a redirect leads', [302], 'the server answered with status 302', 1],
  ])('%s', async (_, codes, problem, count) => {
    answer = status(...codes);
    expect(await postWebhook(url(), '{}', bounds)).toBe(problem);
    expect(bodies.length).toBe(count);
  });

  test('is given up if the server does not answer', async () => {
    answer = () => {};
    const problem = await postWebhook(url(), '{}', { ...bounds, attempts: 1, milliseconds: 50 });
    expect(problem).toBe('the server did not answer within 0.05 s');
  });

  test('that cannot be sent is reported without its address', async () => {
    const gone = url();
    server.close();
    const problem = await postWebhook(gone, '{}', { ...bounds, attempts: 1 });
    expect(problem).toMatch(/^the connection failed \([A-Z_]+\)$/);
  });

  test('that is too long is not sent', async () => {
    expect(await postWebhook(url(), 'x'.repeat(30_000), bounds)).toBe('the message is too long');
    expect(bodies).toEqual([]);
  });
});

test.each(['http://hooks.example.com/a', 'ftp://hooks.example.com/a', 'hooks.example.com', '', 'file:///etc/passwd'])(
  '%s is not the address of a webhook',
  (text) => expect(webhookUrl(text)).toBeUndefined(),
);

test('the whole address and its path are secret', () => {
  expect(secretsOfUrl(`https://hooks.slack.com${path}`)).toContain(path);
  expect(secretsOfUrl('https://example.com/')).not.toContain('/');
});
