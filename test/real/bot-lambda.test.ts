import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Job, JobOutcome } from '../../src/hosts/bot/jobs/job.ts';
import { type Failure, JobError } from '../../src/hosts/bot/jobs/job-failure.ts';
import { type LambdaHandler, lambdaHandler } from '../../src/hosts/bot/lambda/lambda.ts';
import type { QueueEvent } from '../../src/hosts/bot/lambda/lambda-events.ts';
import { sessionOf } from '../../src/hosts/bot/lambda/lambda-settings.ts';
import { awsQuery } from '../../src/io/aws/aws-query.ts';
import { type Moto, startMoto } from '../aws/moto.ts';
import { origin, signatureOf, webhookSecret } from '../bot/bot-world.ts';
import { plumblineApp } from '../github/emulated-api.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene, pool } from '../github/scene.ts';

/** The settings of both functions, as far as the tests need them. */
let env: Record<string, string>;
let moto: Moto;
let fake: FakeGitHub;
let queues = 0;

const role = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const ask = async (service: 'sqs' | 'ssm', action: string, parameters: object) =>
  JSON.parse((await awsQuery(sessionOf(role), { service, action, parameters: parameters as never })) || '{}');

beforeAll(async () => {
  moto = await startMoto();
  process.env.AWS_ENDPOINT_URL = moto.url;
  fake = await FakeGitHub.start();
  const secrets = { '/plumbline/webhook-secret': webhookSecret, '/plumbline/private-key': fake.privateKey };
  for (const [Name, Value] of Object.entries(secrets))
    await ask('ssm', 'PutParameter', { Name, Value, Type: 'SecureString' });
  env = {
    ...role,
    APP_ID: String(plumblineApp.appId),
    WEBHOOK_SECRET_PARAMETER: '/plumbline/webhook-secret',
    PRIVATE_KEY_PARAMETER: '/plumbline/private-key',
    GITHUB_API_URL: fake.url,
  };
});
afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL;
  await moto.stop();
  await fake.close();
});

/** A queue with the attributes of the template. */
async function openQueue(): Promise<string> {
  const name = `jobs-${queues++}.fifo`;
  const { QueueUrl } = await ask('sqs', 'CreateQueue', { QueueName: name, Attributes: { FifoQueue: 'true' } });
  return QueueUrl;
}

/** What Lambda passes to the function for the messages that are visible now. */
async function received(QueueUrl: string): Promise<QueueEvent> {
  const { Messages = [] } = await ask('sqs', 'ReceiveMessage', {
    QueueUrl,
    MaxNumberOfMessages: 10,
    AttributeNames: ['All'],
  });
  return {
    // The shape in which AWS publishes these events.
    Records: Messages.map((message: Record<string, unknown>) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes,
      messageAttributes: {},
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:jobs.fifo',
      awsRegion: 'eu-central-1',
    })),
  };
}

/** What Lambda passes to the function for a delivery of GitHub: the shape of a function URL. */
function request(
  name: string,
  payload: object,
  { id = randomUUID() as string, secret = webhookSecret, base64 = false } = {},
) {
  const body = JSON.stringify({ ...origin, ...payload });
  const path = '/api/github/webhooks';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-event': name,
      'x-github-delivery': id,
      'x-hub-signature-256': signatureOf(body, secret),
    },
    requestContext: { http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: '' } },
    body: base64 ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded: base64,
  };
}

const context = { getRemainingTimeInMillis: () => 900_000 };

