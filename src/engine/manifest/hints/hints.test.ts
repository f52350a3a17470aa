import { describe, expect, test } from 'vitest';
import { pinnedMinor } from './hint.ts';
import { repositoryHints } from './hints.ts';
import { noZoneHints } from './zone-hints.ts';

const hints = (files: Record<string, string>) =>
  repositoryHints(Object.entries(files).map(([file, text]) => ({ file, text })));

const values = `controller:
  env:
    - name: AWS_REGION
      value: us-west-1
settings:
  clusterName: demo1.k8s.local
  batchIdleDuration: 2s
  vmMemoryOverheadPercent: 0
  reservedENIs: "1"
  ignoreDRARequests: false
  interruptionQueue: \${QUEUE}
  featureGates:
    spotToSpotConsolidation: true
    reservedCapacity: false
`;

const pool = (zones: string[]) => `apiVersion: karpenter.sh/v1
kind: NodePool
spec:
  template:
    spec:
      requirements:
        - {key: topology.kubernetes.io/zone, operator: In, values: ${JSON.stringify(zones)}}
`;

const argo = `apiVersion: argoproj.io/v1alpha1
kind: Application
spec:
  source:
    chart: karpenter
    targetRevision: 1.14.1
    helm:
      values: |
        settings:
          clusterName: from-argo
          preferencePolicy: Ignore
`;

const flux = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
spec:
  chart:
    spec: {chart: karpenter, version: 1.13.x}
  values: {settings: {clusterName: from-flux}}
