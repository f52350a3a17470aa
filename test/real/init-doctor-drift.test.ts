import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Ran, run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { pathOf } from '../apiserver/api-server.ts';
import { account } from '../aws/cloud.ts';
import { type EksWorld, startEksWorld } from '../aws/eks-world.ts';
import { deployClaims } from '../aws/identity-provider.ts';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { Act, type WorkflowJob, type WorkflowRun } from './act.ts';
import { clear, liveOf, startController } from './apply-cluster.ts';
import { approvedMerge, kubeconfig } from './merge-scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: files that their consumers check.
type Json = any;

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  amiSelectorTerms:
    - alias: al2023@latest
  role: karpenter-node
  subnetSelectorTerms:
    - tags: {karpenter.sh/discovery: production}
  securityGroupSelectorTerms:
    - tags: {karpenter.sh/discovery: production}
`;
const pool = (cpu: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  limits: {cpu: ${cpu}}
  template:
    spec:
      expireAfter: 720h
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;
const values = `settings:
  clusterName: production
  interruptionQueue: karpenter-production
`;

let world: EksWorld;
let fake: FakeGitHub;
let folder: string;
/** The files that init wrote, by path. */
let written: Record<string, string>;

beforeAll(async () => {
  world = await startEksWorld({ users: ['deployer:plumbline-production', 'reader:plumbline-production-drift'] });
  folder = mkdtempSync(join(tmpdir(), 'plumbline-world-'));
  const ids = ['--repository', 'acme/infra', '--repository-ids', '7/42'];
  const init = await run(['init', '--apply', '--output', '.', '--cluster-arn', world.clusterArn, ...ids], {
    cwd: folder,
  });
  expect(init.stderr).toBe('');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  written = Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  writeFileSync(join(folder, 'nodeclass.yaml'), nodeClass);
  writeFileSync(join(folder, 'pool.yaml'), pool('100'));
  writeFileSync(join(folder, 'values.yaml'), values);
});

afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true });
  await world?.stop();
});

const json = (path: string): Json => JSON.parse(written[path]!);
const rbac = (): Json[] =>
  parseAllDocuments(written['plumbline/production/rbac.yaml']!).map((document) => document.toJS());

/** The steps of an administrator that init lists. */
async function setUp(): Promise<void> {
  const { cloud, cluster } = world;
  await cloud.administer('iam', 'DeleteOpenIDConnectProvider', { OpenIDConnectProviderArn: provider });
  await cloud.trustGitHub();
  cloud.accessEntries.length = 0;
  for (const environment of ['production', 'production-drift']) {
    await cloud.createRole(`plumbline-${environment}`, json(`plumbline/${environment}/trust-policy.json`));
    cloud.accessEntries.push(json(`plumbline/${environment}/access-entry.json`));
    fake.settings.environments.set(environment, {
      ...json(`plumbline/${environment}/github-environment.json`),
      ...(environment === 'production' && { reviewers: [{ type: 'User', id: 1 }] }),
    });
  }
  await cluster.apply(rbac());
}

const provider = `arn:aws:iam::${account}:oidc-provider/token.actions.githubusercontent.com`;

/** What Karpenter's own installation creates. */
async function furnish(): Promise<void> {
  const { cloud } = world;
  const tag = (id: string) => ({
    'ResourceId.1': id,
    'Tag.1.Key': 'karpenter.sh/discovery',
    'Tag.1.Value': 'production',
  });
  const ec2 = async (action: string, parameters: Record<string, string>, field: string): Promise<string> =>
    new RegExp(`<${field}>([^<]+)`).exec(await regional('ec2', action, parameters))![1]!;
  const vpc = await ec2('CreateVpc', { CidrBlock: '10.0.0.0/16' }, 'vpcId');
  const subnets: string[] = [];
  for (const [i, zone] of ['a', 'b'].entries()) {
    const place = { VpcId: vpc, CidrBlock: `10.0.${i}.0/24`, AvailabilityZone: `${world.region}${zone}` };
    subnets.push(await ec2('CreateSubnet', place, 'subnetId'));
    await regional('ec2', 'CreateTags', tag(subnets[i]!));
  }
  const group = { VpcId: vpc, GroupName: 'nodes', GroupDescription: 'nodes' };
  await regional('ec2', 'CreateTags', tag(await ec2('CreateSecurityGroup', group, 'groupId')));
  const node = {
    ImageId: 'ami-0a1',
    MinCount: '1',
    MaxCount: '1',
    SubnetId: subnets[0]!,
    'TagSpecification.1.ResourceType': 'instance',
    'TagSpecification.1.Tag.1.Key': 'karpenter.k8s.aws/ec2nodeclass',
    'TagSpecification.1.Tag.1.Value': 'default',
    'TagSpecification.1.Tag.2.Key': 'kubernetes.io/cluster/production',
    'TagSpecification.1.Tag.2.Value': 'owned',
  };
  await regional('ec2', 'RunInstances', node);
  cloud.quotas.set('L-1216C47A', 256).set('L-34B43A08', 64);
  await cloud.createRole('karpenter-node', { Version: '2012-10-17', Statement: [] });
  await regional('sqs', 'CreateQueue', { QueueName: 'karpenter-production' });
  cloud.parameters.set(
    '/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/standard/recommended/image_id',
    'ami-0a1',
  );
}

const regional = (service: string, action: string, parameters: Record<string, string>): Promise<string> =>
  world.cloud.administer(service, action, parameters, world.region);

beforeEach(async () => {
  fake = await FakeGitHub.start();
  fake.settings.hasImmutableSubject = false;
  world.stubEnv();
  world.github.claims = deployClaims;
  await setUp();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await clear(world.cluster);
  await fake.close();
});

/** Checks that a text contains no secret. */
function expectNoSecrets(text: string): void {
  for (const secret of [...world.github.issued, ...world.cloud.secrets, world.github.requestToken])
    expect(text.includes(secret)).toBe(false);
  expect(text).not.toMatch(/k8s-aws-v1\.|X-Amz-Signature|-----BEGIN|eyJ[\w-]+\.[\w-]+\.[\w-]{20}/);
}

describe('the files that init writes', () => {
  test('are accepted by the API server unchanged', async () => {
    const objects = rbac();
    expect(objects.length).toBe(7);
    for (const object of objects) {
      const path = `${pathOf(object)}?fieldManager=admin&force=true&dryRun=All&fieldValidation=Strict`;
      const { status, body } = await world.cluster.request('PATCH', path, object, {
        contentType: 'application/apply-patch+yaml',
      });
      expect([status, body.kind, object.metadata.name]).toEqual([expect.any(Number), object.kind, body.metadata?.name]);
      expect(status).toBeLessThan(300);
    }
  });

  test.each(['plumbline', 'plumbline-comment', 'plumbline-apply-production', 'plumbline-drift-production'])(
    'T23: generated workflows pass actionlint: %s',
    (name) => {
      const input = written[`.github/workflows/${name}.yaml`]!;
      const { stdout, error } = spawnSync('actionlint', ['-no-color', '-shellcheck=', '-pyflakes=', '-'], {
        input,
        encoding: 'utf8',
      });
      expect([error, stdout]).toEqual([undefined, '']);
    },
  );

  test('T23: generated workflows pass zizmor once the Action is pinned', () => {
    const pinned = mkdtempSync(join(tmpdir(), 'plumbline-pinned-'));
    try {
      const workflows = Object.entries(written).filter(
        ([path]) => path.endsWith('.yaml') && path.includes('workflows/'),
      );
      for (const [path, text] of workflows)
        writeFileSync(join(pinned, basename(path)), text.replaceAll('@v0', `@${'3'.repeat(40)}`));
      const files = readdirSync(pinned).map((name) => join(pinned, name));
      const audit = spawnSync('zizmor', ['--offline', '--no-progress', '--format', 'json', ...files], {
        encoding: 'utf8',
      });
      expect([files.length, audit.error, audit.status]).toEqual([4, undefined, 0]);
    } finally {
      rmSync(pinned, { recursive: true });
    }
  });

  test('T30: the trust policy allows only the jobs of its environment, in both formats of the subject', async () => {
    const { signInToEks } = await import('../../src/io/identity/eks-identity.ts');
    const roleArn = `arn:aws:iam::${account}:role/plumbline-production`;
    const attempt = async (sub: string): Promise<string> => {
      world.github.claims = { ...deployClaims, sub };
      const source = {
        mask: () => {},
        sessionName: 'x',
        idToken: async (audience: string) => world.github.token(audience),
      };
      return signInToEks({ clusterArn: world.clusterArn, roleArn, allowedAccountIds: [] }, source).then(
        () => 'in',
        () => 'out',
      );
    };
    const context = 'environment:production';
    expect(await Promise.all([`repo:acme/infra:${context}`, `repo:acme@7/infra@42:${context}`].map(attempt))).toEqual([
      'in',
      'in',
    ]);
    const others = [
      `repo:acme@7/infra@43:${context}`,
      `repo:mallory/infra:${context}`,
      'repo:acme/infra:environment:production-drift',
      'repo:acme/infra:ref:refs/heads/main',
      'repo:acme/infra:pull_request',
    ];
    for (const sub of others) expect([sub, await attempt(sub)]).toEqual([sub, 'out']);
  });

  test('T32: the generated RBAC role allows no more than it lists', async () => {
    const { cluster } = world;
    const can = async (group: string, verb: string, resource: string, more: object = {}): Promise<boolean> => {
      const attributes = { verb, resource, group: 'karpenter.sh', ...more };
      const { body } = await cluster.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user: 'somebody', groups: [group], resourceAttributes: attributes },
      });
      return body.status.allowed;
    };
    const writer = 'plumbline-production';
    const lease = { group: 'coordination.k8s.io', namespace: 'kube-system' };
    expect(await can(writer, 'patch', 'nodepools')).toBe(true);
    expect(await can(writer, 'update', 'leases', { ...lease, name: 'plumbline-production' })).toBe(true);
    for (const [verb, resource, more] of [
      ['delete', 'nodepools', {}],
      ['patch', 'nodeclaims', {}],
      ['update', 'leases', { ...lease, name: 'kube-controller-manager' }],
      ['create', 'leases', lease],
      ['get', 'secrets', { group: '' }],
      ['patch', 'deployments', { group: 'apps' }],
    ] as const)
      expect([verb, resource, await can(writer, verb, resource, more)]).toEqual([verb, resource, false]);
    expect(await can('plumbline-production-drift', 'list', 'nodepools')).toBe(true);
    expect(await can('plumbline-production-drift', 'patch', 'nodepools')).toBe(false);
  });
});

interface Found {
  readonly code: string;
  readonly status: string;
  readonly subject: string;
  readonly message: string;
  readonly help?: string;
}

/** doctor in the job of an environment. */
async function doctor(role = 'plumbline-production'): Promise<{ ran: Ran; checks: Found[] }> {
  const roleArn = `arn:aws:iam::${account}:role/${role}`;
  const token = await fake.token({ contents: 'read' });
  const env = { ...world.env, GITHUB_TOKEN: token, GITHUB_API_URL: fake.url };
  const flags = ['--role-arn', roleArn, '--repository', 'acme/infra', '--repository-ids', '7/42', '--format', 'json'];
  const ran = await run(['doctor', ...flags], { cwd: folder, env });
  expectNoSecrets(ran.stdout + ran.stderr);
  expect(`${ran.stdout}${ran.stderr}`).not.toContain(token);
  return { ran, checks: JSON.parse(ran.stdout || '{"checks": []}').checks };
}

const codesOf = (checks: readonly Found[], ...statuses: string[]): string[] =>
  [...new Set(checks.filter(({ status }) => statuses.includes(status)).map(({ code }) => code))].sort();

describe('doctor', () => {
  beforeAll(furnish);

  test('accepts what init wrote and an administrator set up', async () => {
    const { ran, checks } = await doctor();
    expect(codesOf(checks, 'fail', 'unknown')).toEqual([]);
    expect(codesOf(checks, 'warn')).toEqual(['workflow/not-pinned']);
    expect(ran.code).toBe(0);
    expect(codesOf(checks, 'pass')).toEqual(
      expect.arrayContaining([
        ...['access-entry/ok', 'branch/protected', 'cluster/crds', 'environment/ok', 'node-class/images'],
        ...['node-class/role', 'node-class/security-groups', 'node-class/subnets', 'provider/ok', 'queue/ok'],
        ...['rbac/enough', 'rbac/no-more', 'trust/ok'],
      ]),
    );
  });

  test('prints what the account has room for, as keys of plumbline.yaml', async () => {
    const reserved = '  capacityReservationSelectorTerms: [{id: cr-0a1}]\n';
    writeFileSync(join(folder, 'nodeclass.yaml'), nodeClass + reserved);
    try {
      const { ran, checks } = await doctor();
      expect(codesOf(checks, 'pass').filter((code) => code.startsWith('capacity/'))).toEqual([
        ...['capacity/addresses', 'capacity/reservations', 'capacity/vcpu-quotas'],
      ]);
      // Two subnets with 251 usable addresses each: one node uses an address.
      expect(JSON.parse(ran.stdout).configuration).toEqual({
        environments: {
          production: {
            nodeClassAddresses: { default: 502 },
            vcpuQuotas: { 'on-demand': { standard: 256 }, spot: { standard: 64 } },
            capacityReservations: { 'cr-0a1': { instanceType: 'p5.48xlarge', zone: 'eu-central-1a', count: 2 } },
          },
        },
      });
      expect(checks.find(({ code }) => code === 'capacity/addresses')).toMatchObject({
        message: expect.stringContaining('have 501 free addresses, and nodes of the class use 1'),
      });
    } finally {
      writeFileSync(join(folder, 'nodeclass.yaml'), nodeClass);
    }
  });

  const trust = (changes: (statement: Json) => void) => async (): Promise<void> => {
    const policy = structuredClone(json('plumbline/production/trust-policy.json'));
    changes(policy.Statement[0]);
    await world.cloud.createRole('plumbline-production', policy);
    // Another user runs the command, because the role itself no longer lets the job in.
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'admin');
  };
  const issuer = 'token.actions.githubusercontent.com';
  const removeRule = async (): Promise<void> => {
    const role = structuredClone(
      rbac().find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'plumbline-production'),
    );
    role.rules[1].verbs = ['get'];
    await world.cluster.apply([role]);
  };
  const setEnvironment = (changes: object) => async (): Promise<void> => {
    const given = fake.settings.environments.get('production');
    fake.settings.environments.set('production', { ...given, ...changes });
  };

  test.each<[string, () => Promise<void>, string]>([
    [
      'a trust policy without `sub`',
      trust(({ Condition }) => delete Condition.StringEquals[`${issuer}:sub`]),
      'trust/no-sub',
    ],
    [
      'a trust policy with a wildcard',
      trust((statement) => {
        const { [`${issuer}:sub`]: _, ...rest } = statement.Condition.StringEquals;
        statement.Condition = { StringEquals: rest, StringLike: { [`${issuer}:sub`]: 'repo:acme/*' } };
      }),
      'trust/wildcard',
    ],
    ['no access entry', async () => void world.cloud.accessEntries.shift(), 'access-entry/missing'],
    ['too little RBAC', removeRule, 'rbac/missing'],
    ['no environment', async () => void fake.settings.environments.delete('production'), 'environment/missing'],
    [
      'administrators who can bypass the environment',
      setEnvironment({ can_admins_bypass: true }),
      'environment/admin-bypass',
    ],
    ['every branch in the environment', setEnvironment({ deployment_branch_policy: null }), 'environment/any-branch'],
    [
      'an unprotected branch',
      async () => void Object.assign(fake.settings, { isProtected: false }),
      'branch/unprotected',
    ],
    [
      'an audience that the account does not list',
      async () => {
        await world.cloud.administer('iam', 'DeleteOpenIDConnectProvider', { OpenIDConnectProviderArn: provider });
        await world.cloud.trustGitHub(['https://github.com/acme']);
      },
      'identity/failed',
    ],
  ])('T29: `doctor` finds %s', async (_, breakIt, code) => {
    await breakIt();
    const { ran, checks } = await doctor();
    expect(codesOf(checks, 'fail')).toContain(code);
    expect(checks.filter(({ status }) => status === 'fail').every(({ help }) => help)).toBe(true);
    expect(ran.code).toBe(1);
  });

  test.each([
    [
      'subnets',
      nodeClass.replace('{karpenter.sh/discovery: production}', '{karpenter.sh/discovery: other}'),
      'node-class/no-subnets',
    ],
    ['an image', nodeClass.replace('al2023@latest', 'al2023@v20990101'), 'node-class/no-image'],
    ['the role of nodes', nodeClass.replace('karpenter-node', 'karpenter-gone'), 'node-class/no-role'],
    [
      'an instance profile',
      nodeClass.replace('role: karpenter-node', 'instanceProfile: gone'),
      'node-class/no-instance-profile',
    ],
  ])('finds that %s is missing', async (_, text, code) => {
    writeFileSync(join(folder, 'nodeclass.yaml'), text);
    try {
      expect(codesOf((await doctor()).checks, 'fail')).toEqual([code]);
    } finally {
      writeFileSync(join(folder, 'nodeclass.yaml'), nodeClass);
    }
  });

  test('reports that the queue is missing', async () => {
    writeFileSync(join(folder, 'values.yaml'), values.replace('karpenter-production', 'karpenter-gone'));
    try {
      expect(codesOf((await doctor()).checks, 'fail')).toEqual(['queue/missing']);
    } finally {
      writeFileSync(join(folder, 'values.yaml'), values);
    }
  });

  test('reports what it may not read as unknown', async () => {
    const denied = { status: 403, code: 'AccessDenied', message: 'no', times: 99 };
    for (const action of ['iam:GetRole', 'ec2:DescribeSubnets', 'sqs:GetQueueUrl'])
      world.cloud.failures.set(action, { ...denied });
    const { ran, checks } = await doctor();
    world.cloud.failures.clear();
    expect([ran.code, codesOf(checks, 'unknown')]).toEqual([0, ['aws/not-asked']]);
    expect(checks.filter(({ code }) => code === 'aws/not-asked').length).toBeGreaterThanOrEqual(3);
  });

  test("checks the role of Karpenter's own service account with the issuer that the cluster names", async () => {
    const kops = mkdtempSync(join(tmpdir(), 'plumbline-kops-'));
    try {
      for (const name of ['instancegroup.yaml', 'nodepool.yaml', 'nodeclass.yaml', 'trust-policy-wrong-issuer.json'])
        writeFileSync(join(kops, name), readFileSync(join('examples/kops', name)));
      const issuer = world.cluster.server.replace('https://', '');
      const right = readFileSync('examples/kops/trust-policy-wrong-issuer.json', 'utf8').replaceAll(
        'oidc.eks.us-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE',
        issuer,
      );
      writeFileSync(join(kops, 'right.json'), right);
      writeFileSync(join(kops, 'kubeconfig'), kubeconfig(world.cluster));
      const flags = ['--kubeconfig', 'kubeconfig', '--repository', 'acme/infra', '--format', 'json'];
      const ran = await run(['doctor', ...flags], { cwd: kops });
      const { checks }: { checks: Found[] } = JSON.parse(ran.stdout);
      const wrong = checks.filter(({ code }) => code === 'trust/wrong-issuer');
      expect(wrong.map(({ subject }) => subject)).toEqual(['trust-policy-wrong-issuer.json']);
      expect(wrong[0]!.message).toContain(`tokens come from \`${issuer}\``);
      expect(codesOf(checks, 'warn')).toContain('rbac/too-much');
      expect(ran.stdout).not.toContain(world.cluster.tokens.admin!);
    } finally {
      rmSync(kops, { recursive: true });
    }
  });

  test('changes nothing', async () => {
    world.cloud.requests.length = 0;
    await doctor();
    const asked = [...new Set(world.cloud.requests)];
    expect(asked.filter((name) => !/:(Get|Describe|List|AssumeRoleWithWebIdentity)/.test(name))).toEqual([]);
  });
});

