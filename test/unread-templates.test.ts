import { beforeAll, expect, test } from 'vitest';
import { reportMarkOf } from '../src/engine/report/coverage/report-mark.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of templates for Terraform that no file reads. They are no manifests by themselves. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const provisioner = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: \${brook}
spec:
  limits:
    resources:
      cpu: 200
  providerRef:
    name: brook
`;
const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: brook
spec:
  limits:
    cpu: \${cpus}
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: brook }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
`;
const terraform: Texts = {
  'main.tf': `resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.9.0"
}
`,
};

test.each<[what: string, file: string, text: string]>([
  ['a Provisioner', 'nodes/provisioner.yml.tpl', provisioner],
  ['a NodePool', 'nodes/pool.yaml.tftpl', nodePool],
])('nothing is launched, deleted or refused because of %s', async (_, file, text) => {
  const withTemplate = { ...terraform, [file]: text };

  for (const [base, head] of [
    [terraform, withTemplate],
    [withTemplate, terraform],
  ] as const) {
    const report = await reviewOfTexts(base, head, { renderer });
    expect(report.review.changes).toEqual([]);
    expect(report.review.findings.map(({ diagnostic }) => `${diagnostic.severity} ${diagnostic.code}`)).toEqual([
      'note terraform/unknown',
    ]);
    expect(reportMarkOf(report)).toBe('unknown');
  }

  expect((await reviewOfTexts(withTemplate, withTemplate, { renderer })).review.findings).toEqual([]);
});

const applying = (name: string): string => `resource "kubectl_manifest" "brook" {
  yaml_body = templatefile("\${path.module}/nodes/${name}", { cpus = 100 })
}
`;

test.each<[what: string, more: Texts]>([
  ['by its name', { 'nodes.tf': applying('pool.yaml.tftpl') }],
  [
    'by a name that Terraform computes',
    {
      'nodes.tf': `resource "kubectl_manifest" "brook" {\n  for_each  = toset(var.pools)\n  yaml_body = templatefile("nodes/\${each.key}.yaml.tftpl", { cpus = 100 })\n}\n`,
    },
  ],
  ['by a script', { 'deploy.sh': 'CLUSTER_NAME=brook\nenvsubst < nodes/pool.yaml.tftpl | kubectl apply -f -\n' }],
])('a template that something reads is reviewed: %s', async (_, more) => {
  const base = { ...terraform, ...more, 'nodes/pool.yaml.tftpl': nodePool };
  const head = { ...base, 'nodes/pool.yaml.tftpl': nodePool.replace('on-demand', 'spot') };
  const report = await reviewOfTexts(base, head, { renderer });
  expect(report.review.changes.map(({ resource }) => resource.kind)).toContain('NodePool');
});

test('without Terraform, another program may fill a template in', async () => {
  const report = await reviewOfTexts({}, { 'nodes/pool.yaml.tftpl': nodePool }, { renderer });
  expect(report.review.changes.map(({ type }) => type)).toEqual(['added']);
});
