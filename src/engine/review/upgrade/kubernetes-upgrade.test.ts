import { describe, expect } from 'vitest';
import { sceneTest } from '../../../../test/extent.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings, type Settings } from '../../karpenter/api/settings.ts';
import type { Review } from '../context/review-data.ts';
import type { SourceSet } from '../context/source-set.ts';
import { figures } from '../figures/figures.ts';
import { review } from '../review.ts';

const test = sceneTest(2);

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const objects = (terms: string) => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  limits: {cpu: 100}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: web}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        - {key: node.kubernetes.io/instance-type, operator: In, values: [m7g.large]}
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: web}
spec:
  role: web
  amiFamily: AL2023
  amiSelectorTerms: [${terms}]
  subnetSelectorTerms: [{tags: {karpenter.sh/discovery: web}}]
  securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: web}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: web:1, resources: {requests: {cpu: 1500m, memory: 1Gi}}}]
`;
const pinned = objects('{alias: al2023@v20251015}');

const terraform = (version: string): string => `module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "~> 21.0"
  name               = "demo"
  kubernetes_version = "${version}"
}
`;
const eksctl = (version: string): string =>
  `apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: demo, region: us-east-1, version: "${version}"}\n`;

function reviewed(
  files: readonly [base: string, head: string],
  text: string,
  settings: Partial<Settings> = {},
): Review {
  const shared = { file: 'pools.yaml', text };
  const file = files[0].startsWith('module') ? 'main.tf' : 'cluster.yaml';
  const sideOf = (cluster: string): SourceSet => ({
    sources: [shared],
    hintSources: [{ file, text: cluster }],
    diagnostics: [],
  });
  return review({
    base: sideOf(files[0]),
    head: sideOf(files[1]),
    settings: { ...defaultSettings, region: 'us-east-1', today: '2026-01-01', ...settings },
    facts,
    version: 'test',
    figures,
  });
}

const note = ({ findings }: Review) =>
  findings.map(({ diagnostic }) => diagnostic).find(({ code }) => code === 'upgrade/kubernetes');
const replaced = ({ disruption }: Review) =>
  disruption.nodePools.map(({ effect, nodesReplaced }) => [effect, nodesReplaced]);

describe('another Kubernetes version', () => {
  test.each([
    ['in Terraform', terraform],
    ['for eksctl', eksctl],
  ])('%s replaces all nodes whose images follow it, whether pinned or not', (_, cluster) => {
    const found = reviewed([cluster('1.33'), cluster('1.34')], pinned);
    expect(replaced(found)).toEqual([['all-nodes', 2]]);
    expect(found.changes.map(({ resource, effect }) => [resource.kind, effect])).toEqual([
      ['EC2NodeClass', 'all-nodes'],
    ]);
    expect(note(found)?.message).toBe('Kubernetes changes from 1.33 to 1.34');
  });

  test.each([
    [
      'AL2023',
      '{name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715}',
      ', and new nodes of `web` stay on 1.33',
    ],
    ['Bottlerocket', '{name: "bottlerocket-aws-k8s-1.33-x86_64-*"}', ', and new nodes of `web` stay on 1.33'],
    ['a later version', '{name: amazon-eks-node-al2023-x86_64-standard-1.34-v20260715}', ''],
    ['both versions', '{name: "bottlerocket-aws-k8s-1.33-*"}, {name: "bottlerocket-aws-k8s-1.34-*"}', ''],
    ['an id', '{id: ami-0123456789abcdef0}', ''],
  ])('new nodes with an image whose name is for %s', (_, terms, staying) => {
    const found = reviewed([terraform('1.33'), terraform('1.34')], objects(terms));
    expect(note(found)?.message).toBe(`Kubernetes changes from 1.33 to 1.34${staying}`);
  });

  test.each([
    ['an id', '{id: ami-0123456789abcdef0}'],
    ['a parameter', '{ssmParameter: /own/image}'],
  ])('replaces no nodes whose image is selected by %s', (_, terms) => {
    const found = reviewed([terraform('1.33'), terraform('1.34')], objects(terms));
    expect(replaced(found)).toEqual([]);
    expect(note(found)?.help).toContain('do not follow');
  });

  test('without an image in the pinned release, nothing is replaced, because nothing can be launched', () => {
    const found = reviewed([terraform('1.32'), terraform('1.34')], objects('{alias: al2023@v20250403}'));
    expect(replaced(found)).toEqual([['new-nodes', 0]]);
    expect(note(found)?.help).toContain('There are no images for Kubernetes 1.34');
  });

  test.each<[string, readonly [string, string], Partial<Settings>]>([
    ['that stays the same', [terraform('1.33'), `${terraform('1.33')}# as ever\n`], {}],
    ['that the configuration names', [terraform('1.33'), terraform('1.34')], { kubernetesVersion: '1.34' }],
    ['that base does not name', ['module "eks" {}\n', terraform('1.34')], {}],
  ])('%s replaces nothing', (_, files, settings) => {
    const found = reviewed(files, pinned, settings);
    expect([replaced(found), note(found)]).toEqual([[], undefined]);
  });

  test.each<[what: string, use: string, expected: string]>([
    [
      'that only a comment names before',
      '# cluster_version',
      'The change sets Kubernetes 1.34 where only a comment names a version before, and which nodes that replaces is unknown',
    ],
    ['of a local value', 'cluster_version', 'Kubernetes changes from 1.33 to 1.34'],
  ])('%s is reported', (_, use, expected) => {
    const local = (version: string, argument: string): string =>
      `${terraform('').replace('kubernetes_version = ""', `${argument} = local.eks_version`)}locals {\n  eks_version = "${version}"\n}\n`;
    const found = reviewed([local('1.33', use), local('1.34', 'cluster_version')], pinned);
    expect(note(found)?.message).toBe(expected);
  });

  test('of one of several clusters is reported at its place, and does not affect figures', () => {
    const others = terraform('1.32');
    const found = reviewed([terraform('1.33') + others, terraform('1.34') + others], pinned);
    expect(replaced(found)).toEqual([]);
    expect(note(found)).toMatchObject({
      message: 'Kubernetes changes from 1.33 to 1.34, and which nodes that replaces is unknown',
      help: expect.stringContaining('environments'),
      span: { file: 'main.tf', start: terraform('1.34').indexOf('1.34') },
    });
  });

  test.each([
    ['1.33', 'one minor version, within seven days of its upgrade. Otherwise, a cluster that runs 1.34 keeps it.'],
    ['1.31', 'one minor version at most, so a cluster that runs 1.34 keeps it. Only a new cluster starts with 1.31.'],
  ])('that is earlier replaces nodes only if the control plane goes back: %s', (version, help) => {
    const others = eksctl('1.30');
    const found = reviewed([`${eksctl('1.34')}---\n${others}`, `${eksctl(version)}---\n${others}`], pinned);
    expect(note(found)?.help).toBe(`EKS takes a control plane back by ${help}`);
  });

  test('of the last of several clusters is also reported', () => {
    const found = reviewed([terraform('1.33') + terraform('1.34'), terraform('1.34') + terraform('1.34')], pinned);
    expect([replaced(found), note(found)?.message]).toEqual([
      [],
      'Kubernetes changes from 1.33 to 1.34, and which nodes that replaces is unknown',
    ]);
  });

  test('in a variable default that a module overrides is not a change', () => {
    const variable = (version: string) =>
      `${terraform('1.34')}variable "cluster_version" {\n  default = "${version}"\n}\n`;
    expect(note(reviewed([variable('1.31'), variable('1.32')], pinned))).toBeUndefined();
  });

  test('that Karpenter is too old for is reported, as new if the change introduces it', () => {
    const release = (version: string) =>
      `resource "helm_release" "karpenter" {\n  chart = "karpenter"\n  version = "${version}"\n}\n`;
    const compatibilityFindings = (base: string, head: string, karpenter = '1.5.2') =>
      reviewed([terraform(base) + release(karpenter), terraform(head) + release(karpenter)], pinned).findings.flatMap(
        ({ diagnostic: { code, message }, isNew }) => (code === 'upgrade/compatibility' ? [{ message, isNew }] : []),
      );
    const message = 'Karpenter 1.5 does not support Kubernetes 1.34, which needs Karpenter 1.6 or later';
    expect([
      compatibilityFindings('1.33', '1.34'),
      compatibilityFindings('1.34', '1.34'),
      compatibilityFindings('1.32', '1.33'),
    ]).toEqual([[{ message, isNew: true }], [{ message, isNew: false }], []]);

    // EKS runs neither version any longer, and a later one needs no older Karpenter.
    const ofRetired = 'Karpenter 0.35 does not support Kubernetes 1.30, which needs Karpenter 0.37 or later';
    expect(compatibilityFindings('1.28', '1.30', '0.35.0')).toEqual([{ message: ofRetired, isNew: true }]);
    expect(compatibilityFindings('1.28', '1.29', '0.35.0')).toEqual([]);
  });

  test.each(['us-east-1', 'ap-east-2'])('that EKS no longer runs is ignored, in %s', (region) => {
    const found = reviewed([terraform('1.22'), terraform('1.22')], pinned, { region });
    expect([found.target.kubernetesVersion, found.target.kubernetesVersionSource]).toEqual([
      undefined,
      'EKS no longer runs 1.22, which main.tf:5 names',
    ]);
  });

  test('the cost of the control plane depends on each side’s version', () => {
    const { estimate } = reviewed([terraform('1.31'), terraform('1.33')], pinned);
    const monthly = (side: 'base' | 'head') =>
      estimate![side]!.otherCosts.find(({ kind }) => kind === 'control-plane')!.monthlyUsd.likely;
    expect([monthly('base'), monthly('head')]).toEqual([438, 73]);
  });
});

