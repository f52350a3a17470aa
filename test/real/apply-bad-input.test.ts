import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeClass, nodePool } from '../../src/engine/changes/plan/plan.test-support.ts';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene } from '../github/scene.ts';
import { clear, liveOf, startController } from './apply-cluster.ts';
import { allow, applyJob, approvedMerge, config, kubeconfig, merge } from './merge-scene.ts';

const path = 'clusters/production/karpenter.yaml';
const secretData = '#!/bin/sh\nexport PASSWORD=hunter2hunter2\n';
const manifests = `${nodeClass('default', `role: node\n  userData: ${JSON.stringify(secretData)}`)}---\n${nodePool()}`;
// A password in user data is a separate error, which these tests do not cover.
const empty: Files = { 'plumbline.yaml': config('failOn: never\n') };

let server: ApiServer;
let bare: ApiServer;
let fake: FakeGitHub;
let folder: string;
let controller: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startApiServer({ users: ['reader'] });
  bare = await startApiServer({ karpenterVersion: null });
});
afterAll(async () => {
  await server?.stop();
  await bare?.stop();
});
beforeEach(async () => {
  fake = await FakeGitHub.start();
  folder = mkdtempSync(join(tmpdir(), 'plumbline-bad-'));
  controller = startController(server);
});
afterEach(async () => {
  await controller.stop();
  await clear(server);
  rmSync(folder, { recursive: true });
  await fake.close();
});

/** Our own leases. The API server also has one. */
const leases = async (): Promise<{ metadata: { name: string } }[]> =>
  (await server.request('GET', '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases')).body.items.filter(
    ({ metadata }: { metadata: { name: string } }) => metadata.name.startsWith('plumbline-'),
  );

const merged = () => approvedMerge(fake, empty, { [path]: manifests });

