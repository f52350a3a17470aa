import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../engine/karpenter/api/settings.ts';
import { opening } from '../sides/read-side.ts';
import type { SourceTree } from '../tree/source-tree.ts';
import { openTexts, pairOfTexts, type Texts } from './render-pair.test-support.ts';
import { renderPair } from './render-pair.ts';

const application = (version: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: pools, namespace: argocd }
spec:
  source: { repoURL: https://charts.example.com, chart: node-pools, targetRevision: ${version} }
`;
const file = 'apps/pools.yaml';
const side = (version: string) => {
  const text = application(version);
  const tree: SourceTree = {
    sources: [],
    hintSources: [],
    diagnostics: [],
    missingPaths: [],
    hasRoots: true,
    definitions: [{ file, text }],
  };
  const files = opening(async () => ({
    files: new Map([[file, version]]),
    others: new Map(),
    each: async (_, take) => take(file, Buffer.from(text)),
  }));
  return { tree, files };
};

async function notesOf(before: Texts, after: Texts): Promise<readonly string[]> {
  const { head: set } = await renderPair(pairOfTexts(before, after), { path: '/nowhere', settings: defaultSettings });
  return set.diagnostics.map(({ message }) => message);
}

test('another revision of the files of this repository is a note', async () => {
  const filesOf = (ref: string): Readonly<Record<string, string>> => ({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: pools }\nspec: { source: { path: pools, targetRevision: ${ref} } }\n`,
    'pools/a.yaml': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: a }\n',
  });
  expect(await notesOf(filesOf('v1'), filesOf('v2'))).toEqual([
    'The change makes `Application pools` apply `v2` instead of `v1`. plumbline reviews the files of this commit, so the effect is unknown',
  ]);
  expect(await notesOf(filesOf('v1'), filesOf('v1'))).toEqual([]);
});

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: a }\n';
const release = (values: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: web, namespace: web }\nspec: { chart: { spec: { chart: web, sourceRef: { kind: HelmRepository, name: a } } }, values: ${values} }\n`;
const withValues = (replicas: number): string =>
  'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: web, namespace: web }\nspec: { sources: [{ chart: web, repoURL: https://charts.example.com, targetRevision: 1.0.0, helm: { valueFiles: [$v/v.yaml] } }, { ref: v }] }\n' +
  `---\n# ${replicas}\n`;

test.each([
  ['HelmRelease web/web', { 'a.yaml': release('{ replicas: 2 }') }, { 'a.yaml': release('{ replicas: 9 }') }],
  [
    'HelmRelease web/web',
    { 'a.yaml': release('{}') },
    { 'a.yaml': release('{ tolerations: [{ operator: Exists }] }') },
  ],
  [
    'Application web/web source 1',
    { 'a.yaml': withValues(2), 'v.yaml': 'replicas: 2\n' },
    { 'a.yaml': withValues(2), 'v.yaml': 'replicas: 9\n' },
  ],
  [
    'release web in helmfile.yaml',
    { 'helmfile.yaml': 'releases: [{ name: web, chart: a/web, values: [{ replicas: 2 }] }]\n' },
    { 'helmfile.yaml': 'releases: [{ name: web, chart: a/web, values: [{ replicas: 9 }] }]\n' },
  ],
  [
    'chart',
    {
      'chart/Chart.yaml':
        'apiVersion: v2\nname: all\nversion: 1.0.0\ndependencies: [{ name: web, version: 1.0.0, repository: https://charts.example.com }]\n',
      'chart/values.yaml': 'web: { replicas: 2 }\n',
    },
    {
      'chart/Chart.yaml':
        'apiVersion: v2\nname: all\nversion: 1.0.0\ndependencies: [{ name: web, version: 1.0.0, repository: https://charts.example.com }]\n',
      'chart/values.yaml': 'web: { replicas: 9 }\n',
    },
  ],
])('the pods of a chart from elsewhere are a note if the change edits them: %s', async (name, before, after) => {
  const said = `The change edits how many pods \`${name}\` creates, what they request or where they may run. plumbline does not know these pods, so the effect on nodes is unknown`;
  expect(await notesOf({ 'pool.yaml': pool, ...before }, { 'pool.yaml': pool, ...after })).toContain(said);
  expect(await notesOf({ 'pool.yaml': pool, ...after }, { 'pool.yaml': pool, ...after })).not.toContain(said);
  // Without NodePools, nothing depends on pods.
  expect(await notesOf(before, after)).not.toContain(said);
});

