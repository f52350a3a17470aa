import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ApiServer } from './api-server.ts';

/** A request through the proxy, counted from 1. */
export interface Passing {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What happens to a request: an answer in place of the server's, a lost connection, or the server's answer with changes. */
export type Fate =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: object }
  /** The connection ends before the server gets the request, or after it has answered. */
  | 'lost'
  | 'answer-lost'
  | { readonly before?: () => void | Promise<void>; readonly after?: () => void | Promise<void> }
  | undefined;

/** A proxy in front of an API server. A test decides what happens to each request. */
export interface FaultProxy {
  readonly server: string;
  readonly seen: readonly Passing[];
  stop(): Promise<void>;
}

/** Starts a proxy in front of a server, with the server's certificate. */
export async function startFaultProxy(api: ApiServer, fate: (passing: Passing) => Fate): Promise<FaultProxy> {
  const seen: Passing[] = [];
  const proxy = createServer({ cert: api.serving.certificate, key: api.serving.key }, (incoming, outgoing) => {
    void serve({ api, incoming, outgoing, seen, fate }).catch(() => incoming.socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    server: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

interface Serving {
  readonly api: ApiServer;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly seen: Passing[];
  readonly fate: (passing: Passing) => Fate;
}

async function serve({ api, incoming, outgoing, seen, fate }: Serving): Promise<void> {
  const body = await textOf(incoming);
  const passing = { number: seen.length + 1, method: incoming.method!, path: incoming.url!, body };
  seen.push(passing);
  const decided = fate(passing);
  if (decided === 'lost') return void incoming.socket.destroy();
  if (typeof decided === 'object' && 'status' in decided) {
    const { status, headers = {}, body: answer = { message: 'as the test wants' } } = decided;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer));
    return;
  }
  if (typeof decided === 'object') await decided.before?.();
  const answer = await forward(api, incoming, body);
  if (typeof decided === 'object') await decided.after?.();
  if (decided === 'answer-lost') return void incoming.socket.destroy();
  outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
}

function forward(
  api: ApiServer,
  { method, url, headers }: IncomingMessage,
  body: string,
): Promise<{ status: number; text: string }> {
  const { host: _, connection: __, ...kept } = headers;
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(`${api.server}${url}`, { method, headers: kept, ca: api.ca, agent: false }, (answer) => {
      textOf(answer).then((text) => resolve({ status: answer.statusCode!, text }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
