import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  addFiles,
  chartYaml,
  cleanUp,
  diagnosticsOf,
  type Files,
  folderOf,
  kustomization,
  madeOf,
  nodePool,
  rendered,
  saidOf,
} from './rendering.ts';

afterEach(cleanUp);

const run = (program: string, args: readonly string[], cwd: string): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Trees of kustomizations, each with the features of kustomize that it uses. */
const kustomizations: Readonly<Record<string, { readonly files: Files; readonly folder: string }>> = {
  'prefix, suffix, namespace, labels and annotations': {
    folder: 'prod',
    files: {
      'base/pool.yaml': nodePool('general'),
      'base/kustomization.yaml': kustomization('pool.yaml'),
      'prod/kustomization.yaml': `${kustomization('../base')}namePrefix: prod-\nnameSuffix: -v2\nnamespace: infra\nlabels:\n  - pairs: {team: platform}\ncommonAnnotations: {owner: us}\n`,
    },
  },
  'patches as files, in place and by JSON pointer': {
    folder: 'overlays/prod',
    files: {
      'base/pool.yaml': nodePool('general'),
      'base/kustomization.yml': kustomization('pool.yaml'),
      'overlays/prod/limits.yaml':
        'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: general}\nspec: {limits: {cpu: 99}}\n',
      'overlays/prod/weight.json': '[{"op": "add", "path": "/spec/weight", "value": 5}]',
      'overlays/prod/kustomization.yaml': `${kustomization('../../base')}patches:\n  - path: limits.yaml\n  - path: weight.json\n    target: {kind: NodePool}\n  - patch: |-\n      - op: replace\n        path: /spec/template/spec/requirements/0/values\n        value: [on-demand]\n    target: {kind: NodePool}\n`,
    },
  },
  'components, generators, replacements and a built-in transformer': {
    folder: 'app',
    files: {
      'app/pool.yaml': nodePool('general'),
      'app/settings.env': 'A=1\nB=two\n',
      'app/config.txt': 'text\n',
      'app/prefix.yaml':
        'apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: p}\nprefix: team-\nfieldSpecs: [{path: metadata/name}]\n',
      'app/replace.yaml':
        '- source: {kind: ConfigMap, name: settings, fieldPath: data.A}\n  targets: [{select: {kind: NodePool}, fieldPaths: [spec.limits.cpu]}]\n',
      'app/kustomization.yaml': `${kustomization('pool.yaml')}components: [../component]\nconfigMapGenerator:\n  - name: settings\n    envs: [settings.env]\n    files: [config.txt, other=config.txt]\nreplacements: [{path: replace.yaml}]\ntransformers: [prefix.yaml]\n`,
      'component/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [extra.yaml]\n',
      'component/extra.yaml': nodePool('extra'),
    },
  },
  'names from older versions of kustomize': {
    folder: 'old',
    files: {
      'base/pool.yaml': nodePool('general'),
      'base/Kustomization': 'resources: [pool.yaml]\n',
      'old/patch.yaml': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: general}\nspec: {weight: 3}\n',
      'old/kustomization.yaml': 'bases: [../base]\npatchesStrategicMerge: [patch.yaml]\ncommonLabels: {a: b}\n',
    },
  },
};

describe('kustomize', () => {
  test.each(Object.entries(kustomizations))(
    '%s: the same bytes that kustomize builds',
    async (_, { files, folder }) => {
      const tree = folderOf(files);
      const result = await rendered(tree);
      expect(saidOf(result)).toEqual([]);
      expect(madeOf(result)).toEqual({ [folder]: run('kustomize', ['build', folder], tree) });
      // Source files of the kustomization are not reviewed a second time.
      expect(result.head.sources.map(({ file }) => file)).toEqual([`${folder}/kustomization.yaml (kustomize build)`]);
    },
  );

  test('a chart of the repository that a kustomization inflates', async () => {
    const tree = folderOf({
      'app/kustomization.yaml': 'helmCharts: [{name: pools, releaseName: r, valuesFile: v.yaml}]\n',
      'app/v.yaml': 'cpu: 7\n',
      'app/charts/pools/Chart.yaml': chartYaml('pools'),
      'app/charts/pools/templates/pool.yaml': nodePool('{{ .Release.Name }}', '{{ .Values.cpu }}'),
    });
    const result = await rendered(tree);
    expect(madeOf(result)).toEqual({ app: run('kustomize', ['build', '--enable-helm', 'app'], tree) });
  });
});

