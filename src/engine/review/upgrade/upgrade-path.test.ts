import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import type { Source } from '../../text/source.ts';
import type { SourceSet } from '../context/source-set.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

/** The findings about versions that cannot follow each other. */
function paths(before: SourceSet, after: SourceSet): string[] {
  const settings = { ...defaultSettings, region: 'us-east-1' };
  const { findings } = review({ base: before, head: after, settings, facts, version: 'test', figures: null });
  return findings.flatMap(({ diagnostic: { code, severity, message } }) =>
    code === 'upgrade/path' ? [`${severity} ${message.split('. ')[0]!}`] : [],
  );
}

/** The errors about upgrades that skip a version. */
const refused = (before: SourceSet, after: SourceSet): string[] =>
  paths(before, after).filter((text) => text.startsWith('error'));

const setOf = (sources: readonly Source[], hintSources: readonly Source[] = []): SourceSet => ({
  sources,
  hintSources,
  diagnostics: [],
});

const application = (repository: string, version: string): SourceSet =>
  setOf([
    {
      file: 'karpenter.yaml',
      text: `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: karpenter, namespace: argocd}
spec:
  source: {repoURL: '${repository}', chart: karpenter, targetRevision: ${version}}
  destination: {namespace: kube-system}
`,
    },
  ]);

const [registry, oldRegistry] = ['public.ecr.aws/karpenter', 'https://charts.karpenter.sh'];

test.each([
  ['a version that ran', application(registry, '0.37.0'), 1],
  ['a version that the repository does not have', application(oldRegistry, '0.37.0'), 0],
  ['a version with a `v` that no registry has', application(registry, 'v0.37.0'), 0],
  ['an old version of the old repository', application(oldRegistry, '0.16.3'), 1],
])('Karpenter after %s', (_, before, count) => {
  expect(refused(before, application(registry, '1.9.0'))).toHaveLength(count);
});

const cluster = (kind: string, spec: string, version: string): SourceSet =>
  setOf(
    [{ file: 'eks', text: `apiVersion: terraform/v1\nkind: ${kind}\nmetadata: {name: this}\nspec: {${spec}}\n` }],
    [{ file: 'main.tf', text: `cluster_version = "${version}"\n` }],
  );
const eks = (name: string, version: string): SourceSet =>
  cluster('aws_eks_cluster', `name: ${name}, version: "${version}"`, version);
const module = (name: string, version: string): SourceSet =>
  cluster(
    'module',
    `source: terraform-aws-modules/eks/aws, cluster_name: ${name}, cluster_version: "${version}"`,
    version,
  );

test.each([
  ['the same cluster', eks('demo', '1.31'), eks('demo', '1.33'), 1],
  ['a cluster that is created again', eks('demo', '1.31'), eks('shop', '1.33'), 0],
  ['a cluster of a module that is created again', module('demo', '1.31'), module('shop', '1.33'), 0],
  ['a cluster whose name is unknown', module('demo', '1.31'), module('"${var.name}"', '1.33'), 1],
])('Kubernetes of %s', (_, before, after, count) => {
  expect(refused(before, after)).toHaveLength(count);
});

test.each([
  ['one minor', eks('demo', '1.33'), eks('demo', '1.32'), 'warning EKS takes Kubernetes 1.33 back to 1.32 only within'],
  [
    'two minors',
    module('demo', '1.33'),
    module('demo', '1.31'),
    'error EKS refuses to take Kubernetes 1.33 back to 1.31',
  ],
  [
    'a name that is unknown',
    module('demo', '1.33'),
    module('"${var.name}"', '1.32'),
    'warning EKS takes Kubernetes 1.33',
  ],
])('Kubernetes goes back by %s', (_, before, after, text) => {
  expect(paths(before, after)).toEqual([expect.stringContaining(text)]);
});

test.each([
  ['of another cluster', eks('demo', '1.33'), eks('shop', '1.32')],
  ['that stays', eks('demo', '1.33'), eks('demo', '1.33')],
  ['of no cluster of EKS', cluster('other', '', '1.33'), cluster('other', '', '1.32')],
])('no way back for a version %s', (_, before, after) => {
  expect(paths(before, after)).toEqual([]);
});
