import { expect, test } from 'vitest';
import { defaultSources } from '../../karpenter/api/settings.ts';
import { discoveryOf } from './discovery/discovery.ts';
import { missingDependencies } from './missing-dependency.ts';
import { treeOf } from './repository/file-tree.test-support.ts';
import { alignedNames, withAlignedNames } from './root/aligned-names.ts';
import { rootsOf } from './roots.ts';

const files = Object.fromEntries(
  ['prod', 'staging'].map((cluster) => [
    `k8s/${cluster}/sync.yaml`,
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all, namespace: flux-system}\nspec: {path: ./k8s/${cluster}}\n`,
  ]),
);

test('Kustomizations with the same name get the same distinct names in any order', () => {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const named = (given: typeof sources) =>
    rootsOf(discoveryOf(treeOf(files)), given, { sources: defaultSources, environments: {} }).map(
      ({ name, file }) => `${name}: ${file}`,
    );
  expect(named(sources)).toEqual([
    'Kustomization flux-system/all (k8s/prod): k8s/prod/sync.yaml',
    'Kustomization flux-system/all (k8s/staging): k8s/staging/sync.yaml',
  ]);
  expect(named(sources.toReversed())).toEqual(named(sources));
});

const rootsIn = (texts: Readonly<Record<string, string>>) =>
  rootsOf(
    discoveryOf(treeOf(texts)),
    Object.entries(texts).map(([file, text]) => ({ file, text })),
    { sources: defaultSources, environments: {} },
  );

const kustomization = (path: string, kind: string, name: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all, namespace: flux-system}\nspec: {path: ${path}, sourceRef: {kind: ${kind}, name: ${name}}}\n`;
const repository = (name: string, url: string): string =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {url: ${url}}\n`;

test.each([
  ['this repository', kustomization('./', 'GitRepository', 'flux-system'), true],
  ['an artifact', kustomization('./', 'OCIRepository', 'flux-system'), false],
  ['a folder in this repository, from an artifact', kustomization('./apps', 'OCIRepository', 'flux-system'), true],
  ['a folder that is not in this repository', kustomization('./charts', 'OCIRepository', 'flux-system'), false],
  ['another repository', kustomization('./', 'GitRepository', 'other'), false],
  ['a repository with the same address', kustomization('./', 'GitRepository', 'same'), true],
  ['a repository without a definition', kustomization('./', 'GitRepository', 'unknown'), true],
])('whether a Flux Kustomization applies files of this repository: %s', (_, text, isHere) => {
  const roots = rootsIn({
    'sync.yaml': text,
    'sources.yaml': ['flux-system here', 'other there', 'same here']
      .map((one) => repository(one.split(' ')[0]!, `https://example.com/${one.split(' ')[1]}`))
      .join('---\n'),
    'apps/x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  });
  expect(roots.map(({ call }) => call !== null)).toEqual([isHere]);
});

