import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityProvider } from './identity-provider.ts';
import { type Moto, startMoto } from './moto.ts';
import { isSignedBy } from './signature.ts';
import { checkWebIdentity, type Refusal, type RoleFacts } from './web-identity-check.ts';

/** moto's account. */
export const account = '123456789012';

/** An API server that EKS should present as a cluster. */
interface Served {
  readonly server: string;
  readonly ca: string;
}

/** Credentials that STS issued. */
interface Session {
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly policy: { readonly Statement: readonly { readonly Action: readonly string[] }[] } | undefined;
  readonly seconds: number;
  readonly name: string;
}

/** One request as it arrived. */
interface Request {
  readonly service: string;
  readonly action: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly accessKeyId: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** The error format of AWS's JSON services. */
  readonly errorType?: string | null;
}

/** An access entry of a cluster. */
export interface AccessEntry {
  readonly clusterName: string;
  readonly principalArn: string;
  readonly kubernetesGroups: readonly string[];
  readonly type?: string;
}

/**
 * A stand-in for AWS: moto behind a proxy. The proxy verifies web identity tokens as STS does, restricts sessions to their policy,
 * and answers what moto lacks, in the formats that AWS publishes.
 */
export class Cloud {
  /** `service:Action` of every request, in order. */
  readonly requests: string[] = [];
  readonly sessions = new Map<string, Session>();
  readonly accessEntries: AccessEntry[] = [];
  /** Public parameters of Systems Manager that moto lacks. */
  readonly parameters = new Map<string, string>();
  /** Quotas of EC2 that moto lacks, by code. */
  readonly quotas = new Map<string, number>();
  /** `service:Action` → the errors of the next calls. */
  readonly failures = new Map<string, Refusal & { times: number }>();
  readonly #clusters = new Map<string, Served>();
  readonly #renamed = new Map<string, string>();
  readonly #moto: Moto;
  readonly #provider: IdentityProvider;
  readonly #server: Server;