test.each([
  ['adds', {}, { 'a.yaml': release('{ replicas: 2 }') }],
  ['removes', { 'a.yaml': release('{ replicas: 2 }') }, {}],
])('a chart from elsewhere that the change %s is a note', async (verb, before, after) => {
  const notes = await notesOf({ 'pool.yaml': pool, ...before }, { 'pool.yaml': pool, ...after });
  expect(notes).toContain(
    `The change ${verb} \`HelmRelease web/web\`. plumbline does not know its pods, so the effect on nodes is unknown`,
  );
});

test('objects that a kustomization lists next to a chart from elsewhere are no pods of the chart', async () => {
  const kustomization =
    'resources: [web.yaml, pool.yaml]\nhelmCharts: [{ name: plugin, repo: https://charts.example.com, version: 1.0.0 }]\n';
  const web = (replicas: number): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: ${replicas} }\n`;
  const files = (replicas: number): Texts => ({
    'nodes/kustomization.yaml': kustomization,
    'nodes/pool.yaml': pool,
    'nodes/web.yaml': web(replicas),
  });
  const notes = await notesOf(files(2), files(9));
  expect(notes.filter((note) => note.startsWith('The change edits'))).toEqual([]);

  const values = (replicas: number): Texts => ({
    ...files(2),
    'nodes/kustomization.yaml': kustomization.replace('version: 1.0.0', 'version: 1.0.0, valuesFile: values.yaml'),
    'nodes/values.yaml': `replicas: ${replicas}\n`,
  });
  const ofChart = await notesOf(values(2), values(9));
  expect(ofChart.filter((note) => note.startsWith('The change edits how many pods `nodes` creates'))).toHaveLength(1);
});

test('an edited chart from elsewhere is marked', async () => {
  const edited = async (before: string, after: string): Promise<readonly unknown[]> => {
    const [base, head] = [openTexts({ 'a.yaml': release(before) }), openTexts({ 'a.yaml': release(after) })];
    const pair = { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] };
    const { head: set } = await renderPair(pair, { path: '/nowhere', settings: defaultSettings });
    return (set.notRendered ?? []).map(({ root, isEdited }) => [root, isEdited]);
  };
  expect(await edited('{ tag: a }', '{ tag: b }')).toEqual([['HelmRelease web/web', true]]);
  expect(await edited('{ tag: a }', '{ tag: a }')).toEqual([['HelmRelease web/web', undefined]]);
});

test('other values of a chart from elsewhere give no note', async () => {
  const [before, after] = [release('{ replicas: 2, tag: a }'), release('{ replicas: 2, tag: b }')];
  const notes = await notesOf({ 'pool.yaml': pool, 'a.yaml': before }, { 'pool.yaml': pool, 'a.yaml': after });
  expect(notes.filter((note) => note.startsWith('The change'))).toEqual([]);
});

test.each([
  ['a review', {}],
  ['the job that applies what another job rendered', { handedOver: { commit: 'a', run: '1', renderings: [] } }],
])('a chart from elsewhere is a note and stops nothing: %s', async (_, options) => {
  const [base, head] = [side('1.0.0'), side('1.1.0')];
  const pair = { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] };
  const rendered = await renderPair(pair, { path: '/nowhere', settings: defaultSettings, ...options });
  const said = rendered.head.diagnostics.map(({ code, severity, isChanged }) => [code, severity, isChanged]);
  expect(said).toContainEqual(['render/unknown', 'note', true]);
  expect(said.filter(([code]) => code !== 'render/unknown')).toEqual([]);
});

/** A chart with a NodePool and a CRD, and what Helm says about it after the change. */
const broken = async (says: string, code: 'render/failed' | 'render/refused', more: Texts = {}) => {
  const chart: Texts = {
    'pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
    'pools/crds/a.yaml': 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a }\n',
    'pools/templates/a.yaml': pool,
    ...more,
  };
  const [base, head] = [openTexts(chart), openTexts({ ...chart, 'pools/templates/a.yaml': `# other\n${pool}` })];
  const versions: (string | undefined)[] = [];

  const { base: before, head: after } = await renderPair(
    { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] },
    {
      path: '/nowhere',
      settings: defaultSettings,
      renderer: {
        atOnce: 1,
        runs: 0,
        async render({ kubernetesVersion, file: at }, tree) {
          versions.push(kubernetesVersion);
          return tree.text('pools/templates/a.yaml') === pool
            ? { text: pool, inputs: { digest: '', programs: [], fetched: [] } }
            : { obstacle: { code, severity: 'warning', file: at, message: says }, lacks: [] };
        },
      },
    },
  );

  const lost = (after.unmade ?? []).flatMap(({ diagnostic }) => diagnostic ?? []);
  const severities = lost.map(({ severity }) => severity);
  const messages = lost.map(({ message }) => message);
  return {
    severities,
    messages,
    files: after.sources.map(({ file: name }) => name),
    versions,
    isRendered: before !== null,
  };
};

