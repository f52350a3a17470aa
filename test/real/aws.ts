import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMoto } from '../aws/moto.ts';

/** Answers that moto lacks, in the formats that AWS publishes. */
export interface Answers {
  /** Products of GetProducts by their filters. Each answer has pages. */
  products(filters: Readonly<Record<string, string>>): readonly (readonly object[])[];
  /** Spot prices with type, zone, price and time, in pages. */
  readonly spot: readonly (readonly (readonly [type: string, zone: string, usd: string, time: string])[])[];
  /** An error instead of an answer, once per entry: action → code. */
  readonly failures: Map<string, string>;
}

/** A stand-in for AWS: moto behind a proxy that answers requests that moto does not support. */
export interface FakeAws {
  /** Environment that makes the SDK use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Actions in the order of the requests. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** Starts moto on a free port of 127.0.0.1, with the proxy in front of it. */
export async function startAws(answers: Answers): Promise<FakeAws> {
  const moto = await startMoto();
  const requests: string[] = [];
  const proxy = createServer(
    (request, response) => void answer({ request, response, moto: moto.url, answers, requests }),
  );
  await listening(proxy);
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    requests,
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await moto.stop();
    },
  };
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly moto: string;
  readonly answers: Answers;
  readonly requests: string[];
}

async function answer({ request, response, moto, answers, requests }: Exchange): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const target = String(request.headers['x-amz-target'] ?? '');
  const query = new URLSearchParams(body);
  const action = target.split('.')[1] ?? query.get('Action') ?? '';
  requests.push(action);
  const code = answers.failures.get(action);
  const page = Number(query.get('NextToken') ?? 0);
  if (code) return failure(response, code, target !== '');
  if (action === 'GetProducts')
    return send(response, 'application/x-amz-json-1.1', products(answers, JSON.parse(body)));
  if (action === 'DescribeSpotPriceHistory') return send(response, 'text/xml', spotHistory(answers, page));
  const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
  const reply = await fetch(`${moto}${request.url}`, {
    method: request.method ?? 'POST',
    headers: headers as Record<string, string>,
    body,
  });
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/xml' });
  response.end(Buffer.from(await reply.arrayBuffer()));
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type });
  response.end(text);
}

/** Errors in the formats of the two protocols: JSON for the price list, XML for EC2. */
function failure(response: ServerResponse, code: string, isJson: boolean): void {
  response.writeHead(400, { 'content-type': isJson ? 'application/x-amz-json-1.1' : 'text/xml' });
  response.end(
    isJson
      ? JSON.stringify({ __type: code, message: 'as the test wants' })
      : `<?xml version="1.0"?><Response><Errors><Error><Code>${code}</Code><Message>as the test wants</Message></Error></Errors><RequestID>1</RequestID></Response>`,
  );
}

interface GetProducts {
  readonly ServiceCode: string;
  readonly Filters: readonly { readonly Field: string; readonly Value: string }[];
  readonly NextToken?: string;
}

function products(answers: Answers, { Filters, NextToken }: GetProducts): string {
  const all = answers.products(Object.fromEntries(Filters.map(({ Field, Value }) => [Field, Value])));
  const page = Number(NextToken ?? 0);
  return JSON.stringify({
    FormatVersion: 'aws_v1',
    PriceList: (all[page] ?? []).map((product) => JSON.stringify(product)),
    ...(page + 1 < all.length && { NextToken: String(page + 1) }),
  });
}

function spotHistory({ spot }: Answers, page: number): string {
  const items = (spot[page] ?? []).map(
    ([type, zone, usd, time]) =>
      `<item><instanceType>${type}</instanceType><productDescription>Linux/UNIX</productDescription><spotPrice>${usd}</spotPrice><timestamp>${time}</timestamp><availabilityZone>${zone}</availabilityZone></item>`,
  );
  const token = page + 1 < spot.length ? `<nextToken>${page + 1}</nextToken>` : '<nextToken/>';
  return `<?xml version="1.0"?><DescribeSpotPriceHistoryResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>1</requestId><spotPriceHistorySet>${items.join('')}</spotPriceHistorySet>${token}</DescribeSpotPriceHistoryResponse>`;
}
