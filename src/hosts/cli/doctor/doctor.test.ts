import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Ran, run } from '../terminal/terminal.test-support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-doctor-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const doctor = (...flags: string[]): Promise<Ran> =>
  run(['doctor', '--repository', 'acme/infra', ...flags], { cwd: folder });

interface Found {
  readonly code: string;
  readonly status: string;
  readonly subject: string;
}

async function checks(...flags: string[]): Promise<Found[]> {
  const { stdout } = await doctor('--format', 'json', ...flags);
  return JSON.parse(stdout).checks;
}

describe('doctor --offline', () => {
  test('finds the wrong issuer of the kOps example, and nothing else that fails', async () => {
    cpSync('examples/kops', folder, { recursive: true });
    const { code, stdout } = await doctor('--offline');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ trust-policy-wrong-issuer\.json trust\/wrong-issuer/);
    expect((await checks('--offline')).filter(({ status }) => status === 'fail').length).toBe(1);
  });

  test('accepts what init wrote, except for the tag of the Action in jobs with access to a cluster', async () => {
    const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/production';
    const ids = ['--repository', 'acme/infra', '--repository-ids', '7/42'];
    await run(['init', '--apply', '--output', '.', '--cluster-arn', arn, ...ids], { cwd: folder });
    const found = await checks('--offline', '--repository-ids', '7/42');
    expect(found.filter(({ status }) => status !== 'pass').map(({ code }) => code)).toEqual(
      Array(4).fill('workflow/not-pinned'),
    );
    expect(found.filter(({ code }) => code === 'trust/ok').map(({ subject }) => subject)).toEqual([
      'plumbline/production-drift/trust-policy.json',
      'plumbline/production/trust-policy.json',
    ]);
    expect((await doctor('--offline')).code).toBe(0);
  });

  test('accepts the identity that init wrote for snapshots, whatever the environment is called', async () => {
    const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/blue';
    const flags = ['--cluster-arn', arn, '--repository', 'acme/infra', '--environment', 'staging'];
    await run(['init', '--snapshot', '--output', '.', ...flags], { cwd: folder });
    const found = await checks('--offline');
    expect(found.filter(({ status }) => status === 'warn' || status === 'fail')).toEqual([]);
    expect(found).toContainEqual(
      expect.objectContaining({ code: 'trust/ok', subject: 'plumbline/staging-snapshot/trust-policy.json' }),
    );
    writeFileSync(
      join(folder, 'plumbline/staging-snapshot/trust-policy.json'),
      readFileSync(join(folder, 'plumbline/staging-snapshot/trust-policy.json'), 'utf8').replace('staging', 'prod'),
    );
    expect((await doctor('--offline')).code).toBe(1);
  });

  test('checks the only environment that has a cluster, and asks if several have one', async () => {
    const environment = (name: string) =>
      `  ${name}: { paths: [${name}], clusterArn: 'arn:aws:eks:eu-central-1:111122223333:cluster/${name}' }\n`;
    const head = 'environments:\n  dev: { paths: [dev] }\n';
    writeFileSync(join(folder, 'plumbline.yaml'), `${head}${environment('prod')}`);
    expect((await checks('--offline')).filter(({ code }) => code === 'config/environment')).toHaveLength(2);
    writeFileSync(join(folder, 'plumbline.yaml'), `${head}${environment('prod')}${environment('stage')}`);
    const { code, stderr } = await doctor('--offline');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Pass `--environment dev`, `--environment prod` or')]);
  });

  test.each([
    ['2026-03-01T05:00:00Z', 'pass', 'was taken on 2026-03-01 (9 days ago)'],
    ['2026-01-01T05:00:00Z', 'warn', 'was taken on 2026-01-01 (68 days ago), so reviews may show nodes that no longer'],
    [undefined, 'unknown', 'does not say when it was taken'],
  ])('says how old a snapshot of %s is', async (takenAt, status, words) => {
    vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2026-03-10T00:00:00Z') / 1000));
    const snapshot = { apiVersion: 'plumbline.dev/v1', kind: 'ClusterSnapshot', takenAt, objects: [] };
    writeFileSync(join(folder, 'blue.json'), JSON.stringify(snapshot));
    writeFileSync(join(folder, 'plumbline.yaml'), 'environments: { blue: { snapshot: blue.json } }\n');
    const found = await checks('--offline');
    const expected = expect.objectContaining({ status, message: expect.stringContaining(words) });
    expect(found.filter(({ subject }) => subject === 'blue.json')).toEqual([expected]);

    rmSync(join(folder, 'blue.json'));
    expect((await checks('--offline')).find(({ subject }) => subject === 'blue.json')).toMatchObject({
      code: 'snapshot/missing',
      status: 'fail',
    });
  });

  test('accepts what init wrote for reviews', async () => {
    await run(['init', '--output', '.'], { cwd: folder });
    const found = await checks('--offline');
    expect(found.filter(({ status }) => status === 'warn' || status === 'fail')).toEqual([]);
  });

  test('accepts the roles that init wrote as Terraform', async () => {
    const arn = 'arn:aws:eks:eu-central-1:210987654321:cluster/production';
    await run(['init', '--apply', '--terraform', '--output', '.', '--cluster-arn', arn, '--repository', 'acme/infra'], {
      cwd: folder,
    });
    const found = (await checks('--offline')).filter(({ code }) => /^(?:trust|policy)\//.test(code));
    expect(found.map(({ code }) => code)).toEqual(['trust/ok', 'policy/ok', 'trust/ok', 'policy/ok']);
    expect(found[0]!.subject).toBe('plumbline/production/main.tf:16 aws_iam_role.plumbline_apply');
  });

  test('finds nothing wrong with what init writes for a review', async () => {
    const ownAction = { name: 'plumbline/plumbline', commit: 'c'.repeat(40), label: 'v0.1.0' };
    await run(['init'], { cwd: folder, ownAction });
    const found = await checks('--offline');
    expect(found.map(({ code }) => code)).toEqual(['workflow/ok', 'workflow/ok', 'files/read']);
    for (const name of ['dev', 'prod']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'pool.yaml'), 'apiVersion: karpenter.sh/v1\nkind: NodePool\n');
    }
    await run(['init', '--force'], { cwd: folder, ownAction });
    expect((await checks('--offline')).map(({ status }) => status)).toEqual(Array(6).fill('pass'));
  });

  test('detects a repository that moved', async () => {
    const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/production';
    await run(['init', '--apply', '--output', '.', '--cluster-arn', arn, '--repository', 'old/infra'], { cwd: folder });
    const failing = (await checks('--offline')).filter(({ status }) => status === 'fail');
    expect(new Set(failing.map(({ code }) => code))).toEqual(
      new Set(['trust/other-repository', 'trust/wrong-subject']),
    );
  });

  test('says that there is nothing to check', async () => {
    expect((await checks('--offline')).map(({ code }) => code)).toEqual(['files/nothing']);
  });

  test('names the kind of cluster that other folders show', async () => {
    cpSync('examples/kops', join(folder, 'cluster'), { recursive: true });
    mkdirSync(join(folder, 'iam'));
    cpSync(join(folder, 'cluster/trust-policy-wrong-issuer.json'), join(folder, 'iam/trust.json'));
    const { stdout } = await doctor('--offline', 'iam');
    expect(stdout).toMatch(/^✗ iam\/trust\.json trust\/wrong-issuer/);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'kOps cluster (`InstanceGroup nodes-us-west-1a` in cluster/instancegroup.yaml)',
    );
    expect(stdout).not.toContain('cluster/trust-policy');
  });

  test('does not mix clusters of several folders', async () => {
    cpSync('examples/kops', join(folder, 'kops'), { recursive: true });
    mkdirSync(join(folder, 'eks'));
    writeFileSync(
      join(folder, 'eks/cluster.yaml'),
      'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: a}\n',
    );
    cpSync(join(folder, 'kops/trust-policy-wrong-issuer.json'), join(folder, 'eks/trust.json'));
    const failed = (await checks('--offline')).filter(({ status }) => status === 'fail');
    expect(failed.map(({ subject }) => subject)).toEqual(['kops/trust-policy-wrong-issuer.json']);
  });

  test('is narrowed by paths, which must exist', async () => {
    cpSync('examples/kops', folder, { recursive: true });
    const found = await checks('--offline', 'trust-policy.json');
    expect(found.map(({ code, status }) => `${status} ${code}`)).toEqual([
      'warn trust/no-audience',
      'pass files/read',
      'pass rules/ok',
    ]);
    const { code, stderr } = await doctor('--offline', 'nowhere');
    expect([code, stderr]).toEqual([2, expect.stringContaining('File or folder not found: `nowhere`')]);
  });

  test('does not judge roles of others, and says so', async () => {
    const issuer = 'oidc.eks.eu-west-1.amazonaws.com/id/D5';
    const dns = {
      Effect: 'Allow',
      Principal: { Federated: `arn:aws:iam::210987654321:oidc-provider/${issuer}` },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: { StringLike: { [`${issuer}:sub`]: 'system:serviceaccount:*:dns' } },
    };
    writeFileSync(join(folder, 'dns.json'), JSON.stringify({ Statement: [dns] }));
    const { code, stdout } = await doctor('--offline');
    expect(code).toBe(0);
    expect(stdout).toContain('not checked: 1 other role or policy');
  });

  test('continues after JSON that is not a policy', async () => {
    writeFileSync(join(folder, 'x.json'), '{"Statement": "Action"');
    writeFileSync(
      join(folder, 'y.json'),
      '{"Statement": [{"Action": "sts:AssumeRole", "Principal": {"Service": "ec2.amazonaws.com"}}]}',
    );
    expect((await checks('--offline')).map(({ code }) => code)).toEqual(['files/nothing']);
  });
});

test('doctor without cluster, token or credentials says what it did not check', async () => {
  const found = await checks();
  const unknown = found.filter(({ status }) => status === 'unknown').map(({ code }) => code);
  expect(unknown.sort()).toEqual(['aws/no-credentials', 'cluster/not-named', 'github/no-token']);
});

test('doctor has two formats', async () => {
  const { code, stderr } = await doctor('--offline', '--format', 'markdown');
  expect([code, stderr]).toEqual([2, expect.stringContaining('`--format markdown` is not one of text, json')]);
});