test.each<[string, 'render/failed' | 'render/refused', string, Texts]>([
  ['execution error at (pools/templates/a.yaml:1:1): name is required', 'render/failed', 'note', {}],
  ['nil pointer evaluating interface {}.name', 'render/failed', 'note', {}],
  ['parse error at (pools/templates/a.yaml:1): unclosed action', 'render/failed', 'error', {}],
  ['The dependency `a` would have to be downloaded', 'render/refused', 'warning', {}],
  [
    'execution error at (pools/templates/a.yaml:1:1): name is required',
    'render/failed',
    'error',
    {
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: pools }\nspec: { source: { path: pools } }\n',
    },
  ],
])('a chart that no longer renders, because of: %s (%s) is an %s', async (says, code, severity, more) => {
  const { severities, files } = await broken(says, code, more);
  expect(severities).toEqual([severity]);
  // CRDs are not rendered.
  expect(files).toContain('pools/crds/a.yaml');
});

test('a warning about what Argo CD applied before names it', async () => {
  const app =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: pools }\nspec: { source: { path: pools } }\n';
  const says = 'The dependency `a` would have to be downloaded';

  const { messages: own } = await broken(says, 'render/refused');
  expect(own).toEqual([`${says}. It was rendered before the change, so its objects are now unknown`]);
  const { messages: applied } = await broken(says, 'render/refused', { 'app.yaml': app });
  expect(applied).toEqual([
    `${says}. Application \`pools\` was rendered before the change, so its objects are now unknown`,
  ]);
});

test('charts are rendered for the Kubernetes version that the files name', async () => {
  const cluster = { 'main.tf': 'module "eks" {\n  cluster_version = "1.34"\n}\n' };
  expect(new Set((await broken('parse error', 'render/failed', cluster)).versions)).toEqual(new Set(['1.34']));
  expect(new Set((await broken('parse error', 'render/failed')).versions)).toEqual(new Set([undefined]));
});

