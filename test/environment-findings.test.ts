import { beforeAll, describe, expect, test } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { Report } from '../src/engine/report/values/report.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Findings of several environments: whose they are, and which of them are new. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const reviewed = (base: Texts, head: Texts): Promise<Report> => reviewOfTexts(base, head, { renderer });

const newFindingsOf = ({ review }: Report, codes: RegExp): readonly string[] =>
  review.findings
    .filter(({ isNew, diagnostic: { code } }) => isNew && codes.test(code))
    .map(({ diagnostic: { code, cluster, clusters } }) => `${code} ${cluster ?? clusters?.join(', ')}`);

const nodeClass = (role: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: quarry }
spec:
  role: ${role}
  amiSelectorTerms: [{ alias: al2023@v20250920 }]
  subnetSelectorTerms: [{ id: subnet-1 }]
  securityGroupSelectorTerms: [{ id: sg-1 }]
`;
const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: quarry }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: quarry }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
`;

describe('what a change does to the account of an environment', () => {
  const module = (environment: string): string => `module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "20.8.0"
  cluster_name = "quarry-${environment}"
}
`;
  const policy = (actions: readonly string[]): string => `resource "aws_iam_role" "controller" {
  name               = "karpenter"
  assume_role_policy = jsonencode({})
}
resource "aws_iam_role_policy" "controller" {
  role = aws_iam_role.controller.id
  policy = jsonencode({ Version = "2012-10-17", Statement = [
    { Effect = "Allow", Action = ${JSON.stringify(actions)}, Resource = "*" },
  ] })
}
`;
  const root = (environment: string, more: string): Texts => ({
    [`envs/${environment}/main.tf`]: `resource "aws_eks_cluster" "this" {
  name     = "quarry-${environment}"
  role_arn = "arn:aws:iam::111111111111:role/c"
  vpc_config { subnet_ids = ["subnet-1"] }
}
resource "kubectl_manifest" "class" {
  yaml_body = <<-Y
${nodeClass(`nodes-${environment}`).replaceAll(/^/gm, '    ')}
  Y
}
resource "kubectl_manifest" "pool" {
  yaml_body = <<-Y
${nodePool.replaceAll(/^/gm, '    ')}
  Y
}
${more}`,
  });

  const roots = (dev: string, prod: string): Texts => ({ ...root('dev', dev), ...root('prod', prod) });
  const whole = policy(['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:TerminateInstances', 'iam:PassRole']);
  const less = policy(['ec2:RunInstances', 'ec2:CreateFleet', 'iam:PassRole']);

  test.each<[string, RegExp, [base: Texts, head: Texts], readonly string[]]>([
    [
      'a permission of both is lost',
      /^terraform\/removes-permission$/,
      [roots(whole, whole), roots(less, less)],
      ['terraform/removes-permission prod', 'terraform/removes-permission dev'],
    ],
    [
      'a permission of one is lost',
      /^terraform\/removes-permission$/,
      [roots(whole, whole), roots(less, whole)],
      ['terraform/removes-permission dev'],
    ],
    [
      'a module of one is removed, whose place only the base has',
      /^terraform\/removes-access$/,
      [roots(module('dev'), module('prod')), roots('', module('prod'))],
      ['terraform/removes-access dev'],
    ],
    [
      'a module of one is renamed',
      /^terraform\/removes-access$/,
      [roots(module('dev'), module('prod')), roots(module('dev').replace('"karpenter"', '"nodes"'), module('prod'))],
      [],
    ],
  ])('%s', async (_, codes, [base, head], expected) => {
    const report = await reviewed(base, head);
    const order = ['prod', 'dev'];
    const placeOf = (finding: string): number => order.indexOf(finding.split(' ').at(-1)!);
    expect([...newFindingsOf(report, codes)].sort((a, b) => placeOf(a) - placeOf(b))).toEqual(expected);
  });

  test('the first line says which environment it is', async () => {
    const report = await reviewed(roots(whole, whole), roots(less, whole));
    expect(summaryLine(report)).toContain('(only in dev)');
  });
});

describe('objects that move to another namespace', () => {
  const web = (namespace: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: ${namespace} }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
      annotations: { karpenter.sh/do-not-evict: "true"${more} }
    spec:
      containers: [{ name: web, image: "web:1", resources: { requests: { cpu: 500m, memory: 1Gi } } }]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: ${namespace} }
spec:
  minAvailable: 100%
  selector: { matchLabels: { app: web } }
`;
  const environments = (ofProd: Texts): Texts =>
    Object.fromEntries([
      ...['dev', 'prod'].map((name) => [`clusters/${name}/nodes.yaml`, `${nodePool}---\n${nodeClass('nodes')}`]),
      ['clusters/dev/web.yaml', web('shop')],
      ...Object.entries(ofProd),
    ]);

  test.each<[string, head: Texts, readonly string[]]>([
    ['in the same file', { 'clusters/prod/web.yaml': web('store') }, []],
    ['to another file of the folder', { 'clusters/prod/store.yaml': web('store') }, []],
    [
      'with another mistake',
      { 'clusters/prod/web.yaml': web('store', ', karpenter.sh/do-not-consolidate: "true"') },
      ['lint/removed-pod-keys prod'],
    ],
    [
      'or are copied',
      { 'clusters/prod/web.yaml': `${web('shop')}---\n${web('store')}` },
      ['lint/removed-pod-keys prod', 'lint/blocking-pdb prod'],
    ],
  ])('%s', async (_, head, expected) => {
    const report = await reviewed(environments({ 'clusters/prod/web.yaml': web('shop') }), environments(head));
    expect(newFindingsOf(report, /^lint\//)).toEqual(expected);
  });
});