/** The connection of a kubeconfig with changed content. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a test wants to break.
const changed = (change: (config: any) => void): string => {
  const config = JSON.parse(kubeconfig(server));
  change(config);
  return JSON.stringify(config, null, 1);
};

describe('a wrong setup gives one line that says what to do, and nothing is written', () => {
  test.each<[string, () => Record<string, string>, RegExp]>([
    ['no environment', () => ({ environment: '' }), /needs the input `environment`/],
    [
      'an environment that is not configured',
      () => ({ environment: 'staging' }),
      /no environment `staging`.*`production`/,
    ],
    ['a kubeconfig without its context', () => ({ context: 'prod' }), /no context `prod`.*Choose one of `it`/],
    ['a kubeconfig that is not valid YAML', () => ({ kubeconfig: 'clusters: [a\nb: }' }), /is not valid YAML/],
    ['a file that is not a kubeconfig', () => ({ kubeconfig: 'a: 1\nb: 2\n' }), /is not a kubeconfig/],
    ['a kubeconfig that does not exist', () => ({ kubeconfig: '/nowhere/kubeconfig' }), /No kubeconfig found at/],
    [
      'a token that has expired',
      () => ({ kubeconfig: kubeconfig(server, 'expired-token') }),
      /does not accept the credentials/,
    ],
    ['a user with only read access', () => ({ kubeconfig: kubeconfig(server, 'reader') }), /refuses GET .*RBAC/],
    [
      'a cluster that cannot be reached',
      () => ({ kubeconfig: kubeconfig(server).replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1') }),
      /cannot be reached: ECONNREFUSED/,
    ],
    [
      'a certificate of another authority',
      () => ({ kubeconfig: kubeconfig({ ...server, ca: bare.ca }) }),
      /cannot be reached.*certificate/s,
    ],
    [
      'a certificate that is not verified',
      () => ({
        kubeconfig: changed(({ clusters }) => Object.assign(clusters[0].cluster, { 'insecure-skip-tls-verify': true })),
      }),
      /does not verify the server's certificate/,
    ],
    [
      'a cluster without the CRDs',
      () => ({ kubeconfig: kubeconfig(bare) }),
      /does not serve EC2NodeClass in `karpenter.k8s.aws\/v1`/,
    ],
    [
      'two clusters',
      () => ({ 'cluster-arn': 'arn:aws:eks:eu-west-1:123456789012:cluster/a' }),
      /by its ARN and by a kubeconfig/,
    ],
    [
      'an acknowledgment of an invalid object',
      () => ({ 'acknowledge-delete': 'web' }),
      /`acknowledge-delete` has the invalid line `web`/,
    ],
    [
      'an exec plugin that is not installed',
      () => ({
        kubeconfig: changed(({ users }) =>
          Object.assign(users[0], {
            user: { exec: { command: 'no-such-plugin', apiVersion: 'client.authentication.k8s.io/v1' } },
          }),
        ),
      }),
      /`no-such-plugin` of the kubeconfig is not installed/,
    ],
  ])('%s', async (_, inputs, message) => {
    const at = await merged();
    const said = await applyJob(fake, server, at, { inputs: inputs() });
    expect(said.failure).toMatch(message);
    expect(said.failure).not.toMatch(/\n|plumbline .* (has a|because of a) bug/);
    expect(await liveOf(server, 'NodePool', 'web')).toBeUndefined();
    expect(await leases()).toEqual([]);
  });

  test('CRDs of another version are reported as such', async () => {
    const other = await startApiServer({ karpenterVersion: '1.0' });
    const at = await approvedMerge(fake, empty, {
      [path]: `${nodeClass()}---\n${nodePool('web', 'replicas: 2')}`.replace('limits: {cpu: "100"}', ''),
    });
    const said = await applyJob(fake, other, at);
    await other.stop();
    expect(said.failure).toMatch(/CRDs do not accept NodePool `web`.*made for Karpenter 1\.14/);
  });
});

describe('a plan file', () => {
  /** A merged change in a clone, with its plan in a file. */
  async function inClone() {
    const at = await merged();
    const clone = checkout(fake, at.after);
    const file = join(folder, 'plan.json');
    const kube = join(folder, 'kubeconfig');
    writeFileSync(kube, kubeconfig(server));
    const env = {
      GITHUB_TOKEN: await fake.token({ contents: 'read', pull_requests: 'read' }),
      GITHUB_API_URL: fake.url,
      HOME: folder,
      PATH: process.env.PATH!,
    };
    const cli = (...argv: string[]) => run(argv, { cwd: clone, env });
    const made = await cli(
      'plan',
      '--environment',
      'production',
      '--base',
      at.before,
      '--head',
      at.after,
      '--output',
      file,
    );
    const apply = (...more: string[]) =>
      cli('apply', '--plan', file, '--repository', 'acme/infra', '--kubeconfig', kube, ...more);
    return { at, clone, file, made, apply, cli, kube };
  }

  test('is created and applied, and contains only names and hashes', async () => {
    const { file, made, apply, clone } = await inClone();
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const text = (await import('node:fs')).readFileSync(file, 'utf8');
    expect(text).not.toContain('hunter2');
    const applied = await apply();
    expect(applied.stdout).toMatch(/^plumbline: applied and ready\n/);
    expect(applied.code).toBe(0);
    rmSync(clone, { recursive: true });
  });

  test.each<[string, (plan: Record<string, unknown>) => Record<string, unknown>, RegExp]>([
    ['T11: an altered plan file', (plan) => ({ ...plan, digest: 'f'.repeat(64) }), /the merged commits give/],
    ['a plan of another environment', (plan) => ({ ...plan, environment: 'staging' }), /no environment `staging`/],
  ])('%s is refused', async (_, alter, message) => {
    const { file, apply, clone } = await inClone();
    const plan = JSON.parse((await import('node:fs')).readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(alter(plan)));
    const said = await apply();
    expect(said.stdout + said.stderr).toMatch(message);
    expect(said.code).toBe(message.source.includes('staging') ? 2 : 1);
    expect(await liveOf(server, 'NodePool', 'web')).toBeUndefined();
    rmSync(clone, { recursive: true });
  });

  test('T10: a plan file with a guard is refused if the cluster changed since', async () => {
    const { at, cli, apply, file, clone, kube } = await inClone();
    await server.apply([
      JSON.parse(
        JSON.stringify({
          apiVersion: 'karpenter.sh/v1',
          kind: 'NodePool',
          metadata: { name: 'web' },
          spec: {
            template: {
              spec: {
                nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
                requirements: [],
              },
            },
          },
        }),
      ),
    ]);
    const guarded = await cli(
      'plan',
      '--environment',
      'production',
      '--base',
      at.before,
      '--head',
      at.after,
      '--output',
      file,
      '--kubeconfig',
      kube,
    );
    expect(guarded.code).toBe(0);
    await server.apply(
      [{ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'web' }, spec: { weight: 5 } }],
      'somebody',
    );
    const said = await apply();
    expect(said.stdout).toMatch(/it was changed since the review/);
    expect(said.code).toBe(1);
    rmSync(clone, { recursive: true });
  });

  test.each([
    ['does not exist', undefined, /cannot be read/],
    ['is not JSON', 'x', /is not a plan file/],
    ['is not a plan file', '{"a": 1}', /is not a plan file/],
    [
      'has an invalid guard',
      '{"format":1,"environment":"production","digest":"x","base":null,"head":null,"objects":[]}',
      /is not a plan file/,
    ],
  ])('that %s: exit code 2', async (_, text, message) => {
    const file = join(folder, 'bad.json');
    if (text !== undefined) writeFileSync(file, text);
    const said = await run(['apply', '--plan', file], { cwd: folder, env: {} });
    expect(said.code).toBe(2);
    expect(said.stderr).toMatch(message);
    expect(said.stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  });

  test('without a token or a repository, approvals cannot be checked', async () => {
    const { file, clone } = await inClone();
    const without = await run(['apply', '--plan', file, '--repository', 'acme/infra'], { cwd: clone, env: {} });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('GITHUB_TOKEN') });
    const nowhere = await run(['apply', '--plan', file], { cwd: clone, env: { GITHUB_TOKEN: 'x' } });
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('--repository') });
    rmSync(clone, { recursive: true });
  });

  test('T4: an unapproved plan is refused, and break-glass is recorded', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests });
    allow(fake, scene.head);
    const at = merge(fake, scene, { commit: scene.base, files: { ...empty, [path]: manifests } });
    const said = await applyJob(fake, server, at);
    expect(said.failure).toContain('0 of 1 approvals');
    expect(await liveOf(server, 'NodePool', 'web')).toBeUndefined();
  });
});

