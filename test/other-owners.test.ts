import { beforeAll, expect } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** Reviews of changes that hand a NodePool over to another owner. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodePool = (annotations = ''): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: seeds${annotations && `\n  annotations: { ${annotations} }`}
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: seeds }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: seeds }
spec:
  role: greenhouse-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: greenhouse } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: greenhouse } }]
`;

const cluster = 'resource "aws_eks_cluster" "greenhouse" {\n  name = "greenhouse"\n}\n';

const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');

const resources: Readonly<Record<string, string>> = {
  kubectl_manifest: `resource "kubectl_manifest" "seeds" {\n  yaml_body = <<-YAML\n${indented(nodePool())}  YAML\n}\n`,
  kubernetes_manifest: `resource "kubernetes_manifest" "seeds" {\n  manifest = yamldecode(<<-YAML\n${indented(nodePool())}  YAML\n  )\n}\n`,
  'kubectl_manifest of a local': `locals {\n  pool = <<-YAML\n${indented(nodePool())}  YAML\n}\n\nresource "kubectl_manifest" "seeds" {\n  yaml_body = local.pool\n}\n`,
  'kubernetes_manifest of a mapping': `resource "kubernetes_manifest" "seeds" {
  manifest = {
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = "seeds" }
    spec = {
      limits = { cpu = 200 }
      template = { spec = {
        nodeClassRef = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "seeds" }
        requirements = [
          { key = "node.kubernetes.io/instance-type", operator = "In", values = ["m7i.xlarge"] },
          { key = "karpenter.sh/capacity-type", operator = "In", values = ["on-demand"] },
        ]
      } }
    }
  }
}
`,
};

const application = (
  name: string,
  path: string,
  policy = 'automated: { prune: true }',
  metadata = '',
): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd${metadata} }
spec:
  source: { repoURL: https://example.com/greenhouse.git, path: ${path}, targetRevision: main }
  destination: { server: https://kubernetes.default.svc }
  syncPolicy: { ${policy} }
`;

const kustomization = (name: string, spec = 'prune: true'): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ./${name}, sourceRef: { kind: GitRepository, name: flux-system }, ${spec} }
`;

const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: seeds }\n';

const applications = (policy?: string): Texts => ({
  'a.yaml': application('platform', 'platform', policy),
  'b.yaml': application('pools', 'pools'),
  'platform/namespace.yaml': namespace,
  'pools/namespace.yaml': namespace.replace('seeds', 'pools'),
});

const kustomizations = (spec?: string): Texts => ({
  'a.yaml': kustomization('platform', spec),
  'b.yaml': kustomization('pools'),
  'platform/namespace.yaml': namespace,
  'pools/namespace.yaml': namespace.replace('seeds', 'pools'),
});

const classes: Texts = { 'classes/class.yaml': nodeClass };

const warnings = async (from: Texts, to: Texts): Promise<string[]> => {
  const { review } = await reviewOfTexts({ ...classes, ...from }, { ...classes, ...to }, { renderer });
  return review.findings
    .filter(({ isNew, diagnostic }) => isNew && diagnostic.code === 'render/other-owner')
    .map(({ diagnostic }) => `${diagnostic.severity} ${diagnostic.span.file}: ${diagnostic.message}`);
};

const destroyed =
  'warning pools/seeds.yaml: The next apply of Terraform destroys NodePool `seeds` and with it its nodes: this file defines what `';

test.each(Object.entries(resources))('Terraform destroys what YAML defines from now on, as %s', async (_, resource) => {
  const found = await warnings(
    { 'infra/main.tf': cluster + resource },
    { 'infra/main.tf': cluster, 'pools/seeds.yaml': nodePool() },
  );
  expect(found).toEqual([expect.stringContaining(destroyed)]);
});

test('the place is that of the file, also if another Terraform root creates it', async () => {
  const found = await warnings(
    { 'infra/main.tf': cluster + resources.kubectl_manifest!, 'nodes/main.tf': '' },
    { 'infra/main.tf': cluster, 'nodes/main.tf': resources.kubectl_manifest! },
  );
  expect(found).toEqual([expect.stringContaining('warning nodes/main.tf: The next apply of Terraform destroys')]);
});

