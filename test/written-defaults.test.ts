import { beforeAll, describe, expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { eksModule, karpenterModule, karpenterNodes } from './karpenter-scene.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** An argument that is what it would be if nobody wrote it changes nothing, in any spelling. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const around: Texts = { ...karpenterNodes, 'tf/eks.tf': eksModule(), 'tf/karpenter.tf': karpenterModule() };
const lineOf = async (before: Texts, after: Texts): Promise<string> =>
  summaryLine(await reviewOfTexts({ ...around, ...before }, { ...around, ...after }, { renderer }));

const eks = (more: string): Texts => ({ 'tf/eks.tf': eksModule(more) });
const groups = (more: string, group = ''): Texts =>
  eks(`${more}
  eks_managed_node_groups = {
    system = {
      instance_types = ["m6i.large"]
      ${group}
    }
  }`);
const karpenter = (more: string, version?: string): Texts => ({ 'tf/karpenter.tf': karpenterModule(more, version) });
const cluster = (config: string): Texts => ({
  'tf/eks.tf': `resource "aws_eks_cluster" "this" {\n  name = "shop"\n  version = "1.33"\n  role_arn = "arn:aws:iam::111122223333:role/a"\n  vpc_config {\n    subnet_ids = ["subnet-1"]\n    ${config}\n  }\n}\n`,
  'tf/karpenter.tf': '',
});

const nothing = /^This change affects nothing/;

describe('a default that is written out', () => {
  test.each<[what: string, before: Texts, after: Texts]>([
    [
      'inputs of the EKS module',
      eks(''),
      eks('enable_irsa = true\n  endpoint_public_access = false\n  authentication_mode = "API_AND_CONFIG_MAP"'),
    ],
    ['a list', eks(''), eks('endpoint_public_access_cidrs = ["0.0.0.0/0"]')],
    ['inputs that are no longer written', eks('enable_irsa = true'), eks('')],
    [
      'by a variable',
      eks(''),
      {
        'tf/eks.tf': `${eksModule('endpoint_private_access = var.private')}variable "private" {\n  default = true\n}\n`,
      },
    ],
    ['by a local', eks(''), { 'tf/eks.tf': `${eksModule('enable_irsa = local.irsa')}locals {\n  irsa = !false\n}\n` }],
    [
      'of a node group',
      groups(''),
      groups('', 'ami_type = "AL2023_x86_64_STANDARD"\n      capacity_type = "ON_DEMAND"\n      max_size = 3'),
    ],
    [
      'inputs of the module for Karpenter',
      karpenter(''),
      karpenter('create_access_entry = true\n  namespace = "kube-system"\n  create_pod_identity_association = true'),
    ],
    [
      'inputs of its version 20',
      karpenter('', '~> 20.0'),
      karpenter('create_pod_identity_association = false\n  enable_v1_permissions = false', '~> 20.0'),
    ],
    ['an argument of a nested block', cluster(''), cluster('endpoint_private_access = false')],
  ])('%s', async (_, before, after) => expect(await lineOf(before, after)).toMatch(nothing));

  test.each<[what: string, before: Texts, after: Texts]>([
    ['another value', eks(''), eks('enable_irsa = false')],
    [
      'the default of another version',
      karpenter('', '~> 20.0'),
      karpenter('create_pod_identity_association = true', '~> 20.0'),
    ],
    [
      'a version that may be several',
      karpenter('', '>= 20.0'),
      karpenter('create_pod_identity_association = true', '>= 20.0'),
    ],
    ['an unknown value', eks(''), { 'tf/eks.tf': `${eksModule('enable_irsa = var.irsa')}variable "irsa" {}\n` }],
    ['a value that replaces another one', eks('endpoint_public_access = true'), eks('endpoint_public_access = false')],
    [
      'a group with defaults of its own',
      groups('eks_managed_node_group_defaults = { max_size = 9 }'),
      groups('eks_managed_node_group_defaults = { max_size = 9 }', 'max_size = 3'),
    ],
  ])('is not %s', async (_, before, after) => expect(await lineOf(before, after)).not.toMatch(nothing));
});