describe('drift', () => {
  const drift = (...flags: string[]): Promise<Ran> => {
    world.github.claims = { ...deployClaims, sub: 'repo:acme/infra:environment:production-drift' };
    const role = `arn:aws:iam::${account}:role/plumbline-production-drift`;
    return run(['drift', '--role-arn', role, ...flags], { cwd: folder, env: world.env });
  };
  const objects = (cpu = '100'): Json[] => [nodeClass, pool(cpu)].map((text) => parseAllDocuments(text)[0]!.toJS());

  test('does not exist after an apply, whatever the API server and Karpenter fill in', async () => {
    await world.cluster.apply(objects(), 'plumbline');
    const controller = startController(world.cluster);
    await vi.waitFor(async () =>
      expect((await liveOf(world.cluster, 'NodePool', 'web')).status?.conditions).toBeTruthy(),
    );
    await controller.stop();
    const { code, stdout } = await drift();
    expect([code, stdout]).toEqual([0, `${world.clusterArn} matches the files here (2 objects compared)\n`]);
  });

  test('names what was changed by hand, and by whom', async () => {
    await world.cluster.apply(objects(), 'plumbline');
    await world.cluster.apply([{ ...objects('200')[1] }], 'kubectl-edit');
    const { code, stdout } = await drift();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('spec.limits.cpu: 200 in the cluster, 100 in the file, written by kubectl-edit'),
    ]);
    expectNoSecrets(stdout);
  });

  test("T18: masks secrets in the runner's log, and keeps them out of the result", async () => {
    await world.cluster.apply(objects(), 'plumbline');
    world.github.claims = { ...deployClaims, sub: 'repo:acme/infra:environment:production-drift' };
    const role = `arn:aws:iam::${account}:role/plumbline-production-drift`;
    const env = { ...world.env, GITHUB_ACTIONS: 'true' };
    const ran = await run(['drift', '--role-arn', role, '--format', 'json'], { cwd: folder, env });
    expect(JSON.parse(ran.stdout)).toMatchObject({ compared: 2, objects: [] });
    expectNoSecrets(ran.stdout);
    const others = ran.stderr.split('\n').filter((line) => !line.startsWith('::add-mask::'));
    expectNoSecrets(others.join('\n'));
    expect(ran.stderr.match(/^::add-mask::/gm)!.length).toBeGreaterThanOrEqual(5);
  });

  test('in a job uses the role of the configuration', async () => {
    await world.cluster.apply(objects(), 'plumbline');
    const { code } = await run(['drift'], { cwd: folder, env: world.env });
    expect([code, world.authenticator.callers.at(-1)]).toEqual([
      0,
      expect.stringMatching(/assumed-role\/plumbline-production\/plumbline$/),
    ]);
  });

  test('cannot be fixed by the identity that finds it', async () => {
    await world.cluster.apply(objects(), 'plumbline');
    world.github.claims = { ...deployClaims, sub: 'repo:acme/infra:environment:production-drift' };
    const { signInToEks } = await import('../../src/io/identity/eks-identity.ts');
    const source = { mask: () => {}, sessionName: 'x', idToken: async (aud: string) => world.github.token(aud) };
    const roleArn = `arn:aws:iam::${account}:role/plumbline-production-drift`;
    const { connect } = await signInToEks({ clusterArn: world.clusterArn, roleArn, allowedAccountIds: [] }, source);
    const user = (await connect()).token!;
    const path = '/apis/karpenter.sh/v1/nodepools/web';
    const options = { user, contentType: 'application/merge-patch+json' };
    expect((await world.cluster.request('GET', path, undefined, options)).status).toBe(200);
    expect((await world.cluster.request('PATCH', path, { spec: { weight: 1 } }, options)).status).toBe(403);
  });

  test('says in one line what to do if the cluster cannot be reached', async () => {
    const closed = await world.cloud.createCluster('closed', world.region, {
      server: 'https://127.0.0.1:9',
      ca: world.cluster.ca,
    });
    const { code, stderr } = await drift('--cluster-arn', closed);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .*cannot be reached.*\n {2}help: .*\n$/)]);
  });
});

