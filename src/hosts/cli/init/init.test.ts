import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { githubTrust } from '../../../engine/aws/setup/github-trust.ts';
import { judgeTrustPolicy } from '../../../engine/aws/setup/trust-policy.ts';
import { readHcl } from '../../../engine/manifest/terraform/syntax/read-hcl.ts';
import { parseConfig } from '../../../io/config/config.ts';
import { hclParser } from '../../../io/terraform/hcl-parser.ts';
import { type Ran, run } from '../terminal/terminal.test-support.ts';

const clusterArn = 'arn:aws:eks:eu-central-1:111122223333:cluster/production';
const eks = ['--apply', '--repository', 'acme/infra', '--repository-ids', '7/42', '--cluster-arn', clusterArn];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (...flags: string[]): Promise<Ran> => run(['init', '--output', '.', ...flags], { cwd: folder });
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const settings = () => parseConfig({ file: 'plumbline.yaml', text: read('plumbline.yaml') });
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const nodePool = (zone: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      requirements: [{ key: topology.kubernetes.io/zone, operator: In, values: [${zone}] }]
`;
const chart = 'apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies: [{ name: karpenter, version: 1.6.2 }]\n';

describe('init', () => {
  test('names the environments of overlays, and lets the comment render them', async () => {
    write('base/pools.yaml', nodePool('eu-west-1a'));
    write('base/kustomization.yaml', 'resources: [pools.yaml]\n');
    for (const name of ['dev', 'prod']) write(`overlays/${name}/kustomization.yaml`, 'resources: [../../base]\n');
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const { stdout } = await init();
    expect(stdout).toContain('environments dev, prod (by the names of folders and files)');
    expect(Object.keys(settings().environments!)).toEqual(['dev', 'prod']);
    expect(read('.github/workflows/plumbline-comment.yaml')).toContain('apparmor_restrict_unprivileged_userns=0');
  });

  test('leaves out what only rendering needs, and says on a second run what it left alone', async () => {
    write('karpenter/pools.yaml', nodePool('eu-west-1a'));
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(read('.github/workflows/plumbline-comment.yaml')).not.toContain('sudo');
    expect((await init()).stdout).toContain('left as it is: plumbline.yaml\n');
  });

  test('writes the files for a review, with values from the repository', async () => {
    write('karpenter/pools.yaml', nodePool('eu-west-1a'));
    write('charts/platform/Chart.yaml', chart);
    const { code, stdout } = await init();
    expect(code).toBe(0);
    expect(files().filter((file) => !/^(karpenter|charts)\//.test(file))).toEqual([
      '.github/workflows/plumbline-comment.yaml',
      '.github/workflows/plumbline.yaml',
      'plumbline.yaml',
    ]);
    expect(stdout).toContain('Found 1 Karpenter object in karpenter.\n');
    expect(settings()).toMatchObject({ region: 'eu-west-1' });
    // A version in the configuration would apply to both sides of an upgrade.
    expect(settings().karpenterVersion).toBeUndefined();
    expect(read('plumbline.yaml')).toContain('# Karpenter 1.6: from charts/platform/Chart.yaml:4\n');
  });

  test('lists the values that are not in the repository', async () => {
    const { stdout } = await init();
    expect(stdout).toContain('Found no Karpenter objects.\n');
    expect(read('plumbline.yaml')).toContain('# region: us-east-1 # No file names one.');
    expect(settings()).toEqual(parseConfig({ file: 'plumbline.yaml', text: 'failOn: error\n' }));
  });

  test('names environments after folders, if there are several', async () => {
    write('clusters/dev/pools.yaml', nodePool('eu-west-1a'));
    write('clusters/prod/karpenter/pools.yaml', nodePool('us-east-1a'));
    write('apps/prod/web.yaml', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: {}\n');
    write('apps/qa/web.yaml', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: {}\n');
    const { stdout } = await init();
    expect(stdout).toContain('environments dev, prod');
    expect(settings().environments).toMatchObject({
      dev: { paths: ['clusters/dev'] },
      prod: { paths: ['apps/prod', 'clusters/prod'] },
    });
    await init('--apply', '--repository', 'acme/infra', '--cluster-arn', clusterArn);
    expect(settings().environments).toMatchObject({
      dev: { paths: ['clusters/dev'] },
      prod: { paths: ['apps/prod', 'clusters/prod'], clusterArn },
    });
  });

  test('counts the folders in which Flux and Argo CD are told what to apply', async () => {
    const flux = (name: string): string =>
      `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: apps }\nspec: { path: ./overlays/${name} }\n`;
    write('base/pools.yaml', nodePool('eu-west-1a'));
    write('base/kustomization.yaml', 'resources: [pools.yaml]\n');
    write('values/prod/settings.yaml', 'color: blue\n');
    for (const name of ['dev', 'prod']) {
      write(`overlays/${name}/kustomization.yaml`, 'resources: [../../base]\n');
      write(`clusters/${name}/apps.yaml`, flux(name));
    }
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(settings().environments).toMatchObject({
      dev: { paths: ['clusters/dev', 'overlays/dev'] },
      prod: { paths: ['clusters/prod', 'overlays/prod'] },
    });
  });

  test('writes them also if the root installs the objects as a chart, and not those of another root', async () => {
    const release = 'resource "helm_release" "nodes" {\n  name  = "karpenter-nodes"\n  chart = "../charts/nodes"\n}\n';
    const eksModule =
      'module "eks" {\n  source       = "terraform-aws-modules/eks/aws"\n  cluster_name = var.name\n}\n';
    write('cluster/main.tf', `variable "name" {}\n${eksModule}${release}`);
    write('network/main.tf', `variable "name" {}\n${eksModule}`);
    write('charts/nodes/Chart.yaml', 'apiVersion: v2\nname: nodes\nversion: 0.1.0\n');
    write('charts/nodes/templates/pool.yaml', nodePool('eu-west-1a'));
    for (const name of ['dev', 'prod']) write(`cluster/environments/${name}.tfvars`, 'name = "a"\n');
    for (const name of ['qa', 'staging']) write(`network/environments/${name}.tfvars`, 'name = "a"\n');
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(settings().environments).toMatchObject({
      dev: { paths: ['cluster/environments/dev.tfvars'] },
      prod: { paths: ['cluster/environments/prod.tfvars'] },
    });
    expect(Object.keys(settings().environments!)).toEqual(['dev', 'prod']);
  });

  test('writes the environments for which a Terraform root has variables', async () => {
    const pools = nodePool('').replace(/^/gm, '    ');
    write(
      'terraform/main.tf',
      `variable "name" {}\nresource "kubectl_manifest" "pool" {\n  yaml_body = <<-EOT\n${pools}  EOT\n}\n`,
    );
    write('terraform/environments/production.tfvars', 'name = "a"\n');
    write('terraform/environments/staging.tfvars', 'name = "b"\n');
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(settings().environments).toMatchObject({
      production: { paths: ['terraform/environments/production.tfvars'] },
      staging: { paths: ['terraform/environments/staging.tfvars'] },
    });
  });

  test.each([
    ['the same region', 'eu-west-1', 'region: eu-west-1 # from envs/a/cluster.yaml:2'],
    ['different regions', 'us-west-2', 'the repository names eu-west-1, us-west-2'],
  ])('reads %s in keys of values', async (_, other, line) => {
    write('pools.yaml', nodePool('').replace('[{ key: topology.kubernetes.io/zone, operator: In, values: [] }]', '[]'));
    write('envs/a/cluster.yaml', 'name: a\nregion: eu-west-1\n');
    write('envs/b/cluster.yaml', `name: b\nregion: "${other}"\n`);
    write('.github/workflows/push.yaml', 'env:\n  region: us-east-1\n');
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(read('plumbline.yaml')).toContain(line);
  });

  const patch = (zone: string): string =>
    `- op: add\n  path: /spec/template/spec/requirements/-\n  value: { key: topology.kubernetes.io/zone, operator: In, values: [${zone}] }\n`;
  const overlaid = (zones: Readonly<Record<string, string>>): void => {
    write(
      'base/pools.yaml',
      nodePool('').replace('[{ key: topology.kubernetes.io/zone, operator: In, values: [] }]', '[]'),
    );
    write('base/kustomization.yaml', 'resources: [pools.yaml]\n');
    for (const [name, zone] of Object.entries(zones)) {
      write(`overlays/${name}/kustomization.yaml`, 'resources: [../../base]\npatches: [{ path: zones.yaml }]\n');
      write(`overlays/${name}/zones.yaml`, patch(zone));
    }
    execFileSync('git', ['init', '-q'], { cwd: folder });
  };

  test('finds the region in patches of zones', async () => {
    overlaid({ dev: 'eu-west-1a', prod: 'eu-west-1b' });
    const { stdout } = await init();
    expect(stdout).toContain('region eu-west-1 (from overlays/dev/zones.yaml:3)');
    expect(read('plumbline.yaml')).not.toContain('region:');
  });

  test('gives no region if the environments have different ones', async () => {
    overlaid({ dev: 'eu-west-1a', prod: 'us-west-2b' });
    const { stdout } = await init();
    expect(stdout).toContain('region us-east-1 (assumed: the repository names eu-west-1, us-west-2)');
    expect(read('plumbline.yaml')).not.toContain('region:');
  });

  const terraformRoot = (region: string): string =>
    `provider "aws" {\n  region = "${region}"\n}\n\nmodule "cluster" {\n  source = "../../modules/cluster"\n}\n`;
  const application =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: web }\nspec: { source: { path: web } }\n';

  test('names the clusters of Terraform roots after the folders of what Argo CD applies', async () => {
    write('terraform/modules/cluster/main.tf', 'resource "helm_release" "karpenter" {\n  name = "karpenter"\n}\n');
    for (const [name, region] of [
      ['berlin', 'eu-central-1'],
      ['ohio', 'us-east-2'],
    ] as const) {
      write(`terraform/live/${name}/main.tf`, terraformRoot(region));
      write(`argocd/${name}/web.yaml`, application);
      write(`values/${name}/web.yaml`, 'replicas: 2\n');
    }
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(settings().environments).toMatchObject({
      berlin: { paths: ['argocd/berlin', 'terraform/live/berlin', 'values/berlin'] },
      ohio: { paths: ['argocd/ohio', 'terraform/live/ohio', 'values/ohio'] },
    });
  });

  test('takes the parts of one cluster for no clusters', async () => {
    write('terraform/modules/cluster/main.tf', 'resource "helm_release" "karpenter" {\n  name = "karpenter"\n}\n');
    for (const name of ['network', 'eks']) write(`terraform/live/${name}/main.tf`, terraformRoot('eu-central-1'));
    for (const name of ['eks', 'web']) write(`argocd/${name}/web.yaml`, application);
    execFileSync('git', ['init', '-q'], { cwd: folder });
    await init();
    expect(settings().environments).toBeUndefined();
  });

  test('does not guess an environment from a single folder', async () => {
    write('live/pools.yaml', nodePool('eu-west-1a'));
    await init();
    expect(settings().environments).toBeUndefined();
  });

  test('pins the Action to the commit of this code, if that is known', async () => {
    const own = { name: 'acme/plumbline', commit: 'c'.repeat(40), label: 'v1.2.3' };
    await run(['init', '--output', '.'], { cwd: folder, ownAction: own });
    const used = `uses: acme/plumbline@${own.commit} # v1.2.3\n`;
    for (const name of ['plumbline', 'plumbline-comment'])
      expect(read(`.github/workflows/${name}.yaml`)).toContain(used);
  });

  test('otherwise says how to pin it, and can pin it later', async () => {
    const { stdout } = await init();
    expect(stdout).toContain('The Action is not pinned to a commit');
    const pinned = `plumbline/plumbline@${'c'.repeat(40)}`;
    const again = await init('--action', pinned);
    expect([again.code, again.stdout.includes('not pinned')]).toEqual([0, false]);
    expect(read('.github/workflows/plumbline.yaml')).toContain(`uses: ${pinned}\n`);
  });

  test('is extended by --apply, unless somebody edited it', async () => {
    await init();
    expect((await init('--apply', '--repository', 'acme/infra')).code).toBe(0);
    await init('--force');
    write('plumbline.yaml', `${read('plumbline.yaml')}timeZone: Europe/Berlin\n`);
    const refused = await init('--apply', '--repository', 'acme/infra');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('`plumbline.yaml` already exists')]);
  });
});

