import { beforeAll, describe, expect } from 'vitest';
import { reportMarkOf } from '../src/engine/report/coverage/report-mark.ts';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { eksModule, karpenterModule, karpenterNodes } from './karpenter-scene.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(3);

/** What a change of an account does is said where the files show it, and nothing is said of what only looks different. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const around: Texts = { ...karpenterNodes, 'tf/eks.tf': eksModule(), 'tf/karpenter.tf': karpenterModule() };

/** The mark and the first lines of a review. */
async function said(before: Texts, after: Texts): Promise<string> {
  const report = await reviewOfTexts({ ...around, ...before }, { ...around, ...after }, { renderer });
  return `${reportMarkOf(report)}: ${summaryLine(report)}`;
}

const nothing = /^pass: This change affects nothing/;
type Scene = readonly [what: string, before: Texts, after: Texts, expected: RegExp];
const scenes = (rows: readonly Scene[]) =>
  test.each(rows)('%s', async (_, before, after, expected) => expect(await said(before, after)).toMatch(expected));

const eks = (more: string): Texts => ({ 'tf/eks.tf': eksModule(more) });
const karpenter = (more: string, version?: string, release?: string): Texts => ({
  'tf/karpenter.tf': karpenterModule(more, version, release),
});
const group = (more: string): Texts =>
  eks(`eks_managed_node_groups = {\n    system = {\n      instance_types = ["m6i.large"]\n      ${more}\n    }\n  }`);
const addons = (more: string): Texts =>
  eks(`addons = {\n    coredns = {}\n    vpc-cni = {}\n    kube-proxy = {}\n    ${more}\n  }`);
const policy = (name: string): string => `${name} = "arn:aws:iam::aws:policy/${name}"`;
const [logs, sessions] = [policy('CloudWatchAgentServerPolicy'), policy('AmazonSSMManagedInstanceCore')];

describe('policies of nodes', () => {
  scenes([
    ['a node group gets one', group(''), group(`iam_role_additional_policies = { ${sessions} }`), nothing],
    [
      'a node group loses one',
      group(`iam_role_additional_policies = {\n        ${sessions}\n        ${logs}\n      }`),
      group(`iam_role_additional_policies = {\n        ${sessions}\n      }`),
      /^pass: Nodes of the node group `system` lose the policy `CloudWatchAgentServerPolicy`/,
    ],
    [
      'a node group loses all',
      group(`iam_role_additional_policies = { ${sessions} }`),
      group(''),
      /^pass: Nodes of the node group `system` lose the policy `AmazonSSMManagedInstanceCore`/,
    ],
    [
      'the policies move to the defaults of all groups',
      group(`iam_role_additional_policies = { ${sessions} }`),
      eks(
        `eks_managed_node_group_defaults = { iam_role_additional_policies = { ${sessions} } }\n  eks_managed_node_groups = {\n    system = {\n      instance_types = ["m6i.large"]\n    }\n  }`,
      ),
      /^(?!.*lose the policy)/,
    ],
    [
      'Karpenter’s nodes get one',
      karpenter(''),
      karpenter(`node_iam_role_additional_policies = { ${sessions} }`),
      nothing,
    ],
    [
      'Karpenter’s nodes get one of the repository',
      karpenter(''),
      {
        ...karpenter('node_iam_role_additional_policies = { logs = aws_iam_policy.logs.arn }'),
        'tf/logs.tf':
          'resource "aws_iam_policy" "logs" {\n  name = "logs"\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = ["logs:PutLogEvents"], Resource = "*" }] })\n}\n',
      },
      nothing,
    ],
    [
      'one that denies something',
      karpenter(''),
      {
        ...karpenter('node_iam_role_additional_policies = { logs = aws_iam_policy.logs.arn }'),
        'tf/logs.tf':
          'resource "aws_iam_policy" "logs" {\n  name = "logs"\n  policy = jsonencode({ Statement = [{ Effect = "Deny", Action = ["ec2:*"], Resource = "*" }] })\n}\n',
      },
      /^unknown: /,
    ],
    [
      'policies become unknown',
      group(`iam_role_additional_policies = { ${sessions} }`),
      { 'tf/eks.tf': `${group('iam_role_additional_policies = var.policies')['tf/eks.tf']}variable "policies" {}\n` },
      /^unknown: /,
    ],
  ]);
});

