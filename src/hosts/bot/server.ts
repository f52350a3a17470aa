import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bot } from './bot.ts';
import type { Journal } from './journal.ts';

/** GitHub sends at most 25 MB. */
const maxBodyBytes = 26 * 1024 * 1024;

export interface BotServer {
  /** Where it listens. */
  readonly url: string;
  /** Takes no more requests; resolves when the running ones are answered. */
  close(): Promise<void>;
}

/** Serves webhooks, and for operators /healthz, /readyz and /metrics. */
export async function serve(
  bot: Bot,
  { host, port, journal }: { host: string; port: number; journal: Journal },
): Promise<BotServer> {
  const state = { isClosing: false };
  const server = createServer((request, response) => {
    answer(bot, state, request, response).catch((error) => {
      journal.error({ err: error }, 'a request could not be answered');
      if (!response.headersSent) plain(response, 500, 'something went wrong\n');
    });
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { address, port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${actual}`,
    close: () => {
      state.isClosing = true;
      return closed(server);
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

async function answer(
  bot: Bot,
  { isClosing }: { readonly isClosing: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?', 1)[0];
  if (path === '/healthz') return plain(response, 200, 'ok\n');
  if (path === '/readyz') {
    const isReady = !isClosing && (await bot.queue.isReady());
    return plain(response, isReady ? 200 : 503, isReady ? 'ready\n' : 'not ready\n');
  }
  if (path === '/metrics')
    return plain(response, 200, bot.metrics.page(await gauges(bot)), 'text/plain; version=0.0.4');
  const start = performance.now();
  if (request.method === 'POST' && !(await readBody(request))) {
    response.setHeader('connection', 'close');
    return plain(response, 413, 'too large\n');
  }
  await bot.handler(request, response, () => plain(response, 404, 'not found\n'));
  if (request.method === 'POST')
    bot.metrics.observe('plumbline_acknowledgement_seconds', (performance.now() - start) / 1000);
}

/** Reads a body of bounded size, and leaves its bytes where the check of the signature looks for them. */
async function readBody(request: IncomingMessage): Promise<boolean> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) return false;
    chunks.push(chunk as Buffer);
  }
  Object.assign(request, { body: {}, rawBody: Buffer.concat(chunks) });
  return true;
}

async function gauges({ queue }: Bot): Promise<Record<string, { help: string; value: number }>> {
  const memory = process.memoryUsage.rss();
  const isReady = await queue.isReady();
  const depth = isReady ? await queue.depth() : undefined;
  const counts = Object.entries(depth ?? {}).map(([state, value]) => [
    `plumbline_jobs_${state}`,
    { help: `Jobs that are ${state} now`, value },
  ]);
  return {
    plumbline_queue_up: { help: 'Whether jobs can be taken', value: Number(isReady) },
    ...Object.fromEntries(counts),
    process_resident_memory_bytes: { help: 'Resident memory', value: memory },
  };
}

function plain(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}