describe('init --apply', () => {
  test('writes the files for an EKS cluster', async () => {
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

  test('writes trust policies that admit both formats of one environment and pass `doctor`', async () => {
    await init(...eks);
    for (const environment of ['production', 'production-drift']) {
      const text = read(`plumbline/${environment}/trust-policy.json`);
      const repository = { owner: 'acme', name: 'infra', ids: { owner: 7, repository: 42 } };
      const expected = githubTrust({ subject: 'x', repository, environment, hasIds: undefined });
      expect(judgeTrustPolicy(text, expected).map(({ code }) => code)).toEqual(['trust/ok']);
      expect(expected.subjects!.every((subject) => text.includes(`"${subject}"`))).toBe(true);
    }
  });

  test('says that the format with IDs is missing if the IDs are unknown', async () => {
    const { stdout } = await init('--apply', '--repository', 'acme/infra', '--cluster-arn', clusterArn);
    expect(stdout).toContain('--repository-ids');
    expect(read('plumbline/production/trust-policy.json')).not.toContain('@');
  });

  test('gives workflows the least permissions that they need', async () => {
    await init(...eks);
    const job = (name: string) => {
      const { jobs, on, permissions } = parseYaml(read(`.github/workflows/${name}.yaml`));
      expect(permissions).toEqual({});
      const all = Object.values(jobs) as { permissions: object; environment?: string; steps: { uses: string }[] }[];
      return { on, rendering: all.length > 1 ? all[0] : undefined, ...all.at(-1)! };
    };
    expect(job('plumbline').permissions).toEqual({ contents: 'read', 'pull-requests': 'read' });
    expect(job('plumbline').on.pull_request.types).toContain('edited');
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
    for (const { rendering, steps } of [apply, drift]) {
      expect(rendering).toMatchObject({ permissions: { contents: 'read' } });
      expect(rendering).not.toHaveProperty('environment');
      expect(steps.at(-1)).toHaveProperty('with.rendered');
      for (const { uses } of [...rendering!.steps, ...steps].filter((step) => step.uses?.startsWith('actions/')))
        expect(uses).toMatch(/@[0-9a-f]{40}$/);
    }
  });

  test("gives the cluster's roles access to Karpenter's kinds and one Lease", async () => {
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

  test('connects to other clusters with a kubeconfig, without an AWS identity', async () => {
    const { stdout } = await init('--apply', '--repository', 'acme/infra', '--no-forks');
    expect(files().some((file) => /policy|access-entry|comment/.test(file))).toBe(false);
    const workflow = read('.github/workflows/plumbline-apply-production.yaml');
    expect(workflow).toContain('kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}');
    expect(workflow).not.toContain('id-token');
    expect(stdout).toContain('gh secret set PLUMBLINE_KUBECONFIG');
    expect(read('.github/workflows/plumbline.yaml')).toContain('pull-requests: write');
  });

  test('adds a workflow that proposes current prices, whose role only reads', async () => {
    const role = 'arn:aws:iam::111122223333:role/plumbline-prices';
    const { code, stdout } = await init('--prices-role-arn', role, '--repository', 'acme/infra', '--branch', 'trunk');
    expect([code, files()]).toEqual([
      0,
      [
        '.github/workflows/plumbline-comment.yaml',
        '.github/workflows/plumbline-prices.yaml',
        '.github/workflows/plumbline.yaml',
        'plumbline.yaml',
        'plumbline/plumbline-prices/github-environment.json',
        'plumbline/plumbline-prices/policy.json',
        'plumbline/plumbline-prices/trust-policy.json',
      ],
    ]);
    const { jobs, permissions } = parseYaml(read('.github/workflows/plumbline-prices.yaml'));
    expect([permissions, jobs.prices.permissions, jobs.prices.environment, jobs.prices.if]).toEqual([
      {},
      { contents: 'write', 'pull-requests': 'write', 'id-token': 'write' },
      'plumbline-prices',
      "github.ref == 'refs/heads/trunk'",
    ]);
    const runs = jobs.prices.steps.map(({ run = '' }: { run?: string }) => run).join('\n');
    expect(runs).toContain(`catalog refresh --region us-east-1 --output catalog \\\n  --role-arn ${role} `);
    const { Statement } = JSON.parse(read('plumbline/plumbline-prices/policy.json'));
    expect(Statement[0].Action.every((action: string) => /:(Describe|Get)/.test(action))).toBe(true);
    const repository = { owner: 'acme', name: 'infra' };
    const expected = githubTrust({ subject: 'x', repository, environment: 'plumbline-prices', hasIds: undefined });
    const trust = read('plumbline/plumbline-prices/trust-policy.json');
    expect(judgeTrustPolicy(trust, expected).map(({ code: found }) => found)).toEqual(['trust/ok']);
    expect(stdout).toContain('aws iam create-role --role-name plumbline-prices');
  });

  test('adds a workflow that proposes a snapshot, whose identity only lists, and keeps an edited plumbline.yaml', async () => {
    write('plumbline.yaml', 'region: eu-central-1\n');
    const { code, stdout } = await init('--snapshot', ...eks.slice(1), '--branch', 'trunk');
    expect([code, read('plumbline.yaml')]).toEqual([0, 'region: eu-central-1\n']);
    expect(files().filter((file) => /production/.test(file))).toEqual([
      '.github/workflows/plumbline-snapshot-production.yaml',
      'plumbline/production-snapshot/access-entry.json',
      'plumbline/production-snapshot/github-environment.json',
      'plumbline/production-snapshot/policy.json',
      'plumbline/production-snapshot/rbac.yaml',
      'plumbline/production-snapshot/trust-policy.json',
    ]);

    const { jobs, permissions } = parseYaml(read('.github/workflows/plumbline-snapshot-production.yaml'));
    const { permissions: rights, environment, if: condition, steps } = jobs.snapshot;
    expect([permissions, rights, environment, condition]).toEqual([
      {},
      { contents: 'write', 'pull-requests': 'write', 'id-token': 'write' },
      'production-snapshot',
      "github.ref == 'refs/heads/trunk'",
    ]);
    const runs = steps.map((step: { run?: string }) => step.run ?? '').join('\n');
    expect(runs).toContain('role/plumbline-production-snapshot --output plumbline/production-snapshot/cluster.json\n');
    expect(runs).not.toContain('--allowed-account-ids');

    const [role] = parseAllDocuments(read('plumbline/production-snapshot/rbac.yaml')).map((one) => one.toJS());
    const rules: { resources: string[]; verbs: string[] }[] = role.rules;
    expect(new Set(rules.flatMap(({ verbs }) => verbs))).toEqual(new Set(['list']));
    const resources = rules.flatMap((rule) => rule.resources);
    expect(resources).toEqual(expect.arrayContaining(['nodes', 'pods', 'nodeclaims', 'ec2nodeclasses']));
    expect(resources.filter((resource) => /secret|configmap/.test(resource))).toEqual([]);
    expect(read('plumbline/production-snapshot/trust-policy.json')).toContain('environment:production-snapshot"');
    expect(stdout).toContain('set `snapshot: plumbline/production-snapshot/cluster.json` in plumbline.yaml');
  });

  test('adds snapshots to an apply, and to clusters with a kubeconfig', async () => {
    expect((await init(...eks)).code).toBe(0);
    const { stdout } = await init(...eks, '--snapshot');
    expect(stdout).toContain('left as it is: plumbline.yaml\n');
    expect(stdout).toContain('`environments.production.snapshot: plumbline/production-snapshot/cluster.json`');
    expect(stdout).toContain('kubectl apply -f plumbline/production-snapshot/rbac.yaml');

    await init('--snapshot', '--repository', 'acme/infra', '--environment', 'staging');
    const workflow = read('.github/workflows/plumbline-snapshot-staging.yaml');
    expect(workflow).toContain('CLUSTER_ACCESS: ${{ secrets.PLUMBLINE_KUBECONFIG }}');
    expect(workflow).not.toContain('id-token');

    await init(...eks, '--snapshot', '--terraform');
    const text = read('plumbline/production/main.tf');
    expect(text).toContain('"repo:acme@7/infra@42:environment:production-snapshot"');
    expect(readHcl({ file: 'main.tf', text }, await hclParser()).fault).toBeUndefined();
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

  test('writes no file if it would overwrite one', async () => {
    writeFileSync(join(folder, 'plumbline.yaml'), 'failOn: warning\n');
    const refused = await init(...eks);
    expect([refused.code, files()]).toEqual([2, ['plumbline.yaml']]);
    expect(refused.stderr).toContain('--force');
    expect((await init(...eks, '--force')).code).toBe(0);
    // An existing file with the same content is accepted.
    expect((await init(...eks)).code).toBe(0);
  });

  test('prints and writes nothing', async () => {
    const { stdout } = await init(...eks, '--print');
    expect([files(), stdout.includes('# ── plumbline/production/rbac.yaml')]).toEqual([[], true]);
  });

  test.each([
    [['--apply', '--repository', 'acme'], /is not a repository name/],
    [['--apply', '--repository', 'acme/infra', '--repository-ids', 'x'], /are not two IDs/],
    [['--apply', '--repository', 'acme/infra', '--cluster-arn', 'production'], /not the ARN of an EKS cluster/],
    [['--apply', '--repository', 'acme/infra', '--environment', '../x'], /cannot be part of file and role names/],
    [['--apply', '--repository', 'acme/infra', '--branch', 'a b'], /is not a branch name/],
    [['--action', 'x'], /is not an action/],
    [['x.yaml'], /takes no path/],
    [['--cluster-arn', clusterArn], /`--cluster-arn` works only with `init --apply` or `init --snapshot`/],
    [['--snapshot', '--deletions'], /`--deletions` works only with `init --apply`\n/],
    [['--prices-role-arn', 'x', '--repository', 'acme/infra'], /is not the ARN of an IAM role/],
    [['--deletions'], /`--deletions` works only with `init --apply`/],
    [[...eks, '--allowed-account-ids', '12'], /not an AWS account id/],
  ])('refuses %j', async (flags, expected) => {
    const { code, stderr } = await init(...flags);
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
    expect(files()).toEqual([]);
  });
});