test.each([
  ['', 'kustomize'],
  [', helm: {valueFiles: [values.yaml]}', 'helm'],
])('a folder with a chart and a kustomization is rendered as Argo CD does with the source “%s”', (helm, tool) => {
  const roots = rootsIn({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: {path: chart${helm}}}\n`,
    'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n',
    'chart/values.yaml': '',
    'chart/kustomization.yaml': 'resources: []\n',
  });
  const declared = roots.filter(({ by }) => by !== undefined);
  expect(declared.map(({ call }) => Object.keys(call ?? {})[0])).toEqual([tool]);
});

test.each([
  ['./gone', 'uses `./gone`, which is not in this repository'],
  ['${CLUSTER}/apps', 'has the path `${CLUSTER}/apps`, which contains a placeholder'],
])('the manifests of a Flux Kustomization with the path %s are unknown', (path, words) => {
  const [root] = rootsIn({ 'sync.yaml': kustomization(`"${path}"`, 'GitRepository', 'flux-system') });
  expect(root!.obstacles.map(({ code, message }) => [code, message.includes(words)])).toEqual([
    ['render/unknown', true],
  ]);
});

test.each([
  ['Flux applies something', kustomization('./apps', 'GitRepository', 'flux-system'), true],
  ['no Flux in the repository', 'a: 1\n', undefined],
])('a kustomization that nothing here applies may use files outside of its folder: %s', (_, sync, expected) => {
  const roots = rootsIn({
    'sync.yaml': sync,
    'apps/x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    'staging/kustomization.yaml': 'resources: [../apps/x.yaml]\n',
  });
  const call = roots.find(({ name }) => name === 'staging')?.call;
  expect(call && 'kustomize' in call && call.kustomize.isUnrestricted).toBe(expected);
});

const setOf = (generators: string, source: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: addons}\nspec:\n  generators: [${generators}]\n  template: {metadata: {name: "{{name}}"}, spec: {${source}}}\n`;

test.each([
  ['a chart of NodePools', '{clusters: {}}', 'source: {chart: karpenter-nodepools, targetRevision: "8"}', /"8"/],
  ['a folder of NodePools', '{clusters: {}}', 'source: {path: "teams/{{name}}/nodepools"}', /clusters/],
  [
    'values of NodePools',
    '{clusters: {}}',
    'sources: [{ref: values}, {chart: x, helm: {valuesObject: {nodePools: {a: 8}}}}]',
    /8/,
  ],
  ['Karpenter’s own chart', '{clusters: {}}', 'source: {chart: karpenter}', undefined],
  ['another chart', '{clusters: {}}', 'source: {chart: nginx}', undefined],
])('what an ApplicationSet with an unknown generator gives to %s', (_, generators, source, given) => {
  const roots = rootsIn({ 'set.yaml': setOf(generators, source) });
  expect(roots).toHaveLength(1);
  if (given === undefined) expect(roots[0]!.elsewhere).toBeUndefined();
  else expect(roots[0]!.elsewhere!.given).toMatch(given);
});

test.each<[string, string, boolean]>([
  ['Karpenter’s own chart', 'chartRef: {kind: OCIRepository, name: chart}', false],
  ['a chart that may be Karpenter’s', 'chartRef: {kind: OCIRepository, name: karpenter}', false],
  ['another chart', 'chart: {spec: {chart: platform, sourceRef: {kind: HelmRepository, name: a}}}', true],
])('a HelmRelease of the name `karpenter` with %s', (_, chart, isUnknown) => {
  const roots = rootsIn({
    'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {${chart}}\n`,
    'chart.yaml':
      'apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: chart}\nspec: {url: oci://public.ecr.aws/karpenter/karpenter, ref: {tag: 1.14.1}}\n',
  });
  expect(roots.map(({ elsewhere }) => elsewhere !== undefined)).toEqual([isUnknown]);
});

test.each<[string, boolean]>([
  ['repoURL: oci://public.ecr.aws/karpenter/karpenter, path: .', false],
  ['repoURL: oci://ghcr.io/example/node-pools, path: .', true],
])('an Application with an artifact is not about this repository: %s', (source, isUnknown) => {
  const roots = rootsIn({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec: {source: {${source}}}\n`,
    'kustomization.yaml': 'resources: []\n',
  });
  const declared = roots.filter(({ by }) => by !== undefined);
  expect(declared.map(({ call, elsewhere }) => [call, elsewhere !== undefined])).toEqual([[null, isUnknown]]);
});

test('an ApplicationSet whose generator decides about the chart may install Karpenter itself', () => {
  const set = setOf('{clusters: {values: {chart: karpenter}}}', 'source: {chart: "{{values.chart}}"}');
  const [root] = rootsIn({ 'set.yaml': set.replace('name: addons', 'name: karpenter') });
  expect(root!.elsewhere).toBeUndefined();
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  [
    'a chart of NodePools',
    { 'kustomization.yaml': 'helmCharts: [{name: node-pools, repo: "https://a.test", version: 1.0.0}]\n' },
    true,
  ],
  [
    'a chart with values for NodePools',
    { 'kustomization.yaml': 'helmCharts: [{name: app, valuesFile: v.yaml}]\n', 'v.yaml': 'nodePools: {a: {}}\n' },
    true,
  ],
  [
    'Karpenter’s own chart',
    { 'kustomization.yaml': 'helmCharts: [{name: karpenter, releaseName: karpenter}]\n' },
    false,
  ],
  [
    'NodePools from another repository',
    { 'kustomization.yaml': 'resources: ["https://a.test/karpenter-pools?ref=v1"]\n' },
    true,
  ],
  [
    'Karpenter’s own CRDs',
    {
      'kustomization.yaml': 'resources: ["https://github.com/aws/karpenter-provider-aws//pkg/apis/crds?ref=v1.9.0"]\n',
    },
    false,
  ],
  ['a release of helmfile', { 'helmfile.yaml': 'releases: [{name: a, chart: acme/node-pools}]\n' }, true],
  [
    'a release with values for NodePools',
    { 'helmfile.yaml': 'releases: [{name: a, chart: acme/a, values: [v.yaml]}]\n', 'v.yaml': 'nodePools: {a: {}}\n' },
    true,
  ],
  [
    'a release of Karpenter itself',
    { 'helmfile.yaml': 'releases: [{name: karpenter, chart: karpenter/karpenter}]\n' },
    false,
  ],
  [
    'a release that is not installed',
    { 'helmfile.yaml': 'releases: [{name: a, chart: acme/node-pools, installed: false}]\n' },
    false,
  ],
])('whether %s can only be known elsewhere', (_, files, isElsewhere) => {
  expect(rootsIn(files).some(({ elsewhere }) => elsewhere !== undefined)).toBe(isElsewhere);
});

test.each([
  ['with a kustomization', { 'apps/base/kustomization.yaml': 'resources: [a.yaml]\n' }],
  ['without one', {}],
])('the components of a Flux Kustomization are relative to its path: a folder %s', (_, more) => {
  const [root] = rootsIn({
    'sync.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all, namespace: flux-system}\nspec: {path: ./apps/base, components: [../components/ha]}\n',
    'apps/base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    'apps/components/ha/kustomization.yaml': 'kind: Component\npatches: [{path: p.yaml}]\n',
    'apps/components/ha/p.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    ...more,
  });
  expect(root!.obstacles).toEqual([]);
  expect(root!.files).toContain('apps/components/ha/p.yaml');
});

test.each<[string, app: string, expected: unknown]>([
  ['a value', '{path: chart, helm: {valuesObject: {name: "${NAME}"}}}', true],
  ['text with values', '{path: chart, helm: {values: "name: <name>"}}', true],
  ['a parameter', '{path: chart, helm: {parameters: [{name: a, value: CLUSTER_NAME}]}}', true],
  ['an addition to a kustomization', '{path: plain, kustomize: {namePrefix: "${ENV}-"}}', true],
  ['nothing', '{path: chart, helm: {valuesObject: {name: web}}}', undefined],
  ['nothing in a kustomization', '{path: plain, kustomize: {namePrefix: dev-}}', undefined],
])('a root knows that its definition has a placeholder in %s', (_, source, expected) => {
  const roots = rootsIn({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: ${source}}\n`,
    'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n',
    'plain/kustomization.yaml': 'resources: []\n',
  });
  expect(roots.filter(({ by }) => by !== undefined).map((root) => root.hasPlaceholders)).toEqual([expected]);
});

test('a values file whose name is a placeholder is not missing', () => {
  const roots = rootsIn({
    'app.yaml':
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: {path: chart, helm: {valueFiles: ["${ENV}.yaml", gone.yaml]}}}\n',
    'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n',
  });
  const obstacles = roots.filter(({ by }) => by !== undefined).flatMap((root) => root.obstacles);
  expect(obstacles.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
    'render/unknown note',
    'render/missing-file error',
  ]);
});

const application = (name: string, address: string, path: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {source: {repoURL: "${address}", path: ${path}}}\n`;
const platform = 'https://github.com/example/platform.git';

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  [
    'a folder that others take from this one',
    { services: application('s', 'https://github.com/example/services', 'apps') },
    false,
  ],
  [
    'two folders, of which this one has one',
    {
      services: application('s', 'https://github.com/example/services', 'extra'),
      more: application('m', 'https://github.com/example/services', 'nowhere'),
    },
    false,
  ],
  ['a folder by SSH', { services: application('s', 'git@github.com:example/platform.git', 'apps') }, true],
  ['a folder of a fork', { services: application('s', 'https://github.com/me/Platform/', 'apps') }, true],
  [
    'a folder that only one takes',
    { services: application('s', 'https://github.com/example/old-name', 'extra') },
    true,
  ],
])('whether an Application applies files of this repository: it takes %s', (_, files, isHere) => {
  const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  const roots = rootsIn({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`argocd/${name}.yaml`, text])),
    'argocd/a.yaml': application('a', platform, 'apps'),
    'argocd/b.yaml': application('b', platform, 'pools'),
    'apps/x.yaml': config,
    'pools/x.yaml': config,
    'extra/x.yaml': config,
  });
  const root = roots.find(({ name }) => name === 'Application argocd/s')!;
  expect(root.files.some((file) => file.endsWith('x.yaml'))).toBe(isHere);
});

const applicationIn = (name: string, values: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}}\nspec: {source: {path: charts/pools, helm: {values: "${values}"}}}\n`;

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['next to one that is applied', { 'live/pools.yaml': applicationIn('pools', 'a: 1') }, ['Application pools']],
  ['alone', {}, ['Application former']],
  [
    'that a kustomization lists',
    { 'live/pools.yaml': applicationIn('pools', 'a: 1'), 'kustomization.yaml': 'resources: [archive/pools.yaml]\n' },
    ['.', 'Application former', 'Application pools'],
  ],
])('an Application in a folder of what is no longer used: %s', (_, others, expected) => {
  const roots = rootsIn({
    'charts/pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
    'charts/pools/templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    'archive/pools.yaml': applicationIn('former', 'a: 2'),
    ...others,
  });
  expect(roots.map(({ name }) => name)).toEqual(expected);
});

