import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of objects in an API version that the Karpenter of the cluster does not serve. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const cluster = (karpenter: string): Texts => ({
  'main.tf': `resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "${karpenter}"
}
resource "aws_eks_cluster" "moor" {
  name    = "moor"
  version = "1.33"
}
`,
});

const template = `apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata: { name: moor }
spec:
  amiFamily: AL2
  subnetSelector: { karpenter.sh/discovery: moor }
  securityGroupSelector: { karpenter.sh/discovery: moor }
`;
const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: moor }
spec:
  role: moor-nodes
  amiSelectorTerms: [{ alias: al2@v20250601 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: moor } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: moor } }]
`;

const codes = async (base: Texts, head: Texts): Promise<string[]> => {
  const { review } = await reviewOfTexts(base, head, { renderer });
  return review.findings
    .filter(({ diagnostic }) => diagnostic.severity === 'error')
    .map(({ diagnostic }) => diagnostic.code)
    .sort();
};

test('of an object that no side serves, only that is said', async () => {
  const base = cluster('1.9.0');
  expect(await codes(base, { ...base, 'nodes.yaml': template })).toEqual(['schema/removed-version']);
  expect(await codes({ ...base, 'nodes.yaml': template }, { ...base, 'nodes.yaml': template })).toEqual([
    'schema/removed-version',
  ]);
});

test('an object that is served has its findings', async () => {
  const base = cluster('1.9.0');
  expect(await codes(base, { ...base, 'nodes.yaml': nodeClass })).toContain('lint/al2-end-of-life');
});

test('an object that the version before serves keeps its findings', async () => {
  const nodes = { 'nodes.yaml': template };
  expect(await codes({ ...cluster('0.32.1'), ...nodes }, { ...cluster('1.9.0'), ...nodes })).toContain(
    'lint/al2-end-of-life',
  );
});
