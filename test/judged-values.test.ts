import { beforeAll, describe, expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { Report } from '../src/engine/report/values/report.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** What is said of values that rules read, whether or not one of them judges the change. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const reviewed = (from: Texts, to: Texts): Promise<Report> => reviewOfTexts(from, to, { renderer });

const classes = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: kiln }
spec:
  limits: { cpu: 160 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: kiln }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: kiln }
spec:
  role: pottery-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: pottery } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: pottery } }]
`;

const vpc = (more: string): string => `
module "vpc" {
  source          = "terraform-aws-modules/vpc/aws"
  version         = "5.8.1"
  private_subnets = ["10.1.0.0/20", "10.1.16.0/20"]
  public_subnets  = ["10.1.64.0/20"]

  private_subnet_tags = { "karpenter.sh/discovery" = "pottery" }
  ${more}
}
`;

const subnets = (tags: string, more = ''): string => `
resource "aws_subnet" "inside" {
  vpc_id            = "vpc-1"
  availability_zone = "eu-west-1a"
  cidr_block        = "10.1.0.0/20"
  tags              = { "karpenter.sh/discovery" = "pottery" }
}
resource "aws_subnet" "edge" {
  vpc_id            = "vpc-1"
  availability_zone = "eu-west-1b"
  cidr_block        = "10.1.64.0/20"
  tags              = { ${tags} }
  ${more}
}
`;

const withLocal = (tags: string): string =>
  `locals {\n  shared = ${tags}\n}\n${subnets('').replace('{  }', 'merge({ Owner = "clay" }, local.shared)')}`;

const addon = (name: string, more = ''): string =>
  `resource "aws_eks_addon" "a" {\n  cluster_name = "pottery"\n  addon_name = "${name}"\n  ${more}\n}\n`;

const policy = (actions: string, resources: string): string => `${subnets('')}
data "aws_iam_policy_document" "glaze" {
  statement {
    actions   = [${actions}]
    resources = [${resources}]
  }
}
`;

const nothing = /^This change affects nothing that plumbline reviews/;
const unjudged = (name: string): RegExp => new RegExp(`^plumbline cannot tell what .*${name}`);

describe('a value that rules read', () => {
  test.each<[what: string, before: string, after: string, said: RegExp]>([
    [
      'public subnets of a module are selected, too',
      vpc(''),
      vpc('public_subnet_tags = { "karpenter.sh/discovery" = "pottery" }'),
      /^EC2NodeClass `kiln` selects the public subnets/,
    ],
    [
      'a subnet is selected, too',
      subnets(''),
      subnets('"karpenter.sh/discovery" = "pottery"'),
      /^Changes the selected subnets of EC2NodeClass/,
    ],
    [
      'a subnet is selected by a local value',
      withLocal('{}'),
      withLocal('{ "karpenter.sh/discovery" = "pottery" }'),
      /cannot tell what/,
    ],
    [
      'settings of an add-on',
      addon('coredns'),
      addon('coredns', 'configuration_values = jsonencode({ corefile = "." })'),
      unjudged('aws_eks_addon'),
    ],
    [
      'settings of an add-on of a module',
      'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  cluster_addons = { coredns = {} }\n}\n',
      'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  cluster_addons = { coredns = { configuration_values = jsonencode({ corefile = "." }) } }\n}\n',
      unjudged('cluster_addons'),
    ],
    [
      'how nodes sign in',
      'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  authentication_mode = "API_AND_CONFIG_MAP"\n}\n',
      'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  authentication_mode = "API"\n}\n',
      unjudged('authentication_mode'),
    ],
    [
      'resources of the policy of the controller',
      policy('"ec2:RunInstances", "ec2:CreateFleet", "ec2:TerminateInstances"', '"*"'),
      policy(
        '"ec2:RunInstances", "ec2:CreateFleet", "ec2:TerminateInstances"',
        '"arn:aws:ec2:*:*:*/*", "arn:aws:ec2:*::image/*"',
      ),
      unjudged('policy glaze Statement'),
    ],
    ['a policy of an application', policy('"s3:GetObject"', '"*"'), policy('"s3:*"', '"arn:aws:s3:::clay"'), nothing],
    ['a policy of an application that is new', subnets(''), policy('"s3:GetObject"', '"*"'), nothing],
    ['another tag of a subnet', subnets(''), subnets('Owner = "clay"'), nothing],
    [
      'another address range of a subnet that is not selected',
      subnets(''),
      subnets('').replace('10.1.64.0/20', '10.1.96.0/20'),
      nothing,
    ],
    ['a comment', subnets(''), subnets('', '# for load balancers'), nothing],
    ['the layout', subnets('Owner = "clay"'), subnets('\n    Owner = "clay"\n  '), nothing],
    [
      'a description of a variable',
      `variable "a" {\n  description = "old"\n}\n${subnets('')}`,
      `variable "a" {\n  description = "new"\n}\n${subnets('')}`,
      nothing,
    ],
  ])('%s', async (_, before, after, said) => {
    const report = await reviewed(
      { 'k8s/pools.yaml': classes, 'infra/main.tf': before },
      { 'k8s/pools.yaml': classes, 'infra/main.tf': after },
    );
    expect(summaryLine(report)).toMatch(said);
  });
});

const group = (template: string, version: string): string => `
resource "aws_launch_template" "glaze" {
  name_prefix = "glaze-"
  ${template}
}
resource "aws_eks_node_group" "glaze" {
  cluster_name    = "pottery"
  node_group_name = "glaze"
  node_role_arn   = "arn:aws:iam::111122223333:role/n"
  subnet_ids      = ["subnet-1"]
  launch_template {
    id      = aws_launch_template.glaze.id
    version = ${version}
  }
  scaling_config {
    desired_size = 2
    max_size     = 4
    min_size     = 2
  }
}
`;
const latest = 'aws_launch_template.glaze.latest_version';
const ofModule = (more: string): string =>
  `module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  version = "20.31.0"\n  cluster_name = "pottery"\n  eks_managed_node_groups = {\n    glaze = {\n      min_size = 2\n      ${more}\n    }\n  }\n}\n`;
const monitoring = 'monitoring {\n    enabled = true\n  }';

describe('security groups that a node class selects once they have a tag', () => {
  const template = classes
    .replace('karpenter.sh/v1\nkind: NodePool', 'karpenter.sh/v1alpha5\nkind: Provisioner')
    .replace(/ {2}template:[\s\S]*?---/, '  providerRef: { name: kiln }\n---')
    .replace('karpenter.k8s.aws/v1\nkind: EC2NodeClass', 'karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate')
    .replace(/ {2}role:[\s\S]*$/, '  securityGroupSelector: { karpenter.sh/discovery: pottery }\n');
  const groups = (tags: string): string =>
    `resource "aws_security_group" "first" {\n  name = "karpenter-a"\n  vpc_id = "vpc-1"\n  tags = { "karpenter.sh/discovery" = "pottery" }\n}\nresource "aws_security_group" "second" {\n  name = "b"\n  vpc_id = "vpc-1"\n  tags = { ${tags} }\n}\n`;

  test.each<[what: string, text: string, said: RegExp]>([
    ['of a class, whose nodes drift', classes, /^Replaces running nodes of NodePool `kiln`/],
    [
      'of a template, whose nodes drift only if somebody wants it',
      template,
      /^The effect of AWSNodeTemplate `kiln`.* is unknown/,
    ],
  ])('%s', async (_, text, said) => {
    const report = await reviewed(
      { 'k8s/pools.yaml': text, 'infra/main.tf': groups('') },
      { 'k8s/pools.yaml': text, 'infra/main.tf': groups('"karpenter.sh/discovery" = "pottery"') },
    );
    expect(summaryLine(report)).toMatch(said);
  });
});

describe('the launch template of a node group', () => {
  const replaces = /^Replaces all nodes of ManagedNodeGroup /;
  test.each<[what: string, before: string, after: string, isReplaced: boolean]>([
    ['another argument, and the newest version', group('', latest), group(monitoring, latest), true],
    ['the version as a text', group('', `"\${${latest}}"`), group(monitoring, `"\${${latest}}"`), true],
    [
      'a value from a local',
      `locals {\n  k = "a"\n}\n${group('key_name = local.k', latest)}`,
      `locals {\n  k = "b"\n}\n${group('key_name = local.k', latest)}`,
      true,
    ],
    [
      'the default version, which each update sets',
      group('update_default_version = true', latest.replace('latest', 'default')),
      group(`update_default_version = true\n  ${monitoring}`, latest.replace('latest', 'default')),
      true,
    ],
    ['another number', group('', '"3"'), group('', '"4"'), true],
    ['an input of the module', ofModule(''), ofModule('enable_monitoring = true'), true],
    ['tags of the template itself', group('', latest), group('tags = { a = "b" }', latest), false],
    ['a pinned number', group('', '"3"'), group(monitoring, '"3"'), false],
    ['$Latest, which Terraform does not compare', group('', '"$Latest"'), group(monitoring, '"$Latest"'), false],
    [
      'the default version, which stays',
      group('', latest.replace('latest', 'default')),
      group(monitoring, latest.replace('latest', 'default')),
      false,
    ],
    ['tags of the group of the module', ofModule(''), ofModule('tags = { a = "b" }'), true],
    [
      'tags that the launch template does not have',
      ofModule('tag_specifications = []'),
      ofModule('tag_specifications = []\n tags = { a = "b" }'),
      false,
    ],
  ])('%s', async (_, before, after, isReplaced) => {
    const report = await reviewed(
      { 'k8s/pools.yaml': classes, 'infra/main.tf': before },
      { 'k8s/pools.yaml': classes, 'infra/main.tf': after },
    );
    if (isReplaced) expect(summaryLine(report)).toMatch(replaces);
    else expect(summaryLine(report)).not.toMatch(/replaces/i);
  });
});

describe('the largest size of a node group', () => {
  const doubt = /does not judge|cannot tell/;
  test.each<[what: string, before: string, after: string, isDoubtful: boolean]>([
    ['more nodes of a group of the module', ofModule('max_size = 4'), ofModule('max_size = 6'), false],
    ['more nodes of a resource', group('', '"3"'), group('', '"3"').replace('= 4', '= 6'), false],
    ['fewer nodes', ofModule('max_size = 6'), ofModule('max_size = 4'), true],
    ['a group that gets one', ofModule(''), ofModule('max_size = 4'), true],
  ])('%s', async (_, before, after, isDoubtful) => {
    const report = await reviewed(
      { 'k8s/pools.yaml': classes, 'infra/main.tf': before },
      { 'k8s/pools.yaml': classes, 'infra/main.tf': after },
    );
    expect(doubt.test(summaryLine(report))).toBe(isDoubtful);
  });
});

const controller = `apiVersion: apps/v1
kind: Deployment
metadata: { name: karpenter, namespace: kube-system }
spec:
  replicas: 2
  selector: { matchLabels: { app: karpenter } }
  template:
    metadata: { labels: { app: karpenter } }
    spec:
      containers:
        - { name: controller, image: "public.ecr.aws/karpenter/controller:1.8.1" }
