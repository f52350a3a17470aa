import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../terminal/terminal.test-support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-doctor-tf-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const release = `
resource "helm_release" "karpenter" {
  name      = "karpenter"
  namespace = "kube-system"
  chart     = "oci://public.ecr.aws/karpenter/karpenter"
  version   = "1.3.0"
}
`;

/** What doctor does not pass in a Terraform root, as `status code subject`. */
async function found(...blocks: string[]): Promise<string[]> {
  writeFileSync(join(folder, 'main.tf'), blocks.join('\n'));
  const { stdout } = await run(['doctor', '--offline', '--repository', 'acme/infra', '--format', 'json'], {
    cwd: folder,
  });
  const { checks } = JSON.parse(stdout) as { checks: { code: string; status: string; subject: string }[] };
  return checks
    .filter(({ status }) => status !== 'pass')
    .map(({ code, status, subject }) => `${status} ${code} ${subject}`);
}

const encoded = (account: string): string => `
locals {
  issuer = module.eks.oidc_provider
}
resource "aws_iam_role" "karpenter" {
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { Federated = module.eks.oidc_provider_arn }
      Action    = "sts:AssumeRoleWithWebIdentity"
      Condition = {
        StringEquals = {
          "\${local.issuer}:aud" = "sts.amazonaws.com"
          "\${local.issuer}:sub" = "system:serviceaccount:${account}"
        }
      }
    }]
  })
}
`;

const document = (operator: string, subject: string): string => `
data "aws_caller_identity" "current" {}
data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRoleWithWebIdentity"]
    principals {
      type        = "Federated"
      identifiers = ["arn:aws:iam::\${data.aws_caller_identity.current.account_id}:oidc-provider/\${module.eks.oidc_provider}"]
    }
    condition {
      test     = "StringEquals"
      variable = "\${module.eks.oidc_provider}:aud"
      values   = ["sts.amazonaws.com"]
    }
    condition {
      test     = "${operator}"
      variable = "\${module.eks.oidc_provider}:sub"
      values   = ["${subject}"]
    }
  }
}
resource "aws_iam_role" "karpenter" {
  assume_role_policy = data.aws_iam_policy_document.trust.json
}
`;

