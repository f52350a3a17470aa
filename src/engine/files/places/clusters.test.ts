import { expect, test } from 'vitest';
import type { Origin, Source } from '../../text/source.ts';
import { clustersByPlace, type PlacedObject } from './clusters.ts';

/** A file, or the text of a root: `root NAME`, or `root NAME ENVIRONMENT` if its values file names one. */
function source(name: string): Source {
  const [first, root, environment] = name.split(' ');
  if (first !== 'root') return { file: name, text: '' };
  const origin: Origin = {
    root: root!,
    tool: 'helm',
    ...(environment !== undefined && { guessedEnvironment: environment }),
    trace: (start, end) => ({ span: { file: root!, start, end }, isExact: true }),
  };
  return { file: `${root} (made)`, text: '', origin };
}

/** `FILE=OBJECT`. Objects named `class` are referred to. */
const objects = (all: readonly string[]): PlacedObject[] =>
  all.map((one) => {
    const [name, identity] = one.split('=');
    return { source: source(name!), identity: identity!, isReferredTo: identity === 'class' };
  });

test.each<[string, string[], string[]]>([
  ['one folder', ['a/p.yaml=web', 'a/q.yaml=batch'], []],
  ['two folders with different objects', ['a/p.yaml=web', 'b/q.yaml=batch'], []],
  [
    'the same object in two folders',
    ['clusters/a/p.yaml=web', 'clusters/b/x/p.yaml=web'],
    ['clusters/a', 'clusters/b'],
  ],
  ['a template and its object in folders named after tools', ['k8s/p.yaml=web', 'terraform/t/p.yaml.tpl=web'], []],
  ['environments by name', ['envs/dev/p.yaml=web', 'envs/prod/q.yaml=batch'], ['dev', 'prod']],
  ['all but production', ['a/nonprod/p.yaml=web', 'a/prod/p.yaml=web'], ['nonprod', 'prod']],
  ['one environment next to shared files', ['base/p.yaml=web', 'envs/prod/q.yaml=batch'], []],
  [
    'environments with regions',
    ['prod-eu/p.yaml=web', 'prod-us/p.yaml=web', 'dev/p.yaml=web'],
    ['dev', 'prod-eu', 'prod-us'],
  ],
  ['one environment twice', ['a/prod/p.yaml=web', 'b/prod/p.yaml=web', 'a/dev/p.yaml=web'], ['a', 'b', 'dev']],
  ['a chart with the values of two environments', ['root c-dev dev=web', 'root c-prod prod=web'], ['dev', 'prod']],
  ['two roots with the same object', ['root one=web', 'root two=web'], ['one', 'two']],
  [
    'a root of an environment next to another root',
    ['root overlays/prod=web', 'root overlays/x=web'],
    ['overlays/x', 'prod'],
  ],
  ['a root, and a plain file that others include', ['root one=web', 'base/p.yaml=web'], []],
  ['files of one folder named after environments', ['a/p-dev.yaml=web', 'a/p-prod.yaml=web'], ['dev', 'prod']],
  ['alternatives in one folder', ['a/p.yaml=web', 'a/p-spot.yaml=web'], ['a/p-spot.yaml', 'a/p.yaml']],
  ['the same object twice in the folder of an environment', ['envs/prod/p.yaml=web', 'envs/prod/q.yaml=web'], []],
  [
    'the same object twice in the folder of one of two environments',
    ['envs/prod/p.yaml=web', 'envs/prod/q.yaml=web', 'envs/dev/p.yaml=web'],
    ['dev', 'prod'],
  ],
  [
    'alternatives of a NodePool and of its class in one folder',
    ['a/p.yaml=web', 'a/p copy.yaml=web', 'a/c.yaml=class', 'a/c copy.yaml=class'],
    ['a/p copy.yaml', 'a/p.yaml'],
  ],
  ['only classes have alternatives', ['a/p.yaml=web', 'a/c.yaml=class', 'a/c copy.yaml=class'], []],
  [
    'a folder with old copies',
    ['k/p.yaml=web', 'k/q.yaml=spot', 'k/old/all.yaml=web', 'k/old/all.yaml=spot'],
    ['k', 'k/old'],
  ],
  ['a repository with old copies', ['p.yaml=web', 'q.yaml=spot', 'old/p.yaml=web', 'old/q.yaml=spot'], ['.', 'old']],
  ['the same object twice in one file', ['a/p.yaml=web', 'a/p.yaml=web'], []],
])('%s', (_, all, names) => expect(clustersByPlace([objects(all)]).names).toEqual(names));

test('objects of base and head are compared with those of the same side only', () => {
  const moved = [objects(['old/p.yaml=web']), objects(['new/p.yaml=web'])];
  expect(clustersByPlace(moved).names).toEqual([]);
  expect(clustersByPlace([objects(['a/p.yaml=web', 'b/p.yaml=web']), objects(['a/p.yaml=web'])]).names).toEqual([
    'a',
    'b',
  ]);
});