`;

describe('Helm values', () => {
  test.each([
    [
      'a release without a version',
      'karpenter',
      '{repository: public.ecr.aws/karpenter/controller, tag: 0.35.0}',
      '0.35',
    ],
    ['an image of a mirror', 'karpenter', '{repository: registry.example.com/karpenter, tag: 1.6.2}', '1.6'],
    ['the image of another chart', 'cilium', '{repository: registry.example.com/cilium, tag: 1.6.2}', undefined],
  ])('name the version by the image: %s', (_, chart, image, expected) => {
    const text = flux
      .replace('chart: karpenter, version: 1.13.x', `chart: ${chart}`)
      .replace('settings: {clusterName: from-flux}', `controller: {image: ${image}}`);
    expect(hints({ 'release.yaml': text }).karpenterVersion.value).toBe(expected);
  });

  test('a string that holds a string again has no settings', () =>
    expect(hints({ 'app.yaml': `${argo.split('values: |')[0]}values: one word\n` })).toEqual(
      hints({ 'app.yaml': argo.split('    helm:')[0]! }),
    ));

  test('falsy values mean the chart’s default, except for feature gates', () => {
    const found = hints({ 'karpenter/values.yaml': values });
    expect(found.settings).toEqual({
      batchIdleDuration: '2s',
      clusterName: 'demo1.k8s.local',
      reservedENIs: 1,
      featureGates: { reservedCapacity: false, spotToSpotConsolidation: true },
    });
    expect(found.clusterName.value).toBe('demo1.k8s.local');
    expect(found.region.value).toBe('us-west-1');
    const [place] = found.region.candidates;
    expect(values.slice(place!.span.start, place!.span.end)).toBe('us-west-1');
  });

  test('below the name of the dependency, and with its version', () => {
    const found = hints({
      'karpenter/values.yaml': 'karpenter:\n  settings:\n    clusterName: wrapped\n',
      'karpenter/Chart.yaml':
        'dependencies:\n- {name: other, version: 2.0.0}\n- {name: karpenter, version: "1.12.0"}\n',
    });
    expect([found.clusterName.value, found.karpenterVersion.value]).toEqual(['wrapped', '1.12']);
  });

  test('settings on which files disagree are left open', () => {
    const found = hints({
      'karpenter/a.yaml': 'settings: {clusterName: a, minValuesPolicy: BestEffort}\n',
      'karpenter/b.yaml': 'settings: {clusterName: b, minValuesPolicy: BestEffort}\n',
    });
    expect(found.settings).toEqual({ minValuesPolicy: 'BestEffort' });
    expect(found.clusterName.value).toBeUndefined();
    expect(found.clusterName.candidates.map(({ value }) => value)).toEqual(['a', 'b']);
    expect(found.settingsCandidates.map(({ span }) => span.file)).toEqual(['karpenter/a.yaml', 'karpenter/b.yaml']);
  });

  test('another chart’s settings are not Karpenter’s', () => {
    expect(hints({ 'x/values.yaml': '# with karpenter\nsettings: {colour: blue}\n' }).settings).toEqual({});
  });
});

test.each<[string, Record<string, string>, unknown]>([
  ['Argo CD', { 'app.yaml': argo }, ['1.14', 'from-argo', { clusterName: 'from-argo', preferencePolicy: 'Ignore' }]],
  ['Flux', { 'release.yaml': flux }, ['1.13', 'from-flux', { clusterName: 'from-flux' }]],
  ['both', { 'app.yaml': argo, 'release.yaml': flux }, [undefined, undefined, { preferencePolicy: 'Ignore' }]],
  ['broken YAML', { 'karpenter.yaml': 'settings: [\n' }, [undefined, undefined, {}]],
  ['a list', { 'karpenter.yaml': '- settings\n' }, [undefined, undefined, {}]],
])('%s', (_, files, expected) => {
  const { karpenterVersion, clusterName, settings } = hints(files);
  expect([karpenterVersion.value, clusterName.value, settings]).toEqual(expected);
});

describe('regions and zones', () => {
  test.each<[string, Record<string, string>, string | undefined, string[]]>([
    ['zones', { 'a.yaml': pool(['eu-west-1b', 'eu-west-1a']) }, 'eu-west-1', ['eu-west-1a', 'eu-west-1b']],
    [
      'two regions',
      { 'a.yaml': pool(['eu-west-1a']), 'b.yaml': pool(['us-east-1a']) },
      undefined,
      ['eu-west-1a', 'us-east-1a'],
    ],
    ['a provider', { 'main.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n' }, 'eu-west-1', []],
    [
      'a variable',
      { 'main.tf': 'variable "region" {\n  type = string\n  default = "eu-west-1"\n}\n' },
      'eu-west-1',
      [],
    ],
    ['tfvars', { 'x.tfvars': 'aws_region = "us-gov-west-1"\n' }, 'us-gov-west-1', []],
    [
      'an aliased provider',
      {
        'main.tf':
          'provider "aws" {\n  region = local.region\n}\nprovider "aws" {\n  region = "us-east-1"\n  alias  = "virginia"\n}\nlocals {\n  region = "eu-west-1"\n}\n',
      },
      'eu-west-1',
      [],
    ],
    ...(
      [
        [
          'a module of EKS',
          'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  providers = { aws = aws.far }\n}\n',
          {},
          'eu-west-1',
        ],
        [
          'a local module',
          'module "c" {\n  source = "./c"\n  providers = {\n    aws = aws.far\n  }\n}\n',
          { 'c/a.tf': 'resource "aws_eks_cluster" "c" {}\n' },
          'eu-west-1',
        ],
        ['a cluster', 'resource "aws_eks_cluster" "c" {\n  provider = aws.far\n}\n', {}, 'eu-west-1'],
        [
          'a module of something else',
          'module "b" {\n  source = "./b"\n  providers = { aws = aws.far }\n}\n',
          { 'b/a.tf': 'resource "aws_s3_bucket" "b" {}\n' },
          'us-east-1',
        ],
        ['no module', 'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n}\n', {}, 'us-east-1'],
      ] as const
    ).map(([what, text, files, region]): [string, Record<string, string>, string, string[]] => [
      `an aliased provider for ${what}`,
      {
        'providers.tf':
          'provider "aws" {\n  region = "us-east-1"\n}\nprovider "aws" {\n  alias  = "far"\n  region = "eu-west-1"\n}\n',
        'main.tf': text,
        ...files,
      },
      region,
      [],
    ]),
    [
      'a state bucket',
      {
        'main.tf':
          'terraform {\n  backend "s3" {\n    region = "us-east-1"\n  }\n}\nlocals {\n  azs = ["eu-west-1a"]\n}\n',
      },
      'eu-west-1',
      ['eu-west-1a'],
    ],
    [
      'the folder of a cluster before what is looked up elsewhere',
      {
        'live/us-east-2/eks/main.tf': 'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n}\n',
        'live/us-east-2/eks/data.tf': 'data "aws_ssoadmin_instances" "a" {\n  region = "us-east-1"\n}\n',
      },
      'us-east-2',
      [],
    ],
    [
      'the folder of NodePools before a state bucket and an aliased provider',
      {
        'clusters/ap-south-1/pools.yaml': pool([]),
        'main.tf':
          'provider "aws" {\n  alias = "a"\n  region = "us-east-1"\n}\nterraform {\n  backend "s3" {\n    region = "eu-west-1"\n  }\n}\n',
      },
      'ap-south-1',
      [],
    ],
    [
      'the provider of a cluster before its folder',
      {
        'us-east-2/main.tf':
          'provider "aws" {\n  region = "us-west-2"\n}\nresource "aws_eks_cluster" "a" {\n  name = "a"\n}\n',
      },
      'us-west-2',
      [],
    ],
    ['zones before a folder', { 'clusters/ap-south-1/pools.yaml': pool(['eu-west-1a']) }, 'eu-west-1', ['eu-west-1a']],
    ['a folder without a cluster', { 'dns/us-east-1/a.yaml': 'kind: ConfigMap\n' }, undefined, []],
    [
      'a region of something else',
      { 'x.tfvars': 'idc_region = "us-east-1"\nreplica_region = "us-west-2"\n' },
      undefined,
      [],
    ],
    [
      'a variable of something else, next to the region',
      {
        'main.tf':
          'variable "devops_agent_region" {\n  default = "us-west-2"\n}\nvariable "aws_region" {\n  default = "us-west-1"\n}\n',
      },
      'us-west-1',
      [],
    ],
    ['a lookup', { 'main.tf': 'data "aws_acm_certificate" "a" {\n  region = "us-east-1"\n}\n' }, undefined, []],
    [
      'values of a cluster',
      { 'environments/a.yaml': 'cluster_name: a\naws_region: eu-west-1\nkarpenter_version: "1.5.0"\n' },
      'eu-west-1',
      [],
    ],
    [
      'variables that Flux fills in, in a file that does not name Karpenter',
      { 'clusters/a/cluster-vars.yaml': 'kind: ConfigMap\ndata:\n  aws_region: eu-west-1\n' },
      'eu-west-1',
      [],
    ],
    [
      'variables in capitals',
      { 'clusters/a/cluster-vars.yaml': 'kind: ConfigMap\ndata:\n  AWS_REGION: "eu-west-1"\n' },
      'eu-west-1',
      [],
    ],
    [
      'literals of a generator',
      {
        'kustomization.yaml': 'configMapGenerator:\n  - name: vars\n    literals:\n      - CLUSTER_REGION=eu-west-1\n',
      },
      'eu-west-1',
      [],
    ],
    [
      'the endpoint of a cluster',
      { 'karpenter/a.yaml': 'clusterEndpoint: https://0A1B.yl4.eu-north-1.eks.amazonaws.com\n' },
      'eu-north-1',
      [],
    ],
    [
      'patterns of registries',
      {
        'karpenter/a.yaml': 'matchImages:\n  - "*.dkr.ecr.*.amazonaws.com"\n  - "*.dkr.ecr.us-iso-east-1.c2s.ic.gov"\n',
      },
      undefined,
      [],
    ],
    [
      'values before the registry of an image',
      { 'karpenter/a.yaml': 'aws_region: eu-west-1\nimage: 1.dkr.ecr.us-west-2.amazonaws.com/x\n' },
      'eu-west-1',
      [],
    ],
    ['an image', { 'karpenter/a.yaml': 'image: 1.dkr.ecr.eu-west-1.amazonaws.com/x\n' }, 'eu-west-1', []],
    [
      'an image elsewhere',
      { 'a.yaml': `${pool(['eu-west-1a'])}# x\nimage: 1.dkr.ecr.us-west-2.amazonaws.com/x\n` },
      'eu-west-1',
      ['eu-west-1a'],
    ],
    [
      'the zones of NodePools before everything else',
      {
        'a.yaml': pool(['ap-northeast-2a']),
        'dashboard.yaml': 'env:\n  - name: AWS_REGION\n    value: us-east-1\n',
        'main.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n',
      },
      'ap-northeast-2',
      ['ap-northeast-2a'],
    ],
    [
      'the zones of NodePools in Terraform',
      {
        'pool.tf':
          'resource "kubectl_manifest" "pool" {\n  yaml_body = <<-YAML\n    kind: NodePool\n    values: [ap-northeast-2a]\n  YAML\n}\n',
        'main.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n',
      },
      'ap-northeast-2',
      ['ap-northeast-2a'],
    ],
    [
      'the Terraform root of the cluster',
      {
        'dns/main.tf': 'provider "aws" {\n  region = "us-east-1"\n}\n',
        'cluster/main.tf': 'module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n}\n',
        'cluster/provider.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n',
      },
      'eu-west-1',
      [],
    ],
    [
      'a module that others call with another region',
      {
        'modules/eks/main.tf':
          'resource "aws_eks_cluster" "this" {\n}\nvariable "region" {\n  default = "us-east-1"\n}\n',
        'prod.tfvars': 'region = "eu-west-1"\n',
      },
      undefined,
      [],
    ],
    [
      'the witness of a database',
      {
        'main.tf':
          'provider "aws" {\n  region = var.region\n}\n\nresource "aws_dsql_cluster" "db" {\n  multi_region_properties {\n    witness_region = "ap-northeast-3"\n  }\n}\n\nresource "null_resource" "login" {\n  triggers = { region = "ap-northeast-2" }\n}\n',
      },
      'ap-northeast-2',
      [],
    ],
    [
      'a bucket with a region of its own',
      {
        'main.tf':
          'resource "aws_s3_bucket" "a" {\n  bucket = "a"\n  region = "us-west-2"\n}\nlocals {\n  region = "eu-west-1"\n}\n',
      },
      'eu-west-1',
      [],
    ],
    [
      'a cluster with a region of its own',
      { 'main.tf': 'resource "aws_eks_cluster" "a" {\n  name   = "a"\n  region = "us-west-2"\n}\n' },
      'us-west-2',
      [],
    ],
    [
      'values of a chart that names the cluster',
      {
        'lb.yaml':
          'kind: Application\nspec:\n  values:\n    clusterName: a\n    region: ap-south-1\n    vpcId: vpc-1\n',
      },
      'ap-south-1',
      [],
    ],
    [
      'values of a chart that names a bucket',
      { 'loki.yaml': 'kind: Application\nspec:\n  values:\n    bucket: a\n    region: ap-south-1\n' },
      undefined,
      [],
    ],
    ['a comment', { 'main.tf': '# region = "us-east-1"\n' }, undefined, []],
    [
      'NodePools in two regions, and the cluster in one of them',
      {
        'a.yaml': 'kind: NodePool\nzones: [eu-west-1a]\n',
        'b.yaml': 'kind: NodePool\nzones: [eu-west-3a]\n',
        'cluster.tfvars': 'aws_region = "eu-west-3"\n',
      },
      'eu-west-3',
      ['eu-west-3a'],
    ],
    [
      'NodePools in two regions, and the cluster in a third',
      {
        'a.yaml': 'kind: NodePool\nzones: [eu-west-1a]\n',
        'b.yaml': 'kind: NodePool\nzones: [eu-west-3a]\n',
        'cluster.tfvars': 'aws_region = "us-west-2"\n',
      },
      undefined,
      ['eu-west-1a', 'eu-west-3a'],
    ],
    ['a name that looks alike', { 'a.yaml': 'name: pool-eu-west-1a-x\n' }, undefined, []],
    ['nothing', {}, undefined, []],
  ])('%s', (_, files, region, zones) => {
    const found = hints(files);
    const named = [...found.zones.ofNodes, ...found.zones.ofPools].sort();
    expect([found.region.value, named]).toEqual([region, zones]);
  });

  const requirement = (operator: string) =>
    `- {key: topology.kubernetes.io/zone, operator: ${operator}, values: [eu-west-1c]}`;
  const others = ['eu-west-1c'];

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['required by a node class', `kind: EC2NodeClass\nspec:\n  ${requirement('In')}`, others, []],
    ['excluded by a NodePool', `kind: NodePool\nspec:\n  ${requirement('NotIn')}`, [], others],
    [
      'excluded, and required by the next requirement',
      `kind: EC2NodeClass\nspec:\n  ${requirement('NotIn')}\n  - {key: a, operator: In, values: [eu-west-1a]}`,
      ['eu-west-1a'],
      others,
    ],
    ['excluded in Terraform', 'kind = "NodePool"\noperator = "NotIn"\nvalues = ["eu-west-1c"]', [], others],
    ['of a pod', 'kind: Deployment\nspec:\n  nodeSelector: {topology.kubernetes.io/zone: eu-west-1c}', [], others],
    ['of a volume', `kind: PersistentVolume\nspec:\n  ${requirement('In')}`, [], others],
    ['of the document after a pod', 'kind: Pod\n---\nzones: [eu-west-1c]', others, []],
    ['of a pod after a node class', 'kind: EC2NodeClass\n---\nkind: Job\nspec: {zone: eu-west-1c}', [], others],
    ['of a pod, and of values', 'kind: Pod\nzone: eu-west-1c\n---\nzones: [eu-west-1c]', others, others],
  ])('a zone %s', (name, text, ofNodes, rest) => {
    const { zones } = hints({ [name.endsWith('Terraform') ? 'main.tf' : 'a.yaml']: text });
    expect(zones).toEqual({ ofNodes, ofPools: [], others: rest });
  });

  test('a zone that a NodePool requires limits only its own nodes', () =>
    expect(
      hints({ 'a.yaml': `kind: NodePool\nspec:\n  nodeClassRef:\n    kind: EC2NodeClass\n  ${requirement('In')}` })
        .zones,
    ).toEqual({
      ofNodes: [],
      ofPools: others,
      others: [],
    }));
});