const forgotten = (from: string): string => `removed {\n  from = ${from}\n  lifecycle {\n    destroy = false\n  }\n}\n`;
const kubectl = resources.kubectl_manifest!;

test.each<[string, Texts, Texts]>([
  [
    'an Application gets a path that nothing here evaluates',
    { ...applications(), 'platform/seeds.yaml': nodePool() },
    {
      ...applications(),
      'a.yaml': application('platform', '\'{{ if eq .env "x" }}platform{{ end }}\''),
      'pools/seeds.yaml': nodePool(),
    },
  ],
  [
    'Terraform forgets it',
    { 'infra/main.tf': cluster + kubectl },
    { 'infra/main.tf': cluster + forgotten('kubectl_manifest.seeds'), 'pools/seeds.yaml': nodePool() },
  ],
  [
    'Terraform only applies it',
    { 'infra/main.tf': cluster + kubectl.replace('yaml_body', 'apply_only = true\n  yaml_body') },
    { 'infra/main.tf': cluster, 'pools/seeds.yaml': nodePool() },
  ],
  [
    'the Terraform root goes with it',
    { 'infra/main.tf': cluster + kubectl },
    { 'terraform/main.tf': cluster + kubectl },
  ],
  [
    'it has another place in the same root',
    { 'infra/main.tf': cluster + kubectl },
    { 'infra/main.tf': cluster, 'infra/pools.tf': kubectl },
  ],
  [
    'the Application does not prune',
    { ...applications('automated: {}'), 'platform/seeds.yaml': nodePool() },
    { ...applications('automated: {}'), 'pools/seeds.yaml': nodePool() },
  ],
  [
    'an annotation keeps it from being pruned',
    { ...applications(), 'platform/seeds.yaml': nodePool('argocd.argoproj.io/sync-options: Prune=false') },
    { ...applications(), 'pools/seeds.yaml': nodePool('argocd.argoproj.io/sync-options: Prune=false') },
  ],
  [
    'the Application has another folder',
    { 'a.yaml': application('pools', 'platform'), 'platform/seeds.yaml': nodePool() },
    { 'a.yaml': application('pools', 'pools'), 'pools/seeds.yaml': nodePool() },
  ],
  [
    'the Application is removed and has no finalizer',
    { 'a.yaml': application('platform', 'platform'), 'platform/seeds.yaml': nodePool() },
    { 'b.yaml': application('pools', 'pools'), 'pools/seeds.yaml': nodePool() },
  ],
  [
    'the Kustomization does not prune',
    { ...kustomizations('prune: false'), 'platform/seeds.yaml': nodePool() },
    { ...kustomizations('prune: false'), 'pools/seeds.yaml': nodePool() },
  ],
  [
    'it has another file in the same folder',
    { ...applications(), 'platform/seeds.yaml': nodePool() },
    { ...applications(), 'platform/other.yaml': nodePool() },
  ],
])('nothing deletes it: %s', async (_, from, to) => {
  expect(await warnings(from, to)).toEqual([]);
});

const reading: Readonly<Record<string, string>> = {
  kubectl_manifest: 'resource "kubectl_manifest" "seeds" {\n  yaml_body = file("${path.module}/seeds.yaml")\n}\n',
  kubernetes_manifest:
    'resource "kubernetes_manifest" "seeds" {\n  manifest = yamldecode(file("${path.module}/../pools/seeds.yaml"))\n}\n',
  'kubernetes_manifest of a mapping':
    'resource "kubernetes_manifest" "seeds" {\n  manifest = [for f in fileset(path.module, "*.yaml") : yamldecode(file("${path.module}/${f}"))][0]\n}\n',
};

