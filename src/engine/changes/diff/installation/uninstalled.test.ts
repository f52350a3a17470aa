import { expect, test } from 'vitest';
import { parseManifests } from '../../../manifest/parse.ts';
import { skippedCrds, uninstalled } from './uninstalled.ts';

const objects = (...texts: readonly string[]) =>
  texts.flatMap((text) => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests);

const flux = (chart: string, name = chart) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${name}, namespace: kube-system}
spec: {chart: {spec: {chart: ${chart}, version: 1.14.1}}}
`;
const argo = (chart: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${chart}}
spec: {source: {repoURL: public.ecr.aws/karpenter, chart: ${chart}, targetRevision: 1.14.1}}
`;
const definition = (name: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${name}}
`;

test.each<[string, gone: string, head: readonly string[], string | undefined]>([
  ['the chart of the CRDs, by Flux', flux('karpenter-crd'), [], 'delete'],
  ['the chart of the CRDs, by Argo CD, which never deletes CRDs', argo('karpenter-crd'), [flux('karpenter')], 'none'],
  ['the controller, by an Application without a finalizer', argo('karpenter'), [], 'none'],
  [
    'the controller, by an Application with a finalizer',
    argo('karpenter').replace('}', ', finalizers: [resources-finalizer.argocd.argoproj.io]}'),
    [],
    'new-nodes',
  ],
  [
    'the controller, by a release that is suspended',
    flux('karpenter').replace('{chart', '{suspend: true, chart'),
    [],
    'none',
  ],
  ['a CRD itself', definition('nodepools.karpenter.sh'), [], 'delete'],
  ['the CRDs for another release of them', flux('karpenter-crd'), [flux('karpenter-crd', 'other')], 'unknown'],
  ['a CRD for the chart', definition('nodepools.karpenter.sh'), [argo('karpenter-crd')], 'unknown'],
  [
    'CRDs that Helm keeps',
    `${flux('karpenter-crd').trimEnd().slice(0, -1)}, values: {additionalAnnotations: {helm.sh/resource-policy: keep}}}\n`,
    [],
    'none',
  ],
  ['the controller', flux('karpenter'), [flux('karpenter-crd')], 'new-nodes'],
  ['the controller for another release of it', flux('karpenter'), [flux('karpenter', 'other')], 'unknown'],
  [
    'the controller for two other releases',
    flux('karpenter'),
    [flux('karpenter', 'a'), flux('karpenter', 'b')],
    undefined,
  ],
  ['the controller for one of another tool', flux('karpenter'), [argo('karpenter')], 'none'],
  ['another chart', flux('podinfo'), [], undefined],
  ['another CRD', definition('certificates.cert-manager.io'), [], undefined],
])('%s', (_, gone, head, expected) => {
  expect(uninstalled(objects(gone)[0]!, objects(...head))?.effect).toBe(expected);
});

test('another namespace of the release is another release, whose roles trust another service account', () => {
  const [before, after] = objects(flux('karpenter'), flux('karpenter').replace('kube-system', 'karpenter'));
  expect(uninstalled(before!, [after!])).toMatchObject({
    reinstallsKarpenter: true,
    remark: expect.stringContaining('trust the service account in `kube-system` have to trust the one in `karpenter`'),
  });

  const renamed = objects(flux('karpenter', 'other'))[0]!;
  expect(uninstalled(before!, [renamed])?.remark).not.toContain('Roles');

  const elsewhere = parseManifests({ file: 'b.yaml', text: flux('karpenter', 'other') }, { set: {} }).manifests;
  expect(uninstalled(before!, elsewhere)).toBeUndefined();
});

test('the controller, while a script names Karpenter from now on, which nobody may run', () => {
  const script = { file: 'setup.sh', version: '1.4.0' };
  const [release, crds] = objects(flux('karpenter'), flux('karpenter-crd'));
  const change = uninstalled(release!, [], () => true, script);
  expect(change).toMatchObject({
    effect: 'unknown',
    summary:
      'removed; `setup.sh` names Karpenter 1.4.0 and may install it. If nobody runs it, nothing launches or replaces nodes anymore',
  });
  expect(change).not.toHaveProperty('endsKarpenter');
  expect(uninstalled(crds!, [], () => true, script)?.effect).toBe('delete');
});

const installing = (helm: string, automated = '{prune: true}') => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: press}
spec:
  source: {repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: 1.14.1${helm}}
  syncPolicy: {automated: ${automated}}
`;
const inSources = (helm: string) =>
  installing(helm).replace(/source: (.*)$/m, 'sources: [$1, {repoURL: https://git.example.com/own, ref: values}]');

