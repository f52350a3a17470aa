import { expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { Report } from '../src/engine/report/values/report.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** Reviews of fleets whose Applications come from ApplicationSets of Argo CD. */

/** A kustomization renders to the files that it includes, in the namespace of Flux. */
const renderer: RenderMethod = {
  atOnce: 1,
  runs: 0,
  async render(root, tree) {
    await tree.load(root.files);
    const objects = root.files.filter((file) => !file.endsWith('kustomization.yaml'));
    const text = objects.map((file) => tree.text(file) ?? '').join('---\n');
    const overlay = root.call && 'kustomize' in root.call ? root.call.kustomize.overlay : undefined;
    const { namespace } = JSON.parse(overlay?.text ?? '{}') as { readonly namespace?: string };
    const placed =
      namespace === undefined ? text : text.replace('name: press }', `name: press, namespace: ${namespace} }`);
    return { text: placed, inputs: { digest: '', programs: [], fetched: [] } };
  },
};

const reviewed = (base: Texts, head: Texts): Promise<Report> => reviewOfTexts(base, head, { renderer });

const pool = (name: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: orchard }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
`;

const kustomization = (resource: string): string =>
  `resources: [${resource}]\npatches: [{ target: { kind: NodePool, name: none }, patch: "[]" }]\n`;

/** NodePools of two clusters, which one ApplicationSet applies. */
const fleet = (one: string, other: string, destination = 'name: "{{ .cluster }}"'): Texts => ({
  'argocd/nodes.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: nodes, namespace: argocd }
spec:
  goTemplate: true
  generators: [{ list: { elements: [{ cluster: ${one} }, { cluster: ${other} }] } }]
  template:
    metadata: { name: "nodes-{{ .cluster }}" }
    spec:
      source: { repoURL: https://example.com/orchard.git, path: "nodes/{{ .cluster }}", targetRevision: HEAD }
      destination: { ${destination} }
      syncPolicy: { automated: { prune: true } }
`,
  'nodes/base/pool.yaml': pool('apples'),
  'nodes/base/kustomization.yaml': kustomization('pool.yaml'),
  [`nodes/${one}/kustomization.yaml`]: kustomization('../base'),
  [`nodes/${other}/kustomization.yaml`]: kustomization('../base'),
});

const chartSet = (generators: string, version: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: karpenter, namespace: argocd }
spec:
  goTemplate: true
  generators: ${generators}
  template:
    metadata: { name: "karpenter-{{ .cluster }}" }
    spec:
      source: { repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: '${version}' }
      destination: { name: "{{ .cluster }}", namespace: kube-system }