test('a path of this repository that does not exist is not from another one', () => {
  const app = (name: string, path: string, repository = 'platform'): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}}\nspec: {source: {repoURL: "https://example.com/${repository}.git", path: ${path}}}\n`;
  const roots = rootsIn({
    'apps/pools.yaml': app('pools', 'pools'),
    'apps/gone.yaml': app('gone', 'prereqs/karpenter'),
    'apps/other.yaml': app('other', 'charts/web', 'charts'),
    'pools/kustomization.yaml': 'resources: []\n',
  });

  expect(roots.flatMap(({ obstacles }) => obstacles.map(({ message }) => message)).sort()).toEqual([
    'Application `gone` uses `prereqs/karpenter`, which does not exist here, so its manifests are not reviewed',
    'Application `other` uses `charts/web`, which is not in this repository, so its manifests are not reviewed',
  ]);
});

/** The roots of the HelmRelease `cart` that kustomizations of Flux render from one file, each in its own place. */
function releaseRoots(kustomizations: readonly { readonly name: string; readonly environment?: string }[]) {
  const file = 'apps/base/cart.yaml';
  const text = `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cart, namespace: shop}\nspec: {chart: {spec: {chart: ./charts/app, sourceRef: {kind: GitRepository, name: all}}}}\n`;
  const sources = kustomizations.map(({ name, environment }) => ({
    file: `${name}/kustomization.yaml`,
    text,
    origin: {
      root: name,
      tool: 'flux' as const,
      ...(environment && { guessedEnvironment: environment }),
      trace: () => ({ span: { file, start: 0, end: 0 }, isExact: true }),
    },
  }));
  const texts = { 'charts/app/Chart.yaml': 'name: app\nversion: 1.0.0\n' };
  const roots = rootsOf(discoveryOf(treeOf(texts)), sources, { sources: defaultSources, environments: {} });
  return roots.filter(({ by }) => by !== undefined);
}

const releasesOf = (kustomizations: Parameters<typeof releaseRoots>[0]) =>
  releaseRoots(kustomizations).map(({ name, environment }) => [name, environment]);

const inEnvironments = [
  { name: 'apps/dev', environment: 'dev' },
  { name: 'apps/prod', environment: 'prod' },
];

test.each([
  ['in any order', inEnvironments],
  ['in the other order', inEnvironments.toReversed()],
])('releases that kustomizations render from one file are those of their environments, %s', (_, kustomizations) => {
  expect(releasesOf(kustomizations)).toEqual([
    ['HelmRelease shop/cart (dev)', 'dev'],
    ['HelmRelease shop/cart (prod)', 'prod'],
  ]);
});

test.each([
  ['in any order', [{ name: 'apps/one' }, { name: 'apps/two' }]],
  ['in the other order', [{ name: 'apps/two' }, { name: 'apps/one' }]],
])('releases of kustomizations without environments are named after these, %s', (_, kustomizations) => {
  expect(releasesOf(kustomizations)).toEqual([
    ['HelmRelease shop/cart (apps/one)', undefined],
    ['HelmRelease shop/cart (apps/two)', undefined],
  ]);
});

test('a release that one kustomization renders keeps its name and has the environment of the kustomization', () => {
  expect(releasesOf([{ name: 'apps/dev', environment: 'dev' }])).toEqual([['HelmRelease shop/cart', 'dev']]);
});

test('a release keeps its name once that of another kustomization is removed or added', () => {
  const rootsFor = (kustomizations: typeof inEnvironments) => releaseRoots(kustomizations);
  const [both, alone] = [rootsFor(inEnvironments), rootsFor(inEnvironments.slice(1))];
  const named = (before: typeof both, after: typeof both, side: typeof both) =>
    withAlignedNames(side, alignedNames(before, after)).map(({ name }) => name);
  expect(alone.map(({ name }) => name)).toEqual(['HelmRelease shop/cart']);
  expect(named(both, alone, alone)).toEqual(['HelmRelease shop/cart (prod)']);
  expect(named(alone, both, alone)).toEqual(['HelmRelease shop/cart (prod)']);
  expect(named(both, alone, both)).toEqual(both.map(({ name }) => name));
});

test('a patch of a HelmRelease is no release of its own', () => {
  const release = (spec: string): string =>
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cart, namespace: shop}\nspec: ${spec}\n`;
  const base = release('{chart: {spec: {chart: cart, sourceRef: {kind: HelmRepository, name: shop}}}}');
  const patch = release('{values: {replicas: 3}}');

  const releasesOf = (overlay: string): readonly string[] =>
    rootsIn({
      'apps/base/cart.yaml': base,
      'apps/base/kustomization.yaml': 'resources: [cart.yaml]\n',
      'apps/prod/replicas.yaml': patch,
      'apps/prod/kustomization.yaml': `resources: [../base]\n${overlay}`,
    })
      .filter(({ by }) => by?.startsWith('HelmRelease'))
      .map(({ file }) => file);

  expect(releasesOf('patches: [{path: replicas.yaml}]\n')).toEqual(['apps/base/cart.yaml']);
  expect(releasesOf('patchesStrategicMerge: [replicas.yaml]\n')).toEqual(['apps/base/cart.yaml']);
  expect(releasesOf('')).toEqual(['apps/base/cart.yaml', 'apps/prod/replicas.yaml']);
});

