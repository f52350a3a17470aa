import { beforeAll, expect, test } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes after which Terraform cannot read its files. What they had is unknown, and not removed. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const karpenter = `module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "~> 20.0"
  cluster_name = "quarry"
}
`;
const cluster = `module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "~> 20.0"
  cluster_name    = "quarry"
  cluster_version = "1.34"
  eks_managed_node_groups = {
    system = {
      instance_types = ["m7i.large"]
    }
  }
}
`;
const release = `resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.9.0"
}
`;
const deployment = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: quarry }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: quarry }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
`;
const mapUsers = `locals {
  users = <<-YAML
    - username: system:node:x
    {{EC2PrivateDNSName}}
  YAML
  name  = "system:node:{{EC2PrivateDNSName}}"
}
`;

/** Without the last brace. */
const broken = (text: string): string => text.trimEnd().replace(/\}$/, '');

const whole: Texts = { 'infra/main.tf': `${cluster}${karpenter}${release}${mapUsers}`, 'nodes/pool.yaml': deployment };
const split: Texts = {
  'infra/eks.tf': cluster,
  'infra/karpenter.tf': `${karpenter}${release}`,
  'nodes/pool.yaml': deployment,
};
const called: Texts = {
  'infra/main.tf': 'module "addons" {\n  source = "./addons"\n}\n',
  'infra/addons/main.tf': `${karpenter}${release}`,
  'nodes/pool.yaml': deployment,
};

test.each<[what: string, base: Texts, file: string]>([
  ['the file itself', whole, 'infra/main.tf'],
  ['another file of its folder', split, 'infra/eks.tf'],
  ['the module that a root calls', called, 'infra/addons/main.tf'],
  ['the root that calls a module', called, 'infra/main.tf'],
])('nothing is removed if the syntax is invalid: %s', async (_, base, file) => {
  const report = await reviewOfTexts(base, { ...base, [file]: broken(base[file]!) }, { renderer });
  expect(summaryLine(report)).toMatch(/^Blocked: The Terraform syntax is invalid from here on/);
  const fresh = report.review.findings.filter(({ isNew }) => isNew);
  expect(fresh.map(({ diagnostic }) => diagnostic.code)).toEqual(['terraform/syntax']);
  expect(report.review.changes).toEqual([]);
});

test('what a change really removes is still said', async () => {
  const report = await reviewOfTexts(split, { ...split, 'infra/karpenter.tf': '' }, { renderer });
  expect(report.review.findings.map(({ diagnostic }) => diagnostic.code)).toContain('terraform/removes-access');
});

test('a file that another program fills in does not block', async () => {
  const template = `${broken(cluster)}\n{% if karpenter %}\n${karpenter}{% endif %}\n`;
  const base = { ...split, 'live/main.tf': template };
  const report = await reviewOfTexts(base, { ...base, 'live/main.tf': `${template}# more\n` }, { renderer });
  expect(report.verdict.result).not.toBe('block');
});

test('a folder that Terraform refuses is not said to move to another region', async () => {
  const inRegion = (region: string, owner: string): Texts => ({
    ...split,
    'infra/providers.tf': `terraform {\n  backend "s3" {}\n}\nprovider "aws" {\n  region = "${region}"\n}\nvariable "team" {}\n`,
    'infra/variables.tf': `variable "owner" {\n  default = ${owner}\n}\n`,
  });
  const newCodes = async (owner: string): Promise<readonly string[]> => {
    const { review } = await reviewOfTexts(inRegion('eu-west-1', '"a"'), inRegion('us-east-1', owner), { renderer });
    return review.findings.filter(({ isNew }) => isNew).map(({ diagnostic }) => diagnostic.code);
  };

  expect(await newCodes('"a"')).toContain('terraform/new-region');
  const refused = await newCodes('var.team');
  expect(refused).toContain('terraform/syntax');
  expect(refused).not.toContain('terraform/new-region');
});

test('a file that Terraform refuses is not called one that cannot be read', async () => {
  const root = 'terraform {\n  backend "s3" {}\n}\nprovider "aws" {\n  region = "eu-west-1"\n}\n';
  const module = 'variable "names" {}\n';
  const call = (input: string): string => `module "names" {\n  source = "../names"\n  ${input} = ["a"]\n}\n`;
  const before: Texts = {
    ...split,
    'infra/providers.tf': `${root}${call('names')}`,
    'names/main.tf': module,
    'old/main.tf': cluster.replaceAll('quarry', 'old'),
  };
  const after: Texts = { ...split, 'infra/other.tf': `${root}${call('name')}`, 'names/main.tf': module };
  const { review } = await reviewOfTexts(before, after, { renderer });

  const texts = [...review.changes.map(({ summary }) => summary), ...(review.estimate?.assumptions ?? [])];
  expect(review.findings.map(({ diagnostic: { message } }) => message).join()).toContain('which is not a variable of');
  expect(texts.join()).toContain('Terraform refuses');
  expect(texts.join()).not.toContain('be read');
});
