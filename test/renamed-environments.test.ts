import { beforeAll, expect, test } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that rename the folder of an environment, or a namespace. Objects are still there. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: general }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m6i] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
`;

const deployment = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: app
          image: web
          resources: { requests: { cpu: "1", memory: 2Gi } }
`;

const environment = (folder: string, replicas = 3): Texts => ({
  [`${folder}/nodes.yaml`]: nodePool,
  [`${folder}/apps/web.yaml`]: deployment(replicas),
});

const kustomized = (folder: string, replicas = 3): Texts => ({
  ...environment(folder, replicas),
  [`${folder}/kustomization.yaml`]: 'resources: [nodes.yaml, apps/web.yaml]\n',
});

const application = (path: string): Texts => ({
  'argocd/shop.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  source: { repoURL: "https://github.com/acme/shop", path: ${path}, targetRevision: main, directory: { recurse: true } }
  destination: { server: "https://kubernetes.default.svc", namespace: shop }
  syncPolicy: { automated: { prune: true } }
`,
});

const staging = environment('clusters/staging', 1);

test.each<[what: string, base: Texts, head: Texts]>([
  ['plain manifests', environment('clusters/prod'), environment('clusters/production')],
  ['a kustomization', kustomized('overlays/prd'), kustomized('overlays/prod')],
  ['another folder above it', environment('prod-eu'), environment('clusters/production-eu')],
  [
    'what an Application applies',
    { ...environment('clusters/prod'), ...application('clusters/prod') },
    { ...environment('clusters/production'), ...application('clusters/production') },
  ],
])('an environment in another spelling keeps its objects: %s', async (_, base, head) => {
  const report = await reviewOfTexts({ ...staging, ...base }, { ...staging, ...head }, { renderer });
  expect(report.review.changes).toEqual([]);
  expect(summaryLine(report)).not.toMatch(/Deletes|deleted/);
});

test('a renamed environment only has what is edited', async () => {
  const { review } = await reviewOfTexts(
    { ...staging, ...environment('clusters/prod', 3) },
    { ...staging, ...environment('clusters/production', 5) },
    { renderer },
  );
  expect(review.changes.map(({ type, resource: { kind } }) => `${type} ${kind}`)).toEqual(['modified Deployment']);
});

test.each<[what: string, base: Texts, head: Texts]>([
  ['the environment is removed', environment('clusters/prod'), {}],
  ['another environment comes', environment('clusters/prod'), environment('clusters/dev')],
  [
    'the other spelling was there before',
    { ...environment('clusters/prod'), ...environment('clusters/production') },
    environment('clusters/production'),
  ],
])('workloads of an environment that is gone are deleted: %s', async (_, base, head) => {
  const report = await reviewOfTexts({ ...staging, ...base }, { ...staging, ...head }, { renderer });
  expect(summaryLine(report)).toMatch(/Deletes the only workload in prod/);
});

/** A cluster whose Kustomization renders a HelmRelease, with a chart of the repository. Every cluster has a release of the same name. */
const released = (folder: string, cluster: string, path = `./${folder}`): Texts => ({
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
  'charts/web/templates/web.yaml': deployment(3),
  [`flux/${cluster}.yaml`]: `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${cluster}, namespace: flux-system }
spec: { path: ${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`,
  [`${folder}/kustomization.yaml`]: 'resources: [nodes.yaml, web.yaml]\n',
  [`${folder}/nodes.yaml`]: nodePool,
  [`${folder}/web.yaml`]: `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: shop }
spec: { chart: { spec: { chart: ./charts/web, sourceRef: { kind: GitRepository, name: flux-system } } } }
`,
});

test.each<[what: string, before: string, after: string]>([
  ['in another spelling', 'clusters/prod', 'clusters/production'],
  ['with a region', 'clusters/prod', 'clusters/prod-eu'],
  ['with a name of no environment', 'clusters/prod', 'clusters/live'],
  ['from one such name to another', 'clusters/blue', 'clusters/green'],
])('what a HelmRelease of a renamed folder renders stays: %s', async (_, before, after) => {
  for (const others of [{}, released('clusters/staging', 'staging')]) {
    const [base, head] = [before, after].map((folder) => ({ ...others, ...released(folder, 'main') }));
    const report = await reviewOfTexts(base!, head!, { renderer });
    expect(report.review.changes).toEqual([]);
    expect(summaryLine(report)).toMatch(/^This change affects nothing/);
  }
});

test.each<[what: string, head: Texts]>([
  ['the Kustomization of another environment is new', released('clusters/dev', 'dev')],
  [
    'the Kustomization applies a folder without the release',
    {
      ...released('clusters/live', 'main'),
      'clusters/live/kustomization.yaml': 'resources: [nodes.yaml]\n',
    },
  ],
])('a HelmRelease that is gone is deleted: %s', async (_, head) => {
  const others = released('clusters/staging', 'staging');
  const base = { ...others, ...released('clusters/prod', 'main') };
  const report = await reviewOfTexts(base, { ...others, ...head }, { renderer });
  const removed = report.review.changes.filter(({ type }) => type === 'removed');
  expect(removed.map(({ resource: { kind } }) => kind)).toContain('Deployment');
});

/** A workload that no NodePool can run. */
const unschedulable = (namespace: string, folder: string, pool = 'nowhere'): Texts => ({
  'nodes.yaml': nodePool,
  [`${folder}/web.yaml`]: deployment(2)
    .replace('namespace: shop', `namespace: ${namespace}`)
    .replace('      containers:', `      nodeSelector: { karpenter.sh/nodepool: ${pool} }\n      containers:`),
});

test.each<[what: string, base: Texts, head: Texts]>([
  ['in its file', unschedulable('shop', 'apps'), unschedulable('store', 'apps')],
  ['with its folder', unschedulable('shop', 'apps/shop'), unschedulable('store', 'apps/store')],
  ['to another folder', unschedulable('shop', 'apps/shop'), unschedulable('store', 'platform/stores')],
])('a workload that changes its namespace has the findings that it had before: %s', async (_, base, head) => {
  const report = await reviewOfTexts(base, head, { renderer });
  const { findings } = report.review;
  expect(findings.map(({ diagnostic: { code }, isNew }) => `${isNew ? 'new' : 'old'} ${code}`)).toContain(
    'old provisioning/pod-unschedulable',
  );
  expect(findings.filter(({ isNew }) => isNew)).toEqual([]);
});

test('the new namespace of a workload is the headline, and not what was wrong before', async () => {
  const [base, same, other] = [
    unschedulable('shop', 'apps/shop', 'general'),
    unschedulable('store', 'apps/store', 'general'),
    unschedulable('store', 'apps/store'),
  ];
  const lineOf = async (before: Texts, after: Texts) => summaryLine(await reviewOfTexts(before, after, { renderer }));

  expect(await lineOf(unschedulable('shop', 'apps/shop'), other)).toMatch(
    /^Deletes Deployment `shop\/web` \(2 pods\) and creates it again in namespace `store`/,
  );
  expect(await lineOf(base, same)).toMatch(/^Deletes Deployment `shop\/web`/);
  expect(await lineOf(base, other)).toMatch(/^2 pods of `store\/web` fit no NodePool/);
});

test('a script of CI that only names the renamed folder takes nothing from it', async () => {
  const script = (folder: string, more = ''): Texts => ({
    'scripts/validate.sh': `for d in ${folder} clusters/staging; do\n  kustomize build "$d" | kubeconform -strict\ndone\n${more}`,
  });
  const all = (folder: string, more?: string): Texts => ({
    ...staging,
    ...environment(folder),
    ...application(folder),
    ...script(folder, more),
  });

  const renamed = await reviewOfTexts(all('clusters/blue'), all('clusters/green'), { renderer });
  expect(summaryLine(renamed)).toMatch(/^This change affects nothing/);
  const edited = await reviewOfTexts(all('clusters/blue'), all('clusters/green', 'kubectl apply -f extra.yaml\n'), {
    renderer,
  });
  expect(summaryLine(edited)).toContain('plumbline cannot tell');
});
