import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that take a Namespace out of git. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const namespace = (annotations = ''): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: orchard${annotations && `, annotations: { ${annotations} }`} }\n`;

const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: orchard }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: orchard }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: press, namespace: orchard }
spec:
  replicas: 2
  selector: { matchLabels: { app: press } }
  template:
    metadata: { labels: { app: press } }
    spec:
      containers:
        - { name: press, image: example.com/press:1, resources: { requests: { cpu: 500m, memory: 512Mi } } }
`;

const application = (policy: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shared, namespace: argocd }
spec:
  source: { repoURL: https://example.com/orchard.git, path: shared, targetRevision: main }
  destination: { server: https://kubernetes.default.svc }
  syncPolicy: { ${policy} }
`;

const kept: Texts = { 'pools/pool.yaml': nodePool, 'apps/press.yaml': deployment, 'shared/other.yaml': 'a: b\n' };
const found = async (from: Texts, to: Texts): Promise<string[]> => {
  const { review } = await reviewOfTexts({ ...kept, ...from }, { ...kept, ...to }, { renderer });
  return review.findings
    .filter(({ diagnostic }) => diagnostic.code === 'render/deletes-namespace')
    .map(({ diagnostic }) => `${diagnostic.severity} ${diagnostic.span.file}: ${diagnostic.message}`);
};

const pruning = application('automated: { prune: true }');

test('an Application that prunes deletes the Namespace with its workloads', async () => {
  expect(await found({ 'a.yaml': pruning, 'shared/namespace.yaml': namespace() }, { 'a.yaml': pruning })).toEqual([
    'error apps/press.yaml: The change deletes Namespace `orchard` with everything in it, also Deployment `press`',
  ]);
});

test('without a known applier, it is a warning', async () => {
  expect(await found({ 'shared/namespace.yaml': namespace() }, {})).toEqual([
    'warning apps/press.yaml: Deployment `press` is deleted if something prunes Namespace `orchard`, which the change takes out of git',
  ]);
});

const manual = application('automated: {}');

test.each<[string, Texts, Texts]>([
  ['the Application does not prune', { 'a.yaml': manual, 'shared/namespace.yaml': namespace() }, { 'a.yaml': manual }],
  [
    'an annotation keeps it',
    {
      'a.yaml': pruning,
      'shared/namespace.yaml': namespace('argocd.argoproj.io/sync-options: Prune=false'),
    },
    { 'a.yaml': pruning },
  ],
  ['another file has it', { 'shared/namespace.yaml': namespace() }, { 'apps/namespace.yaml': namespace() }],
  [
    'it is that of another cluster',
    { 'envs/dev/namespace.yaml': namespace(), 'envs/prod/press.yaml': deployment, 'apps/press.yaml': '' },
    { 'envs/prod/press.yaml': deployment, 'apps/press.yaml': '' },
  ],
  ['its workloads go, too', { 'shared/namespace.yaml': namespace() }, { 'apps/press.yaml': '' }],
])('nothing is lost: %s', async (_, from, to) => {
  expect(await found(from, to)).toEqual([]);
});

test('a change that deletes the Namespace of a release', async () => {
  const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: cider, namespace: orchard }
spec: { chart: { spec: { chart: cider, sourceRef: { kind: HelmRepository, name: cider } } } }
`;
  const others: Texts = { 'apps/press.yaml': 'a: b\n', 'apps/cider.yaml': release, 'a.yaml': pruning };
  expect(await found({ ...others, 'shared/ns.yaml': namespace() }, others)).toEqual([
    'error apps/cider.yaml: The change deletes Namespace `orchard` with everything in it, also HelmRelease `cider`',
  ]);
  const isKept = namespace('argocd.argoproj.io/sync-options: Prune=false');
  expect(await found({ ...others, 'shared/ns.yaml': isKept }, others)).toEqual([]);
});
