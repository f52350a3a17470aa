import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EksTarget, signInToEks } from '../../src/io/identity/eks-identity.ts';
import type { ApiServer } from '../apiserver/api-server.ts';

import type { Authenticator } from '../aws/authenticator.ts';
import { account, type Cloud } from '../aws/cloud.ts';
import { type EksWorld, startEksWorld } from '../aws/eks-world.ts';
import { deployClaims, type IdentityProvider } from '../aws/identity-provider.ts';

const region = 'eu-central-1';
const clusterArn = `arn:aws:eks:${region}:${account}:cluster/production`;
const roleArn = `arn:aws:iam::${account}:role/deploy`;
const provider = `arn:aws:iam::${account}:oidc-provider/token.actions.githubusercontent.com`;

const trustPolicy = (sub: string): object => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Federated: provider },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': sub,
        },
      },
    },
  ],
});

let world: EksWorld;
let github: IdentityProvider;
let cloud: Cloud;
let authenticator: Authenticator;
let cluster: ApiServer;

beforeAll(async () => {
  world = await startEksWorld();
  ({ github, cloud, authenticator, cluster } = world);
  await cloud.trustGitHub();
  await cloud.createRole('deploy', trustPolicy(String(deployClaims.sub)));
  cloud.accessEntries.push({ clusterName: 'production', principalArn: roleArn, kubernetesGroups: ['plumbline'] });
  const reader = { apiGroups: ['karpenter.sh'], resources: ['nodepools'], verbs: ['get', 'list'] };
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'plumbline' };
  await cluster.apply([
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'plumbline' },
      rules: [reader],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'plumbline' },
      roleRef,
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'plumbline' }],
    },
  ]);
});

afterAll(() => world?.stop());

beforeEach(() => {
  vi.unstubAllEnvs();
  world.stubEnv();
  github.claims = deployClaims;
  github.lifetime = 300;
  github.isForged = false;
  cloud.requests.length = 0;
  cloud.failures.clear();
});

const target: EksTarget = { clusterArn, roleArn, allowedAccountIds: [account] };

function source() {
  const masked: string[] = [];
  return {
    masked,
    mask: (secret: string) => void masked.push(secret),
    sessionName: 'plumbline-7-1',
    idToken: async (audience: string) => github.token(audience),
  };
}

/** A request with a given bearer token. */
const get = (path: string, token: string) => cluster.request('GET', path, undefined, { user: token });

/** The error of an attempt: its message and its help. */
async function refused(changes: Partial<EksTarget>, from = source()): Promise<string> {
  const error = await signInToEks({ ...target, ...changes }, from).then(
    () => undefined,
    (cause) => cause,
  );
  expect(error?.name).toBe('PlumblineError');
  expect(error.message).not.toContain('\n');
  expect(error.help).toBeTruthy();
  for (const secret of [...github.issued, ...cloud.secrets])
    expect(`${error.message}${error.help}`).not.toContain(secret);
  return `${error.message}\n${error.help}`;
}

describe('the identity of a job', () => {
  test('gives access to the cluster, and to no more than RBAC allows', async () => {
    const from = source();
    const identity = await signInToEks(target, from);
    const { server, certificateAuthority, token } = await identity.connect();
    expect([server, certificateAuthority]).toEqual([cluster.server, cluster.ca]);
    expect(identity.session.arn).toBe(`arn:aws:sts::${account}:assumed-role/deploy/plumbline-7-1`);
    const list = await get('/apis/karpenter.sh/v1/nodepools', token!);
    expect([list.status, authenticator.callers.at(-1)]).toEqual([200, identity.session.arn]);
    expect((await get('/api/v1/secrets', token!)).status).toBe(403);
    // Every secret was masked before anything could print it.
    expect(from.masked).toEqual(expect.arrayContaining([...cloud.secrets, github.issued.at(-1), token]));
    expect([...cloud.sessions.values()].at(-1)).toMatchObject({ seconds: 900, name: 'plumbline-7-1' });
    expect(cloud.requests).toEqual(['sts:AssumeRoleWithWebIdentity', 'sts:GetCallerIdentity', 'eks:DescribeCluster']);
  });

  test('gives access to no more than the session policy allows', async () => {
    const { session } = await signInToEks(target, source());
    const { EC2Client, DescribeInstanceTypesCommand } = await import('../../src/io/aws/aws-sdk.ts');
    const client = new EC2Client({ region, credentials: session.credentials });
    await expect(client.send(new DescribeInstanceTypesCommand({}))).rejects.toMatchObject({
      name: 'UnauthorizedOperation',
    });
  });

  test('renews its token, and its session when that ends', async () => {
    let now = Date.now();
    const identity = await signInToEks(target, source(), () => new Date(now));
    const first = await identity.connect();
    expect(await identity.connect()).toBe(first);
    cloud.requests.length = 0;
    now += 5 * 60_000;
    expect(await identity.connect()).toBe(first);
    now += 8.5 * 60_000;
    const second = await identity.connect();
    expect(second.token).not.toBe(first.token);
    expect(cloud.requests).toEqual(['sts:AssumeRoleWithWebIdentity', 'sts:GetCallerIdentity']);
    expect((await get('/apis/karpenter.sh/v1/nodepools', first.token!)).status).toBe(200);
    // A request that the API server rejects is not repeated unchanged.
    cloud.requests.length = 0;
    expect((await identity.connect(true)).token).not.toBe(second.token);
    expect(cloud.requests).toContain('sts:AssumeRoleWithWebIdentity');
  });

  test('can be the credentials of the environment', async () => {
    const { session } = await signInToEks(target, source());
    const { accessKeyId, secretAccessKey, sessionToken } = await session.credentials();
    vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
    vi.stubEnv('AWS_SESSION_TOKEN', sessionToken);
    cloud.requests.length = 0;
    const { idToken: _, ...ambient } = source();
    const { roleArn: __, ...pinned } = target;
    const identity = await signInToEks(pinned, ambient);
    expect((await get('/apis/karpenter.sh/v1/nodepools', (await identity.connect()).token!)).status).toBe(200);
    expect(cloud.requests).toEqual(['sts:GetCallerIdentity', 'eks:DescribeCluster']);
  });

  test('that is signed for another cluster is rejected', async () => {
    await cloud.createCluster('staging', region, cluster);
    const identity = await signInToEks(
      { ...target, clusterArn: clusterArn.replace('production', 'staging') },
      source(),
    );
    expect((await get('/apis/karpenter.sh/v1/nodepools', (await identity.connect()).token!)).status).toBe(401);
  });
});

