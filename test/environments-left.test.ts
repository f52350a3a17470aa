import { beforeAll, describe, expect, test } from 'vitest';
import { firstLines } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainDeployment, plainNodeClass, plainNodePool } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Changes that take an environment out of git together with what applies it, so that nothing deletes it. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodes = `${plainNodePool()}---\n${plainNodeClass()}`;

const web = plainDeployment('web', 3);

const release = (name: string, namespace: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  chart: { spec: { chart: ${name}, version: 1.9.0, sourceRef: { kind: HelmRepository, name: ${name} } } }
  values: { replicas: 2 }
`;

const sync = (name: string, path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;

const shared: Texts = {
  'base/kustomization.yaml': 'resources: [nodes.yaml, web.yaml, karpenter.yaml, metrics.yaml]\n',
  'base/nodes.yaml': nodes,
  'base/web.yaml': web,
  'base/karpenter.yaml': release('karpenter', 'kube-system'),
  'base/metrics.yaml': release('metrics', 'obs'),
};

const cluster = (name: string): Texts => ({
  [`clusters/${name}/flux-system/gotk-sync.yaml`]: sync('flux-system', `clusters/${name}`),
  [`clusters/${name}/shop.yaml`]: sync('shop', `shop/${name}`),
  [`shop/${name}/kustomization.yaml`]: 'resources: [../../base]\n',
});

const reviewed = (base: Texts, head: Texts) => reviewOfTexts(base, head, { renderer });

const codesOf = async (base: Texts, head: Texts): Promise<readonly string[]> =>
  (await reviewed(base, head)).review.findings
    .filter(({ isNew }) => isNew)
    .map(({ diagnostic: { code, message } }) => `${code}: ${message}`);

describe('an environment that leaves git with the path of Flux itself', () => {
  const [staging, prod] = [cluster('staging'), cluster('prod')];
  const base = { ...shared, ...staging, ...prod };
  const head = { ...shared, ...prod };

  test('stays in the cluster', async () => {
    const report = await reviewed(base, head);
    const { headline, figures } = firstLines(report);
    expect(headline[0]).toMatch(
      /^NodePool `general` and 3 more objects stay in the cluster, although git no longer has them: Kustomization `flux-system\/flux-system` leaves git together with its path `clusters\/staging`/,
    );
    expect(report.review.changes.map(({ stays }) => stays !== undefined)).toEqual([true, true, true, true]);
    expect(figures.map(({ cluster }) => cluster)).toEqual(['staging']);
    expect(report.review.changes.flatMap(({ environments = [] }) => environments)).not.toContain('prod');
  });

  test('gives one note, and none about files that leave with it', async () => {
    const findings = await codesOf(base, head);
    expect(findings).toEqual([expect.stringMatching(/^render\/stays: The change takes NodePool `general`/)]);
  });

  test('is deleted while a Kustomization stays that prunes', async () => {
    const { 'clusters/staging/shop.yaml': _, ...left } = staging;
    const report = await reviewed(base, { ...head, ...left });
    expect(report.review.changes.every(({ stays }) => stays === undefined)).toBe(true);
    expect(firstLines(report).headline.join()).toBe(
      'Deletes the only workload in staging: Deployment `shop/web` (3 pods)',
    );
    expect(report.review.changes.find(({ resource }) => resource.name === 'karpenter')?.summary).toBe(
      'removed together with all NodePools of its cluster; if it goes first, nothing terminates their nodes',
    );
  });

  test('is told apart from one whose Karpenter is removed alone', async () => {
    const resources = 'resources: [../../base/nodes.yaml, ../../base/web.yaml, ../../base/metrics.yaml]\n';
    const report = await reviewed(base, { ...base, 'shop/staging/kustomization.yaml': resources });
    const change = report.review.changes.find(({ resource }) => resource.name === 'karpenter');
    expect(change?.summary).toBe('removed; nothing launches or replaces nodes anymore');
  });
});

describe('an environment whose root module of Terraform leaves git', () => {
  const root = (name: string): Texts => ({
    [`terraform/${name}/main.tf`]: `terraform {
  backend "s3" {
    bucket = "state"
    key    = "${name}"
  }
}
module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "~> 21.0"
  name               = "${name}"
  kubernetes_version = "1.35"
  eks_managed_node_groups = {
    system = { instance_types = ["m6i.large"], desired_size = 2 }
  }
}
module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "~> 21.0"
  cluster_name = module.eks.cluster_name
}
resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.9.0"
  values     = [yamlencode({ settings = { clusterName = module.eks.cluster_name } })]
}
`,
    [`nodes/${name}/nodes.yaml`]: nodes,
    [`nodes/${name}/web.yaml`]: web,
  });
  const base = { ...root('dev'), ...root('prod') };

  test('keeps its node groups, and nothing is said about the parts', async () => {
    const report = await reviewed(base, root('prod'));
    const group = report.review.changes.find(({ resource }) => resource.kind === 'ManagedNodeGroup');
    expect(group?.summary).toBe(
      'no longer in git, but it stays in the cluster: `terraform/dev` leaves git as a whole, and without its files, Terraform destroys nothing',
    );
    const findings = report.review.findings.filter(({ isNew }) => isNew).map(({ diagnostic }) => diagnostic);
    expect(findings.map(({ code }) => code)).toEqual(['render/stays']);
    expect(findings[0]?.help).toContain('`terraform destroy`');
  });

  test('is destroyed as far as its root is still there', async () => {
    const { 'terraform/dev/main.tf': main, ...others } = root('dev');
    const emptied = { 'terraform/dev/main.tf': main!.slice(0, main!.indexOf('module "karpenter"')) };
    const findings = await codesOf(base, { ...root('prod'), ...others, ...emptied });
    expect(findings.join('\n')).toContain(
      'terraform/removes-access: Terraform destroys what `module.karpenter` created',
    );
  });
});