${more}`;

const listOf = (elements: readonly (readonly [cluster: string, version: string])[]): string =>
  `\n    - list:\n        elements:\n${elements.map(([cluster, version]) => `          - cluster: ${cluster}\n            version: ${version}\n`).join('')}`;

const elements = (one: string, other: string) => (versions: readonly [string, string]) =>
  listOf([
    [one, versions[0]],
    [other, versions[1]],
  ]);

const ofEnvironments = elements('dev', 'prod');
const ofNames = elements('orchard-a', 'orchard-b');

const dataFile = (cluster: string, version: string): Texts => ({
  [`clusters/${cluster}/config.json`]: `{ "cluster": "${cluster}", "version": "${version}" }\n`,
});

/** How an ApplicationSet gives each of its Applications a version. */
const stagings: readonly (readonly [
  what: string,
  clusters: readonly [string, string],
  file: string,
  of: (versions: readonly [string, string]) => Texts,
])[] = [
  [
    'elements of a list',
    ['dev', 'prod'],
    'argocd/karpenter.yaml',
    (versions) => ({ 'argocd/karpenter.yaml': chartSet(ofEnvironments(versions), '{{ .version }}') }),
  ],
  [
    'elements for clusters that are no environments',
    ['orchard-a', 'orchard-b'],
    'argocd/karpenter.yaml',
    (versions) => ({ 'argocd/karpenter.yaml': chartSet(ofNames(versions), '{{ .version }}') }),
  ],
  [
    'files in Git',
    ['dev', 'prod'],
    'clusters/prod/config.json',
    ([dev, prod]) => ({
      'argocd/karpenter.yaml': chartSet('[{ git: { files: [{ path: clusters/*/config.json }] } }]', '{{ .version }}'),
      ...dataFile('dev', dev),
      ...dataFile('prod', prod),
    }),
  ],
  [
    'a patch of the template',
    ['dev', 'prod'],
    'argocd/karpenter.yaml',
    (versions) => ({
      'argocd/karpenter.yaml': chartSet(
        ofEnvironments(versions),
        '1.7.0',
        '  templatePatch: |\n    spec: { source: { targetRevision: "{{ .version }}" } }\n',
      ),
    }),
  ],
];

test.each(stagings)('an upgrade of Karpenter in one cluster: %s', async (_, clusters, file, of) => {
  const nodes = fleet(...clusters);
  const report = await reviewed({ ...nodes, ...of(['1.9.0', '1.8.2']) }, { ...nodes, ...of(['1.9.0', '1.9.0']) });
  expect(summaryLine(report)).toContain(`Upgrades Karpenter from 1.8.2 to 1.9.0 in ${clusters[1]}`);

  const upgrades = report.review.findings.filter(({ diagnostic: { code } }) => code === 'upgrade/karpenter');
  expect(upgrades.map(({ diagnostic: { span } }) => span.file)).toEqual([file]);
});

test.each(stagings)('a version that no Karpenter can be downgraded to: %s', async (_, clusters, __, of) => {
  const nodes = fleet(...clusters);
  const report = await reviewed({ ...nodes, ...of(['1.9.0', '1.8.2']) }, { ...nodes, ...of(['1.9.0', '0.36.2']) });
  expect(report.verdict.result).toBe('block');
  expect(summaryLine(report)).toContain('Karpenter 1.8 cannot be downgraded to 0.36');
});

test.each(stagings)('another change leaves the versions of clusters as they are: %s', async (_, clusters, __, of) => {
  const base = { ...fleet(...clusters), ...of(['1.9.0', '1.8.2']) };
  const report = await reviewed(base, { ...base, 'nodes/base/pool.yaml': pool('apples').replace('100', '90') });
  expect(report.review.findings.filter(({ diagnostic: { code } }) => code.startsWith('upgrade/'))).toEqual([]);
  expect(report.review.environments.map(({ name, target }) => [name, target.karpenterVersion])).toEqual([
    [clusters[0], '1.9'],
    [clusters[1], '1.8'],
  ]);
});

const ofClusters = (...clusters: readonly string[]): Texts => ({
  'argocd/nodes.yaml': chartSet(listOf(clusters.map((cluster) => [cluster, '1.9.0'])), 'HEAD')
    .replace('name: karpenter,', 'name: nodes,')
    .replace('name: "karpenter-', 'name: "nodes-')
    .replace(
      'repoURL: public.ecr.aws/karpenter, chart: karpenter',
      'repoURL: https://example.com/orchard.git, path: "nodes/{{ .cluster }}"',
    ),
  'argocd/karpenter.yaml': chartSet(listOf(clusters.map((cluster) => [cluster, '1.9.0'])), '{{ .version }}'),
  'nodes/base/pool.yaml': pool('apples'),
  'nodes/base/kustomization.yaml': kustomization('pool.yaml'),
  ...Object.fromEntries(clusters.map((cluster) => [`nodes/${cluster}/kustomization.yaml`, kustomization('../base')])),
});

const notUnderstood = ({ review }: Report): readonly string[] =>
  (review.ledger?.entries ?? []).flatMap((entry) => {
    if (entry.class === 'not understood') return [entry.what];
    return [];
  });

test('a new element of a list is understood, and those after it are the same', async () => {
  const report = await reviewed(ofClusters('dev', 'prod'), ofClusters('dev', 'perf', 'prod'));
  expect(report.review.changes.map(({ type, environments }) => [type, environments])).toEqual([['added', ['perf']]]);
  expect(notUnderstood(report)).toEqual([]);
});

test('an element that is gone deletes its NodePools, and that Karpenter is uninstalled there is not understood', async () => {
  const report = await reviewed(ofClusters('dev', 'perf', 'prod'), ofClusters('dev', 'prod'));
  expect(report.review.changes.map(({ type, environments }) => [type, environments])).toEqual([['removed', ['perf']]]);
  expect(notUnderstood(report).filter((what) => what.includes('ApplicationSet argocd/nodes'))).toEqual([]);
  expect(notUnderstood(report).filter((what) => what.includes('ApplicationSet argocd/karpenter'))).not.toEqual([]);
});

const workload = `apiVersion: apps/v1
kind: Deployment
metadata: { name: press }
spec:
  replicas: 4
  selector: { matchLabels: { app: press } }
  template:
    metadata: { labels: { app: press } }
    spec: { containers: [{ name: press, image: press, resources: { requests: { cpu: 500m, memory: 1Gi } } }] }