test.each(Object.entries(reading))('the same resource reads it from a file from now on: %s', async (kind, now) => {
  const file = now.includes('../pools') ? 'pools/seeds.yaml' : 'infra/seeds.yaml';
  const from = { 'infra/main.tf': cluster + resources[kind]! };
  const to = { 'infra/main.tf': cluster + now, [file]: nodePool() };
  expect(await warnings(from, to)).toEqual([]);
  expect(await warnings(to, from)).toEqual([]);
  // Another root that reads the file keeps nothing in the state of this one.
  expect(
    await warnings(
      { ...from, 'nodes/main.tf': '' },
      { 'infra/main.tf': cluster, 'nodes/main.tf': now, ...seedsOf(file) },
    ),
  ).toHaveLength(1);
});

const seedsOf = (file: string): Texts => ({ [file.replace('infra/', 'nodes/')]: nodePool() });

const raced = (owner: string): string =>
  `warning pools/seeds.yaml: ${owner} deletes NodePool \`seeds\` and with it its nodes if it is the first to sync, because it no longer applies what this file has`;

test.each<[string, Texts, Texts, string]>([
  [
    'an Application and another one',
    { ...applications(), 'platform/seeds.yaml': nodePool() },
    { ...applications(), 'pools/seeds.yaml': nodePool() },
    'Application `argocd/platform`',
  ],
  [
    'a Kustomization and another one',
    { ...kustomizations(), 'platform/seeds.yaml': nodePool() },
    { ...kustomizations(), 'pools/seeds.yaml': nodePool() },
    'Kustomization `flux-system/platform`',
  ],
])('the old owner may be the first: %s', async (_, from, to, owner) => {
  expect(await warnings(from, to)).toEqual([raced(owner)]);
});

const finalized = ', finalizers: [resources-finalizer.argocd.argoproj.io]';

const applied = (...definitions: readonly string[]): Texts => ({
  'a.yaml': definitions.join('---\n'),
  'pools/seeds.yaml': nodePool(),
});

test('an Application with a finalizer goes, and another one has another folder', async () => {
  const from = {
    'a.yaml': application('platform', 'platform', '', finalized),
    'platform/seeds.yaml': nodePool(),
    'platform/class.yaml': nodeClass.replace('name: seeds', 'name: bulbs'),
  };
  const to = {
    'b.yaml': application('pools', 'pools'),
    'pools/seeds.yaml': nodePool(),
    'pools/class.yaml': nodeClass.replace('name: seeds', 'name: bulbs'),
  };
  expect(await warnings(from, to)).toEqual([
    'warning pools/seeds.yaml: The change removes Application `argocd/platform`, whose finalizer deletes NodePool `seeds`, EC2NodeClass `bulbs` and with the NodePool its nodes, unless what applies this file now has synced before',
  ]);
  expect(await warnings({ ...from, 'a.yaml': application('platform', 'platform') }, to)).toEqual([]);
});

test('an Application with a finalizer has another name, and the same folder', async () => {
  const found = await warnings(
    applied(application('pools', 'pools', '', finalized)),
    applied(application('nodes', 'pools', '', finalized)),
  );
  expect(found).toEqual([
    'warning pools/seeds.yaml: The change removes Application `argocd/pools`, whose finalizer deletes NodePool `seeds` and with it its nodes, unless Application `argocd/nodes` has synced before',
  ]);
});

const inClusters = (folders: readonly string[], name: string): Texts => ({
  ...Object.fromEntries(folders.map((folder) => [`${folder}/a.yaml`, application(name, 'pools', '', finalized)])),
  'pools/kustomization.yaml': 'resources: [seeds.yaml]\n',
  'pools/seeds.yaml': nodePool(),
});

test('an Application of one of two clusters has its file in another folder', async () => {
  const from = inClusters(['clusters/prod/apps', 'clusters/dev/apps'], 'pools');
  expect(await warnings(from, inClusters(['clusters/prod/teams', 'clusters/dev/apps'], 'pools'))).toEqual([]);
  expect(await warnings(from, inClusters(['clusters/prod/apps', 'clusters/dev/apps'], 'nodes'))).not.toEqual([]);
});

