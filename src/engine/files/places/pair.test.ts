import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Origin, Source } from '../../text/source.ts';
import { pairs } from './pair.ts';

/** A NodePool rendered by a root, or one from a plain file. */
function source(root: string): Source {
  const text = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\n';
  const origin: Origin = {
    root,
    tool: 'kustomize',
    trace: (start, end) => ({ span: { file: root, start, end }, isExact: true }),
  };
  return root.endsWith('.yaml') ? { file: root, text } : { file: `${root} (made)`, text, origin };
}

const setOf = (roots: readonly string[]) => manifestSet(roots.map((root) => parseManifests(source(root), { set: {} })));
const nameOf = (manifest: { source: Source } | undefined): string =>
  manifest?.source.origin?.root ?? manifest?.source.file ?? '-';

test.each<[string, string[], string[], string[]]>([
  ['the same roots', ['dev', 'prod'], ['dev', 'prod'], ['dev dev', 'prod prod']],
  ['one more root', ['dev'], ['dev', 'prod'], ['dev dev', '- prod']],
  ['one root less', ['dev', 'prod'], ['prod'], ['prod prod', 'dev -']],
  ['a root that moves', ['old'], ['new'], ['old new']],
  ['a plain manifest that is now rendered', ['a.yaml'], ['prod'], ['a.yaml prod']],
  ['a plain manifest that several roots now render', ['a.yaml'], ['dev', 'prod'], ['a.yaml dev', 'a.yaml prod']],
  ['several roots that become one plain manifest', ['dev', 'prod'], ['a.yaml'], ['dev a.yaml', 'prod a.yaml']],
  ['one root less, next to a plain manifest that stays', ['a.yaml', 'dev'], ['a.yaml'], ['a.yaml a.yaml', 'dev -']],
  ['one more root, next to a plain manifest that stays', ['a.yaml'], ['a.yaml', 'dev'], ['a.yaml a.yaml', '- dev']],
  ['files of one folder', ['a.yaml', 'b.yaml'], ['b.yaml', 'c.yaml'], ['b.yaml b.yaml', 'a.yaml c.yaml']],
  ['nothing before', [], ['dev'], ['- dev']],
  [
    'files of several folders',
    ['a/p.yaml', 'b/p.yaml'],
    ['a/p.yaml', 'b/p.yaml'],
    ['a/p.yaml a/p.yaml', 'b/p.yaml b/p.yaml'],
  ],
  ['a folder less', ['a/p.yaml', 'b/p.yaml'], ['b/p.yaml'], ['b/p.yaml b/p.yaml', 'a/p.yaml -']],
  [
    'a folder more',
    ['prod/p.yaml'],
    ['prod/p.yaml', 'staging/p.yaml'],
    ['prod/p.yaml prod/p.yaml', '- staging/p.yaml'],
  ],
  ['dev goes and staging comes', ['dev/p.yaml'], ['staging/p.yaml'], ['- staging/p.yaml', 'dev/p.yaml -']],
  [
    'an environment with another spelling',
    ['prod/a/p.yaml', 'dev/p.yaml'],
    ['production/b/p.yaml', 'dev/p.yaml'],
    ['dev/p.yaml dev/p.yaml', 'prod/a/p.yaml production/b/p.yaml'],
  ],
  [
    'another spelling next to the first one',
    ['prod/p.yaml', 'production/q/p.yaml'],
    ['production/q/p.yaml', 'production/r/p.yaml'],
    ['production/q/p.yaml production/q/p.yaml', '- production/r/p.yaml', 'prod/p.yaml -'],
  ],
  ['a renamed folder', ['old/p.yaml'], ['new/p.yaml'], ['old/p.yaml new/p.yaml']],
  ['a file that moves within its environment', ['prod/a/p.yaml'], ['prod/b/p.yaml'], ['prod/a/p.yaml prod/b/p.yaml']],
  [
    'a base that is split into overlays',
    ['base'],
    ['overlays/dev', 'overlays/prod'],
    ['base overlays/dev', 'base overlays/prod'],
  ],
  [
    'folders of environments that become charts',
    ['dev/p.yaml', 'prod/p.yaml'],
    ['c/dev', 'c/prod'],
    ['dev/p.yaml c/dev', 'prod/p.yaml c/prod'],
  ],
])('%s', (_, base, head, expected) => {
  expect(pairs(setOf(base), setOf(head)).map((pair) => `${nameOf(pair.base)} ${nameOf(pair.head)}`)).toEqual(expected);
});

