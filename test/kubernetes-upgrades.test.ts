import { beforeAll, describe, expect } from 'vitest';
import { reportMarkOf } from '../src/engine/report/coverage/report-mark.ts';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** Reviews of changes that give a cluster another Kubernetes version, and what that does to nodes wherever they are defined. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodes = (images: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: orchard }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: orchard }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: orchard }
spec:
  role: orchard-nodes
  amiFamily: AL2023
  amiSelectorTerms: [${images}]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: orchard } }]
  securityGroupSelectorTerms: [{ tags: { aws:eks:cluster-name: orchard } }]
`;
const byAlias = nodes('{ alias: al2023@latest }');
const byId = nodes('{ id: ami-0123456789abcdef0 }');

const cluster = (version: string, groups = ''): string => `module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "~> 21.0"
  name               = "orchard"
  kubernetes_version = "${version}"
${groups}}
`;
const group = (more: string): string => `  eks_managed_node_groups = {
    system = {
      instance_types = ["m7i.large"]
${more}    }
  }
`;

const upgraded = (files: (version: string) => Texts, from = '1.33', to = '1.34') =>
  reviewOfTexts(files(from), files(to), { renderer });

test.each([
  ['without an image for the Kubernetes version', '1.34', 'v20250403', 'v20260715'],
  ['with one', '1.32', 'v20250403', 'v20250403'],
  ['of an unknown Kubernetes version', undefined, 'v20250403', 'v20250403'],
])('the advice to pin a release names one that can be used: the old one is %s', async (_, version, old, advised) => {
  const files = (alias: string): Texts => ({
    ...(version !== undefined && { 'main.tf': cluster(version) }),
    'nodes.yaml': nodes(`{ alias: al2023@${alias} }`),
  });
  const { review } = await reviewOfTexts(files(old), files('latest'), { renderer });
  const help = review.findings.find(({ diagnostic }) => diagnostic.code === 'lint/pin-ami-alias')?.diagnostic.help;
  expect(help).toContain(`Pin a release, such as \`al2023@${advised}\``);
});

test.each<[what: string, files: (version: string) => Texts]>([
  ['next to it', (version) => ({ 'main.tf': cluster(version), 'nodes.yaml': byAlias })],
  ['in another folder', (version) => ({ 'infra/eks/main.tf': cluster(version), 'gitops/nodes.yaml': byAlias })],
])('the nodes of a node class with an alias are replaced: %s', async (_, files) => {
  const report = await upgraded(files);
  expect(summaryLine(report)).toMatch(/^Replaces running nodes of NodePool `orchard`/);
  expect(reportMarkOf(report)).toBe('warn');
});

test.each<[what: string, files: (version: string) => Texts]>([
  ['next to it', (version) => ({ 'main.tf': cluster(version), 'nodes.yaml': byAlias })],
  ['in another folder', (version) => ({ 'infra/eks/main.tf': cluster(version), 'gitops/nodes.yaml': byAlias })],
])('EKS may have upgraded a cluster whose version is no longer supported: %s', async (_, files) => {
  const report = await upgraded(files, '1.29', '1.30');
  expect(summaryLine(report)).toMatch(/^May replace running nodes of EC2NodeClass `orchard`/);
  expect(report.review.changes.map(({ effect }) => effect)).toContain('unknown');
  expect(reportMarkOf(report)).toBe('warn');
});

test('nodes whose images are pinned stay', async () => {
  const report = await upgraded((version) => ({ 'main.tf': cluster(version), 'nodes.yaml': byId }));
  expect(report.review.changes).toEqual([]);
  expect(reportMarkOf(report)).toBe('pass');
});

describe('managed node groups', () => {
  const resource = (more: string): string => `resource "aws_eks_node_group" "system" {
  cluster_name    = "orchard"
  node_group_name = "system"
  node_role_arn   = "arn:aws:iam::111122223333:role/system"
  subnet_ids      = ["subnet-a"]
  instance_types  = ["m7i.large"]
${more}  scaling_config {
    desired_size = 2
    max_size     = 2
    min_size     = 2
  }
}
`;
  const submodule = (version: string): string => `module "system" {
  source             = "terraform-aws-modules/eks/aws//modules/eks-managed-node-group"
  version            = "~> 21.0"
  name               = "system"
  cluster_name       = "orchard"
  kubernetes_version = "${version}"
}
`;

  test.each<[what: string, files: (version: string) => Texts]>([
    ['of the module of the cluster', (version) => ({ 'main.tf': cluster(version, group('')) })],
    ['of a module of their own', (version) => ({ 'main.tf': `${cluster(version)}${submodule(version)}` })],
    [
      'that name the version',
      (version) => ({ 'main.tf': `${cluster(version)}${resource(`  version = "${version}"\n`)}` }),
    ],
  ])('follow the cluster: %s', async (_, files) => {
    const report = await upgraded((version) => ({ ...files(version), 'nodes.yaml': byId }));
    expect(summaryLine(report)).toContain(
      'Replaces all nodes of ManagedNodeGroup `system`, because `spec.version` changes (`1.33` → `1.34`)',
    );
    expect(report.verdict.result).toBe('warn');
  });

  test.each<[what: string, files: (version: string) => Texts]>([
    ['without a version', (version) => ({ 'main.tf': `${cluster(version)}${resource('')}` })],
    ['with images of their own', (version) => ({ 'main.tf': cluster(version, group('      ami_id = "ami-1"\n')) })],
    [
      'with a version of their own',
      (version) => ({ 'main.tf': cluster(version, group('      kubernetes_version = "1.33"\n')) }),
    ],
  ])('stay: %s', async (_, files) => {
    const report = await upgraded((version) => ({ ...files(version), 'nodes.yaml': byId }));
    expect(report.review.changes).toEqual([]);
    expect(summaryLine(report)).not.toContain('ManagedNodeGroup');
  });
});