describe('the workflows that init wrote, in a runner', () => {
  let act: Act;
  beforeAll(() => {
    act = new Act();
  });
  afterAll(() => act?.remove());

  const files = (): Files => ({ ...written, 'nodeclass.yaml': nodeClass, 'pool.yaml': pool('100') });

  interface Started extends Pick<WorkflowJob, 'event' | 'payload' | 'workflow' | 'token'> {
    readonly sha: string;
    readonly secrets?: Readonly<Record<string, string>>;
  }

  async function runWorkflow({ sha, ...job }: Started): Promise<WorkflowRun> {
    const workspace = checkout(fake, sha);
    const env = {
      ...world.env,
      GITHUB_API_URL: fake.url,
      GITHUB_REPOSITORY: 'acme/infra',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_RUN_ID: '77',
      ACTIONS_STEP_DEBUG: 'true',
    };
    try {
      const ran = await act.run({ ...job, workspace, env });
      // GitHub's runner does not show the command that hides a value. Nothing else may contain one.
      const shown = ran.log.split('\n').filter((line) => !line.includes('"command":"add-mask"'));
      expectNoSecrets(shown.join('\n'));
      const hidden = [job.token, ...Object.values(world.cluster.tokens)];
      for (const token of hidden) expect(shown.some((line) => line.includes(token))).toBe(false);
      return ran;
    } finally {
      rmSync(workspace, { recursive: true });
    }
  }

  const workflow = (name: string): string => written[`.github/workflows/plumbline-${name}-production.yaml`]!;
  const main = { ref: 'refs/heads/main', repository: { default_branch: 'main', full_name: 'acme/infra' } };

  test('work from merge to Ready', async () => {
    const controller = startController(world.cluster);
    try {
      const merged = await approvedMerge(fake, { ...files(), 'pool.yaml': pool('50') }, { 'pool.yaml': pool('100') });
      await world.cluster.apply(
        [nodeClass, pool('50')].map((text) => parseAllDocuments(text)[0]!.toJS()),
        'plumbline',
      );
      const token = await fake.token({ contents: 'read', pull_requests: 'read' });
      const payload = { ...main, before: merged.before, after: merged.after };
      const ran = await runWorkflow({ workflow: workflow('apply'), event: 'push', payload, sha: merged.after, token });
      expect(ran.log).not.toContain('because of a bug');
      expect([ran.isSuccess, ran.outputs['apply-result']]).toEqual([true, 'applied']);
      expect((await liveOf(world.cluster, 'NodePool', 'web')).spec.limits.cpu).toBe('100');
      expect(world.authenticator.callers.at(-1)).toBe(
        `arn:aws:sts::${account}:assumed-role/plumbline-production/plumbline-77-1`,
      );
    } finally {
      await controller.stop();
    }
  });

  test('open an issue for drift, and close it', async () => {
    world.github.claims = { ...deployClaims, sub: 'repo:acme/infra:environment:production-drift' };
    const sha = fake.git.commit(files());
    const token = await fake.token({ contents: 'read', issues: 'write' });
    const again = () => runWorkflow({ workflow: workflow('drift'), event: 'schedule', payload: main, sha, token });
    const live = (cpu: string) =>
      world.cluster.apply(
        [nodeClass, pool(cpu)].map((text) => parseAllDocuments(text)[0]!.toJS()),
        'kubectl-edit',
      );
    await live('200');
    const first = await again();
    expect([first.isSuccess, first.outputs['drifted-objects']]).toEqual([true, '1']);
    const [issue] = await fake.issues('open');
    expect(issue.body).toContain('<code>spec.limits.cpu</code>');
    await again();
    expect((await fake.issues('open')).map(({ number }) => number)).toEqual([issue.number]);
    await live('100');
    expect((await again()).isSuccess).toBe(true);
    expect(await fake.issues('open')).toEqual([]);
  });

  test('work from merge to Ready with a kubeconfig, and a role without further permissions', async () => {
    const controller = startController(world.cluster);
    const other = mkdtempSync(join(tmpdir(), 'plumbline-kubeconfig-'));
    try {
      await run(['init', '--apply', '--output', '.', '--repository', 'acme/infra'], { cwd: other });
      const read = (path: string): string => readFileSync(join(other, path), 'utf8');
      const before = { 'plumbline.yaml': read('plumbline.yaml'), 'nodeclass.yaml': nodeClass, 'pool.yaml': pool('50') };
      const merged = await approvedMerge(fake, before, { 'pool.yaml': pool('100') });
      await world.cluster.apply(
        [nodeClass, pool('50')].map((text) => parseAllDocuments(text)[0]!.toJS()),
        'plumbline',
      );
      const ran = await runWorkflow({
        workflow: read('.github/workflows/plumbline-apply-production.yaml'),
        event: 'push',
        payload: { ...main, before: merged.before, after: merged.after },
        sha: merged.after,
        token: await fake.token({ contents: 'read', pull_requests: 'read' }),
        secrets: { PLUMBLINE_KUBECONFIG: kubeconfig(world.cluster, 'deployer') },
      });
      expect([ran.isSuccess, ran.outputs['apply-result']]).toEqual([true, 'applied']);
      expect((await liveOf(world.cluster, 'NodePool', 'web')).spec.limits.cpu).toBe('100');
    } finally {
      rmSync(other, { recursive: true });
      await controller.stop();
    }
  });
});
