import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that take the definition of a kind out of git. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const crd = (kind: string, group: string, annotations = ''): string =>
  `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.${group}${annotations && `, annotations: { ${annotations} }`} }
spec:
  group: ${group}
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s, singular: ${kind.toLowerCase()}, listKind: ${kind}List }
  scope: Namespaced
  versions: [{ name: v2, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }]
`;

const releases = crd('HelmRelease', 'helm.toolkit.fluxcd.io');
const release = (name: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: orchard }
spec: { chart: { spec: { chart: cider, sourceRef: { kind: HelmRepository, name: cider } } } }
`;

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

const kustomization = (prune: boolean): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: shared, namespace: flux-system }
spec: { path: ./shared, prune: ${prune}, interval: 10m, sourceRef: { kind: GitRepository, name: flux-system } }
`;

const kept: Texts = {
  'pools/pool.yaml': nodePool,
  'apps/cider.yaml': release('cider'),
  'apps/juice.yaml': release('juice'),
  'shared/other.yaml': 'a: b\n',
};
const reported = async (from: Texts, to: Texts): Promise<string[]> => {
  const { review } = await reviewOfTexts({ ...kept, ...from }, { ...kept, ...to }, { renderer });
  return review.findings
    .filter(({ diagnostic }) => diagnostic.code === 'render/deletes-kind')
    .map(({ diagnostic }) => `${diagnostic.severity} ${diagnostic.span.file}: ${diagnostic.message}`);
};

test('a Kustomization that prunes deletes the definition of HelmReleases with them', async () => {
  const flux: Texts = { 'flux.yaml': kustomization(true) };
  expect(await reported({ ...flux, 'shared/crds.yaml': releases }, flux)).toEqual([
    'error apps/cider.yaml: The change deletes the definition `helmreleases.helm.toolkit.fluxcd.io`. The API server then deletes each HelmRelease, also `cider`, `juice`, with what they applied',
  ]);
});

test('without a known applier, it is a warning', async () => {
  expect(await reported({ 'crds.yaml': releases }, {})).toEqual([
    'warning apps/cider.yaml: HelmRelease `cider`, `juice` are deleted if something prunes the definition `helmreleases.helm.toolkit.fluxcd.io`, which the change takes out of git, with what they applied',
  ]);
});

test.each<[string, Texts, Texts]>([
  [
    'the Kustomization does not prune',
    { 'flux.yaml': kustomization(false), 'shared/crds.yaml': releases },
    { 'flux.yaml': kustomization(false) },
  ],
  [
    'an annotation keeps it',
    { 'crds.yaml': crd('HelmRelease', 'helm.toolkit.fluxcd.io', 'helm.sh/resource-policy: keep') },
    {},
  ],
  ['another file has it', { 'shared/crds.yaml': releases }, { 'crds/all.yaml': releases }],
  ['its objects go, too', { 'crds.yaml': releases }, { 'apps/cider.yaml': 'a: b\n', 'apps/juice.yaml': 'a: b\n' }],
])('nothing is lost: %s', async (_, from, to) => {
  expect(await reported(from, to)).toEqual([]);
});