const withVariables = (name: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {path: ./pools, postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}}\n`;
const variables = (cluster: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars, namespace: flux-system}\ndata: {CLUSTER: ${cluster}}\n`;

test.each<[what: string, sync: string, configMaps: Readonly<Record<string, string>>, expected: string | undefined]>([
  ['the same folder', 'clusters/b1/sync.yaml', { 'clusters/a1/v.yaml': 'a', 'clusters/b1/v.yaml': 'b' }, 'b'],
  ['a folder below', 'clusters/b1/sync.yaml', { 'clusters/a1/v.yaml': 'a', 'clusters/b1/x/v.yaml': 'b' }, 'b'],
  ['the same environment', 'infra/staging/s.yaml', { 'vars/prod/v.yaml': 'a', 'vars/staging/v.yaml': 'b' }, 'b'],
  ['the only file with it', 'clusters/b1/sync.yaml', { 'vars/v.yaml': 'a' }, 'a'],
  ['one of two files that say the same', 'infra/s.yaml', { 'vars/a1/v.yaml': 'a', 'vars/b1/v.yaml': 'a' }, 'a'],
  [
    'nothing, if any of several may be meant',
    'infra/s.yaml',
    { 'vars/a1/v.yaml': 'a', 'vars/b1/v.yaml': 'b' },
    undefined,
  ],
])('a Kustomization takes variables from the ConfigMap of %s', (_, sync, configMaps, expected) => {
  const roots = rootsIn({
    [sync]: withVariables('pools'),
    'pools/pool.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n',
    ...Object.fromEntries(Object.entries(configMaps).map(([file, cluster]) => [file, variables(cluster)])),
  });
  const { substitution } = roots.find(({ by }) => by !== undefined)!;
  expect(substitution).toEqual({
    values: expected === undefined ? {} : { CLUSTER: expected },
    isPartial: expected === undefined,
  });
});