`;
const release = (version = '1.8.1'): string =>
  `resource "helm_release" "karpenter" {\n  name = "karpenter"\n  namespace = "kube-system"\n  repository = "oci://public.ecr.aws/karpenter"\n  chart = "karpenter"\n  version = "${version}"\n}\n`;
const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: karpenter
  namespace: argocd
  finalizers: [resources-finalizer.argocd.argoproj.io]
spec:
  destination: { namespace: kube-system, server: https://kubernetes.default.svc }
  source: { chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: 1.8.1 }
  syncPolicy: { automated: { prune: true } }
`;

describe('Karpenter’s controller', () => {
  const ended = 'Removes Karpenter, and nothing launches or replaces nodes without it';
  test.each<[what: string, before: Texts, after: Texts, isEnded: boolean]>([
    ['its Deployment', { 'karpenter.yaml': controller }, {}, true],
    ['its release in Terraform', { 'main.tf': release() }, { 'main.tf': '' }, true],
    ['its Application', { 'apps/karpenter.yaml': application }, {}, true],
    [
      'from a Deployment to an Application',
      { 'karpenter.yaml': controller },
      { 'apps/karpenter.yaml': application },
      false,
    ],
    [
      'a Deployment of another name',
      { 'karpenter.yaml': controller, 'web.yaml': controller.replaceAll('karpenter', 'glaze') },
      { 'karpenter.yaml': controller },
      false,
    ],
  ])('%s', async (_, before, after, isEnded) => {
    const report = await reviewed({ 'k8s/pools.yaml': classes, ...before }, { 'k8s/pools.yaml': classes, ...after });
    expect(summaryLine(report).includes(ended)).toBe(isEnded);
    if (isEnded) expect(report.verdict.result).toBe('warn');
  });

  test.each([
    [
      '1.4.0',
      '1.8.1',
      'Upgrades Karpenter from 1.4.0 to 1.8.1. Before 1.6, if the account has open capacity reservations, select them with `capacityReservationSelectorTerms` (and 1 more step). The new version may choose other nodes.',
    ],
    ['1.7.1', '1.8.1', 'Upgrades Karpenter from 1.7.1 to 1.8.1, which may choose other nodes'],
    ['1.8.1', '1.4.0', 'Downgrades Karpenter from 1.8.1 to 1.4.0, which may choose other nodes'],
  ])('%s → %s', async (from, to, said) => {
    const report = await reviewed(
      { 'k8s/pools.yaml': classes, 'main.tf': release(from) },
      { 'k8s/pools.yaml': classes, 'main.tf': release(to) },
    );
    expect(summaryLine(report)).toContain(said);
  });
});

