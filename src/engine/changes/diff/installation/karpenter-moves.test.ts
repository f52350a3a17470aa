import { expect, test } from 'vitest';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import type { Origin } from '../../../text/source.ts';
import { uninstalled } from './uninstalled.ts';

const objects = (text: string, origin?: Partial<Origin>): readonly Manifest[] =>
  parseManifests({ file: 'nodes/a.yaml', text, ...(origin && { origin: origin as Origin }) }, { set: {} }).manifests;

const release = (version = '1.8.1'): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: press}
spec: {chart: {spec: {chart: karpenter, version: ${version}}}}
`;
const terraform = (text: string): Manifest =>
  objects(text, {
    tool: 'terraform',
    trace: (start, end) => ({ span: { file: 'nodes/main.tf', start, end } }),
  } as Origin)[0]!;

const application = (source: string, name = 'press'): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: "${name}", namespace: argocd}
spec: {source: ${source}}
`;
const chart = '{repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: 1.9.0}';
const deployment = (image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: karpenter, namespace: kube-system}
spec: {template: {spec: {containers: [{name: controller, image: ${image}}]}}}
`;

const nothing = 'new-nodes: removed; nothing launches or replaces nodes anymore';

test.each<[string, head: string, expected: string]>([
  [
    'an Application',
    application(chart),
    'none: removed; Karpenter moves to Application `argocd/press`. Compare the values of both, and the versions: 1.8.1 before, 1.9.0 after',
  ],
  [
    'the same version',
    application(chart.replace('1.9.0', '1.8.1')),
    'none: removed; Karpenter moves to Application `argocd/press`. Compare the values of both',
  ],
  ['a HelmRelease', release(), 'none: removed; Karpenter moves to HelmRelease `press`. Compare the values of both'],
  [
    'the source code',
    application(
      '{repoURL: https://github.com/aws/karpenter-provider-aws, path: charts/karpenter, targetRevision: v1.9.0}',
    ),
    'none: removed; Karpenter moves to Application `argocd/press`. Compare the values of both, and the versions: 1.8.1 before, v1.9.0 after',
  ],
  [
    'a rendered controller',
    deployment('public.ecr.aws/karpenter/controller:1.9.0@sha256:0a'),
    'none: removed; Karpenter moves to Deployment `kube-system/karpenter`. Compare the values of both, and the versions: 1.8.1 before, 1.9.0 after',
  ],
  [
    'a chart of the repository',
    application('{repoURL: https://git.example.com/own, path: charts/karpenter, targetRevision: main}'),
    'unknown: removed; Application `argocd/press` probably installs Karpenter. Compare the values of both, and the versions: 1.8.1 before, unknown after',
  ],
  [
    'an Application without a name that is known',
    application('{repoURL: https://git.example.com/own, path: charts/karpenter}', '${region}.nodes'),
    'unknown: removed; the Application in `nodes/a.yaml` probably installs Karpenter. Compare the values of both, and the versions: 1.8.1 before, unknown after',
  ],
  ['NodePools alone', application('{repoURL: https://git.example.com/own, path: charts/karpenter-pools}'), nothing],
  [
    'the CRDs alone',
    application('{repoURL: https://github.com/aws/karpenter, path: pkg/apis/crds, targetRevision: v1.9.0}'),
    nothing,
  ],
  ['a Karpenter of another cloud', deployment('mcr.microsoft.com/aks/karpenter/controller:1.6.1'), nothing],
  ['nothing', '# empty', nothing],
])('a helm_release that is removed for %s', (_, head, expected) => {
  const found = uninstalled(terraform(release()), objects(head));
  expect(`${found?.effect}: ${found?.summary}`).toBe(expected);
  expect(found?.resource.kind).toBe('helm_release');
});

test('what is installed in another cluster may be another Karpenter', () => {
  const found = uninstalled(terraform(release()), objects(application(chart)), () => false);
  expect(`${found?.effect}: ${found?.summary}`).toBe(
    'unknown: removed; Application `argocd/press` installs Karpenter, if it is for this cluster. Compare the values of both, and the versions: 1.8.1 before, 1.9.0 after',
  );
});

test('what is in the same cluster comes first', () => {
  const head = objects(`${application(chart, 'there')}---\n${application(chart, 'here')}`);
  const found = uninstalled(terraform(release()), head, ({ name }) => name === 'here');
  expect(found?.summary).toMatch(/^removed; Karpenter moves to Application `argocd\/here`/);
});