test('a Helm release in Terraform', () => {
  const release = `resource "helm_release" "other" {
  chart   = "other"
  version = "9.9.9"
}
resource "helm_release" "karpenter" {
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.11.2"
  set {
    name  = "settings.clusterName"
    value = "prod"
  }
}
`;
  const found = hints({ 'main.tf': release });
  expect([found.karpenterVersion.value, found.clusterName.value]).toEqual(['1.11', 'prod']);
  expect(release.slice(found.karpenterVersion.candidates[0]!.span.start)).toMatch(/^version {4}= "1\.11\.2"/);
});

test.each([
  ['1.14.1', '1.14'],
  ['v0.37.0', '0.37'],
  ['1.14.x', '1.14'],
  ['~1.14.0', '1.14'],
  ['~> 1.14.0', '1.14'],
  ['~> 1.14', undefined],
  ['>=1.0.0', undefined],
  ['^1.2.3', undefined],
  ['latest', undefined],
])('version %s', (version, minor) => {
  expect(pinnedMinor(version)).toBe(minor);
});

describe('Kubernetes of the cluster', () => {
  const eksResource = (version: string) => `resource "aws_eks_cluster" "main" {
  name = "main"
  access_config {
    authentication_mode = "API"
  }
  version = "${version}"
}
resource "aws_rds_cluster" "db" {
  version = "1.20"
}
`;

  test.each<[string, file: string, text: string, string | undefined]>([
    ['the module of Terraform', 'main.tf', 'module "eks" {\n  cluster_version = "1.33"\n}\n', '1.33'],
    ['a number', 'prod.tfvars', 'cluster_config = {\n  kubernetes_version = 1.33\n}\n', '1.33'],
    ['the default as a number', 'main.tf', 'variable "cluster_version" {\n  default = 1.33\n}\n', '1.33'],
    ['a number that loses its last digit', 'prod.tfvars', 'cluster_version = 1.30\n', undefined],
    ['a number of something else', 'prod.tfvars', 'cluster_version = 1.334\n', undefined],
    ['a sum', 'prod.tfvars', 'kubernetes_version = 1.33e2\n', undefined],
    ['a local', 'main.tf', 'locals {\n  eks_version = "1.33"\n}\n', '1.33'],
    ['variables of an environment', 'prod.tfvars', 'k8s_version = "1.33"\n', '1.33'],
    ['inputs of Terragrunt', 'prod/terragrunt.hcl', 'inputs = {\n  cluster_version = "1.33"\n}\n', '1.33'],
    ['the resource', 'main.tf', eksResource('1.33'), '1.33'],
    ['the default of a variable', 'main.tf', 'variable "cluster_version" {\n  default = "1.33"\n}\n', '1.33'],
    ['a comment', 'main.tf', '# cluster_version = "1.33"\n', undefined],
    ['another version', 'main.tf', 'karpenter_version = "1.14.1"\nversion = "1.33"\n', undefined],
    [
      'eksctl',
      'cluster.yaml',
      'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: a, version: "1.33"}\naddons: [{name: b, version: v1.20.0}]\n',
      '1.33',
    ],
    [
      'a number, which has lost its zero',
      'cluster.yaml',
      'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: a, version: 1.30}\n',
      undefined,
    ],
    [
      'kOps',
      'cluster.yaml',
      'apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec: {kubernetesVersion: 1.33.2}\n',
      '1.33',
    ],
    [
      'ACK',
      'cluster.yaml',
      'apiVersion: eks.services.k8s.aws/v1alpha1\nkind: Cluster\nspec: {version: "1.33"}\n',
      '1.33',
    ],
    [
      'Crossplane',
      'cluster.yaml',
      'apiVersion: eks.aws.upbound.io/v1beta1\nkind: Cluster\nspec: {forProvider: {version: "1.33"}}\n',
      '1.33',
    ],
    [
      'Cluster API',
      'cluster.yaml',
      'apiVersion: controlplane.cluster.x-k8s.io/v1beta2\nkind: AWSManagedControlPlane\nspec: {version: v1.33.0}\n',
      '1.33',
    ],
    [
      'another Cluster',
      'cluster.yaml',
      'apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nspec: {version: v1.33.0}\n',
      undefined,
    ],
  ])('%s', (_, file, text, expected) => {
    expect(hints({ [file]: text }).kubernetesVersion.value).toBe(expected);
  });

  test('an argument of a module takes precedence over the default of a variable', () => {
    const files = {
      'main.tf': 'module "eks" {\n  cluster_version = "1.34"\n}\n',
      'variables.tf': 'variable "cluster_version" {\n  default = "1.31"\n}\n',
    };
    expect(hints(files).kubernetesVersion.value).toBe('1.34');
  });

  test('several clusters contradict each other', () => {
    const { value, candidates } = hints({
      'dev.tfvars': 'cluster_version = "1.34"\n',
      'prod.tfvars': 'cluster_version = "1.33"\n',
    }).kubernetesVersion;
    expect([value, candidates.length]).toEqual([undefined, 2]);
  });
});