const role =
  'resource "aws_iam_role" "ebs" {\n  name = "ebs"\n  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", Action = ["sts:AssumeRole", "sts:TagSession"], Principal = { Service = "pods.eks.amazonaws.com" } }] })\n}\n';
const withRole = (files: Texts): Texts => ({ ...files, 'tf/role.tf': role });

describe('add-ons', () => {
  scenes([
    [
      'get a role by their service account',
      addons('aws-ebs-csi-driver = {}'),
      {
        ...addons('aws-ebs-csi-driver = {\n      service_account_role_arn = module.ebs.arn\n    }'),
        'tf/ebs.tf':
          'module "ebs" {\n  source = "terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts"\n  version = "~> 6.0"\n  name = "ebs"\n  attach_ebs_csi_policy = true\n  oidc_providers = { this = { provider_arn = module.eks.oidc_provider_arn, namespace_service_accounts = ["kube-system:ebs-csi-controller-sa"] } }\n}\n',
      },
      /^pass: The add-on `aws-ebs-csi-driver` gets a role of its own \(`module\.ebs`\) by its service account/,
    ],
    [
      'get a role by EKS Pod Identity',
      withRole(addons('aws-ebs-csi-driver = {}')),
      withRole(
        addons(
          'aws-ebs-csi-driver = {\n      pod_identity_association = [{ role_arn = aws_iam_role.ebs.arn, service_account = "ebs-csi-controller-sa" }]\n    }',
        ),
      ),
      /^pass: The add-on `aws-ebs-csi-driver` gets a role of its own \(`aws_iam_role\.ebs`\) by EKS Pod Identity/,
    ],
    [
      'get another version',
      addons('metrics-server = { addon_version = "v0.7.2-eksbuild.1" }'),
      addons('metrics-server = { addon_version = "v0.8.0-eksbuild.1" }'),
      /^pass: The EKS add-on `metrics-server` gets another version: `v0\.7\.2-eksbuild\.1` → `v0\.8\.0-eksbuild\.1`/,
    ],
    [
      'are new',
      addons(''),
      addons('metrics-server = {}'),
      /^pass: The change installs the EKS add-on `metrics-server`/,
    ],
    [
      'are removed',
      addons('metrics-server = {}'),
      addons(''),
      /^pass: The change removes the EKS add-on `metrics-server`/,
    ],
    [
      'are installed earlier',
      addons('metrics-server = {}'),
      addons('metrics-server = { before_compute = true }'),
      /^pass: `before_compute` of `metrics-server` changes, so Terraform deletes the add-on and creates it again/,
    ],
    [
      'are resources',
      {
        'tf/addons.tf':
          'resource "aws_eks_addon" "dns" {\n  cluster_name = module.eks.cluster_name\n  addon_name = "coredns"\n  addon_version = "v1.11.1-eksbuild.1"\n}\n',
      },
      {
        'tf/addons.tf':
          'resource "aws_eks_addon" "dns" {\n  cluster_name = module.eks.cluster_name\n  addon_name = "coredns"\n  addon_version = "v1.12.1-eksbuild.1"\n}\n',
      },
      /^pass: The EKS add-on `coredns` gets another version/,
    ],
  ]);
});

const groups = (rules: string): Texts => ({
  'tf/karpenter.tf': '',
  'tf/eks.tf': `resource "aws_eks_cluster" "this" {
  name = "shop"
  role_arn = "arn:aws:iam::111122223333:role/cluster"
  version = "1.33"
  vpc_config {
    subnet_ids = ["subnet-1"]
    security_group_ids = [aws_security_group.cluster.id]
  }
}
resource "aws_security_group" "cluster" {
  name = "cluster"
  vpc_id = "vpc-1"
}
resource "aws_security_group" "nodes" {
  name = "nodes"
  vpc_id = "vpc-1"
  tags = { "karpenter.sh/discovery" = "shop" }
}
${rules}`,
});
const rule = (name: string, ports: readonly [number, number], peer: string, to = 'nodes'): string =>
  `resource "aws_security_group_rule" "${name}" {\n  type = "ingress"\n  security_group_id = aws_security_group.${to}.id\n  from_port = ${ports[0]}\n  to_port = ${ports[1]}\n  protocol = "tcp"\n  ${peer}\n}\n`;