test.each<[string, base: string, head: string, others: readonly string[], string | undefined]>([
  ['prunes', installing(''), installing(', helm: {skipCrds: true}'), [], 'delete'],
  ['prunes one of several sources', inSources(''), inSources(', helm: {skipCrds: true}'), [], 'delete'],
  [
    'brought them explicitly',
    installing(', helm: {skipCrds: false}'),
    installing(', helm: {skipCrds: true}'),
    [],
    'delete',
  ],
  ['does not prune', installing('', '{}'), installing(', helm: {skipCrds: true}', '{}'), [], 'none'],
  [
    'may prune',
    installing('', '{prune: "${prune}"}'),
    installing(', helm: {skipCrds: true}', '{prune: "${prune}"}'),
    [],
    'unknown',
  ],
  [
    'leaves them to the chart of the CRDs',
    installing(''),
    installing(', helm: {skipCrds: true}'),
    [argo('karpenter-crd')],
    'unknown',
  ],
  [
    'leaves them to the source code of Karpenter',
    installing(''),
    installing(', helm: {skipCrds: true}'),
    [
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ink}\nspec: {source: {repoURL: https://github.com/aws/karpenter-provider-aws, path: pkg/apis/crds, targetRevision: v1.14.1}}\n',
    ],
    'unknown',
  ],
  ['never brought them', installing(', helm: {skipCrds: true}'), installing(', helm: {skipCrds: true}'), [], undefined],
  ['brings them from now on', installing(', helm: {skipCrds: true}'), installing(''), [], undefined],
  [
    'is of another chart',
    installing('').replaceAll('karpenter', 'podinfo'),
    installing(', helm: {skipCrds: true}').replaceAll('karpenter', 'podinfo'),
    [],
    undefined,
  ],
])('an Application that skips the CRDs of its chart and %s', (_, before, after, others, expected) => {
  const [base, head, ...rest] = objects(before, after, ...others);
  expect(skippedCrds({ base: base!, head: head! }, [head!, ...rest])?.effect).toBe(expected);
});

test('Flux never deletes the CRDs of a chart that it skips', () => {
  const [base, head] = objects(
    flux('karpenter'),
    flux('karpenter').replace('{chart', '{upgrade: {crds: Skip}, install: {crds: Skip}, chart'),
  );
  expect(skippedCrds({ base: base!, head: head! }, [head!])).toBeUndefined();
});

test.each<[before: string, after: string, expected: string | undefined]>([
  ['true', 'false', 'unknown'],
  ['false', 'true', undefined],
  ['false', 'false', undefined],
])('a kustomization with the chart and `includeCRDs` %s, then %s', (before, after, expected) => {
  const charts = (includes: string) =>
    `kind: Kustomization\nhelmCharts: [{name: karpenter, version: 1.14.1, includeCRDs: ${includes}}]\n`;
  const [base, head] = [before, after].map(
    (includes) => parseManifests({ file: 'kustomization.yaml', text: charts(includes) }, { set: {} }).manifests[0]!,
  );
  expect(skippedCrds({ base: base!, head: head! }, [head!])?.effect).toBe(expected);
});
