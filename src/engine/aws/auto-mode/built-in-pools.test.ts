import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import { builtInPools } from './built-in-pools.ts';

const cluster = (kind: string, spec: string): string =>
  `apiVersion: terraform/v1\nkind: ${kind}\nmetadata: {name: a}\nspec:\n${spec}`;
const module = (config: string): string =>
  cluster('module', `  source: terraform-aws-modules/eks/aws\n  compute_config: ${config}\n`);

test.each([
  ['a module', module('{enabled: true, node_pools: [general-purpose]}'), 'general-purpose'],
  [
    'the argument of older modules',
    module('{enabled: true, node_pools: [system]}').replace(' compute', ' cluster_compute'),
    'system',
  ],
  [
    'a resource',
    cluster('aws_eks_cluster', '  compute_config: [{enabled: true, node_pools: [general-purpose]}]\n'),
    'general-purpose',
  ],
  ['an unknown list', module('{enabled: true, node_pools: "${var.pools}"}'), 'general-purpose, system'],
  ['an unknown element', module('{enabled: true, node_pools: ["${var.pool}"]}'), 'general-purpose, system'],
  ['a switch that is unknown', module('{enabled: "${var.auto}", node_pools: [system]}'), 'system'],
  ['a switch that is off', module('{enabled: false, node_pools: [system]}'), ''],
  ['no pools', module('{enabled: true}'), ''],
  ['an empty list', module('{enabled: true, node_pools: []}'), ''],
  ['another module', module('{enabled: true, node_pools: [system]}').replace('/eks/', '/vpc/'), ''],
  [
    'eksctl',
    'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nautoModeConfig: {enabled: true}\n',
    'general-purpose, system',
  ],
  [
    'eksctl without pools',
    'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nautoModeConfig: {enabled: true, nodePools: []}\n',
    '',
  ],
])('the NodePools that %s turns on', (_, text, names) => {
  const { manifests } = parseManifests({ file: 'a.yaml', text }, { set: {} });
  expect(manifests).toHaveLength(1);
  expect(
    builtInPools(manifests)
      .map(({ name }) => name)
      .join(', '),
  ).toBe(names);
});
