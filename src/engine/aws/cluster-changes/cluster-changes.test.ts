import { expect, test } from 'vitest';
import { byTag, classOf, cluster, eks, side } from '../account-changes/account-changes.test-support.ts';
import { clusterChanges } from './cluster-changes.ts';

const changesOf = (base: string, head: string, nodeClass = byTag): string[] =>
  clusterChanges({ base: side(base, nodeClass), head: side(head, nodeClass, base) }).map(
    ({ severity, message, help }) => `${severity}: ${message}. ${help}`,
  );

const encrypted = (key: string): string =>
  classOf(`blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {encrypted: true, kmsKeyID: ${key}}}]`);
const key = (more = ''): string => `resource "aws_kms_key" "nodes" {\n  description = "nodes"\n  ${more}\n}\n`;
const alias = (name: string, label = 'nodes'): string =>
  `resource "aws_kms_alias" "${label}" {\n  name = ${name}\n  target_key_id = aws_kms_key.nodes.key_id\n}\n`;

const removed =
  'warning: `std` encrypts volumes with `alias/nodes`, which the change removes. EC2 then terminates each new instance right after its launch. Keep the alias until no node class names it.';
const renamed =
  'warning: `std` encrypts volumes with `alias/nodes`, which the change renames to `alias/prod`. EC2 then terminates each new instance right after its launch. Keep the alias, or create `alias/prod` first and then name it in the node class.';
const disabled =
  'warning: `std` encrypts volumes with `aws_kms_key.nodes`, which the change disables. EC2 then terminates each new instance right after its launch. Keep the key enabled until no node class and no volume uses it.';

const byAlias = encrypted('alias/nodes');
const byArn = encrypted('"arn:aws:kms:eu-west-1:111122223333:alias/nodes"');

test.each<[what: string, nodeClass: string, base: string, head: string, expected: readonly string[]]>([
  ['an alias that is gone', byAlias, key() + alias('"alias/nodes"'), key(), [removed]],
  ['an alias in an ARN', byArn, key() + alias('"alias/nodes"'), key(), [removed]],
  ['an alias with another name', byAlias, key() + alias('"alias/nodes"'), key() + alias('"alias/prod"'), [renamed]],
  [
    'a key that is disabled',
    byAlias,
    key() + alias('"alias/nodes"'),
    key('is_enabled = false') + alias('"alias/nodes"'),
    [disabled],
  ],
  [
    'a key that was disabled',
    byAlias,
    key('is_enabled = false') + alias('"alias/nodes"'),
    key('is_enabled = false\n  tags = {}') + alias('"alias/nodes"'),
    [],
  ],
  [
    'an alias with another address',
    byAlias,
    key() + alias('"alias/nodes"'),
    key() + alias('"alias/nodes"', 'volumes'),
    [],
  ],
  ['an alias that no node class names', encrypted('alias/other'), key() + alias('"alias/nodes"'), key(), []],
  ['an alias whose name becomes unknown', byAlias, key() + alias('"alias/nodes"'), key() + alias('var.alias'), []],
  [
    'a module that may create it now',
    byAlias,
    key() + alias('"alias/nodes"'),
    `${key()}module "kms" {\n  source = "app.terraform.io/acme/account-keys/aws"\n}\n`,
    [],
  ],
])('the key of volumes: %s', (_, nodeClass, base, head, expected) => {
  expect(changesOf(cluster('') + base, cluster('') + head, nodeClass)).toEqual(expected);
});

const group = 'eks_managed_node_groups = { system = { instance_types = ["m7i.large"] } }';
const named = (addons: string, more = group): string => `name = "prod"\n  addons = { ${addons} }\n  ${more}`;
const late =
  'warning: In the new cluster `prod`, the module creates `vpc-cni` only after the node group `system`, whose nodes never become ready without it. The apply fails. Set `before_compute = true` for `vpc-cni`.';
const first = 'vpc-cni = { before_compute = true }';
const withIdentity =
  'vpc-cni = { before_compute = true, pod_identity_association = [{ role_arn = "arn:aws:iam::111122223333:role/cni", service_account = "aws-node" }] }';