describe('doctor on roles in Terraform', () => {
  test.each<[string, string[], string[]]>([
    ['the right service account', [encoded('kube-system:karpenter'), release], []],
    [
      'a service account of another namespace',
      [encoded('karpenter:karpenter'), release],
      ['fail trust/wrong-subject main.tf:6 aws_iam_role.karpenter'],
    ],
    ['an unknown release', [encoded('karpenter:karpenter')], []],
    ['the right document', [document('StringEquals', 'system:serviceaccount:kube-system:karpenter'), release], []],
    [
      'a wildcard that is compared literally',
      [document('StringEquals', 'system:serviceaccount:kube-system:karp*'), release],
      ['fail trust/literal-wildcard main.tf:3 aws_iam_role.karpenter'],
    ],
    [
      'a wildcard',
      [document('StringLike', 'system:serviceaccount:kube-system:karp*')],
      ['fail trust/wildcard main.tf:3 aws_iam_role.karpenter'],
    ],
    [
      'a heredoc',
      [
        `resource "aws_iam_role" "karpenter" {
  assume_role_policy = <<-EOT
    {"Statement": [{
      "Effect": "Allow",
      "Principal": {"Federated": "\${var.provider_arn}"},
      "Action": "sts:AssumeRoleWithWebIdentity",
      "Condition": {"StringEquals": {"\${var.issuer}:aud": "sts.amazonaws.com"}}
    }]}
  EOT
}
variable "issuer" {}
variable "provider_arn" {}
`,
      ],
      [
        'fail trust/no-sub main.tf:2 aws_iam_role.karpenter',
        'unknown trust/placeholder main.tf:2 aws_iam_role.karpenter',
      ],
    ],
    [
      'a role of EC2',
      [
        'resource "aws_iam_role" "karpenter_node" {\n  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = { Service = "ec2.amazonaws.com" }, Action = "sts:AssumeRole" }] })\n}\n',
      ],
      [],
    ],
    [
      'an unknown policy',
      ['resource "aws_iam_role" "karpenter" {\n  assume_role_policy = var.trust\n}\nvariable "trust" {}\n'],
      ['unknown trust/unknown main.tf:2 aws_iam_role.karpenter'],
    ],
  ])('with %s', async (_, blocks, expected) => expect(await found(...blocks)).toEqual(expected));

  test('finds the default namespace of the module, which is not the one of the release', async () => {
    const module = (more: string): string => `
module "karpenter" {
  source                 = "terraform-aws-modules/eks/aws//modules/karpenter"
  version                = "~> 19.0"
  cluster_name           = "demo"
  irsa_oidc_provider_arn = module.eks.oidc_provider_arn
${more}}
`;
    expect(await found(module(''), release)).toEqual(['fail trust/wrong-subject main.tf:6 module.karpenter']);
    const given = '  irsa_namespace_service_accounts = ["kube-system:karpenter"]\n';
    expect(await found(module(given), release)).toEqual([]);
    expect(await found(module('').replace('19.0', '20.0'), release)).toEqual([]);
  });

  test('reads the service accounts of the module for IRSA', async () => {
    const module = `
module "irsa" {
  source                             = "terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks"
  attach_karpenter_controller_policy = true
  oidc_providers = {
    main = {
      provider_arn               = module.eks.oidc_provider_arn
      namespace_service_accounts = ["karpenter:karpenter"]
    }
  }
}
`;
    expect(await found(module, release)).toEqual(['fail trust/wrong-subject main.tf:5 module.irsa']);
    expect(await found(module.replaceAll('"karpenter:', '"kube-system:'), release)).toEqual([]);
    // A role of something else.
    expect(
      await found(module.replace('karpenter_controller', 'vpc_cni').replace('karpenter:karpenter', 'a:b'), release),
    ).toEqual([]);
  });

  test('compares an association of EKS Pod Identity with the release and with the role', async () => {
    const role = (actions: string): string =>
      `resource "aws_iam_role" "karpenter" {\n  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = { Service = "pods.eks.amazonaws.com" }, Action = [${actions}] }] })\n}\n`;
    const association = (namespace: string): string => `
resource "aws_eks_pod_identity_association" "karpenter" {
  cluster_name    = "demo"
  namespace       = "${namespace}"
  service_account = "karpenter"
  role_arn        = aws_iam_role.karpenter.arn
}
`;
    const both = '"sts:AssumeRole", "sts:TagSession"';
    expect(await found(role(both), association('kube-system'), release)).toEqual([]);
    const subject = 'main.tf:9 aws_eks_pod_identity_association.karpenter';
    expect(await found(role(both), association('karpenter'), release)).toEqual([
      `fail pod-identity/wrong-account ${subject}`,
    ]);
    expect(await found(role('"sts:AssumeRole"'), association('kube-system'), release)).toEqual([
      `fail pod-identity/trust ${subject}`,
    ]);
  });

  test('knows the namespace that Karpenter’s module gives its role to', async () => {
    const module = `
module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "~> 21.0"
  cluster_name = "demo"
}
`;
    expect(await found(module, release)).toEqual([]);
    const elsewhere = release.replace('"kube-system"', '"karpenter"');
    expect(await found(module, elsewhere)).toEqual(['fail pod-identity/wrong-account main.tf:5 module.karpenter']);
    expect(await found(module.replace('21', '20'), elsewhere)).toEqual([]);
    expect(await found(module)).toEqual(['unknown pod-identity/not-checked main.tf:5 module.karpenter']);
  });

  test('checks what the policies of Karpenter allow', async () => {
    const policy = (resource: string): string =>
      `resource "aws_iam_role_policy" "karpenter" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "iam:PassRole", Resource = ${resource} }] })\n}\n`;
    expect(await found(policy('"*"'))).toEqual(['warn policy/too-wide main.tf:2 aws_iam_role_policy.karpenter']);
    expect(await found(policy('aws_iam_role.node.arn'))).toEqual([]);
  });
});