test.each<[string, Texts, Texts]>([
  ['it has no finalizer', applied(application('pools', 'pools')), applied(application('nodes', 'pools'))],
  [
    'another Application applies the folder on both sides',
    applied(application('pools', 'pools', '', finalized), application('all', 'pools')),
    applied(application('nodes', 'pools', '', finalized), application('all', 'pools')),
  ],
  [
    'the new one applies it to another cluster',
    applied(application('pools', 'pools', '', finalized)),
    applied(application('nodes', 'pools', '', finalized).replace('https://kubernetes.default.svc', 'https://other')),
  ],
])('a new name of an Application deletes nothing: %s', async (_, from, to) => {
  expect(await warnings(from, to)).toEqual([]);
});

const plugin = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: device-plugin, namespace: kube-system }
spec:
  selector: { matchLabels: { app: device-plugin } }
  template:
    metadata: { labels: { app: device-plugin } }
    spec: { containers: [{ name: plugin, image: device-plugin }] }
`;

const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: shop, namespace: shop }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: shop } } }
`;

const renamed = (definition: (name: string) => string, text: string): readonly [Texts, Texts] => [
  { 'a.yaml': definition('pools'), 'pools/plugin.yaml': text },
  { 'a.yaml': definition('nodes'), 'pools/plugin.yaml': text },
];

const ofFlux =
  (spec?: string) =>
  (name: string): string =>
    kustomization(name, spec).replace(`path: ./${name}`, 'path: ./pools');

const ofArgo =
  (metadata: string) =>
  (name: string): string =>
    application(name, 'pools', 'automated: { prune: true }', metadata);

test.each<[string, readonly [Texts, Texts], string]>([
  [
    'a Kustomization with a DaemonSet',
    renamed(ofFlux(), plugin),
    'Kustomization `flux-system/pools`, whose finalizer deletes DaemonSet `device-plugin`, unless Kustomization `flux-system/nodes` has synced before',
  ],
  [
    'a Kustomization with a NodePool',
    renamed(ofFlux(), nodePool()),
    'Kustomization `flux-system/pools`, whose finalizer deletes NodePool `seeds` and with it its nodes, unless Kustomization `flux-system/nodes` has synced before',
  ],
  [
    'an Application with a PodDisruptionBudget',
    renamed(ofArgo(finalized), budget),
    'Application `argocd/pools`, whose finalizer deletes PodDisruptionBudget `shop`, unless Application `argocd/nodes` has synced before',
  ],
])('a new name deletes what nodes and pods need: %s', async (_, [from, to], text) => {
  expect(await warnings(from, to)).toEqual([`warning pools/plugin.yaml: The change removes ${text}`]);
});

test.each<[string, readonly [Texts, Texts]]>([
  ['a Kustomization that does not prune', renamed(ofFlux('prune: false'), plugin)],
  ['an Application without a finalizer', renamed(ofArgo(''), plugin)],
  ['an object that nothing here is about', renamed(ofFlux(), namespace.replace('Namespace', 'ConfigMap'))],
])('a new name that deletes nothing of nodes and pods: %s', async (_, [from, to]) => {
  expect(await warnings(from, to)).toEqual([]);
});

interface SetOptions {
  readonly metadata?: string;
  readonly policy?: string;
  readonly application?: string;
}

const finalizers = ', finalizers: [resources-finalizer.argocd.argoproj.io]';