describe('the role of Karpenter’s controller', () => {
  const installed = (role: string): Texts => ({
    'k8s/pools.yaml': classes,
    'karpenter.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter, namespace: kube-system }
spec:
  chart: { spec: { chart: karpenter, version: 1.8.1, sourceRef: { kind: HelmRepository, name: karpenter } } }
  values: { settings: { clusterName: pottery }, serviceAccount: { ${role} } }
`,
  });
  const role = (name: string): Texts => installed(`annotations: { eks.amazonaws.com/role-arn: "${name}" }`);
  const arn = 'arn:aws:iam::111122223333:role';

  test.each<[what: string, before: Texts, after: Texts, isDoubtful: boolean]>([
    ['another one', role(`${arn}/a`), role(`${arn}/b`), false],
    ['another service account', installed('name: a'), installed('name: b'), true],
  ])('%s', async (_, before, after, isDoubtful) => {
    const report = await reviewed(before, after);
    expect(/does not judge|cannot tell/.test(summaryLine(report))).toBe(isDoubtful);
  });
});

describe('what a change fixes', () => {
  const wrong = classes.replace('  limits:', '  limit:');
  test.each<[what: string, before: string, after: string, said: RegExp]>([
    ['a misspelled field', wrong, classes, /Fixes: /],
    [
      'only an object that had the problem is removed',
      wrong,
      classes.slice(classes.indexOf('---') + 4),
      /^(?!.*Fixes: )/,
    ],
    ['a problem that stays', wrong, wrong.replace('160', '200'), /^(?!.*Fixes: )/],
    ['a suppression', wrong, `# plumbline-ignore schema/unknown-field: later\n${wrong}`, /^(?!.*Fixes: )/],
  ])('%s', async (_, before, after, said) => {
    expect(summaryLine(await reviewed({ 'pools.yaml': before }, { 'pools.yaml': after }))).toMatch(said);
  });
});