describe('Karpenter of a module from elsewhere', () => {
  const release =
    'resource "helm_release" "karpenter" {\n  chart = "karpenter"\n  # version = "1.11.0"\n  version = "1.12.0"\n}\n';

  test.each<[string, string, string | undefined]>([
    ['an argument of the module', 'karpenter_version = "1.9.0"\n', '1.9'],
    ['its chart', 'karpenter_helm_chart_version = "v1.9.1"\n', '1.9'],
    ['an old one', 'karpenter_chart_version = "0.37.8"\n', '0.37'],
    ['the default of a variable', 'variable "karpenter_version" {\n  default = "1.9.0"\n}\n', '1.9'],
    ['the version of the module itself', 'karpenter_module_version = "20.31.0"\n', undefined],
    ['an expression', 'karpenter_version = var.karpenter_version\n', undefined],
    [
      'the chart of a module for any chart',
      'module "addon" {\n  source = "example/any-addon/aws"\n  version = "~> 1.1.1"\n  chart = "karpenter"\n  chart_version = "0.37.0"\n}\n',
      '0.37',
    ],
    ['an additional release, which is used', `karpenter_version = "1.9.0"\n${release}`, '1.12'],
  ])('%s', (_, text, expected) => expect(hints({ 'main.tf': text }).karpenterVersion.value).toBe(expected));
});