describe('T18: secrets', () => {
  test('logs, reports, annotations and requests to GitHub contain no token, no key and no kubeconfig', async () => {
    const plugin = join(folder, 'plugin.sh');
    writeFileSync(plugin, `#!/bin/sh\necho '{"kind":"ExecCredential","status":{"token":"${server.tokens.admin}"}}'\n`);
    chmodSync(plugin, 0o755);
    mkdirSync(join(folder, 'x'));
    const exec = changed(({ users }) =>
      Object.assign(users[0], {
        user: { exec: { command: plugin, apiVersion: 'client.authentication.k8s.io/v1' } },
      }),
    );
    const at = await merged();
    const token = await fake.token({ contents: 'read' });
    const runs = [
      await applyJob(fake, server, at, { inputs: { kubeconfig: kubeconfig(server, 'reader') } }),
      await applyJob(fake, server, at, {
        inputs: { kubeconfig: exec },
        env: { ACTIONS_STEP_DEBUG: 'true', RUNNER_DEBUG: '1' },
      }),
      await applyJob(fake, server, { before: at.after, after: at.after }),
    ];
    expect(runs[1]!.outputs['apply-result']).toBe('applied');
    const lease = await leases();
    const annotations = (await liveOf(server, 'NodePool', 'web')).metadata.annotations;
    // The environment is the one that the test passes.
    const said = JSON.stringify([
      runs.map((one) => ({ ...one, env: undefined })),
      fake.seen,
      fake.merges.deployments,
      lease,
      annotations,
    ]);
    const secrets = [
      ...Object.values(server.tokens),
      token,
      'hunter2',
      'BEGIN CERTIFICATE',
      'BEGIN EC PRIVATE KEY',
      Buffer.from(server.ca).toString('base64').slice(0, 40),
    ];
    for (const secret of secrets) expect(said.includes(secret), secret.slice(0, 8)).toBe(false);
    expect(said.length).toBeGreaterThan(1000);
  });
});
