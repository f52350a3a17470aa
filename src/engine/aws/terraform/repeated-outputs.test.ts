import { describe, expect, test } from 'vitest';
import { made } from '../../manifest/terraform/terraform.test-support.ts';

const eks = (inputs: string): string => `module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  ${inputs}\n}\n`;

const karpenter = (inputs: string): string =>
  `module "karpenter" {\n  source = "terraform-aws-modules/eks/aws//modules/karpenter"\n  ${inputs}\n}\n`;

/** What a text with one reference becomes. */
const textWith = (reference: string, code: string): string | undefined => made(`"name: \${${reference}}"`, code);

describe('outputs of public modules that repeat inputs', () => {
  test.each([
    ['v21', 'module.eks.cluster_name', eks('name = "orders"')],
    ['v20', 'module.eks.cluster_name', eks('cluster_name = "orders"')],
    ['a local', 'module.eks.cluster_name', `locals { name = "orders" }\n${eks('name = local.name')}`],
    ['count', 'module.eks[0].cluster_name', eks('count = 1\n  name = "orders"')],
    ['for_each', 'module.eks["a"].cluster_name', eks('for_each = { a = "orders" }\n  name = each.value')],
  ])('are their values: %s', (_, reference, code) => {
    expect(textWith(reference, code)).toBe('name: orders');
  });

  test('are also defaults of the module, through other modules', () => {
    const code = eks('name = "orders"') + karpenter('cluster_name = module.eks.cluster_name');
    expect(textWith('module.karpenter.queue_name', code)).toBe('name: Karpenter-orders');
    expect(textWith('module.karpenter.queue_name', karpenter('queue_name = "spot"'))).toBe('name: spot');
  });

  test('are the name of the role of nodes only without a prefix', () => {
    const fixed = karpenter('cluster_name = "orders"\n  node_iam_role_use_name_prefix = false');
    expect(textWith('module.karpenter.node_iam_role_name', fixed)).toBe('name: Karpenter-orders');

    const generated = karpenter('node_iam_role_name = "nodes"');
    expect(textWith('module.karpenter.node_iam_role_name', generated)).toBe(
      'name: ${module.karpenter.node_iam_role_name}',
    );
  });

  test.each([
    ['an output of the cloud', 'module.eks.cluster_endpoint', eks('name = "orders"')],
    ['an unknown input', 'module.eks.cluster_name', `variable "name" {}\n${eks('name = var.name')}`],
    ['nothing is created', 'module.eks.cluster_name', eks('name = "orders"\n  create = false')],
    ['another module', 'module.eks.cluster_name', 'module "eks" {\n  source = "acme/eks/aws"\n  name = "orders"\n}'],
  ])('are unknown otherwise: %s', (_, reference, code) => {
    expect(textWith(reference, code)).toBe(`name: \${${reference}}`);
  });
});

describe('subnets of a VPC', () => {
  const vpc = (inputs: string): string =>
    `module "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  ${inputs}\n}\n`;
  const subnets = (inputs: string) => made('join(",", module.vpc.private_subnets)', vpc(inputs)) ?? '';

  test('are as many as its ranges', () => {
    expect(subnets('private_subnets = ["10.0.1.0/24", "10.0.2.0/24"]')).toBe(
      '${module.vpc.private_subnets.0},${module.vpc.private_subnets.1}',
    );
  });

  test.each([
    ['no range', 'name = "a"'],
    ['unknown ranges', 'private_subnets = var.ranges'],
    ['no VPC', 'create_vpc = false\n  private_subnets = ["10.0.1.0/24"]'],
  ])('are unknown with %s', (_, inputs) => expect(subnets(inputs)).not.toContain('.0'));
});

describe('data sources', () => {
  const cluster = 'data "aws_eks_cluster" "main" {\n  name = "orders"\n}\n';

  test('repeat their arguments', () => {
    expect(textWith('data.aws_eks_cluster.main.name', cluster)).toBe('name: orders');
  });

  test('have other attributes that are unknown', () => {
    expect(textWith('data.aws_eks_cluster.main.endpoint', cluster)).toBe('name: ${data.aws_eks_cluster.main.endpoint}');
  });
});
