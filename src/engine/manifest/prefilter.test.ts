import { expect, test } from 'vitest';
import { canMatter, isTelling, mayDefineRoots, mayHoldBuiltin, mayHoldHint, mayHoldManifest } from './prefilter.ts';

test.each([
  ['a.yaml', true],
  ['a/b.YML', true],
  ['a.json', true],
  ['main.tf', true],
  ['x.tfvars', true],
  ['live/prod/terragrunt.hcl', true],
  ['.terraform.lock.hcl', false],
  ['image.pkr.hcl', false],
  ['tests/main.tftest.hcl', false],
  // kubectl reads a manifest with any file name.
  ['package-lock.json', true],
  ['web/package.json', true],
  ['pnpm-lock.yaml', true],
  ['a.yaml.bak', false],
  ['yaml', false],
  ['web/Kustomization', true],
  ['Kustomization.md', false],
  ['a.md', false],
  ['scripts/setup.sh', true],
  ['config.env', true],
  ['.env', true],
  ['.env.prod', true],
  ['environment.ts', false],
])('%s', (path, expected) => {
  expect(canMatter(path)).toBe(expected);
});

test.each([
  ['apiVersion: v1\nkind: Pod\n', true],
  ['{"apiVersion":"v1","kind":"PodList","items":[]}', true],
  ["kind : 'Deployment'\napiVersion: apps/v1\n", true],
  ['apiVersion: karpenter.sh/v1\nkind: {{ .kind }}\n', true],
  ['apiVersion: v1\nkind: ConfigMap\n', false],
  ['apiVersion: v1\nkind: PodSecurityPolicy\n', false],
  ['kind: Pod\n', false],
  ['apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: aws-auth\n', true],
  ['{"Version": "2012-10-17", "Statement": [{"Action": "ec2:CreateFleet"}]}', true],
  ['{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject"}]}', false],
  ['settings:\n  clusterName: demo\n', true],
  ['settings:\n  name: demo\n', false],
  ['', false],
])('%j', (text, expected) => {
  expect(mayHoldManifest(text)).toBe(expected);
  // The combined test includes everything that the separate tests find.
  if (expected) expect(isTelling('a.yaml', text)).toBe(true);
});

test.each([
  ['main.tf', 'region = "x"', true],
  ['main.tf', 'resource "null_resource" "x" {}', false],
  ['main.tf', 'kubernetes_version = "1.34"', true],
  ['main.tf', 'resource "aws_eks_cluster" "x" {}', true],
  ['live/terragrunt.hcl', 'cluster_version = "1.34"', true],
  ['cluster.yaml', 'apiVersion: eksctl.io/v1alpha5', true],
  ['cluster.yaml', 'apiVersion: kops.k8s.io/v1alpha2', true],
  ['cluster.yaml', 'apiVersion: cluster.x-k8s.io/v1beta1', false],
  ['karpenter/values.yaml', 'settings: {}', true],
  ['Chart.yaml', 'name: karpenter', true],
  ['values.yaml', 'settings: {}', false],
  ['cluster-vars.yaml', 'kind: ConfigMap\ndata:\n  aws_region: eu-west-1\n', true],
  [
    'apps.yaml',
    'kind: Kustomization\nspec:\n  postBuild:\n    substitute: {}\n    # CLUSTER_REGION: eu-west-1\n',
    true,
  ],
  ['kustomization.yaml', 'configMapGenerator:\n  - literals:\n      - AWS_REGION=eu-west-1\n', true],
  ['values.yaml', 'bucket:\n  awsRegion: eu-west-1\n', false],
  ['env.sh', 'export AWS_DEFAULT_REGION=us-west-2', true],
  ['env.sh', 'kubectl -n karpenter get pods', false],
])('%s: %s', (path, text, expected) => {
  expect(mayHoldHint(path, text)).toBe(expected);
  if (expected && !/\.(?:tf|hcl|sh)$/.test(path)) expect(isTelling(path, text)).toBe(true);
});

test.each([
  'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\n',
  'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n',
  'spec: {{ .x }} # argoproj.io/\nkind: "Application"\n',
])('an object that applies other manifests: %j', (text) => {
  expect(mayDefineRoots('a.yaml', text)).toBe(true);
  expect(isTelling('a.yaml', text)).toBe(true);
});

test.each(['apiVersion: v1\nkind: Service\n', 'replicas: 3\n', ''])('%j has no hints', (text) => {
  expect(isTelling('a.yaml', text)).toBe(false);
});

test.each([
  ['a.yaml', 'apiVersion: v1\nkind: Service\n', true],
  ['a.yaml', 'kind: "RoleBinding"\napiVersion: rbac.authorization.k8s.io/v1\n', true],
  ['a.json', '{"apiVersion": "v1", "kind": "ConfigMap", "data": {}}', true],
  ['a.yaml', 'apiVersion: v1\nkind: ServiceMonitor\n', false],
  ['a.yaml', 'apiVersion: v1\nkind: Secret\n', false],
  ['a.tf', 'apiVersion: v1\nkind: Service\n', false],
])('if it is changed, %s: %j', (path, text, expected) => {
  expect(mayHoldBuiltin(path, text)).toBe(expected);
});
