import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { githubTrust } from '../../engine/setup/github-trust.ts';
import { judgeTrustPolicy } from '../../engine/setup/trust-policy.ts';
import { readHcl } from '../../engine/terraform/read-hcl.ts';
import { parseConfig } from '../../io/config.ts';
import { hclParser } from '../../io/hcl-parser.ts';
import { type Ran, run } from './terminal.test-support.ts';

const clusterArn = 'arn:aws:eks:eu-central-1:111122223333:cluster/production';
const eks = ['--repository', 'acme/infra', '--repository-ids', '7/42', '--cluster-arn', clusterArn];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (...flags: string[]): Promise<Ran> => run(['init', '--output', '.', ...flags], { cwd: folder });
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('init', () => {
  test('writes what an EKS cluster needs', async () => {
    expect((await init(...eks)).code).toBe(0);
    expect(files()).toEqual([
      '.github/workflows/plumbline-apply-production.yaml',
      '.github/workflows/plumbline-comment.yaml',
      '.github/workflows/plumbline-drift-production.yaml',
      '.github/workflows/plumbline.yaml',
      'plumbline.yaml',
      'plumbline/production-drift/access-entry.json',
      'plumbline/production-drift/github-environment.json',
      'plumbline/production-drift/policy.json',
      'plumbline/production-drift/trust-policy.json',
      'plumbline/production/access-entry.json',
      'plumbline/production/github-environment.json',
      'plumbline/production/policy.json',
      'plumbline/production/rbac.yaml',
      'plumbline/production/trust-policy.json',
    ]);
    const settings = parseConfig({ file: 'plumbline.yaml', text: read('plumbline.yaml') });
    expect(settings.environments?.production).toMatchObject({
      clusterArn,
      roleArn: 'arn:aws:iam::111122223333:role/plumbline-production',
      allowedAccountIds: ['111122223333'],
    });
  });

  test('writes trust policies that admit both formats of one environment, and that doctor finds right', async () => {
    await init(...eks);
    for (const environment of ['production', 'production-drift']) {
      const text = read(`plumbline/${environment}/trust-policy.json`);
      const repository = { owner: 'acme', name: 'infra', ids: { owner: 7, repository: 42 } };
      const expected = githubTrust({ subject: 'x', repository, environment, hasIds: undefined });
      expect(judgeTrustPolicy(text, expected).map(({ code }) => code)).toEqual(['trust/ok']);
      expect(expected.subjects!.every((subject) => text.includes(`"${subject}"`))).toBe(true);
    }
  });

  test('says that the format with ids is missing where they are not known', async () => {
    const { stdout } = await init('--repository', 'acme/infra', '--cluster-arn', clusterArn);
    expect(stdout).toContain('--repository-ids');
    expect(read('plumbline/production/trust-policy.json')).not.toContain('@');
  });

  test('gives workflows the least that they need', async () => {
    await init(...eks);
    const job = (name: string) => {
      const { jobs, on, permissions } = parseYaml(read(`.github/workflows/${name}.yaml`));
      expect(permissions).toEqual({});
      const [only] = Object.values(jobs) as { permissions: object; environment?: string; steps: { uses: string }[] }[];
      return { on, ...only! };
    };
    expect(job('plumbline').permissions).toEqual({ contents: 'read' });
    expect(job('plumbline-comment').permissions).toEqual({
      contents: 'read',
      'pull-requests': 'write',
      checks: 'write',
    });
    expect(job('plumbline-comment').steps.some(({ uses }) => uses.startsWith('actions/checkout'))).toBe(false);
    const apply = job('plumbline-apply-production');
    expect([apply.environment, apply.on]).toEqual(['production', { push: { branches: ['main'] } }]);
    const drift = job('plumbline-drift-production');
    expect([drift.environment, drift.permissions]).toEqual([
      'production-drift',
      { contents: 'read', issues: 'write', 'id-token': 'write' },
    ]);
    expect(apply.steps[0]!.uses).toMatch(/^actions\/checkout@[0-9a-f]{40}$/);
  });

  test("gives the cluster's roles Karpenter's kinds and one Lease", async () => {
    await init(...eks);
    const objects = parseAllDocuments(read('plumbline/production/rbac.yaml')).map((one) => one.toJS());
    const role = (kind: string, name: string) => objects.find((one) => one.kind === kind && one.metadata.name === name);
    const verbs = (name: string) => role('ClusterRole', name).rules.flatMap((rule: { verbs: string[] }) => rule.verbs);
    expect(verbs('plumbline-production')).not.toContain('delete');
    expect(new Set(verbs('plumbline-production-drift'))).toEqual(new Set(['get', 'list', 'watch']));
    expect(
      role('ClusterRole', 'plumbline-production').rules.map((rule: { resources: string[] }) => rule.resources),
    ).toEqual([['ec2nodeclasses'], ['nodeoverlays', 'nodepools'], ['nodeclaims']]);
    expect(role('Role', 'plumbline-production').rules).toEqual([
      {
        apiGroups: ['coordination.k8s.io'],
        resources: ['leases'],
        resourceNames: ['plumbline-production'],
        verbs: ['get', 'update'],
      },
    ]);
    await init(...eks, '--deletions', '--force');
    expect(read('plumbline/production/rbac.yaml')).toContain('patch, delete]');
  });

  test('leads to another cluster by a kubeconfig, and then asks for no identity of AWS', async () => {
    const { stdout } = await init('--repository', 'acme/infra', '--no-forks');
    expect(files().some((file) => /policy|access-entry|comment/.test(file))).toBe(false);
    const workflow = read('.github/workflows/plumbline-apply-production.yaml');
    expect(workflow).toContain('kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}');
    expect(workflow).not.toContain('id-token');
    expect(stdout).toContain('gh secret set PLUMBLINE_KUBECONFIG');
    expect(read('.github/workflows/plumbline.yaml')).toContain('pull-requests: write');
  });

  test('writes Terraform instead', async () => {
    await init(...eks, '--terraform');
    const text = read('plumbline/production/main.tf');
    expect(files().filter((file) => file.startsWith('plumbline/'))).toEqual(['plumbline/production/main.tf']);
    expect(text).toContain('"repo:acme@7/infra@42:environment:production-drift"');
    expect(text).toContain('can_admins_bypass   = false');
    const parse = await hclParser();
    expect(readHcl({ file: 'main.tf', text }, parse).fault).toBeUndefined();
    expect(readHcl({ file: 'main.tf', text: `${text}}` }, parse).fault).toBeDefined();
  });

  test('overwrites nothing, and writes nothing then', async () => {
    writeFileSync(join(folder, 'plumbline.yaml'), 'failOn: warning\n');
    const refused = await init(...eks);
    expect([refused.code, files()]).toEqual([2, ['plumbline.yaml']]);
    expect(refused.stderr).toContain('--force');
    expect((await init(...eks, '--force')).code).toBe(0);
    // What is there already as it would be written is no obstacle.
    expect((await init(...eks)).code).toBe(0);
  });

  test('prints and writes nothing', async () => {
    const { stdout } = await init(...eks, '--print');
    expect([files(), stdout.includes('# ── plumbline/production/rbac.yaml')]).toEqual([[], true]);
  });

  test.each([
    [['--repository', 'acme'], /is no repository/],
    [['--repository', 'acme/infra', '--repository-ids', 'x'], /are no ids/],
    [['--repository', 'acme/infra', '--cluster-arn', 'production'], /not the ARN of an EKS cluster/],
    [['--repository', 'acme/infra', '--environment', '../x'], /no name for files/],
    [['--repository', 'acme/infra', '--branch', 'a b'], /is no branch/],
    [['--repository', 'acme/infra', '--action', 'x'], /is no action/],
    [['--repository', 'acme/infra', 'x.yaml'], /takes no path/],
    [[...eks, '--allowed-account-ids', '12'], /not an AWS account id/],
  ])('refuses %j', async (flags, expected) => {
    const { code, stderr } = await init(...flags);
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
    expect(files()).toEqual([]);
  });
});
