import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

const pool = `resource "kubectl_manifest" "pool" {\n  yaml_body = <<-EOT\n${nodePool('terraform')}EOT\n}\n`;
const poolOf = (provider: string): string => pool.replace('{\n', `{\n  provider = ${provider}\n`);
const locals = (name: string, value: string): string => `locals {\n  ${name} = "${value}"\n}\n`;
const finds = (name: string): string =>
  `data "aws_eks_cluster" "this" {\n  name = ${name}\n}\ndata "aws_eks_cluster_auth" "this" {\n  name = ${name}\n}\nprovider "kubectl" {\n  host = data.aws_eks_cluster.this.endpoint\n  token = data.aws_eks_cluster_auth.this.token\n}\n`;
const provider = (name: string, body: string): string => `provider "${name}" {\n${body}}\n`;
const state = (key: string): string =>
  `data "terraform_remote_state" "eks" {\n  backend = "s3"\n  config = {\n    bucket = "states"\n    key = "${key}"\n  }\n}\n${provider('kubectl', '  host = data.terraform_remote_state.eks.outputs.endpoint\n')}`;
const aliased = (alias: string, context: string): string =>
  provider('kubectl', `  alias = "${alias}"\n  config_path = "~/.kube/config"\n  config_context = "${context}"\n`);
const both = `${aliased('prod', 'prod')}${aliased('stg', 'stg')}`;
const call = (providers: string): string => `module "m" {\n  source = "./m"\n  providers = {\n${providers}  }\n}\n`;
const inModule: Texts = { 'tf/m/main.tf': pool };

/** What `tf/x.tf` is on both sides, and the other files. */
type Change = readonly [before: string, after: string, others?: Texts];

const cluster = 'resource "aws_eks_cluster" "main" {\n  name = "main"\n}\n';
const local = (value: string): string => `${locals('cluster_name', value)}${finds('local.cluster_name')}${pool}`;
const variable = (value: string): string =>
  `variable "cluster_name" {\n  default = "${value}"\n}\n${finds('var.cluster_name')}${pool}`;

const opaque: Readonly<Record<string, Change>> = {
  'a local that names the cluster of a provider': [local('prod'), local('staging')],
  'the default of a variable that names it': [variable('prod'), variable('staging')],
  'a part of its name': [
    `${locals('env', 'prod')}${finds('"${local.env}-eks"')}${pool}`,
    `${locals('env', 'stg')}${finds('"${local.env}-eks"')}${pool}`,
  ],
  'a local that is called as zones are': [
    `${locals('azs', 'prod')}${provider('kubectl', '  config_context = local.azs\n')}${pool}`,
    `${locals('azs', 'stg')}${provider('kubectl', '  config_context = local.azs\n')}${pool}`,
  ],
  'a local that is called as a version is, and that a program uses': [
    `${locals('kubernetes', 'a')}${pool}resource "aws_s3_bucket" "x" {\n  provisioner "local-exec" {\n    command = local.kubernetes\n  }\n}\n`,
    `${locals('kubernetes', 'b')}${pool}resource "aws_s3_bucket" "x" {\n  provisioner "local-exec" {\n    command = local.kubernetes\n  }\n}\n`,
  ],
  'the state that says where the cluster is': [`${state('prod')}${pool}`, `${state('stg')}${pool}`],
  'whether a provider reads the configuration of the machine': [
    `${provider('kubectl', '  load_config_file = false\n')}${pool}`,
    `${provider('kubectl', '  load_config_file = true\n')}${pool}`,
  ],
  'the same of a provider of charts': [
    `${provider('helm', '  kubernetes {\n    load_config_file = false\n  }\n')}${pool}`,
    `${provider('helm', '  kubernetes {\n    load_config_file = true\n  }\n')}${pool}`,
  ],
  'the region in which a cluster is looked for': [
    `${provider('aws', '  region = "eu-west-1"\n')}${local('prod')}`,
    `${provider('aws', '  region = "us-east-1"\n')}${local('prod')}`,
  ],
  'a local with this region': [
    `${locals('region', 'eu-west-1')}${provider('aws', '  region = local.region\n')}${local('prod')}`,
    `${locals('region', 'us-east-1')}${provider('aws', '  region = local.region\n')}${local('prod')}`,
  ],
  'the provider of a resource': [`${both}${poolOf('kubectl.prod')}`, `${both}${poolOf('kubectl.stg')}`],
  'a provider that a resource had not': [`${both}${pool}`, `${both}${poolOf('kubectl.stg')}`],
  'the provider of a chart': [
    `${both}resource "helm_release" "x" {\n  provider = helm.a\n  name = "x"\n  chart = "./c"\n}\n`,
    `${both}resource "helm_release" "x" {\n  provider = helm.b\n  name = "x"\n  chart = "./c"\n}\n`,
  ],
  'the providers of a module': [
    `${both}${call('    kubectl = kubectl.prod\n')}`,
    `${both}${call('    kubectl = kubectl.stg\n')}`,
    inModule,
  ],
  'one that a module had not': [
    `${both}module "m" {\n  source = "./m"\n}\n`,
    `${both}${call('    kubectl = kubectl.stg\n')}`,
    inModule,
  ],
  'the context of a provider that a module has': [
    `${aliased('prod', 'prod')}${call('    kubectl = kubectl.prod\n')}`,
    `${aliased('prod', 'stg')}${call('    kubectl = kubectl.prod\n')}`,
    inModule,
  ],
};