const newRule = (name: string, ports: readonly [number, number], peer: string): string =>
  `resource "aws_vpc_security_group_ingress_rule" "${name}" {\n  security_group_id = aws_security_group.nodes.id\n  from_port = ${ports[0]}\n  to_port = ${ports[1]}\n  ip_protocol = "tcp"\n  ${peer}\n}\n`;
const moduleRules = (rules: string): Texts => eks(`node_security_group_additional_rules = {\n    ${rules}\n  }`);
const fromCluster = 'source_security_group_id = aws_security_group.cluster.id';
const all = rule('self', [0, 65_535], 'self = true');

describe('rules of security groups', () => {
  scenes([
    [
      'webhooks lose their ports',
      groups(all + rule('all', [1025, 65_535], fromCluster)),
      groups(all + rule('all', [10_250, 10_250], fromCluster)),
      /^pass: With this change, no rule in these files lets the control plane \(`aws_security_group\.cluster`\) reach nodes \(`aws_security_group\.nodes`\) on TCP ports 1025–10249 and 10251–65535/,
    ],
    [
      'a range loses a port',
      groups(all + newRule('ssh', [22, 22], 'cidr_ipv4 = "192.168.0.0/16"')),
      groups(all),
      /no rule in these files lets `192\.168\.0\.0\/16` reach nodes \(`aws_security_group\.nodes`\) on TCP port 22/,
    ],
    [
      'nodes lose the API server',
      groups(all + rule('api', [443, 443], 'source_security_group_id = aws_security_group.nodes.id', 'cluster')),
      groups(all),
      /no rule in these files lets nodes \(`aws_security_group\.nodes`\) reach the control plane \(`aws_security_group\.cluster`\) on TCP port 443/,
    ],
    [
      'a rule of the module goes',
      moduleRules('all = { protocol = "-1", from_port = 0, to_port = 0, type = "ingress", self = true }'),
      eks(''),
      /no rule in these files lets nodes reach each other on ICMP, TCP ports 0–52 and 54–1024/,
    ],
    [
      'a rule of the module goes that the module has anyway',
      moduleRules(
        'a = { protocol = "tcp", from_port = 1, to_port = 1, type = "ingress", self = true }\n    kubelet = { protocol = "tcp", from_port = 10250, to_port = 10250, type = "ingress", source_cluster_security_group = true }',
      ),
      moduleRules('a = { protocol = "tcp", from_port = 1, to_port = 1, type = "ingress", self = true }'),
      /^(?!.*no rule in these files)/,
    ],
    [
      'a rule that another one covers',
      groups(
        all +
          newRule('office', [22, 22], 'cidr_ipv4 = "10.1.0.0/16"') +
          newRule('all', [0, 65_535], 'cidr_ipv4 = "10.0.0.0/8"'),
      ),
      groups(all + newRule('all', [0, 65_535], 'cidr_ipv4 = "10.0.0.0/8"')),
      /^(?!.*no rule in these files)/,
    ],
    [
      'a port for everyone',
      groups(all),
      groups(all + newRule('ssh', [22, 22], 'cidr_ipv4 = "0.0.0.0/0"')),
      /The change opens TCP port 22 of nodes \(`aws_security_group\.nodes`\) to `0\.0\.0\.0\/0`/,
    ],
    ['one more rule', groups(all), groups(all + newRule('lb', [8080, 8080], 'cidr_ipv4 = "10.0.0.0/16"')), nothing],
    [
      'an unknown range',
      { ...groups(all + newRule('ssh', [22, 22], 'cidr_ipv4 = "10.1.0.0/16"')) },
      {
        'tf/karpenter.tf': '',
        'tf/eks.tf': `${groups(all + newRule('ssh', [22, 22], 'cidr_ipv4 = var.range'))['tf/eks.tf']}variable "range" {}\n`,
      },
      /^unknown: (?!.*no rule in these files)/,
    ],
  ]);
});