describe('the homes of Karpenter’s chart', () => {
  const application = (source: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: nodes}\nspec: {source: ${source}} # karpenter\n`;
  const set = (source: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec: {template: {spec: {sources: [{repoURL: a, ref: b}, ${source}]}}} # karpenter\n`;
  const argoOfTerraform = (source: string) =>
    `resource "argocd_application" "karpenter" {\n  spec {\n    source {\n${source}    }\n  }\n}\n`;

  test.each<[string, string, string, string | undefined]>([
    [
      'the first repository of charts',
      'a.yaml',
      application('{repoURL: https://charts.karpenter.sh, chart: karpenter, targetRevision: 0.16.3}'),
      '0.16',
    ],
    [
      'the registry, as a repository of charts',
      'a.yaml',
      application('{repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: v0.31.0}'),
      '0.31',
    ],
    [
      'the registry without a scheme',
      'a.yaml',
      application('{repoURL: public.ecr.aws/karpenter/karpenter, targetRevision: 1.0.1}'),
      '1.0',
    ],
    ...[
      'https://github.com/aws/karpenter',
      'https://github.com/aws/karpenter.git',
      'https://github.com/awslabs/karpenter.git',
      'git@github.com:aws/karpenter-provider-aws.git',
      'ssh://git@github.com/aws/karpenter-provider-aws',
      'https://github.com/karpenter/karpenter.git',
      'https://github.com/kubernetes-sigs/karpenter/',
      'https://git.example.com/mirrors/karpenter-provider-aws.git',
    ].map((url): [string, string, string, string] => [
      url,
      'a.yaml',
      application(`{repoURL: "${url}", path: deploy/helm, targetRevision: "v0.33.2"}`),
      '0.33',
    ]),
    [
      'a tag by its full name',
      'a.yaml',
      application(
        '{repoURL: https://github.com/aws/karpenter, path: charts/karpenter, targetRevision: refs/tags/v0.34.1}',
      ),
      '0.34',
    ],
    [
      'a release branch, among several sources of an ApplicationSet',
      'a.yaml',
      set('{repoURL: https://github.com/aws/karpenter, path: charts/karpenter, targetRevision: release-v0.37.x}'),
      '0.37',
    ],
    [
      'a branch without a version',
      'a.yaml',
      application('{repoURL: https://github.com/aws/karpenter, path: charts/karpenter, targetRevision: main}'),
      undefined,
    ],
    [
      'the source code for another cloud',
      'a.yaml',
      application(
        '{repoURL: https://github.com/Azure/karpenter-provider-azure, path: charts/karpenter, targetRevision: v1.2.0}',
      ),
      undefined,
    ],
    [
      'the source code as a repository of Flux',
      'a.yaml',
      'kind: GitRepository\nspec: {url: "https://github.com/aws/karpenter", ref: {tag: v0.32.4}}\n',
      '0.32',
    ],
    [
      'a branch as a repository of Flux',
      'a.yaml',
      'kind: GitRepository\nspec: {url: "https://github.com/aws/karpenter", ref: {branch: release-v1.0.x}}\n',
      '1.0',
    ],
    [
      'a release of Crossplane',
      'a.yaml',
      'apiVersion: helm.crossplane.io/v1beta1\nkind: Release\nspec: {forProvider: {chart: {name: karpenter, repository: oci://public.ecr.aws/karpenter, version: 1.3.2}}}\n',
      '1.3',
    ],
    [
      'a chart in Terraform’s resource for Argo CD',
      'a.tf',
      argoOfTerraform(
        '      repo_url        = "https://charts.karpenter.sh"\n      chart           = "karpenter"\n      target_revision = "0.16.3"\n',
      ),
      '0.16',
    ],
    [
      'the source code in Terraform’s resource for Argo CD',
      'a.tf',
      argoOfTerraform(
        '      repo_url        = "https://github.com/aws/karpenter.git"\n      path            = "charts/karpenter"\n      target_revision = "v0.33.2"\n',
      ),
      '0.33',
    ],
    [
      'an Application in a manifest of Terraform',
      'a.tf',
      'resource "kubernetes_manifest" "karpenter" {\n  manifest = {\n    spec = {\n      source = {\n        repoURL        = "public.ecr.aws/karpenter"\n        chart          = "karpenter"\n        targetRevision = "1.4.0"\n      }\n    }\n  }\n}\n',
      '1.4',
    ],
  ])('%s', (_, file, text, expected) => {
    const { karpenterVersion } = hints({ [file]: text });
    expect(karpenterVersion.value).toBe(expected);
  });

  test('the folder of the CRDs counts only if nothing names the controller’s version', () => {
    const crds = (path: string) =>
      argoOfTerraform(
        `      repo_url        = "https://github.com/aws/karpenter"\n      path            = "${path}"\n      target_revision = "v1.5.0"\n`,
      );
    const both = crds('charts/karpenter').replaceAll('1.5', '1.4') + crds('pkg/apis/crds');
    expect(
      [hints({ 'a.tf': crds('pkg/apis/crds') }), hints({ 'a.tf': both })].map((all) => all.karpenterVersion.value),
    ).toEqual(['1.5', '1.4']);
  });
});

describe('the version of Karpenter', () => {
  const version = (files: Record<string, string>) => hints(files).karpenterVersion.value;
  const tf = (chart: string, version: string) =>
    `resource "helm_release" "${chart}" {\n  chart = "${chart}"\n  version = "${version}"\n}\n`;
  const application = (source: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: ${source}}\n`;
  const flux = (kind: string, spec: string) =>
    `apiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: {name: karpenter}\nspec: ${spec}\n`;

  test.each<[string, string, string, string | undefined]>([
    [
      'an image of a mirror',
      'a.yaml',
      'image: mirror.example.com/karpenter/controller:v1.2.3@sha256:0a\n# karpenter\n',
      '1.2',
    ],
    ['an image with another name', 'a.yaml', 'image: example.com/karpenter-controller:1.2.3-fips\n', '1.2'],
    ['an image for Azure', 'a.yaml', 'image: mcr.microsoft.com/aks/karpenter/controller:v1.6.1-aks\n', undefined],
    ['an image of another tool', 'a.yaml', 'image: example.com/karpenter-exporter:1.2.3\n', undefined],
    [
      'values',
      'values.yaml',
      'karpenter:\n  settings: {clusterName: a}\n  controller: {image: {tag: v1.2.3}}\n',
      '1.2',
    ],
    [
      'values with another image',
      'values.yaml',
      '# karpenter\nsettings: {clusterName: a}\ncontroller: {image: {repository: a/b, tag: v1.2.3}}\n',
      undefined,
    ],
    [
      'images of a kustomization',
      'kustomization.yaml',
      'images: [{name: public.ecr.aws/karpenter/controller, newName: a/karpenter, newTag: 1.2.3}]\n',
      '1.2',
    ],
    [
      'charts of a kustomization',
      'kustomization.yaml',
      'kind: Kustomization\nhelmCharts: [{name: karpenter, version: 1.2.3, repo: oci://public.ecr.aws/karpenter}]\n',
      '1.2',
    ],
    [
      'a helmfile',
      'helmfile.yaml',
      'releases: [{name: karpenter, chart: oci://public.ecr.aws/karpenter/karpenter, version: 1.2.3}]\n',
      '1.2',
    ],
    [
      'a helmfile with templates',
      'helmfile.yaml.gotmpl',
      'releases:\n- name: karpenter\n  namespace: {{ .Values.space }}\n  chart: oci://public.ecr.aws/karpenter/karpenter\n  version: 1.2.3\n',
      '1.2',
    ],
    [
      'a helmfile with templates in a folder of several',
      'deploy/helmfile.d/karpenter.yaml.gotmpl',
      'releases:\n- name: karpenter\n  namespace: {{ .Values.space }}\n  chart: oci://public.ecr.aws/karpenter/karpenter\n  version: 1.2.3\n',
      '1.2',
    ],
    [
      'a registry of Flux',
      'a.yaml',
      flux('OCIRepository', '{url: oci://public.ecr.aws/karpenter/karpenter, ref: {tag: 1.2.3}}'),
      '1.2',
    ],
    ['a chart of Flux', 'a.yaml', flux('HelmChart', '{chart: karpenter, version: 1.2.3}'), '1.2'],
    [
      'a registry of Argo CD',
      'a.yaml',
      application('{repoURL: oci://public.ecr.aws/karpenter/karpenter, path: ., targetRevision: 1.2.3}'),
      '1.2',
    ],
    [
      'the source code in Argo CD',
      'a.yaml',
      application(
        '{repoURL: https://github.com/aws/karpenter-provider-aws, path: charts/karpenter, targetRevision: v1.2.3}',
      ),
      '1.2',
    ],
    [
      'another repository in Argo CD',
      'a.yaml',
      application('{repoURL: https://github.com/example/karpenter, path: chart, targetRevision: v1.2.3}'),
      undefined,
    ],
    [
      'a copy of the chart',
      'karpenter/Chart.yaml',
      'name: karpenter\nversion: 1.2.3\nappVersion: 1.2.3\nhome: https://karpenter.sh/\n',
      '1.2',
    ],
    ['a chart around it', 'karpenter/Chart.yaml', 'name: karpenter\nversion: 0.1.0\nappVersion: 1.16.0\n', undefined],
    ['eksctl', 'a.yaml', 'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nkarpenter: {version: 1.2.3}\n', '1.2'],
    [
      'a command',
      'ci.yaml',
      'run: |\n  helm upgrade -i karpenter oci://public.ecr.aws/karpenter/karpenter \\\n    --version "1.2.3" --wait\n',
      '1.2',
    ],
    ['a variable of a workflow', 'ci.yaml', 'env:\n  KARPENTER_VERSION: v1.2.3\n', '1.2'],
    ['a value of a chart of applications', 'values.yaml', 'karpenterChartVersion: 1.2.3\n', '1.2'],
    [
      'an argument of EKS Blueprints',
      'main.tf',
      'module "addons" {\n  karpenter = {\n    chart_version = "1.2.3"\n  }\n}\n',
      '1.2',
    ],
    ['an old argument of EKS Blueprints', 'main.tf', 'karpenter_helm_config = {\n  version = "v0.37.0"\n}\n', '0.37'],
    [
      'a node group of this name',
      'main.tf',
      'groups = {\n  karpenter = {\n    version = "1.33"\n    release_version = "1.33.1-20250701"\n  }\n}\n',
      undefined,
    ],
    [
      'a module',
      'main.tf',
      'module "karpenter" {\n  source = "terraform-aws-modules/eks/aws//modules/karpenter"\n  version = "20.8.5"\n}\n',
      undefined,
    ],
    [
      'a module with a chart',
      'main.tf',
      'module "karpenter" {\n  source = "./karpenter"\n  helm_chart_version = "1.2.3"\n}\n',
      '1.2',
    ],
    [
      'a tag in Terraform',
      'main.tf',
      'set {\n  name  = "controller.image.tag"\n  value = "1.2.3"\n}\n# karpenter\n',
      '1.2',
    ],
  ])('%s', (_, file, text, expected) => expect(version({ [file]: text })).toBe(expected));

  test.each<[string, Record<string, string>, string | undefined]>([
    ['the chart of the controller', { 'a.tf': tf('karpenter', '1.2.3') + tf('karpenter-crd', '1.4.0') }, '1.2'],
    ['the chart of the CRDs if there is no other', { 'a.tf': tf('karpenter-crd', '1.4.0') }, '1.4'],
    [
      'an address of CRDs',
      {
        'a.yaml':
          'resources:\n- https://raw.githubusercontent.com/aws/karpenter-provider-aws/v1.4.0/pkg/apis/crds/karpenter.sh_nodepools.yaml\n',
      },
      '1.4',
    ],
    [
      'an address of CRDs for kustomize',
      { 'a.yaml': 'resources:\n- github.com/aws/karpenter-provider-aws//pkg/apis/crds?ref=v1.4.0\n' },
      '1.4',
    ],
    [
      'the chart before a variable',
      { 'a.tf': `${tf('karpenter', '1.2.3')}locals {\n  karpenter_version = "1.9.0"\n}\n` },
      '1.2',
    ],
    [
      'the CRDs before a variable',
      { 'a.tf': `${tf('karpenter-crd', '1.4.0')}locals {\n  karpenter_version = "1.9.0"\n}\n` },
      '1.4',
    ],
    [
      'a variable of the controller before one of its CRDs',
      { 'a.tf': 'locals {\n  karpenter_version = "1.9.0"\n  karpenter_crd_version = "1.10.0"\n}\n' },
      '1.9',
    ],
    [
      'nothing if charts contradict each other',
      { 'a.tf': tf('karpenter', '1.2.3'), 'b.tf': tf('karpenter', '1.4.0') },
      undefined,
    ],
  ])('is that of %s', (_, files, expected) => expect(version(files)).toBe(expected));
});

describe('scripts', () => {
  const script = `#!/bin/bash
# export AWS_REGION=eu-west-3
export AWS_DEFAULT_REGION="\${AWS_DEFAULT_REGION:-eu-north-1}"
KARPENTER_VERSION=1.9.0
ZONES="us-west-2a us-west-2b"
`;

  test('name the region and Karpenter, but no zones', () => {
    const { region, karpenterVersion, zones } = hints({ 'scripts/env.sh': script });
    expect([region.value, karpenterVersion.value, zones]).toEqual(['eu-north-1', '1.9', noZoneHints]);
  });

  test('come after what installs Karpenter, and before the registry of an image', () => {
    const { region, karpenterVersion } = hints({
      'env.sh': script,
      'karpenter.yaml': argo,
      'app.yaml': 'kind: Deployment\nimage: 111122223333.dkr.ecr.sa-east-1.amazonaws.com/app\n',
    });
    expect([region.value, karpenterVersion.value]).toEqual(['eu-north-1', '1.14']);
  });

  test('that name different regions leave it open', () => {
    expect(hints({ 'a.sh': 'AWS_REGION=eu-west-1\n', 'b.env': 'AWS_REGION=us-east-2\n' }).region.value).toBeUndefined();
  });
});

test('the Kubernetes version of a cluster at another cloud does not count next to one at AWS', () => {
  const azure = 'resource "azurerm_kubernetes_cluster" "a" {\n  kubernetes_version = "1.32"\n}\n';
  const aws = 'resource "aws_eks_cluster" "a" {\n  version = "1.35"\n}\n';
  expect(hints({ 'azure/main.tf': azure, 'aws/main.tf': aws }).kubernetesVersion.value).toBe('1.35');
  expect(hints({ 'azure/main.tf': azure }).kubernetesVersion.value).toBe('1.32');
});

test('the default of a module that others call counts only if nothing else names a version', () => {
  const variable = (version: string) => `variable "kubernetes_version" {\n  default = "${version}"\n}\n`;
  const call = 'module "eks" {\n  source = "../modules/eks"\n  kubernetes_version = var.kubernetes_version\n}\n';
  const files = { 'prod/main.tf': call, 'modules/eks/variables.tf': variable('1.33') };
  expect(hints(files).kubernetesVersion.value).toBe('1.33');
  expect(hints({ ...files, 'prod/variables.tf': variable('1.35') }).kubernetesVersion.value).toBe('1.35');
});

test('a chart of Karpenter for Azure names no version', () => {
  const release = (repository: string) =>
    `resource "helm_release" "karpenter" {\n  repository = "${repository}"\n  chart = "karpenter"\n  version = "1.4.0"\n}\n`;
  expect(hints({ 'a.tf': release('oci://mcr.microsoft.com/aks/karpenter/') }).karpenterVersion.value).toBeUndefined();
  expect(hints({ 'a.tf': release('oci://public.ecr.aws/karpenter') }).karpenterVersion.value).toBe('1.4');
});

test.each<[what: string, use: string, isOfComment: true | undefined]>([
  ['a module', 'module "eks" {\n  cluster_version = local.eks_cluster_version\n}\n', undefined],
  ['a comment', 'module "eks" {\n  # cluster_version = local.eks_cluster_version\n}\n', true],
  [
    'a comment and a module',
    'module "eks" {\n  # version = local.eks_cluster_version\n  cluster_version = local.eks_cluster_version\n}\n',
    undefined,
  ],
  ['nothing that is read', 'module "eks" {\n}\n', undefined],
  ['a comment of another folder', '', undefined],
])('the Kubernetes version of a local value that %s uses', (_, use, isOfComment) => {
  const sources = [
    { file: 'infra/locals.tf', text: 'locals {\n  eks_cluster_version = "1.27"\n}\n' },
    { file: 'infra/eks.tf', text: use },
    { file: 'other/eks.tf', text: '# version = local.eks_cluster_version\n' },
  ];
  const [hint] = repositoryHints(sources).kubernetesVersion.candidates;
  expect([hint?.value, hint?.isOfComment]).toEqual(['1.27', isOfComment]);
});

test.each<[ignored: string, minor: string | undefined]>([
  ['all', undefined],
  ['[tags, version]', undefined],
  ['[tags]', '1.33'],
])('the version in a resource of Terraform that ignores %s', (ignored, minor) => {
  const lifecycle = `lifecycle {\n    ignore_changes = ${ignored}\n  }`;
  const text = `resource "aws_eks_cluster" "a" {\n  name    = "a"\n  version = "1.33"\n  ${lifecycle}\n}\nresource "helm_release" "karpenter" {\n  chart   = "karpenter"\n  version = "1.8.1"\n  ${lifecycle}\n}\n`;
  const { kubernetesVersion, karpenterVersion } = hints({ 'main.tf': text });
  expect(JSON.stringify(kubernetesVersion).includes('"1.33"')).toBe(minor !== undefined);
  expect(JSON.stringify(karpenterVersion).includes('"1.8"')).toBe(minor !== undefined);
});
