import { describe, expect, test } from 'vitest';
import { defaultSources } from '../../karpenter/api/settings.ts';
import { discoveryOf } from './discovery/discovery.ts';
import { notApplied } from './not-applied.ts';
import { treeOf } from './repository/file-tree.test-support.ts';
import { rootsOf } from './roots.ts';

type Texts = Readonly<Record<string, string>>;

const sideOf = (texts: Texts) => {
  const tree = treeOf(texts);
  const sources = Object.entries(texts).map(([file, text]) => ({ file, text }));
  return { tree, roots: rootsOf(discoveryOf(tree), sources, { sources: defaultSources, environments: {} }) };
};

/** Files and roots that nothing applies any more after a change. A text of null removes a file. */
function gone(base: Texts, change: Readonly<Record<string, string | null>>, areGone = true) {
  const after = Object.entries({ ...base, ...change }).filter((entry): entry is [string, string] => entry[1] !== null);
  const found = notApplied(sideOf(Object.fromEntries(after)), sideOf(base), areGone ? 'gone' : 'unknown');
  const files = [...found.files].map(([file, { isKept, keeping }]) => {
    const removed = keeping === undefined ? 'definition removed' : 'definition removed, stays';
    return isKept ? file : `${file} (${removed})`;
  });
  return [...files, ...[...found.roots].map((name) => `root ${name}`)];
}

const pool = (name: string): string => `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}}\n`;
const list = (...resources: string[]): string => `resources: ${JSON.stringify(resources)}\n`;
const application = (path: string, { metadata = '', source = '' } = {}): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: pools${metadata}}\nspec: {source: {path: ${path}${source}}}\n`;
const owned = { metadata: ', finalizers: [resources-finalizer.argocd.argoproj.io]' };
const flux = (path: string, prune = true): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: pools}\nspec: {path: ${path}, prune: ${prune}}\n`;

const pools = { 'pools/a.yaml': pool('a'), 'pools/b.yaml': pool('b') };
const listed = { ...pools, 'pools/kustomization.yaml': list('a.yaml', 'b.yaml') };

test('a file that a kustomization no longer lists', () => {
  expect(gone(listed, { 'pools/kustomization.yaml': list('a.yaml') })).toEqual(['pools/b.yaml']);
  // The file is then applied by something else.
  const other = { 'pools/kustomization.yaml': list('a.yaml'), 'more/kustomization.yaml': list('../pools/b.yaml') };
  expect(gone(listed, other)).toEqual([]);
  expect(gone(listed, { 'pools/kustomization.yaml': list('a.yaml'), 'pools/b.yaml': null })).toEqual([]);
});

test('a kustomization that another one no longer includes', () => {
  const base = { ...listed, 'prod/kustomization.yaml': list('../pools', 'own.yaml'), 'prod/own.yaml': pool('own') };
  expect(gone(base, { 'prod/kustomization.yaml': list('own.yaml') })).toEqual([
    'pools/a.yaml',
    'pools/b.yaml',
    'pools/kustomization.yaml',
    'root pools',
  ]);
});

test('a kustomization that is gone or cannot be read says nothing about its files', () => {
  expect(gone(listed, { 'pools/kustomization.yaml': null })).toEqual([]);
  expect(gone(listed, { 'pools/kustomization.yaml': 'resources: [' })).toEqual([]);
});

test.each([
  ['an Application that owns its objects', application('pools', owned), 'definition removed'],
  ['an Application without a finalizer', application('pools'), 'definition removed, stays'],
  ['a Flux Kustomization that prunes', flux('./pools'), 'definition removed'],
  ['a Flux Kustomization that does not prune', flux('./pools', false), 'definition removed, stays'],
])('what a removed definition applied: %s', (_, text, how) => {
  expect(gone({ ...pools, 'app.yaml': text }, { 'app.yaml': null })).toEqual([
    `pools/a.yaml (${how})`,
    `pools/b.yaml (${how})`,
  ]);
});

test('a removed Application that stays, because what applies it does not prune, still applies its files', () => {
  const root = application('apps').replace('name: pools', 'name: root');
  // The folder of the root has other files. Without any, Argo CD reports an error and deletes nothing.
  const others = { ...pools, 'root.yaml': root, 'apps/README.md': 'Applications' };
  const base = { ...others, 'apps/pools.yaml': application('pools', owned) };
  expect(gone(base, { 'apps/pools.yaml': null })).toEqual([]);
  const pruning = root.replace('spec: {', 'spec: {syncPolicy: {automated: {prune: true}}, ');
  expect(gone({ ...base, 'root.yaml': pruning }, { 'apps/pools.yaml': null })).toEqual([
    'pools/a.yaml (definition removed)',
    'pools/b.yaml (definition removed)',
  ]);
});