test.each<[string, string[]]>([
  ['clusters/a/apps/web.yaml', ['clusters/a']],
  ['clusters/b/p.yaml', ['clusters/b']],
  ['apps/web.yaml', []],
  ['clusters/ab/web.yaml', []],
  ['envs/dev/web.yaml', ['dev']],
  ['root charts/web dev', ['dev']],
  ['root charts/web', []],
])('%s belongs to %j', (name, owners) => {
  const all = objects(['clusters/a/p.yaml=web', 'clusters/b/p.yaml=web', 'envs/dev/q.yaml=web']);
  expect(clustersByPlace([all]).ownersOf(source(name))).toEqual(owners);
});

test('a class belongs to all alternatives of the NodePools in its folder, also in the folder of an environment', () => {
  const pools = ['dev/k/p.yaml=web', 'dev/k/p copy.yaml=web', 'dev/q.yaml=batch'];
  const classes = ['dev/k/c.yaml=class', 'dev/k/c copy.yaml=class'];
  const { ownersOf } = clustersByPlace([objects([...pools, ...classes])]);
  expect(ownersOf(source('dev/k/c.yaml'))).toEqual(['dev', 'dev/k/p copy.yaml', 'dev/k/p.yaml']);
  expect(ownersOf(source('dev/k/p.yaml'))).toEqual(['dev/k/p.yaml']);
});

test('many places of one object are not compared with each other', () => {
  const many = Array.from({ length: 300 }, (_, i) => `clusters/${i}/p.yaml=web`);
  expect(clustersByPlace([objects(many)]).names).toEqual([]);
});

test.each([
  ['the same environment', 'shop-prod', ['dev', 'prod']],
  ['another spelling of it', 'shop-production', ['dev', 'prod']],
  ['no environment', 'shop', ['dev', 'prod']],
  ['another environment', 'shop-staging', ['a/p-prod.yaml', 'dev']],
])('tags that name %s as the name of the file', (_, cluster, names) => {
  const tagged = (file: string, name: string): PlacedObject => ({
    source: { file, text: `tags: {karpenter.sh/discovery: ${name}}` },
    identity: 'web',
  });
  const placed = clustersByPlace([[tagged('a/p-dev.yaml', 'shop-dev'), tagged('a/p-prod.yaml', cluster)]]);
  expect(placed.names).toEqual(names);
});

/** A root of Argo CD or Flux with the cluster that it is applied to. */
const rootAt = (root: string, destination?: string): Source => ({
  file: `${root} (made)`,
  text: '',
  origin: {
    root,
    tool: 'argocd',
    ...(destination !== undefined && { destination }),
    trace: (start, end) => ({ span: { file: root, start, end }, isExact: true }),
  },
});

test.each<[what: string, roots: readonly Source[], expected: readonly string[]]>([
  ['one cluster, if they have one destination', [rootAt('a', 'cluster x'), rootAt('b', 'cluster x')], []],
  ['two, if they have two', [rootAt('a', 'cluster x'), rootAt('b', 'cluster y')], ['a', 'b']],
  ['two, if the destination of one is unknown', [rootAt('a', 'cluster x'), rootAt('b')], ['a', 'b']],
  ['two, if nothing says where they are applied', [rootAt('a'), rootAt('b')], ['a', 'b']],
  [
    'two, if two of three have one destination',
    [rootAt('a', 'cluster x'), rootAt('b', 'cluster x'), rootAt('c', 'cluster y')],
    ['a', 'c'],
  ],
])('roots with the same NodePool are %s', (_, roots, expected) => {
  expect(clustersByPlace([roots.map((source) => ({ source, identity: 'web' }))]).names).toEqual(expected);
});

test.each<[what: string, files: readonly string[], expected: readonly string[]]>([
  ['folders of tools are one cluster', ['k8s/karpenter/nodepool.yaml', 'k8s/karpenter-nodepool.yaml'], []],
  ['deeper folders of tools are, too', ['gitops/manifests/karpenter/p.yaml', 'terraform/templates.yaml'], []],
  ['other folders are two', ['k8s/blue/nodepool.yaml', 'k8s/green/nodepool.yaml'], ['k8s/blue', 'k8s/green']],
  [
    'files next to each other may be alternatives',
    ['k8s/karpenter.yaml', 'k8s/nodepool.yaml'],
    ['k8s/karpenter.yaml', 'k8s/nodepool.yaml'],
  ],
])('of files with the same NodePool, %s', (_, files, expected) => {
  expect(clustersByPlace([files.map((file) => ({ source: source(file), identity: 'web' }))]).names).toEqual(expected);
});