test('a tag by which node classes of another repository may select', async () => {
  const policy = 'resource "aws_iam_role" "karpenter" {\n  name = "karpenter"\n}\n';
  const texts = (tags: string): Texts => ({ 'main.tf': `${policy}${subnets(tags)}` });
  const report = await reviewed(texts('"karpenter.sh/discovery" = "pottery"'), texts(''));
  expect(summaryLine(report)).toMatch(
    /^The change removes `karpenter\.sh\/discovery: pottery` from `tags` of `aws_subnet\.edge`/,
  );
});

describe('a block that the defaults of variables leave out', () => {
  const policy = (isOn: boolean, actions: string): Texts => ({
    'classes.yaml': classes,
    'main.tf': `
variable "with_karpenter" { default = ${isOn} }
data "aws_iam_policy_document" "karpenter" {
  count = var.with_karpenter ? 1 : 0
  statement {
    actions   = [${actions}]
    resources = ["*"]
  }
}
`,
  });
  const [before, after] = ['"ec2:CreateFleet", "ec2:RunInstances"', '"ec2:CreateFleet"'];

  test('is not judged, because who applies the module may set them', async () => {
    const report = await reviewed(policy(false, before), policy(false, after));
    expect(summaryLine(report)).toMatch(
      /^plumbline does not judge one of the changes: .*aws_iam_policy_document\.karpenter/,
    );
  });

  test('has no effect if only a comment changes', async () => {
    const from = policy(false, before);
    const report = await reviewed(from, { ...from, 'main.tf': `${from['main.tf']}# more\n` });
    expect(summaryLine(report)).toMatch(nothing);
  });
});

describe('a release whose chart is elsewhere', () => {
  const release = (values: string, label = 'a'): string => `${classes}---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter, namespace: karpenter, labels: { team: ${label} } }
spec:
  interval: 30m
  chart: { spec: { chart: karpenter, version: 1.8.6, sourceRef: { kind: HelmRepository, name: karpenter } } }
  values:
    settings: { clusterName: pottery }
${values}`;

  const read = async (values: string, label = 'a'): Promise<readonly (readonly [what: string, line: string])[]> => {
    const { review } = await reviewed({ 'flux/a.yaml': release('') }, { 'flux/a.yaml': release(values, label) });
    return (review.ledger?.entries ?? []).map(({ what, class: judged }) => [what, judged]);
  };

  test.each([
    ['a value that no node depends on', '    logLevel: debug\n', 'spec.values.logLevel'],
    ['a value that adds an object', '    serviceMonitor: { enabled: true }\n', 'spec.values.serviceMonitor'],
  ])('has %s, which is named', async (_, values, name) =>
    expect(await read(values)).toEqual([
      [expect.stringContaining(`HelmRelease karpenter/karpenter ${name}`), 'not understood'],
    ]),
  );

  test('has no other comment', async () =>
    expect(await read('    # as before\n')).toEqual([[expect.any(String), 'harmless']]));
});