describe('an error in one line that says what to do', () => {
  test('T31: a cluster in an account that is not allowed is refused before any request', async () => {
    expect(await refused({ allowedAccountIds: ['999999999999'] })).toMatch(/only account 999999999999 is allowed/);
    expect(cloud.requests).toEqual([]);
  });

  test('T31: a role in another account than the cluster is refused', async () => {
    expect(await refused({ roleArn: 'arn:aws:iam::999999999999:role/deploy', allowedAccountIds: [] })).toMatch(
      /in the account 999999999999/,
    );
    expect(cloud.requests).toEqual([]);
  });

  test('T31: credentials of an account that is not allowed are refused', async () => {
    const { idToken: _, ...ambient } = source();
    const { roleArn: __, ...pinned } = target;
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'admin');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'admin');
    const elsewhere = { ...pinned, clusterArn: clusterArn.replace(account, '999999999999'), allowedAccountIds: [] };
    const error = await signInToEks(elsewhere, ambient).catch((cause) => cause);
    expect(error.message).toMatch(/is in the account 123456789012, but only account 999999999999/);
    expect(cloud.requests).toEqual(['sts:GetCallerIdentity']);
  });

  test('if the subject does not match: it shows the claims', async () => {
    github.claims = { ...deployClaims, sub: 'repo:acme/infra:ref:refs/heads/main' };
    const said = await refused({});
    expect(said).toMatch(/sub `repo:acme\/infra:ref:refs\/heads\/main`/);
    expect(said).toMatch(/names no environment/);
  });

  test('if the trust policy does not match the repository: it shows the claim that does not match', async () => {
    github.claims = { ...deployClaims, sub: 'repo:acme@7/infra@42:environment:production' };
    const said = await refused({ trustPolicy: JSON.stringify(trustPolicy(String(deployClaims.sub))) });
    expect(said).toMatch(/`sub` must be `repo:acme\/infra:environment:production`/);
    expect(said).toMatch(/contains ids/);
  });

  test.each<[string, () => void, RegExp]>([
    ['the token has expired', () => (github.lifetime = -30), /identity token has expired/],
    ['the token is forged', () => (github.isForged = true), /does not accept the identity token/],
    [
      'the request may not look up clusters',
      () =>
        cloud.failures.set('eks:DescribeCluster', {
          status: 403,
          code: 'AccessDeniedException',
          message: 'no',
          times: 9,
        }),
      /Allow the role `eks:DescribeCluster` on/,
    ],
  ])('when %s', async (_, arrange, expected) => {
    arrange();
    expect(await refused({})).toMatch(expected);
  });

  test('if the role does not exist', async () => {
    expect(await refused({ roleArn: `${roleArn}-gone` })).toMatch(/it does not exist, or its trust policy/);
  });

  test('T31: an error if the cluster does not exist', async () => {
    expect(await refused({ clusterArn: `${clusterArn}-gone` })).toMatch(/The cluster `production-gone` was not found/);
  });

  test('T31: an error if EKS answers with another cluster than the pinned one', async () => {
    await cloud.createCluster('elsewhere', 'us-east-1', cluster);
    const elsewhere = `arn:aws:eks:us-east-1:${account}:cluster/elsewhere`;
    cloud.rename('elsewhere', 'production');
    try {
      expect(await refused({ clusterArn: elsewhere })).toMatch(/is `arn:.*production`, not the pinned `.*elsewhere`/);
    } finally {
      cloud.rename('elsewhere', undefined);
    }
  });

  test('if the job may not request a token', async () => {
    const from = {
      ...source(),
      idToken: async () => Promise.reject(new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable')),
    };
    expect(await refused({}, from)).toMatch(/id-token: write/);
  });

  test('if AWS cannot be reached', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    expect(await refused({})).toMatch(/AWS cannot be reached/);
  });

  test.each(['production', 'arn:aws:eks:eu-central-1:1:cluster/x', 'arn:aws:iam::123456789012:role/x'])(
    'if %s is not a cluster',
    async (arn) => expect(await refused({ clusterArn: arn })).toMatch(/is not the ARN of an EKS cluster/),
  );
});