`;

const press = (applied: string): Texts => ({
  'nodes/pool.yaml': pool('apples'),
  'apps/press.yaml': applied,
  'press/deployment.yaml': workload,
});

const ofArgo = (destination: string): Texts =>
  press(`apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: press, namespace: argocd, finalizers: [resources-finalizer.argocd.argoproj.io] }
spec:
  source: { repoURL: https://example.com/orchard.git, path: press, targetRevision: HEAD }
  destination: { server: https://kubernetes.default.svc${destination} }
  syncPolicy: { automated: { prune: true } }
`);

const ofFlux = (target: string): Texts =>
  press(`apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: press, namespace: flux-system }
spec: { path: ./press, prune: true, sourceRef: { kind: GitRepository, name: flux-system }, targetNamespace: ${target} }
`);

test.each<[what: string, base: Texts, head: Texts]>([
  ['of a destination of Argo CD', ofArgo(', namespace: cellar'), ofArgo(', namespace: barn')],
  ['of the target of Flux', ofFlux('cellar'), ofFlux('barn')],
  [
    'of a manifest',
    press(workload.replace('name: press }', 'name: press, namespace: cellar }')),
    press(workload.replace('name: press }', 'name: press, namespace: barn }')),
  ],
])('another namespace deletes a workload and creates it again: %s', async (_, base, head) => {
  const report = await reviewed(base, head);
  expect(report.review.changes.map(({ type, resource }) => [type, resource.namespace])).toContainEqual([
    'added',
    'barn',
  ]);
  expect(summaryLine(report)).toContain('and creates it again in namespace `barn`');
  expect(report.verdict.result).toBe('warn');
});

/** Workloads that a set applies from each folder of `sites`. */
const sites = (...names: readonly string[]): Texts => ({
  ...fleet('dev', 'prod'),
  'argocd/press.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: press, namespace: argocd }
spec:
  goTemplate: true
  generators: [{ git: { directories: [{ path: sites/* }] } }]
  template:
    metadata: { name: "press-{{ .path.basename }}" }
    spec:
      source: { repoURL: https://example.com/orchard.git, path: "{{ .path.path }}", targetRevision: HEAD }
      destination: { name: "{{ .path.basename }}", namespace: cellar }
      syncPolicy: { automated: { prune: true } }
`,
  ...Object.fromEntries(names.map((name) => [`sites/${name}/deployment.yaml`, workload])),
});

test('a renamed folder deletes workloads and creates them again', async () => {
  const report = await reviewed(sites('dev', 'prod'), sites('dev', 'production'));
  expect(report.verdict.result).toBe('warn');
  expect(summaryLine(report)).toContain('Deletes Deployment `cellar/press` in prod (4 pods) and creates it again');
});