/** The built function in its own process, with nothing but the environment of a function. */
class BuiltFunction {
  readonly log: string[] = [];
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(QUEUE_URL: string) {
    const file = resolve(join(process.env.PLUMBLINE_DIST ?? 'dist', 'lambda.js'));
    const program = `void (async () => {
      const { handler } = await import(${JSON.stringify(file)});
      const context = { getRemainingTimeInMillis: () => 900_000 };
      for await (const line of require('node:readline').createInterface({ input: process.stdin }))
        process.stderr.write(JSON.stringify(await handler(JSON.parse(line), context)) + '\\n');
    })();`;
    this.#process = spawn(process.execPath, ['--eval', program], {
      env: { ...env, QUEUE_URL, AWS_ENDPOINT_URL: moto.url },
    });
    this.#process.stdout!.setEncoding('utf8').on('data', (text: string) => void this.log.push(text));
    this.#answers = createInterface({ input: this.#process.stderr! })[Symbol.asyncIterator]();
  }

  async handle(event: object): Promise<unknown> {
    this.#process.stdin!.write(`${JSON.stringify(event)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`the function ended:\n${this.log.join('')}`);
    return JSON.parse(value);
  }

  async stop(): Promise<void> {
    this.#process.stdin!.end();
    await once(this.#process, 'exit');
  }
}