test.each<[what: string, head: string, expected: readonly string[]]>([
  ['no order', eks('~> 21.0', named('vpc-cni = {}')), [late]],
  ['another order', eks('21.3.1', named('vpc-cni = { before_compute = false, most_recent = true }')), [late]],
  ['the right order', eks('~> 21.0', named(first)), []],
  ['an order that is unknown', eks('~> 21.0', named('vpc-cni = { before_compute = var.first }')), []],
  [
    'version 20, in which EKS installs a CNI',
    eks('~> 20.0', `cluster_name = "prod"\n  cluster_addons = { vpc-cni = {} }\n  ${group}`),
    [],
  ],
  [
    'version 20 without the CNI of EKS',
    eks(
      '~> 20.0',
      `cluster_name = "prod"\n  bootstrap_self_managed_addons = false\n  cluster_addons = { vpc-cni = {} }\n  ${group}`,
    ),
    [late],
  ],
  ['a version that is unknown', eks('>= 20', named('vpc-cni = {}')), []],
  ['EKS Auto Mode', eks('~> 21.0', named('vpc-cni = {}', `compute_config = { enabled = true }\n  ${group}`)), []],
  [
    'no nodes at first',
    eks('~> 21.0', named('vpc-cni = {}', 'eks_managed_node_groups = { a = { min_size = 0, desired_size = 0 } }')),
    [],
  ],
  [
    'no managed node group',
    eks('~> 21.0', named('vpc-cni = {}', 'fargate_profiles = { a = { selectors = [{ namespace = "*" }] } }')),
    [],
  ],
  ['another CNI', eks('~> 21.0', named('coredns = {}')), []],
  [
    'an agent that comes later',
    eks('~> 21.0', named(`${withIdentity}, eks-pod-identity-agent = {}`)),
    [
      'warning: In the new cluster `prod`, `vpc-cni` gets its role from `eks-pod-identity-agent`, which the module creates only after the node group `system`. Nodes never become ready, and the apply fails. Set `before_compute = true` for `eks-pod-identity-agent` as well.',
    ],
  ],
  [
    'an agent that comes first',
    eks('~> 21.0', named(`${withIdentity}, eks-pod-identity-agent = { before_compute = true }`)),
    [],
  ],
])('add-ons of a new cluster: %s', (_, head, expected) => {
  expect(changesOf('', head)).toEqual(expected);
});

const recreated = (name: string): string =>
  `note: \`before_compute\` of \`${name}\` changes, so Terraform deletes the add-on and creates it again. Its pods keep running, and the apply may have to run twice. Leave \`before_compute\` of an existing cluster as it is, or move the add-on with a \`moved\` block.`;

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['it was not there', eks('~> 21.0', named('vpc-cni = {}')), eks('~> 21.0', named(first)), [recreated('vpc-cni')]],
  [
    'it is the same',
    eks('~> 21.0', named('vpc-cni = {}')),
    eks('~> 21.0', named('vpc-cni = { most_recent = true }')),
    [],
  ],
  [
    'it becomes unknown',
    eks('~> 21.0', named('vpc-cni = {}')),
    eks('~> 21.0', named('vpc-cni = { before_compute = var.first }')),
    [],
  ],
  [
    'the input has another name',
    eks('~> 20.0', `cluster_name = "prod"\n  cluster_addons = { vpc-cni = {} }`),
    eks('~> 21.0', named(first, '')),
    [recreated('vpc-cni')],
  ],
  [
    'pods go with the add-on',
    eks('~> 21.0', named('vpc-cni = { preserve = false }')),
    eks('~> 21.0', named('vpc-cni = { preserve = false, before_compute = true }')),
    [
      recreated('vpc-cni')
        .replace('note', 'warning')
        .replace('Its pods keep running', 'Its pods may stop until the new one is there'),
    ],
  ],
])('`before_compute` of an existing cluster: %s', (_, base, head, expected) => {
  expect(changesOf(base, head)).toEqual(expected);
});