test.each([
  ['patches of another Kustomization set some', `spec: {path: ., patches: [{patch: '{spec: {postBuild: {}}}'}]}`, true],
  ['patches set something else', `spec: {path: ., patches: [{patch: '{spec: {prune: true}}'}]}`, false],
])('the variables of a Kustomization that is not rendered, if %s', (_, spec, isPartial) => {
  const roots = rootsIn({
    'clusters/prod/sync.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all, namespace: flux-system}\n${spec}\n`,
    'clusters/prod/pools.yaml': withVariables('pools').replace(/postBuild: .*/, 'postBuild: {substitute: {A: b}}}'),
    'pools/pool.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n',
  });
  const { substitution } = roots.find(({ by }) => by === 'Kustomization flux-system/pools')!;
  expect(substitution).toEqual({ values: { A: 'b' }, isPartial });
});

test.each([
  ['several files define differently', ', optional: true', ['a', 'b'], 'which several files define differently'],
  ['is optional and in no file', ', optional: true', [], undefined],
  ['is in no file', '', [], 'which could not be read from this repository'],
])('a HelmRelease with values from a ConfigMap that %s', (_, optional, clusters, words) => {
  const release = `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: pools, namespace: flux-system}\nspec: {chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: flux-system}}}, valuesFrom: [{kind: ConfigMap, name: vars, valuesKey: CLUSTER${optional}}]}\n`;
  const roots = rootsIn({
    'infra/release.yaml': release,
    'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n',
    ...Object.fromEntries(clusters.map((cluster) => [`vars/${cluster}/v.yaml`, variables(`'{x: ${cluster}}'`)])),
  });
  const { obstacles } = roots.find(({ by }) => by !== undefined)!;
  expect(obstacles.map(({ message }) => words !== undefined && message.includes(words))).toEqual(
    words === undefined ? [] : [true],
  );
});