test('a base that is split into overlays continues in the one with the same object, whatever the order of its keys', () => {
  const rendered = (root: string, text: string): Source => ({ ...source(root), text });
  const set = (...sources: Source[]) => manifestSet(sources.map((one) => parseManifests(one, { set: {} })));
  const base = set(source('base/p.yaml'));
  const dev = rendered('dev', 'kind: NodePool\nmetadata: {name: a}\napiVersion: karpenter.sh/v1\n');
  const prod = rendered(
    'prod',
    'kind: NodePool\nmetadata: {name: a}\napiVersion: karpenter.sh/v1\nspec: {weight: 2}\n',
  );
  const found = pairs(base, set(dev, prod)).map((pair) => `${nameOf(pair.base)} ${nameOf(pair.head)}`);
  expect(found.sort()).toEqual(['- prod', 'base/p.yaml dev']);
});

test('an object that leaves one of two clusters does not move to the other', () => {
  const named = (file: string, name: string): Source => ({
    file,
    text: `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}}\n`,
  });
  const set = (...sources: Source[]) => manifestSet(sources.map((one) => parseManifests(one, { set: {} })));
  const both = [named('a/shared.yaml', 'shared'), named('b/shared.yaml', 'shared')];
  const moves = (base: Source[], head: Source[]): string[] =>
    pairs(set(...base), set(...head)).flatMap(({ base: one, head: other }) =>
      (one ?? other)!.name === 'web' ? [`${nameOf(one)} ${nameOf(other)}`] : [],
    );
  const [inA, inB] = [named('a/web.yaml', 'web'), named('b/web.yaml', 'web')];
  expect(moves([...both, inA], [...both, inB])).toEqual(['- b/web.yaml', 'a/web.yaml -']);
  expect(moves([inA], [inB])).toEqual(['a/web.yaml b/web.yaml']);
});

/** A node group in the root `infra`, as `module.eks orders`: the call and the name of the cluster. */
function group(written: string): Source {
  const [call = '', cluster = ''] = written.split(' ');
  const text = `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: {name: system}\nspec: {clusterName: ${cluster}}\n`;
  const trace: Origin['trace'] = (start, end) => ({ span: { file: 'main.tf', start, end }, isExact: true });
  return { file: `infra: ${call}.eks_managed_node_group`, text, origin: { root: 'infra', tool: 'terraform', trace } };
}

const groupsOf = (groups: readonly string[]) =>
  manifestSet(groups.map((written) => parseManifests(group(written), { set: {} })));
const clusterOf = (manifest: { get(path: string[]): unknown } | undefined): unknown =>
  manifest?.get(['spec', 'clusterName']) ?? '-';

test.each<[string, string[], string[], string[]]>([
  ['a second cluster', ['module.eks a'], ['module.eks a', 'module.next b'], ['a a', '- b']],
  ['a second cluster that comes first', ['module.eks b'], ['module.a a', 'module.eks b'], ['b b', '- a']],
  ['a cluster less', ['module.eks a', 'module.next b'], ['module.eks a'], ['a a', 'b -']],
  ['another name of the cluster', ['module.eks a'], ['module.eks b'], ['a b']],
  ['another address', ['module.eks a'], ['module.blue a'], ['a a']],
  ['other addresses', ['module.x a', 'module.y b'], ['module.v b', 'module.w a'], ['b b', 'a a']],
])('pairs node groups of one name in one root by their addresses: %s', (_, base, head, expected) => {
  const paired = pairs(groupsOf(base), groupsOf(head));
  expect(paired.map(({ base, head }) => `${clusterOf(base)} ${clusterOf(head)}`)).toEqual(expected);
});