test('a node group that begins or ceases to name a version may keep the one that it has', async () => {
  const named = (version: string): Texts => ({ 'main.tf': cluster('1.33', group(version)), 'nodes.yaml': byId });
  const without = { 'main.tf': cluster('1.33', group('')).replace(/ {2}kubernetes_version.*/, ''), 'nodes.yaml': byId };
  const begun = await reviewOfTexts(without, named('      kubernetes_version = "1.33"\n'), { renderer });
  expect(begun.review.changes.map(({ effect }) => effect)).toEqual(['unknown']);
  const ceased = await reviewOfTexts(named('      kubernetes_version = "1.33"\n'), without, { renderer });
  expect(ceased.review.changes.map(({ effect }) => effect)).toEqual(['none']);
});

test.each<[what: string, files: (version: string) => Texts]>([
  ['the cluster is all there is', (version) => ({ 'main.tf': cluster(version) })],
  [
    'a map has a version for each cluster',
    (version) => ({
      'main.tf': `locals {\n  cluster_version = {\n    live    = "${version}"\n    staging = "${version}"\n  }\n}\n`,
    }),
  ],
  [
    'a variable has a version for each cluster',
    (version) => ({
      'main.tf': `variable "eks_versions" {\n  type    = map(string)\n  default = {\n    "live" : "${version}",\n    "dev" : "1.33"\n  }\n}\n`,
    }),
  ],
])('which nodes are replaced is unknown: %s', async (_, files) => {
  const report = await upgraded(files);
  expect(summaryLine(report)).toContain(
    'Kubernetes changes from 1.33 to 1.34, and which nodes that replaces is unknown',
  );
  expect(reportMarkOf(report)).toBe('unknown');
});

test('an edit of a map of other versions says nothing about Kubernetes', async () => {
  const files = (version: string): Texts => ({
    'main.tf': `locals {\n  chart_version = {\n    live = "${version}"\n  }\n}\n`,
  });
  expect((await upgraded(files)).review.findings).toEqual([]);
});

describe('a version that only a module names', () => {
  const module = (version: string): Texts => ({
    'modules/eks/main.tf': `variable "name" {}\nvariable "kubernetes_version" {\n  default = "${version}"\n}\nresource "aws_eks_cluster" "this" {\n  name    = var.name\n  version = var.kubernetes_version\n}\n`,
  });
  const root = (name: string, version: string): Texts => ({
    [`terraform/environments/${name}/main.tf`]: `provider "aws" {\n  region = "eu-west-1"\n}\nmodule "eks" {\n  source             = "../../../modules/eks"\n  name               = "${name}"\n  kubernetes_version = var.kubernetes_version\n}\nvariable "kubernetes_version" {\n  default = "${version}"\n}\n`,
    [`gitops/clusters/${name}/nodes.yaml`]: byAlias,
  });

  const upgrades = async (before: Texts, after: Texts): Promise<readonly string[]> => {
    const { review } = await reviewOfTexts(before, after, { renderer });
    return review.findings.flatMap(({ diagnostic: { code } }) => (code.startsWith('upgrade/') ? [code] : [])).sort();
  };

  test.each<[what: string, before: Texts, after: Texts]>([
    [
      'a new cluster next to another one',
      { ...module('1.31'), ...root('dev', '1.35') },
      { ...module('1.31'), ...root('dev', '1.35'), ...root('staging', '1.35') },
    ],
    ['the first cluster', module('1.33'), { ...module('1.33'), ...root('dev', '1.35') }],
  ])('is not the one before: %s', async (_, before, after) => {
    expect(await upgrades(before, after)).toEqual([]);
  });

  test('is not the one before, and an upgrade next to it is one', async () => {
    const before = { ...module('1.33'), ...root('dev', '1.33'), ...root('staging', '1.33') };
    const after = { ...module('1.33'), ...root('dev', '1.33'), ...root('staging', '1.35') };
    expect(await upgrades(before, after)).toContain('upgrade/path');
  });

  test('is the one before if the call begins to name another one', async () => {
    const named = root('dev', '1.35');
    const unnamed = Object.fromEntries(
      Object.entries(named).map(([file, text]) => [
        file,
        text.replace(/ +kubernetes_version = var.*\n|variable[^}]*\}\n/g, ''),
      ]),
    );
    expect(await upgrades({ ...module('1.33'), ...unnamed }, { ...module('1.33'), ...named })).toContain(
      'upgrade/path',
    );
  });
});
