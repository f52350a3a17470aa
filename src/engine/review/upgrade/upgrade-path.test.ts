import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import type { Source } from '../../text/source.ts';
import type { SourceSet } from '../context/source-set.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

/** The errors about upgrades that skip a version. */
function refused(before: SourceSet, after: SourceSet): string[] {
  const settings = { ...defaultSettings, region: 'us-east-1' };
  const { findings } = review({ base: before, head: after, settings, facts, version: 'test', figures: null });
  return findings.flatMap(({ diagnostic: { code, severity, message } }) => {
    if (code === 'upgrade/path' && severity === 'error') return [message.split('. ')[0]!];
    return [];
  });
}

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