const helper = '{{- define "pools.labels" -}}\napp: {{ .Chart.Name }}\n{{- end -}}\n';
const chart: Files = {
  'charts/pools/Chart.yaml': chartYaml(
    'pools',
    'dependencies:\n  - {name: common, version: 0.1.0, repository: "file://../common"}\n',
  ),
  'charts/pools/values.yaml': 'pools:\n  - {name: a, cpu: 1}\n  - {name: b, cpu: 2}\nlist: [x, y]\n',
  'charts/pools/values-prod.yaml': 'list: [z]\n',
  'charts/pools/values-dev.yaml': 'list: []\n',
  'charts/pools/.helmignore': '*.md\n',
  'charts/pools/crds/crd.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x.y}\n',
  'charts/pools/files/note.txt': 'a note\n',
  'charts/pools/templates/_helpers.tpl': helper,
  'charts/pools/templates/NOTES.txt': 'Thanks, {{ .Release.Name }}.\n',
  'charts/pools/templates/pools.yaml': `{{- range .Values.pools }}\n---\n${nodePool('{{ .name }}', '{{ .cpu }}')}{{- end }}\n`,
  'charts/pools/templates/config.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  labels: {{- include "pools.labels" . | nindent 4 }}\ndata:\n  list: {{ toJson .Values.list | quote }}\n  note: {{ .Files.Get "files/note.txt" | quote }}\n  kube: {{ .Capabilities.KubeVersion.Version }}\n',
  'charts/pools/templates/hook.yaml':
    'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: hook\n  annotations: {helm.sh/hook: pre-install}\n',
  'charts/common/Chart.yaml': chartYaml('common'),
  'charts/common/templates/pool.yaml': nodePool('common'),
};

describe('helm', () => {
  test('the same bytes that helm renders, once for each environment, and a dependency only through the chart that has it', async () => {
    const tree = folderOf(chart);
    const result = await rendered(tree);
    const copy = folderOf({});
    cpSync(tree, copy, { recursive: true });
    run('helm', ['dependency', 'build', 'charts/pools'], copy);
    const template = (...values: readonly string[]): string =>
      run(
        'helm',
        ['template', 'pools', 'charts/pools', ...values.flatMap((one) => ['--values', `charts/pools/${one}`])],
        copy,
      );
    expect(saidOf(result)).toEqual([]);
    expect(madeOf(result)).toEqual({
      'charts/pools with values-dev.yaml': template('values-dev.yaml'),
      'charts/pools with values-prod.yaml': template('values-prod.yaml'),
    });
  });

  test("workloads that exist only to show a chart's output do not count, and NodePools are reviewed", async () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n';
    const files = {
      'c/Chart.yaml': chartYaml('c'),
      'c/templates/pool.yaml': nodePool('a'),
      'c/examples/rendered/pod.yaml': pod,
      'c/ci/pod.yaml': pod,
      'c/ci/pool.yaml': nodePool('b'),
      'examples/pod.yaml': pod,
    };
    // The change does not affect the chart, so it is not rendered.
    const { head } = await rendered(folderOf({ ...files, 'pool.yaml': nodePool('c') }), { base: folderOf(files) });
    const plain = head.sources.flatMap(({ file, origin }) => (origin ? [] : [file]));
    expect(plain.sort()).toEqual(['c/ci/pool.yaml', 'c/templates/pool.yaml', 'examples/pod.yaml', 'pool.yaml']);
  });

  test('a chart that checks for a kind in the cluster gets the answer of a current cluster', async () => {
    const asked = ['policy/v1/PodDisruptionBudget', 'policy/v1beta1/PodDisruptionBudget'];
    const tree = folderOf({
      'c/Chart.yaml': chartYaml('c'),
      'c/templates/p.yaml': nodePool(
        asked.map((api) => `{{ if .Capabilities.APIVersions.Has "${api}" }}yes{{ else }}no{{ end }}`).join('-'),
      ),
    });
    expect(madeOf(await rendered(tree)).c).toContain('name: yes-no\n');
  });

  test('charts are rendered for the Kubernetes version in the configuration, also within a kustomization', async () => {
    const chartOf = (name: string) => ({
      [`${name}/Chart.yaml`]: `${chartYaml(name)}kubeVersion: ">= 1.31.0"\n`,
      [`${name}/templates/p.yaml`]: nodePool('v{{ .Capabilities.KubeVersion.Minor }}'),
    });
    const tree = folderOf({
      ...chartOf('c'),
      ...chartOf('k/charts/inner'),
      'k/charts/inner/Chart.yaml': chartYaml('inner'),
      'k/charts/inner/values.yaml': '{}\n',
      'k/kustomization.yaml': 'helmCharts: [{name: inner, releaseName: inner}]\n',
    });
    const made = madeOf(await rendered(tree, { kubernetesVersion: '1.31' }));
    expect([made.c, made.k].map((text) => /name: (v\d+)/.exec(text ?? '')?.[1])).toEqual(['v31', 'v31']);
    expect(saidOf(await rendered(tree, { kubernetesVersion: '1.30' }))).toContain('render/failed c/Chart.yaml');
  });

  test('a chart vendored as an archive', async () => {
    const tree = folderOf(chart);
    run('helm', ['package', 'charts/common', '--destination', 'charts/pools/charts'], tree);
    const result = await rendered(tree, { paths: ['charts/pools/values-prod.yaml'] });
    expect(madeOf(result)['charts/pools with values-prod.yaml']).toBe(
      run('helm', ['template', 'pools', 'charts/pools', '--values', 'charts/pools/values-prod.yaml'], tree),
    );
  });

  test('a root in the configuration that does not exist is a finding', async () => {
    const gone = { path: 'gone', values: [], release: undefined, namespace: undefined, environment: undefined };
    expect(saidOf(await rendered(folderOf(simpleChart), { sources: { roots: [gone] } }))).toEqual([
      'render/missing-file gone',
    ]);
  });

  test('roots in the configuration replace those that are derived from file names', async () => {
    const tree = folderOf({ ...chart, 'env/eu.yaml': 'list: [eu]\n' });
    const roots = [
      { path: 'charts/pools', values: ['env/eu.yaml'], release: 'eu', namespace: 'karpenter', environment: 'eu' },
    ];
    const result = await rendered(tree, { sources: { roots, ignore: ['charts/common'] } });
    const copy = folderOf({});
    cpSync(tree, copy, { recursive: true });
    run('helm', ['dependency', 'build', 'charts/pools'], copy);
    const args = ['template', 'eu', 'charts/pools', '--namespace', 'karpenter', '--values', 'env/eu.yaml'];
    expect(madeOf(result)).toEqual({ 'charts/pools with env/eu.yaml for eu': run('helm', args, copy) });
  });
});

