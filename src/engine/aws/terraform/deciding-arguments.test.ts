import { describe, expect, test } from 'vitest';
import { decisionOfArgument } from './deciding-arguments.ts';

const eks = 'terraform-aws-modules/eks/aws';

describe('what an argument decides', () => {
  test.each([
    [
      'aws_eks_cluster',
      undefined,
      'vpc_config.public_access_cidrs',
      'who may reach the public endpoint of the API server',
    ],
    ['module', eks, 'cluster_endpoint_public_access_cidrs', 'who may reach the public endpoint of the API server'],
    ['module', eks, 'endpoint_public_access_cidrs', 'who may reach the public endpoint of the API server'],
    ['module', eks, 'endpoint_public_access', 'whether the API server has a public endpoint'],
    [
      'module',
      eks,
      'eks_managed_node_groups.update_config.max_unavailable',
      'how many of its nodes are replaced at the same time',
    ],
    [
      'aws_eks_node_group',
      undefined,
      'update_config.max_unavailable',
      'how many of its nodes are replaced at the same time',
    ],
    ['module', `${eks}//modules/karpenter`, 'iam_policy_statements', 'what Karpenter may do in addition'],
    ['module', `${eks}//modules/karpenter`, 'iam_role_use_name_prefix', 'which role Karpenter has'],
    [
      'module',
      `${eks}//modules/karpenter`,
      'iam_policy_name',
      'the name, path or description of a policy, which Terraform replaces for another one',
    ],
    ['module', eks, 'iam_role_name', 'which role the control plane has'],
    ['module', eks, 'iam_role_additional_policies.ssm', 'what the control plane may do in AWS'],
    ['module', eks, 'eks_managed_node_groups.iam_role_name', 'which role its nodes have'],
    [
      'module',
      'terraform-aws-modules/vpc/aws',
      'enable_dns_support',
      'whether names inside of the VPC lead to addresses',
    ],
  ])('%s %s %s', (kind, source, argument, decides) => {
    expect(decisionOfArgument(kind, source, argument)).toEqual({ decides });
  });

  test.each([
    ['aws_eks_cluster', undefined, 'enabled_cluster_log_types'],
    ['module', eks, 'cloudwatch_log_group_retention_in_days'],
    ['module', eks, 'kms_key_administrators'],
    ['module', eks, 'iam_role_description'],
    ['module', eks, 'eks_managed_node_groups.iam_role_tags'],
    ['module', `${eks}//modules/karpenter`, 'node_iam_role_tags'],
    ['module', 'terraform-aws-modules/vpc/aws', 'vpc_flow_log_iam_role_name'],
  ])('nothing in the cluster: %s %s %s', (kind, source, argument) => {
    expect(decisionOfArgument(kind, source, argument)).toEqual({ harmless: expect.any(String) });
  });

  test.each([
    ['module', eks, 'kms_key_service_users', 'who may use the key of the Secrets in the cluster'],
    ['module', eks, 'create_kms_key', 'whether the module creates a key for the Secrets in the cluster'],
  ])('%s %s %s is not harmless, because volumes of nodes may use the key', (kind, source, argument, decides) => {
    expect(decisionOfArgument(kind, source, argument)).toEqual({ decides });
  });

  test.each([
    ['module', './modules/eks', 'enable_irsa'],
    ['module', 'example/other/aws', 'enable_irsa'],
    ['aws_eks_cluster', undefined, 'constructor'],
    ['constructor', undefined, 'name'],
    ['module', eks, 'a_new_input'],
  ])('nothing is known: %s %s %s', (kind, source, argument) => {
    expect(decisionOfArgument(kind, source, argument)).toBeUndefined();
  });
});