const applied = (overrides: Readonly<Record<string, string>>) =>
  rootsIn({
    'app.yaml':
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: web}\nspec: {source: {path: web, kustomize: {namePrefix: a-, images: [a:1]}}}\n',
    'web/kustomization.yaml': 'resources: []\n',
    ...overrides,
  }).find(({ by }) => by !== undefined)!;

test.each<[what: string, overrides: Readonly<Record<string, string>>, additions: unknown]>([
  ['a file for all Applications', { 'web/.argocd-source.yaml': 'kustomize: {namePrefix: b-}' }, { namePrefix: 'b-' }],
  ['a file for the Application', { 'web/.argocd-source-web.yaml': 'kustomize: {namePrefix: null}' }, {}],
  [
    'both files, of which that for the Application wins',
    {
      'web/.argocd-source.yaml': 'kustomize: {namePrefix: b-}\npath: other',
      'web/.argocd-source-web.yaml': 'kustomize: {namePrefix: c-}',
    },
    { namePrefix: 'c-' },
  ],
  ['no file for it', { 'web/.argocd-source-api.yaml': 'kustomize: {namePrefix: b-}' }, { namePrefix: 'a-' }],
  ['a file that is not YAML', { 'web/.argocd-source.yaml': '{{{' }, { namePrefix: 'a-' }],
])('a source of Argo CD is overridden by %s', (_, overrides, additions) => {
  const { call, files } = applied(overrides);
  const text = call !== null && 'kustomize' in call ? (call.kustomize.overlay?.text ?? '{}') : '';
  expect(JSON.parse(text)).toEqual({
    resources: ['../web'],
    images: [{ name: 'a', newTag: '1' }],
    ...(additions as object),
  });
  const ofWeb = Object.keys(overrides).filter((file) => !file.includes('-api'));
  expect(files).toEqual([...ofWeb, 'web/kustomization.yaml'].sort());
});

const ofCluster = (name: string, cluster: string, more = ''): Readonly<Record<string, string>> => ({
  [`clusters/${cluster}/${name}.yaml`]: `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {path: ./pools${more}}\n`,
});
const shared = { 'pools/pool.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n' };
const twoClusters = { ...shared, ...ofCluster('pools', 'prod'), ...ofCluster('pools', 'staging') };

test('the Kustomizations of two clusters are of the environments of their folders', () => {
  expect(rootsIn(twoClusters).map(({ name, environment }) => [name, environment])).toEqual([
    ['Kustomization flux-system/pools (clusters/prod)', 'prod'],
    ['Kustomization flux-system/pools (clusters/staging)', 'staging'],
  ]);
  const remote = rootsIn({ ...shared, ...ofCluster('pools', 'prod', ', kubeConfig: {secretRef: {name: eu}}') });
  expect(remote.map(({ environment }) => environment)).toEqual([undefined]);
});

