import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import {
  chartYaml,
  cleanUp,
  diagnosticsOf,
  type Files,
  folderOf,
  kustomization,
  madeOf,
  nodePool,
  rendered,
} from './rendering.ts';

/** Trees with the structure of real platform repositories. Their content is not copied. */

afterEach(cleanUp);

const kustomizeBuild = (folder: string): string => execFileSync('kustomize', ['build', folder], { encoding: 'utf8' });

/** Flux: a folder for each cluster, which applies infrastructure and apps with its own variables. */
const fleet: Files = {
  'infrastructure/karpenter/kustomization.yaml': kustomization('pools.yaml', 'release.yaml'),
  'infrastructure/karpenter/pools.yaml': nodePool('${cluster_name}-general', '"${cpu_limit:=100}"'),
  'infrastructure/karpenter/release.yaml':
    'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter, namespace: karpenter}\nspec:\n  chart: {spec: {chart: karpenter, version: 1.6.2, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  values: {settings: {clusterName: "${cluster_name}"}}\n',
  'infrastructure/overlays/prod/kustomization.yaml': `${kustomization('../../karpenter')}patches: [{path: weight.yaml}]\n`,
  'infrastructure/overlays/prod/weight.yaml':
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: "${cluster_name}-general"}\nspec: {weight: 10}\n',
  ...Object.fromEntries(
    (['staging', 'prod'] as const).flatMap((name) => [
      [
        `clusters/${name}/infrastructure.yaml`,
        `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: infrastructure-${name}, namespace: flux-system}\nspec:\n  path: ./infrastructure/${name === 'prod' ? 'overlays/prod' : 'karpenter'}\n  sourceRef: {kind: GitRepository, name: flux-system}\n  postBuild:\n    substitute: {cluster_name: ${name}-1}\n    substituteFrom: [{kind: ConfigMap, name: vars-${name}}]\n`,
      ],
      [
        `clusters/${name}/vars.yaml`,
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars-${name}, namespace: flux-system}\ndata: {${name === 'prod' ? 'cpu_limit: "1000"' : ''}}\n`,
      ],
    ]),
  ),
};

describe('a fleet of Flux', () => {
  test('each cluster gets what kustomize builds, with its own variables', async () => {
    const tree = folderOf(fleet);
    const filled = (folder: string, name: string, cpu: string): string =>
      kustomizeBuild(join(tree, folder)).replaceAll('${cluster_name}', name).replaceAll('${cpu_limit:=100}', cpu);
    const made = madeOf(await rendered(tree));
    expect(made['Kustomization flux-system/infrastructure-staging']).toBe(
      filled('infrastructure/karpenter', 'staging-1', '100'),
    );
    expect(made['Kustomization flux-system/infrastructure-prod']).toBe(
      filled('infrastructure/overlays/prod', 'prod-1', '1000'),
    );
  });

  test('a folder without a kustomization is rendered once, including files that its kustomizations use from other folders', async () => {
    const tree = folderOf({
      'clusters/sync.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: staging, namespace: flux-system}\nspec: {path: ./k8s/staging}\n',
      'k8s/staging/karpenter/kustomization.yaml': kustomization('../../production/karpenter/pool.yaml'),
      'k8s/production/karpenter/pool.yaml': nodePool('web'),
    });
    const result = await rendered(tree);
    expect(diagnosticsOf(result)).toEqual([]);
    expect(Object.keys(madeOf(result))).toEqual(['Kustomization flux-system/staging']);
    expect(madeOf(result)['Kustomization flux-system/staging']).toContain('name: web');
  });

  test('the NodePool of one cluster does not exist in the other', async () => {
    const config =
      'sources: {ignore: []}\nenvironments: {staging: {paths: [infrastructure/karpenter]}, prod: {paths: [infrastructure/overlays/prod]}}\n';
    const cwd = folderOf({ ...fleet, 'plumbline.yaml': config });
    const { stdout } = await run(['sources', '--promotion', '--format', 'json'], {
      cwd,
      env: { PATH: process.env.PATH! },
    });
    const { environments, objects } = JSON.parse(stdout);
    expect(environments.map(({ name }: { name: string }) => name)).toEqual(['staging', 'prod']);
    expect(
      objects.map((one: { resource: { name: string }; environments: string[] }) => [
        one.resource.name,
        one.environments,
      ]),
    ).toEqual([
      ['prod-1-general', ['prod']],
      ['staging-1-general', ['staging']],
    ]);
  });
});

/** Argo CD: ApplicationSets by folder and by file, and an umbrella chart with values files for each environment. */
const bootstrap: Files = {
  'bootstrap/addons.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: addons, namespace: argocd}
spec:
  goTemplate: true
  goTemplateOptions: [missingkey=error]
  generators:
    - merge:
        mergeKeys: [environment]
        generators:
          - matrix:
              generators:
                - git: {repoURL: x, directories: [{path: charts/*}]}
                - list: {elements: [{environment: dev, replicas: 1}, {environment: prod, replicas: 1}]}
          - list: {elements: [{environment: prod, replicas: 2}]}
      selector: {matchExpressions: [{key: environment, operator: In, values: [dev, prod]}]}
    - clusters: {selector: {matchLabels: {enable_karpenter: "true"}}}
  template:
    metadata: {name: '{{.path.basename}}-{{.environment}}'}
    spec:
      destination: {namespace: karpenter}
      source:
        path: '{{.path.path}}'
        helm:
          ignoreMissingValueFiles: true
          valueFiles: ['../../environments/default/{{.path.basename}}.yaml', '../../environments/{{.environment}}/{{.path.basename}}.yaml']
  templatePatch: |
    spec: {source: {helm: {parameters: [{name: replicas, value: "{{ .replicas }}"}]}}}
`,
  'charts/pools/Chart.yaml': chartYaml('pools'),
  'charts/pools/values.yaml': 'cpu: 1\nreplicas: 0\n',
  'charts/pools/templates/pool.yaml': `${nodePool('general', '{{ .Values.cpu }}')}# {{ .Values.replicas }}\n`,
  'environments/default/pools.yaml': 'cpu: 10\n',
  'environments/prod/pools.yaml': 'cpu: 1000\n',
};

test('a bootstrap of Argo CD: roots that the repository defines are rendered, and the others are listed', async () => {
  const tree = folderOf(bootstrap);
  const template = (name: string, values: readonly string[], replicas: number): string =>
    execFileSync(
      'helm',
      [
        ...['template', name, 'charts/pools', '--namespace', 'karpenter', '--include-crds'],
        ...values.flatMap((file) => ['--values', `environments/${file}/pools.yaml`]),
        ...['--set', `replicas=${replicas}`],
      ],
      { cwd: tree, encoding: 'utf8' },
    );
  const result = await rendered(tree);
  expect(madeOf(result)).toEqual({
    'Application argocd/pools-dev': template('pools-dev', ['default'], 1),
    'Application argocd/pools-prod': template('pools-prod', ['default', 'prod'], 2),
  });
  const unknown = result.states.flatMap(({ obstacles }) => obstacles.map(({ code, message }) => `${code} ${message}`));
  expect(unknown).toEqual([
    expect.stringContaining('render/unknown ApplicationSet `addons` uses the generator `clusters`'),
  ]);
});

/** The names in Karpenter's own chart. No registry is asked for it here. */
const karpenterChart: Files = {
  'charts/karpenter/Chart.yaml': chartYaml('karpenter').replace('0.1.0', '1.6.2'),
  'charts/karpenter/values.yaml':
    'replicas: 2\nserviceAccount: {create: true, name: "", annotations: {}}\nsettings: {clusterName: "", batchMaxDuration: 10s, batchIdleDuration: 1s, vmMemoryOverheadPercent: 0.075, reservedENIs: "0", featureGates: {nodeRepair: false, reservedCapacity: true, spotToSpotConsolidation: false}}\n',
  'charts/karpenter/templates/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}\nspec:\n  replicas: {{ .Values.replicas }}\n  selector: {matchLabels: {app: karpenter}}\n  template:\n    metadata: {labels: {app: karpenter}}\n    spec:\n      containers:\n        - name: controller\n          image: public.ecr.aws/karpenter/controller:{{ .Chart.Version }}\n          env:\n            - {name: CLUSTER_NAME, value: {{ .Values.settings.clusterName | quote }}}\n            - {name: VM_MEMORY_OVERHEAD_PERCENT, value: {{ .Values.settings.vmMemoryOverheadPercent | quote }}}\n',
  'umbrella/Chart.yaml': chartYaml(
    'umbrella',
    'dependencies: [{name: karpenter, version: ">=1.0.0", repository: "file://../charts/karpenter"}]\n',
  ),
  'umbrella/values.yaml': 'karpenter: {settings: {clusterName: orders, vmMemoryOverheadPercent: 0.05}}\n',
  'umbrella/templates/pool.yaml': nodePool('general'),
};

test("a chart with Karpenter's values, as a dependency: the review uses its version and settings", async () => {
  const cwd = folderOf({ ...karpenterChart, 'plumbline.yaml': 'sources: {roots: [{path: umbrella}]}\n' });
  const { stdout } = await run(['estimate', '.', '--format', 'json', '--quiet'], {
    cwd,
    env: { PATH: process.env.PATH! },
  });
  expect(JSON.parse(stdout).estimate.karpenterVersion).toBe('1.6');
  const made = madeOf(
    await rendered(cwd, {
      sources: {
        roots: [{ path: 'umbrella', values: [], release: undefined, namespace: undefined, environment: undefined }],
      },
    }),
  );
  const copy = folderOf(karpenterChart);
  execFileSync('helm', ['dependency', 'build', 'umbrella'], { cwd: copy, stdio: 'ignore' });
  expect(made.umbrella).toBe(
    execFileSync('helm', ['template', 'umbrella', 'umbrella'], { cwd: copy, encoding: 'utf8' }),
  );
});