describe('the bot in AWS Lambda', () => {
  test('a signed delivery becomes one message, and its review a comment and a check', async () => {
    const url = await openQueue();
    const built = new BuiltFunction(url);
    const scene = await openScene(fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const pull_request = await fake.pull(scene.number);
    const event = (given = {}) =>
      request('pull_request', { action: 'opened', number: scene.number, pull_request }, given);
    expect(await built.handle(event({ id: 'one' }))).toMatchObject({ statusCode: 200 });
    expect(await built.handle(event({ id: 'one', base64: true }))).toMatchObject({ statusCode: 200 });
    expect(await built.handle(event({ secret: 'a wrong secret of somebody' }))).toMatchObject({ statusCode: 401 });
    const messages = await received(url);
    expect(messages.Records).toHaveLength(1);
    expect(await built.handle(messages)).toEqual({ batchItemFailures: [] });
    await built.stop();
    const [comment, ...others] = await fake.comments(scene.number);
    expect(comment?.body).toContain('`limit` is not a field');
    expect(others).toEqual([]);
    const runs = await fake.checkRuns(scene.head);
    expect(runs.at(-1)).toMatchObject({ status: 'completed', conclusion: 'failure' });
    expect(built.log.join('')).not.toContain(webhookSecret);
  });

  test('other paths, methods and events are refused', async () => {
    const handle = lambdaHandler({ env: { ...env, QUEUE_URL: 'none' }, write: () => {} });
    const event = request('ping', {});
    expect(await handle({ ...event, rawPath: '/' }, context)).toMatchObject({ statusCode: 404 });
    const get = { ...event, requestContext: { http: { method: 'GET' } } };
    expect(await handle(get, context)).toMatchObject({ statusCode: 405 });
    expect(await handle(event, context)).toMatchObject({ statusCode: 200 });
    await expect(handle({ source: 'aws.events' }, context)).rejects.toThrow('neither a request');
  });

  test('a delivery that cannot be queued is refused, so that GitHub lists it as failed', async () => {
    const log: string[] = [];
    const missing = `${await openQueue()}-missing`;
    const handle = lambdaHandler({ env: { ...env, QUEUE_URL: missing }, write: (line) => void log.push(line) });
    const event = request('merge_group', {
      action: 'checks_requested',
      merge_group: { head_sha: 'a'.repeat(40), base_sha: 'b'.repeat(40) },
    });
    expect(await handle(event, context)).toMatchObject({ statusCode: 500 });
    expect(log.join('')).toContain('could not be added to the queue');
  });

  test('a secret that cannot be read says which, and the next event tries again', async () => {
    const settings = { ...env, QUEUE_URL: 'none', WEBHOOK_SECRET_PARAMETER: '/none' };
    const handle = lambdaHandler({ env: settings, write: () => {} });
    for (const _ of [1, 2])
      await expect(handle(request('ping', {}), context)).rejects.toThrow('`/none` cannot be read');
  });
});

describe('jobs of messages', () => {
  const job = (number: number): Job => ({
    kind: 'review',
    deliveryId: `${number}`,
    installationId: plumblineApp.installationId,
    repository: { owner: 'acme', repo: 'infra' },
    number,
  });

  /** A function whose jobs end as the test says. */
  function worker(
    url: string,
    work: (one: Job) => JobOutcome | Failure,
  ): { handle: LambdaHandler; did: Job[]; log: string[] } {
    const [did, log]: [Job[], string[]] = [[], []];
    const run = async ({ job: one }: { readonly job: Job }): Promise<JobOutcome> => {
      did.push(one);
      const result = work(one);
      if ('outcome' in result) return result;
      throw new JobError(result);
    };
    const workplace = { run, supersede: () => {}, close: async () => {} };
    const handle = lambdaHandler({ env: { ...env, QUEUE_URL: url }, write: (line) => void log.push(line), workplace });
    return { handle, did, log };
  }

  const send = (QueueUrl: string, MessageBody: string) =>
    ask('sqs', 'SendMessage', { QueueUrl, MessageBody, MessageGroupId: 'a', MessageDeduplicationId: randomUUID() });

  test('a failure that may pass hides its message, and the later messages wait too', async () => {
    const url = await openQueue();
    for (const number of [1, 2]) await send(url, JSON.stringify(job(number)));
    const { handle, did } = worker(url, () => ({ kind: 'later', seconds: 600, message: 'rate limit' }));
    const messages = await received(url);
    const identifiers = messages.Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
    expect(await handle(messages, context)).toEqual({ batchItemFailures: identifiers });
    expect(did).toHaveLength(1);
    expect((await received(url)).Records).toEqual([]);
  });

  test('after the last attempt, the check shows the failure', async () => {
    const url = await openQueue();
    await send(url, JSON.stringify(job(1)));
    const { handle, did } = worker(url, ({ kind }) =>
      kind === 'missing-review' ? { outcome: 'written' } : { kind: 'later', message: 'rate limit' },
    );
    const { Records } = await received(url);
    const last = { Records: Records.map((one) => ({ ...one, attributes: { ApproximateReceiveCount: '10' } })) };
    expect(await handle(last, context)).toEqual({ batchItemFailures: [] });
    expect(did.map(({ kind }) => kind)).toEqual(['review', 'missing-review']);
  });

  test('jobs that follow are queued, even if they are about the same delivery', async () => {
    const url = await openQueue();
    await send(url, JSON.stringify(job(1)));
    const { handle } = worker(url, () => ({ outcome: 'superseded', next: [job(1), job(2)] }));
    await handle(await received(url), context);
    const next = (await received(url)).Records.map(({ body }) => JSON.parse(body).number);
    expect(next.sort()).toEqual([1, 2]);
  });

  test('what is not a job is dropped', async () => {
    const url = await openQueue();
    await send(url, '{"kind": "review"}');
    await send(url, 'no JSON');
    const { handle, did, log } = worker(url, () => ({ outcome: 'written' }));
    expect(await handle(await received(url), context)).toEqual({ batchItemFailures: [] });
    expect(did).toEqual([]);
    expect(log.filter((line) => line.includes('not a job'))).toHaveLength(2);
  });
});

test('the template names the handler, the variables and the number of attempts that the code has', () => {
  const text = readFileSync('deploy/lambda/template.yaml', 'utf8');
  const { Resources } = parse(text, { logLevel: 'silent' });
  const variables = ['Receiver', 'Reviewer'].flatMap((name) =>
    Object.keys(Resources[name].Properties.Environment.Variables),
  );
  const code = ['lambda/lambda-settings.ts', 'service/settings.ts']
    .map((file) => readFileSync(`src/hosts/bot/${file}`, 'utf8'))
    .join('');
  for (const name of variables)
    expect(code, name).toContain(name.replace(/^(?:WEBHOOK_SECRET|PRIVATE_KEY)_PARAMETER$/, '_PARAMETER'));
  expect(Resources.Receiver.Properties.Handler).toBe('lambda.handler');
  const most = Resources.Jobs.Properties.RedrivePolicy.maxReceiveCount;
  expect(readFileSync('src/hosts/bot/lambda/lambda.ts', 'utf8')).toContain(`const mostReceived = ${most};`);
});