describe('a NodePool in the folder of a chart', () => {
  /** The files of head that are read, next to what the chart renders to. */
  const readNextTo = async (more: Texts, call = ''): Promise<readonly string[]> => {
    const chart: Texts = {
      'pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
      'pools/templates/a.yaml': `${pool}# ${call}\n`,
      ...more,
    };
    const [base, head] = [
      openTexts(chart),
      openTexts({ ...chart, 'pools/templates/a.yaml': `# other\n${pool}# ${call}\n` }),
    ];

    const { head: set } = await renderPair(
      { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] },
      {
        path: '/nowhere',
        settings: defaultSettings,
        renderer: {
          atOnce: 1,
          runs: 0,
          render: async () => ({ text: pool, inputs: { digest: '', programs: [], fetched: [] } }),
        },
      },
    );

    return set.sources.filter(({ origin }) => origin === undefined).map(({ file: name }) => name);
  };

  test.each<[what: string, more: Texts, call: string, expected: readonly string[]]>([
    ['next to Chart.yaml is read as it is', { 'pools/nodepool.yaml': pool }, '', ['pools/nodepool.yaml']],
    ['in a folder that Helm does not render is, too', { 'pools/extra/a.yaml': pool }, '', ['pools/extra/a.yaml']],
    ['in its templates is rendered', { 'pools/templates/b.yaml': pool }, '', []],
    ['in its values does not count', { 'pools/values-prod.yaml': pool }, '', []],
    [
      'that a template may read is in what it renders to',
      { 'pools/nodepool.yaml': pool },
      '{{ .Files.Get "nodepool.yaml" }}',
      [],
    ],
  ])('%s', async (_, more, call, expected) => {
    expect(await readNextTo(more, call)).toEqual(expected);
  });
});

describe('overlays that only list their base', () => {
  const workload = 'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: kafka }\nspec: { replicas: 3 }\n';
  const list = (resource: string): string => `resources: [${resource}]\n`;

  /** The names of the roots that are rendered if only a NodePool changes. */
  const renderedIn = async (environments: readonly string[]): Promise<readonly string[]> => {
    const files = (cpu: number): Texts => ({
      'karpenter/pools.yaml': `${pool}spec: { limits: { cpu: ${cpu} } }\n`,
      'apps/data/base/kustomization.yaml': list('kafka.yaml'),
      'apps/data/base/kafka.yaml': workload,
      ...Object.fromEntries(
        environments.map((name) => [`apps/data/overlays/${name}/kustomization.yaml`, list('../../base')]),
      ),
    });
    const names: string[] = [];

    await renderPair(pairOfTexts(files(10), files(20)), {
      path: '/nowhere',
      settings: defaultSettings,
      renderer: {
        atOnce: 1,
        runs: 0,
        render: async ({ name }) => {
          names.push(name);
          return { text: workload, inputs: { digest: '', programs: [], fetched: [] } };
        },
      },
    });

    return [...new Set(names)].sort();
  };

  test('are rendered if several environments do, because its pods run in each of them', async () => {
    expect(await renderedIn(['dev', 'prod'])).toEqual(['apps/data/overlays/dev', 'apps/data/overlays/prod']);
  });

  test('are read as files if there is only one', async () => {
    expect(await renderedIn(['prod'])).toEqual([]);
  });
});

const applicationOf = (path: string, more = ''): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: certs }\nspec: { source: { repoURL: https://git.example.com/own, path: ${path}${more} } }\n`;
const fluxOf = (path: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: certs }\nspec: { path: ./${path} }\n`;

test.each<[string, after: Texts, message: string | undefined]>([
  ['of an Application', { 'app.yaml': applicationOf('k8s/certs') }, 'Application `certs` applies `k8s/certs`'],
  ['of a Kustomization', { 'app.yaml': fluxOf('k8s/certs') }, 'Kustomization `certs` applies `./k8s/certs`'],
  ['above it', { 'app.yaml': applicationOf('K8S') }, 'Application `certs` applies `K8S`'],
  ['that is the folder', { 'app.yaml': applicationOf('K8s/certs') }, undefined],
  ['of another folder', { 'app.yaml': applicationOf('k8s/keys') }, undefined],
  ['at a tag', { 'app.yaml': applicationOf('k8s/certs', ', targetRevision: v1.2.0') }, undefined],
  [
    'that two folders may mean',
    { 'app.yaml': applicationOf('k8s/certs'), 'K8S/certs/a.yaml': 'kind: List' },
    undefined,
  ],
])('a path %s in another case', async (_, after, message) => {
  const files = { 'K8s/certs/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' };
  const notes = await notesOf(files, { ...files, ...after });
  const miscased = notes.filter((note) => note.includes('upper and lower case'));
  expect(miscased.map((note) => note.split(', which')[0])).toEqual(message === undefined ? [] : [message]);
});