const set = (
  name: string,
  { metadata = finalizers, policy = '', application: app = 'pools' }: SetOptions = {},
): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: ${name}, namespace: argocd }
spec:
  goTemplate: true
  generators: [{ list: { elements: [{ env: prod }] } }]
  template:
    metadata: { name: '${app}-{{ .env }}'${metadata} }
    spec:
      source: { repoURL: https://example.com/greenhouse.git, path: 'clusters/{{ .env }}', targetRevision: main }
      destination: { server: https://kubernetes.default.svc }
      syncPolicy: { automated: { prune: true } }
  syncPolicy: { ${policy} }
`;

const plainFolder: Texts = { 'clusters/prod/seeds.yaml': nodePool() };
const overlay: Texts = {
  ...plainFolder,
  'clusters/prod/kustomization.yaml': 'resources: [seeds.yaml]\n',
};
const lostWithSet =
  'The change removes ApplicationSet `argocd/nodes` and with it Application `argocd/pools-prod`, whose finalizer deletes NodePool `seeds` and with it its nodes. Only then can the other set create it again';

test.each<[what: string, folder: Texts, head: Texts, expected: readonly string[]]>([
  ['another name', plainFolder, { 'set.yaml': set('pools') }, [lostWithSet]],
  ['another name, with a kustomization', overlay, { 'set.yaml': set('pools') }, [lostWithSet]],
  ['another name and another file', plainFolder, { 'pools.yaml': set('pools') }, [lostWithSet]],
  ['the same name', plainFolder, { 'set.yaml': set('nodes', { policy: 'preserveResourcesOnDeletion: false' }) }, []],
  ['the same name in another file', plainFolder, { 'pools.yaml': set('nodes') }, []],
  ['a name that a template gives', plainFolder, { 'set.yaml': set("'{{ .Values.name }}'") }, []],
])('an ApplicationSet gets %s', async (_, folder, head, expected) => {
  const found = await warnings({ ...folder, 'set.yaml': set('nodes') }, { ...folder, ...head });
  expect(found.map((text) => text.slice(text.indexOf(': ') + 2))).toEqual(expected);
});

test.each<[what: string, options: SetOptions, count: number]>([
  // Argo CD adds the finalizer to what an ApplicationSet creates.
  ['no finalizer', { metadata: '' }, 1],
  ['objects that stay', { policy: 'preserveResourcesOnDeletion: true' }, 0],
  ['a policy without deletions', { policy: 'applicationsSync: create-update' }, 0],
])('an ApplicationSet with %s gets another name', async (_, options, count) => {
  const folder = { ...plainFolder, 'set.yaml': set('nodes', options) };
  expect(await warnings(folder, { ...plainFolder, 'set.yaml': set('pools', options) })).toHaveLength(count);
});

test('everything that goes with a renamed ApplicationSet is one finding', async () => {
  const folder = {
    ...plainFolder,
    'clusters/prod/class.yaml': nodeClass,
    'clusters/prod/more.yaml': nodePool().replace('name: seeds', 'name: bulbs'),
  };
  const found = await warnings({ ...folder, 'set.yaml': set('nodes') }, { ...folder, 'set.yaml': set('pools') });
  expect(found).toEqual([
    'warning clusters/prod/more.yaml: The change removes ApplicationSet `argocd/nodes` and with it Application `argocd/pools-prod`, whose finalizer deletes NodePool `bulbs`, NodePool `seeds`, EC2NodeClass `seeds` and with the NodePools their nodes. Only then can the other set create it again',
  ]);
});

test('an ApplicationSet that its own Application does not prune gets another name', async () => {
  const root = { 'root.yaml': application('root', 'sets', 'automated: { selfHeal: true }') };
  const found = await warnings(
    { ...plainFolder, ...root, 'sets/set.yaml': set('nodes') },
    { ...plainFolder, ...root, 'sets/set.yaml': set('pools') },
  );
  expect(found).toEqual([]);
});

const release = `resource "helm_release" "crds" {
  name       = "karpenter-crd"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter-crd"
  version    = "1.8.1"
}
`;

const staying = async (resource: string, address: string): Promise<readonly (string | undefined)[]> => {
  const { review } = await reviewOfTexts(
    { ...classes, 'infra/main.tf': cluster + resource },
    { ...classes, 'infra/main.tf': cluster + forgotten(address) },
    { renderer },
  );
  return review.findings
    .filter(({ diagnostic }) => diagnostic.code === 'render/stays')
    .map(({ diagnostic }) => diagnostic.help);
};

test('a release that Terraform forgets is not an object to delete', async () => {
  expect(await staying(release, 'helm_release.crds')).toEqual([
    expect.stringContaining('Before you run `helm uninstall`'),
  ]);
  expect(await staying(kubectl, 'kubectl_manifest.seeds')).toEqual([expect.stringContaining('`kubectl delete`')]);
});