test('a Kustomization keeps its name once that of another cluster is removed', () => {
  const [base, head] = [twoClusters, { ...shared, ...ofCluster('pools', 'staging') }].map(rootsIn);
  const names = alignedNames(base!, head!);
  expect(head!.map(({ name }) => name)).toEqual(['Kustomization flux-system/pools']);
  expect(withAlignedNames(head!, names).map(({ name }) => name)).toEqual([
    'Kustomization flux-system/pools (clusters/staging)',
  ]);
  expect(withAlignedNames(base!, names)).toEqual(base);
});

test.each<[what: string, head: Readonly<Record<string, string>>, expected: readonly string[]]>([
  [
    'of this cluster is removed',
    ofCluster('pools', 'staging'),
    [
      'Kustomization `flux-system/web` depends on `pools`, which no file of `prod` has after this change. Flux then never applies it again',
    ],
  ],
  ['of another cluster is removed', ofCluster('pools', 'prod'), []],
  ['moves to a folder of another name', { ...ofCluster('pools', 'staging'), ...ofCluster('pools', 'other') }, []],
])('a dependency %s', (_, pools, expected) => {
  const web = ofCluster('web', 'prod', ', dependsOn: [{name: pools}]');
  const [base, head] = [
    { ...twoClusters, ...web },
    { ...shared, ...pools, ...web },
  ].map(rootsIn);
  const [before, after] = [base!, head!].map((roots) => roots.find(({ by }) => by?.endsWith('web'))!);
  const obstacles = missingDependencies({ before: before!, after: after!, roots: { base: base!, head: head! } });
  expect(obstacles.map(({ message }) => message)).toEqual(expected);
});

const umbrella = (more = ''): Readonly<Record<string, string>> => ({
  'charts/stack/Chart.yaml': `name: stack\nversion: 1.0.0\ndependencies:\n- {name: nodes, version: 1.0.0, repository: "file://../nodes"}\n${more}`,
  'charts/stack/values-prod.yaml': 'nodes: {role: a}\n',
  'charts/nodes/Chart.yaml': 'name: nodes\nversion: 1.0.0\n',
  'charts/nodes/values.yaml': 'role: ""\n',
  'charts/nodes/templates/a.yaml': 'a: {{ required "role" .Values.role }}\n',
});
const through = 'charts/stack with values-prod.yaml';
const nested = '- {name: base, version: 1.0.0, repository: "file://../base"}\n';

test.each<[what: string, files: Readonly<Record<string, string>>, expected: readonly string[]]>([
  ['once a chart here renders it', umbrella(), [through]],
  [
    'with another name',
    umbrella('- {name: nodes, alias: spot, version: 1.0.0, repository: "file://../nodes"}\n'),
    [through],
  ],
  [
    'if it has values of its own',
    { ...umbrella(), 'charts/nodes/values-prod.yaml': 'role: b\n' },
    ['charts/nodes with values-prod.yaml', through],
  ],
  [
    'if the other one is not rendered',
    umbrella('- {name: web, version: 1.0.0, repository: "https://charts.test"}\n'),
    ['charts/nodes', through],
  ],
  [
    'if the other one is an example',
    Object.fromEntries(
      Object.entries(umbrella()).map(([file, text]) => [file.replace('charts/stack', 'charts/ci'), text]),
    ),
    ['charts/ci with values-prod.yaml', 'charts/nodes'],
  ],
  [
    'of which the other one has only a copy of its dependency',
    {
      ...umbrella(),
      'charts/nodes/Chart.yaml': `name: nodes\nversion: 1.0.0\ndependencies:\n${nested}`,
      'charts/base/Chart.yaml': 'name: base\nversion: 1.0.0\n',
    },
    ['charts/base', through],
  ],
  [
    'if both depend on each other',
    {
      ...umbrella(),
      'charts/nodes/Chart.yaml':
        'name: nodes\nversion: 1.0.0\ndependencies:\n- {name: stack, version: 1.0.0, repository: "file://../stack"}\n',
    },
    ['charts/nodes', through],
  ],
])('a chart is a root of its own or a dependency: %s', (_, texts, expected) => {
  expect(rootsIn(texts).map(({ name }) => name)).toEqual(expected);
});
