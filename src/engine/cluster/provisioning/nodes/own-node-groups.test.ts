import { expect, test } from 'vitest';
import { aws } from '../../../aws/aws.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { manifestsOf, nodePool } from '../simulation.test-support.ts';
import { ownObjects } from './own-node-groups.ts';

const clustering = { settings: { environments: {} }, provider: aws };

const group = (file: string, cluster?: string): readonly Manifest[] =>
  manifestsOf(
    `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: { name: ${file.split('/').at(-2)} }\nspec: { count: 1${cluster ? `, clusterName: ${cluster}` : ''} }\n`,
    file,
  );
const pool = (file: string): readonly Manifest[] => manifestsOf(nodePool('web'), file);

/** A node group next to an add-on that names its cluster. */
const namedGroup = (file: string, cluster: string): readonly Manifest[] => [
  ...group(file, cluster),
  ...manifestsOf(
    `apiVersion: terraform/v1\nkind: aws_eks_addon\nmetadata: { name: dns }\nspec: { cluster_name: ${cluster} }\n`,
    file,
  ),
];

/** A NodePool with a node class whose tags name its cluster. */
const taggedPool = (file: string, cluster: string): readonly Manifest[] =>
  manifestsOf(
    `${nodePool('web')}apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: default }\nspec: { subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: ${cluster} } }] }\n`,
    file,
  );

/** The names of the node groups that count, then where the others are. */
const counted = (...manifests: (readonly Manifest[])[]): string => {
  const { manifests: own, others, isAmbiguous } = ownObjects(manifests.flat(), clustering);
  const names = own.filter(({ kind }) => kind === 'ManagedNodeGroup').map(({ name }) => name);
  return `${names.join(' ')} | ${others.join(' ')}${isAmbiguous ? ' ?' : ''}`;
};

const [dev, staging, prod] = ['dev', 'staging', 'prod'].map((name) => group(`terraform/${name}/main.tf`));

test.each([
  ['of the environment of the NodePools', [dev!, prod!, pool('k8s/dev/pool.yaml')], 'dev | terraform/prod'],
  [
    'of production, if the NodePools name no environment',
    [dev!, staging!, prod!, pool('k8s/pool.yaml')],
    'prod | terraform/dev terraform/staging',
  ],
  [
    'of production, if there are NodePools of several',
    [dev!, prod!, pool('k8s/dev/a.yaml'), pool('k8s/prod/b.yaml')],
    'prod | terraform/dev',
  ],
  ['of the last stage, if none is production', [dev!, staging!], 'staging | terraform/dev'],
  ['none, if those of the environment are elsewhere', [dev!, pool('k8s/prod/pool.yaml')], ' | terraform/dev'],
  ['of an environment with a longer name', [prod!, pool('k8s/production/pool.yaml')], 'prod | '],
  [
    'of the same region',
    [group('tf/prod-eu/main.tf'), group('tf/prod-us/main.tf'), pool('k8s/prod-eu/a.yaml')],
    'prod-eu | tf/prod-us',
  ],
  [
    'of one of two regions, if nothing names one',
    [group('tf/prod-eu/main.tf'), group('tf/prod-us/main.tf'), pool('k8s/prod/a.yaml')],
    'prod-us | tf/prod-eu',
  ],
  ['of the only folder', [group('terraform/main.tf'), pool('k8s/pool.yaml')], 'terraform | '],
  ['of two folders of one cluster', [group('tf/a/main.tf', 'x'), group('tf/b/main.tf', 'x')], 'a b | '],
  [
    'none, if two clusters cannot be told apart',
    [group('tf/a/main.tf', 'x'), group('tf/b/main.tf', 'y')],
    ' | tf/a tf/b ?',
  ],
  [
    'of the cluster that the tags of the node class name, next to an older cluster',
    [
      namedGroup('tf/new/main.tf', 'orders-v2'),
      namedGroup('tf/old/main.tf', 'orders-v1'),
      taggedPool('k8s/pool.yaml', 'orders-v2'),
    ],
    'new | tf/old',
  ],
  [
    'none, if the tags name a third cluster',
    [
      namedGroup('tf/new/main.tf', 'orders-v2'),
      namedGroup('tf/old/main.tf', 'orders-v1'),
      taggedPool('k8s/pool.yaml', 'orders-v3'),
    ],
    ' | tf/new tf/old ?',
  ],
  ['none, if two folders cannot be told apart', [group('tf/a/main.tf'), group('tf/b/main.tf')], ' | tf/a tf/b ?'],
])('node groups count: %s', (_, manifests, expected) => {
  expect(counted(...manifests)).toBe(expected);
});

test('add-ons of other environments are left out with their node groups', () => {
  const addon = manifestsOf(
    'apiVersion: terraform/v1\nkind: aws_eks_addon\nmetadata: { name: ebs }\nspec: { addon_name: aws-ebs-csi-driver }\n',
    'terraform/dev/main.tf',
  );
  const { manifests } = ownObjects([...dev!, ...addon, ...prod!], clustering);
  expect(manifests.map(({ kind }) => kind)).toEqual(['ManagedNodeGroup']);
});

test.each([
  ['stay those of the environment that all NodePools leave', [dev!, prod!, pool('k8s/prod/pool.yaml')], 'dev'],
  [
    'are those of the new environment if a node group changes, too',
    [dev!, group('terraform/prod/more.tf'), pool('k8s/prod/pool.yaml')],
    'prod',
  ],
  [
    'are those of production if NodePools stay where they were',
    [dev!, prod!, pool('k8s/dev/pool.yaml'), pool('k8s/prod/pool.yaml')],
    'prod',
  ],
])('the node groups %s', (_, after, expected) => {
  const before = [dev!, prod!, pool('k8s/dev/pool.yaml')].flat();
  const { manifests } = ownObjects(after.flat(), clustering, before);
  expect(manifests.filter(({ kind }) => kind === 'ManagedNodeGroup').map(({ name }) => name)).toEqual([expected]);
});