const seen: Readonly<Record<string, Change>> = {
  'a local with another name and the same value': [
    local('prod'),
    local('prod').replaceAll('local.cluster_name', 'local.name').replace('  cluster_name', '  name'),
  ],
  'a local in place of a text': [`${finds('"prod"')}${pool}`, local('prod')],
  'a provider that reads no configuration of the machine and names its host': [
    `${provider('kubectl', '  host = "https://a"\n')}${pool}`,
    `${provider('kubectl', '  host = "https://a"\n  load_config_file = false\n')}${pool}`,
  ],
  'a provider with another name and the same configuration': [
    `${aliased('prod', 'prod')}${poolOf('kubectl.prod')}`,
    `${aliased('main', 'prod')}${poolOf('kubectl.main')}`,
  ],
  'the same in the providers of a module': [
    `${aliased('prod', 'prod')}${call('    kubectl = kubectl.prod\n')}`,
    `${aliased('main', 'prod')}${call('    kubectl = kubectl.main\n')}`,
    inModule,
  ],
  'the order of providers of a module': [
    `${both}${call('    kubectl = kubectl.prod\n    random = random.a\n')}`,
    `${both}${call('    random = random.a\n    kubectl = kubectl.prod\n')}`,
    inModule,
  ],
  'a provider of monitors': [
    'resource "datadog_monitor" "x" {\n  provider = datadog.a\n  name = "a"\n}\n',
    'resource "datadog_monitor" "x" {\n  provider = datadog.b\n  name = "a"\n}\n',
  ],
  'the version of a cluster': [
    `${locals('cluster_version', '1.32')}resource "aws_eks_cluster" "main" {\n  name = "main"\n  version = local.cluster_version\n}\n${pool}`,
    `${locals('cluster_version', '1.33')}resource "aws_eks_cluster" "main" {\n  name = "main"\n  version = local.cluster_version\n}\n${pool}`,
  ],
  'a region where no cluster is looked for': [
    `${provider('aws', '  region = "eu-west-1"\n')}${cluster}`,
    `${provider('aws', '  region = "us-east-1"\n')}${cluster}`,
  ],
};

const opaqueIn = ([before, after, others = {}]: Change): Promise<readonly string[]> =>
  opaqueBetween({ 'tf/x.tf': before, ...others }, { 'tf/x.tf': after, ...others });

describe('T94: what decides which cluster Terraform talks to is opaque', () => {
  test.each(Object.entries(opaque))('%s', async (_, change) => {
    expect(await opaqueIn(change)).toEqual(['tf/x.tf']);
  });

  test('a file of variables that names it', async () => {
    const around = { 'tf/x.tf': `variable "cluster_name" {}\n${finds('var.cluster_name')}${pool}` };
    const values = (name: string): Texts => ({ ...around, 'tf/terraform.tfvars': `cluster_name = "${name}"\n` });
    expect(await opaqueBetween(values('prod'), values('stg'))).toEqual(['tf/terraform.tfvars']);
  });

  test.each(Object.entries(seen))('but not %s', async (_, change) => {
    expect(await opaqueIn(change)).toEqual([]);
  });
});
