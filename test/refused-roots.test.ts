import { beforeAll, expect, test } from 'vitest';
import { firstLines, summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that a program refuses as a whole, or that destroy a cluster: what the first lines say about its nodes. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodeClass = (image: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: nodes
  amiSelectorTerms: [{ alias: al2023@${image} }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
`;

const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: general }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.k8s.aws/instance-family, operator: In, values: [m6i] }]
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: app, image: web, resources: { requests: { cpu: "1", memory: 2Gi } } }] }
`;

const resource = (name: string, manifest: string): string =>
  `resource "kubectl_manifest" "${name}" {\n  yaml_body = <<-YAML\n${manifest.replace(/^/gm, '    ')}\n  YAML\n}\n`;

const backend = 'terraform {\n  backend "s3" {}\n}\n';
const terraform = (image: string, more = '', settings = backend): Texts => ({
  'infra/main.tf': `${settings}${resource('class', nodeClass(image))}${resource('pool', nodePool)}${more}`,
  'apps/web.yaml': deployment,
});

const kustomization = (image: string, resources: string): Texts => ({
  'nodes/kustomization.yaml': `resources: [${resources}]\n`,
  'nodes/class.yaml': nodeClass(image),
  'nodes/pool.yaml': nodePool,
  'apps/web.yaml': deployment,
});

const [old, fresh] = ['v20260715', 'v20260810'] as const;
const [before, plain] = [terraform(old), kustomization(old, 'class.yaml, pool.yaml')];

test.each<[what: string, base: Texts, head: Texts, root: string]>([
  ['a resource twice', before, terraform(fresh, resource('pool', nodePool)), 'infra'],
  ['a variable twice', before, terraform(fresh, 'variable "a" {}\nvariable "a" {}\n'), 'infra'],
  ['an undeclared variable', before, terraform(fresh, 'locals {\n  a = var.missing\n}\n'), 'infra'],
  [
    'a folder of which nothing says who applies it',
    terraform(old, '', ''),
    terraform(fresh, resource('pool', nodePool), ''),
    'infra',
  ],
  ['a kustomization with a missing file', plain, kustomization(fresh, 'class.yaml, pool.yaml, gpu.yaml'), 'nodes'],
])('nothing of what is refused is applied: %s', async (_, base, head, root) => {
  const report = await reviewOfTexts(base, head, { renderer });
  const { headline, figures } = firstLines(report);
  expect(headline.join('. ')).toContain(
    `Until that is fixed, nothing of \`${root}\` is applied, and what it manages stays as it is`,
  );
  expect(headline.join('. ')).not.toContain('Replaces');
  expect(figures.every(({ parts: [first] }) => /^(?:once all is applied: |until that is fixed: )/.test(first!))).toBe(
    true,
  );
});

test.each<[what: string, base: Texts, head: Texts]>([
  ['Terraform', before, terraform(fresh)],
  ['a kustomization', plain, kustomization(fresh, 'class.yaml, pool.yaml')],
  ['a folder that was refused before', before, { ...terraform(fresh), 'other/main.tf': 'variable "a" {}\n' }],
])('what is accepted replaces nodes: %s', async (_, base, head) => {
  const line = summaryLine(await reviewOfTexts(base, head, { renderer }));
  expect(line).toMatch(/^Replaces 1 node of NodePool `general`/);
  expect(line).not.toMatch(/is applied/);
});

const inRoot = (environment: string, image: string, more = ''): Texts => ({
  [`infra/${environment}/main.tf`]: terraform(image, `${more}${resource('web', deployment)}`)['infra/main.tf']!,
});
const both = { ...inRoot('dev', old), ...inRoot('prod', old) };

test('what other environments apply does not wait', async () => {
  const head = { ...inRoot('dev', fresh, 'locals {\n  a = var.missing\n}\n'), ...inRoot('prod', fresh) };
  const { figures } = firstLines(await reviewOfTexts(both, head, { renderer }));
  const firsts = new Map(figures.map(({ cluster, parts: [first] }) => [cluster, first]));
  expect(firsts.get('prod')).toBe('1 of 1 node replaced');
  expect(firsts.get('dev')).toBe('once all is applied: 1 of 1 node replaced');
});

test('what nobody can render stays as it is, with its figures', async () => {
  const apps = (resources: string): Texts => ({
    ...kustomization(fresh, resources),
    'nodes/web.yaml': deployment,
    'nodes/class.yaml': nodeClass(old),
  });
  const { 'apps/web.yaml': _, ...before } = apps('class.yaml, pool.yaml, web.yaml');
  const { 'apps/web.yaml': __, ...after } = apps('class.yaml, pool.yaml, web.yaml, gpu.yaml');
  const { figures } = firstLines(await reviewOfTexts(before, after, { renderer }));
  expect(figures.map(({ parts }) => parts.join(' · '))).toEqual([
    expect.stringMatching(/^until that is fixed: 1 node · about \$\d+\/month .* · simulated · then unknown$/),
  ]);
});

const cluster = (more = ''): string =>
  `module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  version = "~> 20.0"\n  cluster_name = "shop"\n${more}}\n`;
const resourceCluster =
  'resource "aws_eks_cluster" "shop" {\n  name = "shop"\n  role_arn = aws_iam_role.cluster.arn\n}\n';
const role = 'resource "aws_iam_role" "cluster" {\n  name = "cluster"\n  assume_role_policy = "{}"\n}\n';
const network = `module "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  azs = ["eu-west-1a"]\n  private_subnets = ["10.0.0.0/24"]\n  private_subnet_tags = { "karpenter.sh/discovery" = "shop" }\n}\n`;
const nodes: Texts = {
  'nodes/class.yaml': nodeClass(old),
  'nodes/pool.yaml': nodePool,
  'apps/web.yaml': deployment,
};
const created = (code: string): Texts => ({ ...nodes, 'infra/main.tf': code });

test.each<[what: string, base: string, head: string, why: string]>([
  ['a module', `${network}${cluster()}`, network, 'because the change removes it'],
  [
    'a module without instances',
    `${network}${cluster()}`,
    `${network}${cluster('  count = 0\n')}`,
    'because the change',
  ],
  [
    'a module that is switched off',
    `${network}${cluster()}`,
    `${network}${cluster('  create = false\n')}`,
    'because `create` is `false` now',
  ],
  [
    'a resource, in a folder without anything of Karpenter',
    `${role}${resourceCluster}`,
    role,
    'because the change removes it',
  ],
])('no node stays of a cluster that is destroyed: %s', async (_, base, head, why) => {
  const report = await reviewOfTexts(created(base), created(head), { renderer });
  const { headline, figures, also } = firstLines(report);
  expect(headline.join()).toMatch(/^Terraform destroys the EKS cluster `shop` with all of its nodes/);
  expect(headline.join()).toContain(why);
  expect(figures.map(({ parts }) => parts.join())).toEqual(['all nodes destroyed']);
  expect([...headline, ...also].join()).not.toContain('Fixes');
  expect(JSON.stringify(report.review.changes)).not.toContain('running nodes stay');
});

test.each<[what: string, base: string, head: string]>([
  [
    'it is taken out of the state',
    `${network}${cluster()}`,
    `${network}removed {\n  from = module.eks\n  lifecycle {\n    destroy = false\n  }\n}\n`,
  ],
  ['it was switched off before', `${network}${cluster('  create = false\n')}`, network],
  [
    'another input changes',
    `${network}${cluster()}`,
    `${network}${cluster('  cluster_endpoint_public_access = true\n')}`,
  ],
])('a cluster is not destroyed: %s', async (_, base, head) => {
  const report = await reviewOfTexts(created(base), created(head), { renderer });
  expect(summaryLine(report)).not.toMatch(/destroy(?:s|ed) the EKS|nodes destroyed/);
});

test('a folder that is refused destroys no cluster', async () => {
  const uses =
    'resource "helm_release" "karpenter" {\n  name = "karpenter"\n  chart = "karpenter"\n  version = "1.9.0"\n  set {\n    name = "settings.clusterName"\n    value = module.eks.cluster_name\n  }\n}\n';
  const report = await reviewOfTexts(created(`${backend}${cluster()}${uses}`), created(`${backend}${uses}`), {
    renderer,
  });
  expect(summaryLine(report)).toMatch(/^Blocked: `module.eks` is not declared in this folder/);
  expect(report.review.findings.map(({ diagnostic }) => diagnostic.code)).not.toContain('terraform/replaces-cluster');
});

test('what a release makes is not deleted if the kustomization with the release no longer renders', async () => {
  const repository = 'sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }';
  const base: Texts = {
    'nodes/class.yaml': nodeClass(old),
    'nodes/pool.yaml': nodePool,
    'flux/apps.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: apps, namespace: flux-system }\nspec:\n  interval: 10m\n  path: ./apps/production\n  prune: true\n  sourceRef: { kind: GitRepository, name: flux-system }\n`,
    'flux/staging.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: staging, namespace: flux-system }\nspec:\n  interval: 10m\n  path: ./apps/staging\n  prune: true\n  sourceRef: { kind: GitRepository, name: flux-system }\n`,
    'apps/staging/kustomization.yaml': 'resources: [../base/web]\n',
    'apps/production/kustomization.yaml': 'resources: [../base/web, ledger.yaml]\n',
    'apps/production/ledger.yaml': deployment.replaceAll('web', 'ledger'),
    'apps/base/web/kustomization.yaml': 'resources: [release.yaml]\n',
    'apps/base/web/release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: web, namespace: shop }\nspec:\n  interval: 10m\n  chart: { spec: { chart: ./chart, ${repository} } }\n`,
    'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'chart/templates/web.yaml': deployment,
  };
  const failing: RenderMethod = {
    ...renderer,
    render: async (root, tree) => {
      await tree.load(root.files);
      const file = root.files.find((path) => (tree.text(path) ?? '').includes('patches:'));
      if (file === undefined) return renderer.render(root, tree);
      const message = `\`${root.name}\` does not render: no matches for Id`;
      return { obstacle: { code: 'render/failed', severity: 'error', file, message, isRefusal: true }, lacks: [] };
    },
  };
  const overlay = 'apps/production/kustomization.yaml';
  const patched = { ...base, [overlay]: `${base[overlay]}patches: [{ path: ledger.yaml }]\n` };
  const report = await reviewOfTexts(base, patched, { renderer: failing });
  expect(summaryLine(report)).not.toContain('Deletes');
  expect(report.review.changes.map(({ type }) => type)).not.toContain('removed');

  const removed = { ...base, [overlay]: 'resources: [ledger.yaml]\n' };
  expect(summaryLine(await reviewOfTexts(base, removed, { renderer }))).toContain('Deletes Deployment `shop/web`');
});
