import { expect, test } from 'vitest';
import { aws } from '../../../aws/aws.ts';
import { clusterMap } from '../../../files/clusters/cluster-map.ts';
import { relatedObjects } from '../../../files/clusters/related-objects.ts';
import { manifestSet } from '../../manifest-set.ts';
import { parseManifests } from '../../parse.ts';
import { evaluated } from '../terraform.test-support.ts';

const provider = (type: string, connection: string, alias?: string): string =>
  `provider "${type}" {\n${alias === undefined ? '' : `  alias = "${alias}"\n`}  ${connection}\n}\n`;

const host = (cluster: string): string => `host = data.aws_eks_cluster.${cluster}.endpoint`;

const pool = (address: string, by = '', name = 'web'): string => `resource "kubectl_manifest" "${address}" {
  ${by && `provider = ${by}`}
  yaml_body = "apiVersion: karpenter.sh/v1\\nkind: NodePool\\nmetadata: {name: ${name}}\\n"
}
`;

const filesIn = (texts: Readonly<Record<string, string>>): string[] => evaluated(texts).sources.map(({ file }) => file);

/** Address of a NodePool → the clusters that its text belongs to. */
function clustersIn(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { sources } = evaluated(texts);
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  const related = relatedObjects(set, { environments: {}, providers: [aws] });
  const map = clusterMap([{ set, related: () => related, hints: [] }], { environments: {} });
  return Object.fromEntries(
    sources.map((source) => [
      source.file.split(': ')[1],
      map
        .clustersOf(source)
        .map(({ name }) => name)
        .join(),
    ]),
  );
}

test('providers that connect to several clusters', () => {
  const providers = provider('kubectl', host('one'), 'one') + provider('kubectl', host('two'), 'two');
  expect(clustersIn({ 'main.tf': providers + pool('a', 'kubectl.one') + pool('b', 'kubectl.two') })).toEqual({
    'kubectl_manifest.a': '. with provider one',
    'kubectl_manifest.b': '. with provider two',
  });
  expect(
    clustersIn({ 'main.tf': providers + pool('a', 'kubectl.one', 'web') + pool('b', 'kubectl.two', 'batch') }),
  ).toEqual({ 'kubectl_manifest.a': '. with provider one', 'kubectl_manifest.b': '. with provider two' });
});

test('a module for each cluster gets its provider from the caller', () => {
  const call = (name: string, by: string): string =>
    `module "${name}" {\n  source = "../pools"\n  providers = { kubectl = ${by} }\n}\n`;
  const texts = {
    'live/main.tf':
      provider('kubectl', host('seoul')) +
      provider('kubectl', host('tokyo'), 'tokyo') +
      call('seoul', 'kubectl') +
      call('tokyo', 'kubectl.tokyo'),
    'pools/main.tf': pool('pool'),
  };
  expect(filesIn(texts)).toEqual([
    'live: module.seoul.kubectl_manifest.pool',
    'live with provider tokyo: module.tokyo.kubectl_manifest.pool',
  ]);
});

test('a provider of Helm has its connection in a block or an object', () => {
  const release =
    'resource "helm_release" "k" {\n  provider = helm.b\n  chart = "karpenter"\n  repository = "oci://public.ecr.aws/karpenter"\n}\n';
  const files = (two: string): string[] =>
    filesIn({
      'main.tf': provider('helm', `kubernetes {\n${host('a')}\n}`, 'a') + provider('helm', two, 'b') + release,
    });
  expect(files(`kubernetes = {\n${host('b')}\n}`)).toEqual(['. with provider b: helm_release.k']);
  expect(files(`kubernetes {\n${host('a')}\n}`)).toEqual(['.: helm_release.k']);
});

test.each([
  ['one alias', provider('kubectl', host('one'), 'one')],
  ['an alias next to the same connection', provider('kubectl', host('one')) + provider('kubectl', host('one'), 'one')],
  [
    'other types of providers',
    provider('kubectl', host('one'), 'one') + provider('helm', `kubernetes {\n${host('two')}\n}`),
  ],
])('objects of one cluster stay together with %s', (_, providers) => {
  expect(filesIn({ 'main.tf': providers + pool('a', 'kubectl.one') + pool('b') })).toEqual([
    '.: kubectl_manifest.a',
    '.: kubectl_manifest.b',
  ]);
});