const cluster = (config: string): Texts => ({
  'tf/karpenter.tf': '',
  'tf/eks.tf': `resource "aws_eks_cluster" "this" {\n  name = "shop"\n  version = "1.33"\n  role_arn = "arn:aws:iam::111122223333:role/a"\n  vpc_config {\n    subnet_ids = ["subnet-1"]\n    ${config}\n  }\n}\n`,
});
const office = '["203.0.113.0/24"]';

describe('the endpoint of the API server', () => {
  scenes([
    [
      'accepts fewer addresses',
      eks('endpoint_public_access = true'),
      eks(`endpoint_public_access = true\n  endpoint_public_access_cidrs = ${office}`),
      /^pass: The public endpoint of the API server no longer accepts `0\.0\.0\.0\/0`, only `203\.0\.113\.0\/24`/,
    ],
    [
      'accepts more',
      cluster(`endpoint_private_access = true\n    public_access_cidrs = ${office}`),
      cluster('endpoint_private_access = true\n    public_access_cidrs = ["203.0.113.0/24", "198.51.100.0/24"]'),
      /^pass: The public endpoint of the API server also accepts `198\.51\.100\.0\/24`/,
    ],
    [
      'becomes public',
      eks(''),
      eks('endpoint_public_access = true'),
      /^pass: The API server gets a public endpoint, which accepts `0\.0\.0\.0\/0`/,
    ],
    [
      'is no longer public',
      cluster('endpoint_private_access = true'),
      cluster('endpoint_private_access = true\n    endpoint_public_access = false'),
      /^pass: The API server loses its public endpoint/,
    ],
    [
      'accepts unknown addresses',
      eks('endpoint_public_access = true'),
      {
        'tf/eks.tf': `${eksModule('endpoint_public_access = true\n  endpoint_public_access_cidrs = var.ranges')}variable "ranges" {}\n`,
      },
      /^unknown: /,
    ],
    ['is written with its defaults', cluster(''), cluster('endpoint_public_access = true'), nothing],
  ]);
});

describe('inputs of Karpenter’s module', () => {
  scenes([
    [
      'the policy for Karpenter 1',
      karpenter('', '~> 20.0'),
      karpenter('enable_v1_permissions = true', '~> 20.0'),
      /^pass: Karpenter’s controller gets the policy for Karpenter 1 in place of the one for earlier versions/,
    ],
    [
      'the policy for Karpenter 1 with an older one',
      karpenter('', '~> 20.0', '0.37.0'),
      karpenter('enable_v1_permissions = true', '~> 20.0', '0.37.0'),
      /^warn: The change gives Karpenter’s controller the policy for version 1, and these files install 0\.37/,
    ],
    [
      'the old policy with Karpenter 1',
      karpenter('enable_v1_permissions = true', '~> 20.0'),
      karpenter('', '~> 20.0'),
      /^warn: The change gives Karpenter’s controller the policy for versions before 1, and these files install 1\.6/,
    ],
    [
      'a role by web identity',
      karpenter('enable_irsa = true\n  irsa_oidc_provider_arn = module.eks.oidc_provider_arn', '~> 20.0'),
      karpenter('', '~> 20.0'),
      /The role of Karpenter’s controller no longer trusts service accounts by web identity/,
    ],
    [
      'one more statement',
      karpenter(''),
      karpenter('iam_policy_statements = [{ effect = "Allow", actions = ["ec2:DescribeTags"], resources = ["*"] }]'),
      nothing,
    ],
    [
      'another name of the policy',
      karpenter(''),
      karpenter('iam_policy_name = "a"\n  iam_policy_use_name_prefix = false'),
      /^pass: Terraform replaces the policy of Karpenter’s controller, because `iam_policy_name` changes\./,
    ],
    ['a version that only allows more', karpenter('', '21.0.0'), karpenter('', '21.3.0'), nothing],
    [
      'the next major version',
      karpenter('', '20.36.0'),
      karpenter('', '21.3.0'),
      /^unknown: .*decides what changes with 21\.0\.0, which gives the controller its role by EKS Pod Identity only/,
    ],
    [
      'a version that is not known',
      karpenter('', '21.0.0'),
      karpenter('', '29.3.0'),
      /^unknown: plumbline cannot tell/,
    ],
  ]);
});