test('a definition that moves, cannot be read, or may be elsewhere now is not removed', () => {
  const base = { ...pools, 'app.yaml': application('pools', owned) };
  expect(gone(base, { 'app.yaml': null, 'moved.yaml': application('pools', owned) })).toEqual([]);
  expect(gone(base, { 'app.yaml': 'kind: [' })).toEqual([]);
  const set =
    'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: pools}\nspec: {generators: [{clusters: {}}], template: {spec: {source: {path: pools}}}}\n';
  expect(gone(base, { 'app.yaml': null, 'set.yaml': set })).toEqual([]);
  expect(gone(base, { 'app.yaml': null }, false)).toEqual([]);
});

test('files of a folder that Argo CD leaves out', () => {
  const base = {
    ...pools,
    'pools/below/c.yaml': pool('c'),
    'app.yaml': application('pools', { source: ', directory: {recurse: true}' }),
  };
  const now = (directory: string): string => application('pools', { source: `, directory: ${directory}` });
  expect(gone(base, { 'app.yaml': now("{recurse: true, exclude: '{b.yaml,x*}'}") })).toEqual(['pools/b.yaml']);
  expect(gone(base, { 'app.yaml': now("{recurse: true, include: 'b*'}") })).toEqual(['pools/a.yaml']);
  expect(gone(base, { 'app.yaml': now('{}') })).toEqual(['pools/below/c.yaml']);
});

test('a chart that a removed HelmRelease installed is not a chart with its own values', () => {
  const release =
    'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: pools}\nspec: {chart: {spec: {chart: ./charts/pools, sourceRef: {kind: GitRepository, name: flux-system}}}}\n';
  const chart = {
    'charts/pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
    'charts/pools/templates/a.yaml': pool('a'),
  };
  expect(gone({ ...chart, 'release.yaml': release }, { 'release.yaml': null })).toContain('root charts/pools');
});

/** Files and roots that nothing applied before a change. */
function begun(base: Texts, change: Texts): string[] {
  const found = notApplied(sideOf(base), sideOf({ ...base, ...change }), 'new');
  return [...found.files.keys(), ...[...found.roots].map((name) => `root ${name}`)];
}

test.each<[what: string, base: Texts, change: Texts, expected: readonly string[]]>([
  ['an Application', pools, { 'app.yaml': application('pools') }, ['pools/a.yaml', 'pools/b.yaml']],
  [
    'a Kustomization of Flux whose folder lists its files',
    listed,
    { 'flux.yaml': flux('./pools') },
    ['pools/a.yaml', 'pools/b.yaml', 'pools/kustomization.yaml', 'root pools'],
  ],
  [
    'an Application in place of another one',
    { ...pools, 'app.yaml': application('pools') },
    { 'app.yaml': application('pools').replace('name: pools', 'name: machines') },
    [],
  ],
  [
    'an Application next to one that applies a part',
    { ...pools, 'app.yaml': application('pools', { source: ', directory: {include: "a*"}' }) },
    { 'more.yaml': application('pools').replace('name: pools', 'name: machines') },
    ['pools/b.yaml'],
  ],
  ['an Application and its files', {}, { ...pools, 'app.yaml': application('pools') }, []],
  [
    'an Application, where what another one applies is unknown',
    {
      ...pools,
      'set.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: pools}\nspec: {generators: [{clusters: {}}], template: {spec: {source: {path: pools}}}}\n',
    },
    { 'set.yaml': 'kind: Other\n', 'app.yaml': application('pools') },
    [],
  ],
])('what begins to be applied: %s', (_, base, change, expected) => {
  expect(begun(base, change)).toEqual(expected);
});

describe('T87: a chart that no longer renders a file does not apply it', () => {
  const chart = { 'pools/Chart.yaml': 'apiVersion: v2\nname: pools\nversion: 1.0.0\n' };
  const templates = { ...chart, 'pools/templates/a.yaml': pool('a'), 'pools/templates/b.yaml': pool('b') };

  test('a folder of an Application that becomes a chart', () => {
    const base = { ...pools, 'app.yaml': application('pools') };
    expect(gone(base, chart)).toEqual(['pools/a.yaml', 'pools/b.yaml']);
    const explicit = application('pools', { source: ', directory: {recurse: true}' });
    expect(gone({ ...pools, 'app.yaml': explicit }, chart)).toEqual([]);
    expect(gone(base, { 'more/Chart.yaml': chart['pools/Chart.yaml'] })).toEqual([]);
  });

  test.each([
    ['nothing that is declared', {}],
    ['an Application', { 'app.yaml': application('pools') }],
  ])('a file that leaves the templates, of %s', (_, definitions) => {
    const base = { ...templates, ...definitions };
    const moves = (path: string, text = pool('a')) => gone(base, { 'pools/templates/a.yaml': null, [path]: text });
    expect(moves('pools/files/a.yaml')).toEqual(['pools/files/a.yaml']);
    expect(moves('pools/ci/x.yaml', `# edited\n${pool('a')}`)).toEqual(['pools/ci/x.yaml']);
    expect(moves('pools/templates/x.yaml')).toEqual([]);
    expect(moves('pools/files/other.yaml', pool('other'))).toEqual([]);
    expect(gone(base, { 'pools/examples/a.yaml': pool('a') })).toEqual([]);
  });
});
