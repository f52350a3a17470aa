import { domainOf } from '../identity/arn.ts';
import type { AwsSession } from '../identity/aws-session.ts';
import { signerFor } from '../identity/eks-token.ts';

/** One request to a service for which no SDK client is bundled. */
export interface QueryRequest {
  readonly service: 'ec2' | 'iam' | 'servicequotas' | 'sqs' | 'ssm';
  readonly action: string;
  readonly parameters: Readonly<Record<string, boolean | number | string>>;
}

/** An error of AWS. `name` is AWS's error code. */
export class AwsQueryError extends Error {
  override readonly name: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

/** In milliseconds. */
const timeout = 20_000;

/** Sends a signed request and returns the response as text: XML for EC2 and IAM, JSON for the others. Throws AwsQueryError. */
export async function awsQuery(session: AwsSession, request: QueryRequest): Promise<string> {
  const { url, region } = endpointOf(session, request.service);
  const { headers, body } = payloadOf(request);
  const signer = await signerFor(request.service, region, await session.credentials());

  const signed = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port && { port: Number(url.port) }),
    path: '/',
    query: {},
    headers: { host: url.host, ...headers },
    body,
  });

  const { host: _, ...sent } = signed.headers;
  const answer = await fetch(url, { method: 'POST', headers: sent, body, signal: AbortSignal.timeout(timeout) });
  const text = await answer.text();
  if (answer.ok) return text;

  throw errorIn(text, answer.headers.get('x-amzn-errortype') ?? '');
}

/** The endpoint of a service. IAM has one endpoint per partition. As in the SDK, an endpoint from the environment comes first. */
function endpointOf({ region, arn }: AwsSession, service: QueryRequest['service']): { url: URL; region: string } {
  const partition = arn.split(':')[1] ?? 'aws';
  const named = process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? process.env.AWS_ENDPOINT_URL;
  const signing = service === 'iam' ? (iamRegions[partition] ?? region) : region;
  const host = service === 'iam' ? iamHost(partition, signing) : `${service}.${region}`;
  return { url: new URL(named ?? `https://${host}.${domainOf(partition)}`), region: signing };
}

const iamRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-north-1',
  'aws-us-gov': 'us-gov-west-1',
};
const iamHost = (partition: string, region: string): string => {
  if (partition === 'aws') return 'iam';
  if (partition === 'aws-us-gov') return 'iam.us-gov';
  return `iam.${region}`;
};

const versions = { ec2: '2016-11-15', iam: '2010-05-08' } as const;
const targets: Readonly<
  Record<Exclude<QueryRequest['service'], 'ec2' | 'iam'>, readonly [target: string, type: string]>
> = {
  servicequotas: ['ServiceQuotasV20190624', 'application/x-amz-json-1.1'],
  sqs: ['AmazonSQS', 'application/x-amz-json-1.0'],
  ssm: ['AmazonSSM', 'application/x-amz-json-1.1'],
};

function payloadOf({ service, action, parameters }: QueryRequest): { headers: Record<string, string>; body: string } {
  if (service === 'ec2' || service === 'iam') {
    const text = Object.entries({ Action: action, Version: versions[service], ...parameters });
    const body = new URLSearchParams(text.map(([key, value]): [string, string] => [key, `${value}`])).toString();
    return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body };
  }

  const [target, type] = targets[service];
  return { headers: { 'content-type': type, 'x-amz-target': `${target}.${action}` }, body: JSON.stringify(parameters) };
}

function errorIn(text: string, header: string): AwsQueryError {
  const xml = /<Code>([^<]+)<\/Code>[\s\S]*?<Message>([^<]*)/.exec(text);
  if (xml) return new AwsQueryError(xml[1]!, xml[2]!);
  const { __type = header, message = '', Message = message } = parsed(text);
  const code = String(__type).split('#').at(-1)!.split(':')[0]!;
  return new AwsQueryError(code || 'Unknown', String(Message));
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
