import { beforeAll, expect, test } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { defaultBounds } from '../src/io/render/render-bounds.ts';
import { findNamed, RootRenderer } from '../src/io/render/side-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that copy a NodePool and keep its name, on a machine without kustomize. */

let renderer: RenderMethod;
beforeAll(async () => {
  const tools = await findNamed(new Set(['kustomize', 'helm']), { path: '/nowhere', mustIsolate: false });
  renderer = new RootRenderer({ tools, mustIsolate: false, bounds: { ...defaultBounds, seconds: 60 } });
});

const nodePool = (family: string, name = 'general'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.k8s.aws/instance-family, operator: In, values: [${family}] }]
`;

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
`;

const files: Texts = { 'pools/class.yaml': nodeClass, 'pools/general.yaml': nodePool('m6i') };
const listed = (...resources: string[]): Texts => ({
  'pools/kustomization.yaml': `resources: [${['class.yaml', 'general.yaml', ...resources].join(', ')}]\n`,
});

const application: Texts = {
  'argocd/pools.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: pools, namespace: argocd }
spec:
  project: default
  source: { repoURL: "https://github.com/acme/shop", path: pools, targetRevision: main }
  destination: { server: "https://kubernetes.default.svc", namespace: karpenter }
`,
};

const kustomization: Texts = {
  'flux/pools.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: pools, namespace: flux-system }
spec:
  interval: 10m
  path: ./pools
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`,
};

const copy: Texts = { 'pools/general-copy.yaml': nodePool('c6i') };

test.each<[what: string, base: Texts, head: Texts, message: string]>([
  ['a kustomization', listed(), { ...listed('general-copy.yaml'), ...copy }, 'so kustomize refuses to build `pools`'],
  [
    'a Kustomization of Flux',
    kustomization,
    { ...kustomization, ...copy },
    'so kustomize refuses to build Kustomization `flux-system/pools`',
  ],
  [
    'an Application',
    application,
    { ...application, ...copy },
    'and Application `argocd/pools` applies both files: the definition that is applied last overwrites the other',
  ],
  [
    'the same content for kustomize',
    listed(),
    { ...listed('general-copy.yaml'), 'pools/general-copy.yaml': nodePool('m6i') },
    'so kustomize refuses to build `pools`',
  ],
])('two objects of one name are a mistake if something applies both: %s', async (_, base, head, message) => {
  const report = await reviewOfTexts({ ...files, ...base }, { ...files, ...head }, { renderer });
  expect(summaryLine(report)).toContain(`Blocked: NodePool \`general\` is also defined in`);
  expect(summaryLine(report)).toContain(message);
  expect(report.review.environments).toEqual([]);
});

test.each<[what: string, base: Texts, head: Texts]>([
  ['another name', listed(), { ...listed('compute.yaml'), 'pools/compute.yaml': nodePool('c6i', 'compute') }],
  ['a file that is not listed', listed(), { ...listed(), ...copy }],
  ['the same content for Argo CD', application, { ...application, 'pools/general-copy.yaml': nodePool('m6i') }],
  [
    'files of environments that nothing applies together',
    { 'pools/general-dev.yaml': nodePool('c6i') },
    { 'pools/general-dev.yaml': nodePool('c7i') },
  ],
])('objects of one name are no mistake: %s', async (_, base, head) => {
  const report = await reviewOfTexts({ ...files, ...base }, { ...files, ...head }, { renderer });
  expect(report.verdict.result).not.toBe('block');
  expect(summaryLine(report)).not.toContain('also defined');
});