  private constructor(moto: Moto, provider: IdentityProvider) {
    this.#moto = moto;
    this.#provider = provider;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(provider: IdentityProvider): Promise<Cloud> {
    const cloud = new Cloud(await startMoto(), provider);
    cloud.#server.listen(0, '127.0.0.1');
    await once(cloud.#server, 'listening');
    return cloud;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Environment that makes the SDK use this server, without any other credentials. */
  get env(): Readonly<Record<string, string>> {
    return {
      AWS_ENDPOINT_URL: this.url,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    };
  }

  /** Every secret that was issued. None of them may appear in a log. */
  get secrets(): string[] {
    return [...this.sessions].flatMap(([id, { secretAccessKey, sessionToken }]) => [id, secretAccessKey, sessionToken]);
  }

  /** Sends an administrator's request directly to moto: `iam`, `CreateRole`, its parameters. */
  async administer(
    service: string,
    action: string,
    parameters: Readonly<Record<string, string>>,
    region = 'us-east-1',
  ): Promise<string> {
    const version = { iam: '2010-05-08', ec2: '2016-11-15', sts: '2011-06-15', sqs: '2012-11-05' }[service]!;
    const answer = await fetch(this.#moto.url, {
      method: 'POST',
      headers: { authorization: `AWS4-HMAC-SHA256 Credential=admin/20260101/${region}/${service}/aws4_request` },
      body: new URLSearchParams({ Action: action, Version: version, ...parameters }),
    });
    const text = await answer.text();
    if (!answer.ok && !/AlreadyExists|NoSuchEntity/.test(text)) throw new Error(`${action}: ${text}`);
    return text;
  }

  /** Adds GitHub's identity provider to the account. */
  async trustGitHub(clientIds: readonly string[] = ['sts.amazonaws.com']): Promise<void> {
    const ids = clientIds.map((id, i) => [`ClientIDList.member.${i + 1}`, id]);
    const parameters = {
      Url: this.#provider.issuer,
      'ThumbprintList.member.1': 'a'.repeat(40),
      ...Object.fromEntries(ids),
    };
    await this.administer('iam', 'CreateOpenIDConnectProvider', parameters);
  }

  async createRole(name: string, trustPolicy: object): Promise<string> {
    const document = JSON.stringify(trustPolicy);
    await this.administer('iam', 'DeleteRole', { RoleName: name });
    await this.administer('iam', 'CreateRole', { RoleName: name, AssumeRolePolicyDocument: document });
    return `arn:aws:iam::${account}:role/${name}`;
  }

  /** Creates an EKS cluster whose API server is a real one. Returns its ARN. */
  async createCluster(name: string, region: string, served: Served): Promise<string> {
    await fetch(`${this.#moto.url}/clusters`, {
      method: 'POST',
      headers: { authorization: `AWS4-HMAC-SHA256 Credential=admin/20260101/${region}/eks/aws4_request` },
      body: JSON.stringify({
        name,
        roleArn: `arn:aws:iam::${account}:role/eks`,
        resourcesVpcConfig: { subnetIds: [], securityGroupIds: [] },
        version: '1.34',
      }),
    });
    this.#clusters.set(name, served);
    return `arn:aws:eks:${region}:${account}:cluster/${name}`;
  }

  /**
   * The identity that signed an EKS token for a cluster, as its authenticator determines it. Undefined if the signature is not one of ours
   * or does not cover the name of the cluster.
   */
  async callerOf(token: string, clusterName: string): Promise<string | undefined> {
    const url = new URL(Buffer.from(token.replace('k8s-aws-v1.', ''), 'base64url').toString('utf8'));
    const credential = url.searchParams.get('X-Amz-Credential') ?? '';
    const session = this.sessions.get(credential.split('/')[0]!);
    const isNamed = url.searchParams.get('X-Amz-SignedHeaders')?.split(';').includes('x-k8s-aws-id');
    if (!session || !isNamed || url.searchParams.get('X-Amz-Security-Token') !== session.sessionToken) return undefined;
    const headers = { host: url.host, 'x-k8s-aws-id': clusterName };
    if (!isSignedBy({ url, headers, secretAccessKey: session.secretAccessKey })) return undefined;
    const answer = await fetch(`${this.#moto.url}/?Action=GetCallerIdentity&Version=2011-06-15`, {
      headers: { authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=x` },
    });
    return /<Arn>([^<]+)/.exec(await answer.text())?.[1];
  }

  /** EKS answers for a cluster with the ARN of another one, which must never be accepted. */
  rename(name: string, other: string | undefined): void {
    if (other === undefined) this.#renamed.delete(name);
    else this.#renamed.set(name, other);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#moto.stop();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = read(incoming, Buffer.concat(chunks).toString('utf8'));
    const name = `${request.service}:${request.action}`;
    this.requests.push(name);
    const { status, type, body, errorType } = await this.#answer(name, request);
    const headers = { 'content-type': type, ...(errorType && { 'x-amzn-errortype': errorType }) };
    response.writeHead(status, headers).end(body);
  }

  async #answer(name: string, request: Request): Promise<Answer> {
    const failure = this.failures.get(name);
    if (failure && failure.times-- > 0) return refused(request, failure);
    if (name === 'sts:AssumeRoleWithWebIdentity') return this.#assumeRole(request);
    if (!this.#isAllowed(name, request)) return refused(request, denied(name));
    if (name === 'eks:DescribeAccessEntry') return this.#accessEntry(request);
    if (name === 'ssm:GetParameter') return this.#parameter(request);
    if (name === 'servicequotas:ListServiceQuotas') return this.#listQuotas(request);
    if (name === 'ec2:DescribeCapacityReservations') return reservations;
    const answer = await this.#forward(request);
    return name === 'eks:DescribeCluster' && answer.status === 200 ? this.#withServer(answer) : answer;
  }

  /** The permissions of the session's own policy. Callers without a session are administrators of moto. */
  #isAllowed(name: string, { accessKeyId }: Request): boolean {
    const policy = this.sessions.get(accessKeyId ?? '')?.policy;
    if (!policy || name === 'sts:GetCallerIdentity') return true;
    return policy.Statement.some(({ Action }) => Action.includes(name));
  }

  async #assumeRole(request: Request): Promise<Answer> {
    const query = new URLSearchParams(request.body);
    const role = query.get('RoleArn')!.split('/').at(-1)!;
    const facts = await this.#facts(role);
    const jwks = `${this.#provider.url}/.well-known/jwks`;
    const refusal = await checkWebIdentity(query.get('WebIdentityToken')!, facts, jwks);
    if (refusal) return refused(request, refusal);
    const answer = await this.#forward(request);
    const field = (name: string): string => new RegExp(`<${name}>([^<]+)`).exec(answer.body)?.[1] ?? '';
    this.sessions.set(field('AccessKeyId'), {
      secretAccessKey: field('SecretAccessKey'),
      sessionToken: field('SessionToken'),
      policy: query.has('Policy') ? JSON.parse(query.get('Policy')!) : undefined,
      seconds: Number(query.get('DurationSeconds')),
      name: query.get('RoleSessionName')!,
    });
    return answer;
  }

  async #facts(role: string): Promise<RoleFacts> {
    const got = await this.administer('iam', 'GetRole', { RoleName: role });
    const document = /<AssumeRolePolicyDocument>([^<]+)/.exec(got)?.[1];
    const list = await this.administer('iam', 'ListOpenIDConnectProviders', {});
    const providers = [...list.matchAll(/<Arn>([^<]+)/g)].map(async ([, arn]) => {
      const text = await this.administer('iam', 'GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn! });
      const ids = /<ClientIDList>([\s\S]*?)<\/ClientIDList>/.exec(text)?.[1] ?? '';
      const clientIds = [...ids.matchAll(/<member>([^<]+)/g)].map((match) => match[1]!);
      return { url: arn!.replace(/^.*oidc-provider\//, ''), clientIds };
    });
    const trustPolicy = document === undefined ? null : JSON.parse(decodeURIComponent(document));
    return { trustPolicy, providers: await Promise.all(providers) };
  }

  #withServer(answer: Answer): Answer {
    const { cluster } = JSON.parse(answer.body);
    const served = this.#clusters.get(cluster.name);
    const other = this.#renamed.get(cluster.name);
    if (other) cluster.arn = cluster.arn.replace(/[^/]+$/, other);
    if (served) cluster.endpoint = served.server;
    if (served) cluster.certificateAuthority = { data: Buffer.from(served.ca).toString('base64') };
    return { ...answer, body: JSON.stringify({ cluster }) };
  }

  #accessEntry(request: Request): Answer {
    const [, cluster, principal] = /\/clusters\/([^/]+)\/access-entries\/(.+)$/.exec(request.url)!;
    const principalArn = decodeURIComponent(principal!);
    const entry = this.accessEntries.find((one) => one.clusterName === cluster && one.principalArn === principalArn);
    if (!entry)
      return refused(request, {
        status: 404,
        code: 'ResourceNotFoundException',
        message: 'The specified principalArn could not be found.',
      });
    const accessEntry = { type: 'STANDARD', tags: {}, username: principalArn, ...entry };
    return { status: 200, type: 'application/json', body: JSON.stringify({ accessEntry }) };
  }

  #parameter(request: Request): Answer {
    const { Name } = JSON.parse(request.body);
    const Value = this.parameters.get(Name);
    if (Value === undefined) return refused(request, { status: 400, code: 'ParameterNotFound', message: '' });
    const body = JSON.stringify({ Parameter: { Name, Type: 'String', Value, Version: 1 } });
    return { status: 200, type: 'application/x-amz-json-1.1', body };
  }

  /** One quota a page, as an account with many quotas gets several pages. */
  #listQuotas(request: Request): Answer {
    const { ServiceCode, NextToken = '0' } = JSON.parse(request.body);
    const page = Number(NextToken);
    const [QuotaCode, Value] = [...this.quotas][page] ?? [];
    const body = JSON.stringify({
      Quotas: QuotaCode === undefined ? [] : [{ ServiceCode, QuotaCode, Value }],
      ...(page + 1 < this.quotas.size && { NextToken: String(page + 1) }),
    });
    return { status: 200, type: 'application/x-amz-json-1.1', body };
  }

  async #forward({ method, url, headers, body }: Request): Promise<Answer> {
    const { host: _, 'content-length': __, connection: ___, ...rest } = headers;
    const reply = await fetch(`${this.#moto.url}${url}`, { method, headers: rest, ...(method !== 'GET' && { body }) });
    const type = reply.headers.get('content-type') ?? 'text/xml';
    return { status: reply.status, type, body: await reply.text(), errorType: reply.headers.get('x-amzn-errortype') };
  }
}

/** One reservation with three instances, one of which is used. */
const reservations: Answer = {
  status: 200,
  type: 'text/xml',
  body: `<?xml version="1.0"?><DescribeCapacityReservationsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>1</requestId><capacityReservationSet><item><capacityReservationId>cr-0a1</capacityReservationId><instanceType>p5.48xlarge</instanceType><availabilityZone>eu-central-1a</availabilityZone><totalInstanceCount>3</totalInstanceCount><availableInstanceCount>2</availableInstanceCount><state>active</state></item></capacityReservationSet></DescribeCapacityReservationsResponse>`,
};

const denied = (name: string): Refusal => ({
  status: 403,
  code: name.startsWith('ec2:') ? 'UnauthorizedOperation' : 'AccessDenied',
  message: `not authorized to perform: ${name} because no session policy allows it`,
});

function read(incoming: IncomingMessage, body: string): Request {
  const headers = incoming.headers as Record<string, string>;
  const [, accessKeyId, service] = /Credential=([^/]+)\/\d+\/[^/]+\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const query = new URLSearchParams(body);
  const target = String(headers['x-amz-target'] ?? '').split('.')[1];
  const common = { url: incoming.url!, method: incoming.method!, headers, body, accessKeyId };
  return { ...common, service: service ?? 'sts', action: target ?? query.get('Action') ?? restAction(incoming) };
}

/** EKS identifies its operations by method and path. */
function restAction({ url = '' }: IncomingMessage): string {
  if (/^\/clusters\/[^/]+\/access-entries\/./.test(url)) return 'DescribeAccessEntry';
  return /^\/clusters\/[^/]+$/.test(url) ? 'DescribeCluster' : url;
}

/** Errors in the format of each protocol. */
function refused({ service, headers }: Request, { status, code, message }: Refusal): Answer {
  if (service === 'eks' || headers['x-amz-target'])
    return { status, type: 'application/x-amz-json-1.1', body: JSON.stringify({ __type: code, message }) };
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  const body =
    service === 'ec2' ? `<Response><Errors>${error}</Errors></Response>` : `<ErrorResponse>${error}</ErrorResponse>`;
  return { status, type: 'text/xml', body: `<?xml version="1.0"?>${body}` };
}