describe('the default of a variable of a module', () => {
  const variable = (version: string): string => `variable "cluster_version" {\n  default = "${version}"\n}\n`;
  const call = (given: string): string => `module "eks" {\n  source = "../modules/eks"\n${given}}\n`;

  /** The notes about a default that changes from 1.31 to 1.34, with these other files on both sides. */
  function notes(others: Readonly<Record<string, string>>): readonly string[] {
    const sideOf = (version: string): SourceSet => ({
      sources: [{ file: 'pools.yaml', text: pinned }],
      hintSources: [
        { file: 'modules/eks/variables.tf', text: variable(version) },
        ...Object.entries(others).map(([file, text]) => ({ file, text })),
      ],
      diagnostics: [],
    });
    const settings = { ...defaultSettings, region: 'us-east-1', today: '2026-01-01' };
    const found = review({ base: sideOf('1.31'), head: sideOf('1.34'), settings, facts, version: 'test', figures });
    return found.findings.flatMap(({ diagnostic: { code, message } }) =>
      code.startsWith('upgrade/') ? [`${code} ${message}`] : [],
    );
  }

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a caller sets to a known value', { 'live/main.tf': call('  cluster_version = "1.34"\n') }],
    ['a caller sets to an unknown value', { 'live/main.tf': call('  cluster_version = var.version\n') }],
    [
      'a unit of Terragrunt sets',
      {
        'live/terragrunt.hcl':
          'terraform {\n  source = "../modules//eks"\n}\ninputs = {\n  cluster_version = "1.34"\n}\n',
      },
    ],
  ])('that %s changes nothing', (_, others) => {
    expect(notes(others)).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['no caller sets', { 'live/main.tf': call('') }],
    ['only one of two callers sets', { 'a/main.tf': call('  cluster_version = var.version\n'), 'b/main.tf': call('') }],
    ['nobody calls', {}],
  ])('that %s is the version', (_, others) => {
    expect(notes(others)).toEqual([
      'upgrade/kubernetes Kubernetes changes from 1.31 to 1.34',
      expect.stringContaining('upgrade/path Kubernetes 1.31 cannot be upgraded to 1.34'),
    ]);
  });
});