const application = (spec: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: pools, namespace: argocd}\nspec:\n${spec}`;
const simpleChart: Files = {
  'charts/pools/Chart.yaml': chartYaml('pools'),
  'charts/pools/values.yaml': 'cpu: 1\nname: a\n',
  'charts/pools/values-x.yaml': 'cpu: 2\n',
  'charts/pools/templates/pool.yaml': nodePool('{{ .Values.name }}', '{{ .Values.cpu }}'),
};

describe('Argo CD and Flux', () => {
  test('an Application of a chart, as helm templates it with the same values', async () => {
    const tree = folderOf({
      ...simpleChart,
      'apps/pools.yaml': application(
        '  destination: {namespace: karpenter}\n  source:\n    path: charts/pools\n    helm:\n      valueFiles: [values-x.yaml]\n      valuesObject: {name: b}\n      parameters: [{name: cpu, value: "3"}]\n',
      ),
    });
    const args = ['template', 'pools', 'charts/pools', '--namespace', 'karpenter', '--include-crds'];
    const values = ['--values', 'charts/pools/values-x.yaml', '--set', 'name=b', '--set', 'cpu=3'];
    expect(madeOf(await rendered(tree))).toEqual({
      'Application argocd/pools': run('helm', [...args, ...values], tree),
    });
  });

  test('an app of apps, one of which is rendered by another', async () => {
    const tree = folderOf({
      ...simpleChart,
      'root/Chart.yaml': chartYaml('root'),
      'root/templates/app.yaml': application('  source: {path: charts/{{ "pools" }}}\n'),
      'root.yaml': application('  source: {path: root}\n').replace('name: pools', 'name: root'),
    });
    expect(Object.keys(madeOf(await rendered(tree))).sort()).toEqual([
      'Application argocd/pools',
      'Application argocd/root',
    ]);
  });

  test('a Flux Kustomization: built, then with substituted variables', async () => {
    const tree = folderOf({
      'clusters/prod.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: infra, namespace: flux-system}\nspec:\n  path: ./infra\n  targetNamespace: karpenter\n  postBuild:\n    substitute: {name: filled}\n    substituteFrom: [{kind: ConfigMap, name: vars}]\n',
      'clusters/vars.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars, namespace: flux-system}\ndata: {cpu: "12", name: shadowed}\n',
      'infra/pool.yaml': nodePool('${name}', '${cpu}'),
      'infra/sub/pool.yaml': nodePool('sub', '${lacking:=4}'),
    });
    const expected = folderOf({
      'pool.yaml': nodePool('filled', '12'),
      'sub/pool.yaml': nodePool('sub', '4'),
      'kustomization.yaml': `${kustomization('pool.yaml', 'sub/pool.yaml')}namespace: karpenter\n`,
    });
    const made = madeOf(await rendered(tree));
    expect(made).toEqual({ 'Kustomization flux-system/infra': run('kustomize', ['build', '.'], expected) });
  });

  test('a HelmRelease of a chart of the repository, with values of a ConfigMap', async () => {
    const tree = folderOf({
      ...simpleChart,
      'release.yaml':
        'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: pools, namespace: karpenter}\nspec:\n  chart: {spec: {chart: ./charts/pools, sourceRef: {kind: GitRepository, name: x}}}\n  valuesFrom: [{kind: ConfigMap, name: vals}]\n  values: {name: c}\n',
      'vals.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vals, namespace: karpenter}\ndata:\n  values.yaml: |\n    cpu: 8\n    name: d\n',
    });
    const args = ['template', 'pools', 'charts/pools', '--namespace', 'karpenter', '--set', 'cpu=8', '--set', 'name=c'];
    expect(madeOf(await rendered(tree))).toEqual({ 'HelmRelease karpenter/pools': run('helm', args, tree) });
  });

  test('the post-renderers of a HelmRelease, one after the other', async () => {
    const release = {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'pools', namespace: 'karpenter' },
      spec: {
        chart: { spec: { chart: './charts/pools', sourceRef: { kind: 'GitRepository', name: 'x' } } },
        values: { name: 'c' },
        postRenderers: [
          {
            kustomize: {
              patches: [
                {
                  target: { kind: 'NodePool' },
                  patch: '- {op: add, path: /spec/weight, value: 5}\n- {op: add, path: /spec/replicas, value: 2}',
                },
              ],
              // Flux does not read any other field.
              resources: ['../charts/pools/values.yaml'],
            },
          },
          {
            kustomize: {
              patchesJson6902: [
                { target: { kind: 'NodePool' }, patch: [{ op: 'test', path: '/spec/weight', value: 5 }] },
                { target: { kind: 'NodePool' }, patch: [{ op: 'remove', path: '/spec/replicas' }] },
              ],
              patchesStrategicMerge: [
                { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'c', labels: { team: 'a' } } },
              ],
            },
          },
        ],
      },
    };
    const tree = folderOf({ ...simpleChart, 'release.yaml': JSON.stringify(release) });
    const made = madeOf(await rendered(tree))['HelmRelease karpenter/pools'];
    expect(made).toContain('weight: 5');
    expect(made).toContain('team: a');
    expect(made).not.toContain('replicas');
  });
});

describe('what a change affects', () => {
  const files: Files = {
    ...kustomizations['patches as files, in place and by JSON pointer']!.files,
    'overlays/dev/kustomization.yaml': kustomization('../../base'),
    ...simpleChart,
  };

  test.each<[string, Files, string[], string[]]>([
    ['nothing', {}, [], []],
    [
      'one overlay',
      {
        'overlays/prod/limits.yaml':
          'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: general}\nspec: {limits: {cpu: 1}}\n',
      },
      ['overlays/prod'],
      // The other overlay applies the same base, which the rendered one replaces.
      ['charts/pools with values-x.yaml', 'overlays/dev'],
    ],
    [
      'their base',
      { 'base/pool.yaml': nodePool('general', '11') },
      ['overlays/dev', 'overlays/prod'],
      ['charts/pools with values-x.yaml'],
    ],
    [
      'the values of a chart',
      { 'charts/pools/values-x.yaml': 'cpu: 5\n' },
      ['charts/pools with values-x.yaml'],
      ['overlays/dev', 'overlays/prod'],
    ],
    ['a file that no root uses', { 'README.md': 'hello\n' }, [], []],
  ])(
    '%s: affected roots are rendered for each side, and other ones with NodePools once',
    async (_, change, roots, others) => {
      const base = folderOf(files);
      const head = folderOf({ ...files, ...change });
      const result = await rendered(head, { base });
      expect(Object.keys(madeOf(result)).sort()).toEqual([...roots, ...others].sort());
      expect(result.runs).toBe(roots.length * 2 + others.length);
    },
  );

  test('a root that head adds is rendered only for head', async () => {
    const base = folderOf(simpleChart);
    const head = folderOf({
      ...simpleChart,
      'new/kustomization.yaml': kustomization('pool.yaml'),
      'new/pool.yaml': nodePool('n'),
    });
    const result = await rendered(head, { base });
    // The other one, which has NodePools, is rendered once for both sides.
    expect(result.runs).toBe(2);
    expect(Object.keys(madeOf(result))).toEqual(['charts/pools with values-x.yaml', 'new']);
  });
});

describe('an error is a finding', () => {
  test.each<[string, Files, string[]]>([
    [
      'a missing resource',
      { 'kustomization.yaml': kustomization('gone.yaml', 'pool.yaml'), 'pool.yaml': nodePool('a') },
      ['render/missing-file kustomization.yaml'],
    ],
    [
      'a circle',
      {
        'a/kustomization.yaml': kustomization('../b', 'pool.yaml'),
        'a/pool.yaml': nodePool('a'),
        'b/kustomization.yaml': kustomization('../a'),
      },
      ['render/cycle a/kustomization.yaml', 'render/cycle b/kustomization.yaml'],
    ],
    [
      'a patch without a target',
      {
        'kustomization.yaml': `${kustomization('pool.yaml')}patches: [{path: p.yaml}]\n`,
        'pool.yaml': nodePool('a'),
        'p.yaml': nodePool('b'),
      },
      ['render/failed kustomization.yaml'],
    ],
    [
      'a template that fails, at the template',
      {
        ...simpleChart,
        'charts/pools/templates/bad.yaml': '{{ required "a size is needed" .Values.size }}',
        'app.yaml': application('  source: {path: charts/pools}\n'),
      },
      ['render/failed charts/pools/templates/bad.yaml'],
    ],
    [
      'a generator without a result, if it concerns nodes',
      {
        'set.yaml':
          'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec: {generators: [{moon: {}}], template: {metadata: {name: x}, spec: {source: {path: "{{path}}"}}}}\n',
        'other.yaml':
          'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: web}\nspec: {generators: [{clusters: {}}], template: {metadata: {name: x}, spec: {source: {path: "{{path}}"}}}}\n',
      },
      ['render/unknown set.yaml'],
    ],
    [
      'a missing values file',
      { ...simpleChart, 'app.yaml': application('  source: {path: charts/pools, helm: {valueFiles: [gone.yaml]}}\n') },
      ['render/missing-file app.yaml'],
    ],
  ])('%s', async (_, files, said) => {
    expect(saidOf(await rendered(folderOf(files))).sort()).toEqual(said);
  });

  test('files that only Secrets are made of may be missing', async () => {
    const secrets = 'secretGenerator: [{name: s, files: [k=gone.yaml], envs: [gone.env]}]\n';
    const files = { 'kustomization.yaml': `${kustomization('pool.yaml')}${secrets}`, 'pool.yaml': nodePool('a') };
    const result = await rendered(folderOf(files));
    expect(diagnosticsOf(result).map(({ code, severity }) => [code, severity])).toEqual([
      ['render/missing-file', 'note'],
    ]);
    for (const text of ['name: a\n', 'kind: Secret\n']) expect(madeOf(result)['.']).toContain(text);
  });

  test.each([
    ['a missing file', kustomization('pool.yaml', 'gone.yaml'), 'render/missing-file'],
    ['invalid YAML', 'resources: [a\n', 'render/failed'],
  ])('objects that base had and head may not have are unknown: %s', async (_, text, code) => {
    const files = { 'kustomization.yaml': kustomization('pool.yaml'), 'pool.yaml': nodePool('a') };
    const base = folderOf(files);
    const head = folderOf({ ...files, 'kustomization.yaml': text });
    const { head: side } = await rendered(head, { base });
    expect(side.unmade?.map(({ file, diagnostic }) => [file, diagnostic?.code])).toEqual([
      ['kustomization.yaml (kustomize build)', code],
    ]);
  });

  const conditional = (condition: string): Files => ({
    'c/Chart.yaml': chartYaml('c'),
    'c/values.yaml': 'isOn: false\n',
    'c/templates/pool.yaml': `{{ if ${condition} }}\n${nodePool('a')}{{ end }}\n`,
    'c/templates/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n',
  });
  const off = conditional('.Values.isOn');
  const on = conditional('not .Values.isOn');
  const failing = conditional('.Values.size.large');

  const dependentOn = (version: string): Files => ({
    ...on,
    'c/Chart.yaml': chartYaml(
      'c',
      `dependencies: [{name: d, version: ${version}, repository: "https://charts.example.com"}]\n`,
    ),
  });
  const dependent = dependentOn('1.0.0');
  const helped: Files = { ...dependent, 'c/templates/map.yaml': '{{ include "d.map" . }}\n' };

  test.each<[string, Files, Files, readonly string[], boolean]>([
    [
      'needs something that is unavailable, as before',
      helped,
      { ...helped, 'c/values.yaml': 'a: 1\n' },
      ['render/refused', 'render/unknown'],
      true,
    ],
    [
      'is rendered without a dependency, as before',
      dependent,
      { ...dependent, 'c/values.yaml': 'a: 1\n' },
      ['render/refused'],
      false,
    ],
    [
      'is rendered without a dependency that the change edits',
      dependent,
      dependentOn('2.0.0'),
      ['render/refused', 'render/unknown'],
      false,
    ],
    [
      'has lost a dependency',
      { ...dependent, 'c/charts/d/Chart.yaml': chartYaml('d') },
      dependent,
      ['render/refused'],
      false,
    ],
    ['renders the same as before', on, { ...on, 'c/values.yaml': 'isOn: false\na: 1\n' }, [], false],
    [
      'leaves NodePools out as before',
      off,
      { ...off, 'c/values.yaml': 'a: 1\n' },
      ['render/unknown', 'render/unknown'],
      true,
    ],
    ['can no longer be rendered', on, failing, ['render/failed'], false],
    ['left NodePools out and can no longer be rendered', off, failing, ['render/failed'], true],
    ['fails as before', failing, { ...failing, 'c/values.yaml': 'a: 1\n' }, ['render/failed', 'render/unknown'], true],
  ])('a chart that nothing declares and that %s', async (_, before, after, codes, isAsItStands) => {
    const { head } = await rendered(folderOf(after), { base: folderOf(before) });
    expect(
      diagnosticsOf({ head })
        .map(({ code }) => code)
        .sort(),
    ).toEqual(codes);
    expect(head.sources.some(({ file }) => file === 'c/templates/pool.yaml')).toBe(isAsItStands);
  });

  test('without the programs, the source files are reviewed unchanged', async () => {
    const tree = folderOf({
      ...simpleChart,
      'kustomization.yaml': kustomization('pool.yaml'),
      'pool.yaml': nodePool('a'),
    });
    const result = await rendered(tree, { path: join(tree, 'charts') });
    expect(saidOf(result).sort()).toEqual([
      'render/tool-missing charts/pools/Chart.yaml',
      'render/tool-missing kustomization.yaml',
    ]);
    expect(result.head.sources.map(({ file }) => file)).toContain('pool.yaml');
    expect(result.runs).toBe(0);
  });

  test('if head changes a tree while base stays the same, base is not changed', async () => {
    const tree = folderOf(simpleChart);
    addFiles(tree, { 'charts/pools/values.yaml': 'cpu: 3\nname: a\n' });
    expect(saidOf(await rendered(tree))).toEqual([]);
  });
});

test('a program with another major version counts as not installed', async () => {
  const bin = folderOf({ kustomize: '#!/bin/sh\necho v4.5.7\n' });
  chmodSync(join(bin, 'kustomize'), 0o755);
  const tree = folderOf({ 'a/kustomization.yaml': kustomization('pool.yaml'), 'a/pool.yaml': nodePool('a') });
  const result = await rendered(tree, { path: bin });
  expect(diagnosticsOf(result).map(({ code, message }) => [code, message])).toEqual([
    ['render/tool-missing', expect.stringMatching(/^kustomize v5 is not installed here/)],
  ]);
});
