import { expect, test } from 'vitest';
import { countObjects, isManifestFile, sumOf } from './manifest-count.ts';

const cases: Record<string, readonly [string, number, number]> = {
  'documents of one file': [
    'apiVersion: karpenter.sh/v1\nkind: NodePool\n---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\n',
    1,
    1,
  ],
  'a reference of v1beta1': [
    'apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nspec:\n  template:\n    spec:\n      nodeClassRef:\n        apiVersion: karpenter.k8s.aws/v1beta1\n        kind: EC2NodeClass\n',
    1,
    0,
  ],
  'older kinds': [
    'kind: Provisioner\napiVersion: karpenter.sh/v1alpha5\n---\napiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\n',
    1,
    1,
  ],
  'a template in a chart': [
    '{{- range .Values.pools }}\napiVersion: karpenter.sh/v1 # v1\nkind: NodePool # a pool\n{{- end }}',
    1,
    0,
  ],
  'an object in Terraform': [
    '  manifest = {\n    apiVersion = "karpenter.sh/v1"\n    kind       = "NodePool"\n  }\n',
    1,
    0,
  ],
  'YAML in Terraform': ['  yaml_body = <<-YAML\n    apiVersion: karpenter.sh/v1\n    kind: NodePool\n  YAML\n', 1, 0],
  JSON: ['{\n  "apiVersion": "eks.amazonaws.com/v1",\n  "kind": "NodeClass",\n}', 0, 1],
  'a list': ['- apiVersion: karpenter.azure.com/v1beta1\n  kind: AKSNodeClass\n', 0, 1],
  'a definition of the kind': [
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  names:\n    kind: NodePool\n',
    0,
    0,
  ],
  'a NodePool of something else': ['apiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\n', 0, 0],
};

test.each(Object.entries(cases))('%s', (_, [text, pools, classes]) => {
  expect(countObjects(text)).toEqual({ pools, classes });
});

test('counts are added up', () => {
  expect(
    sumOf([
      { pools: 1, classes: 2 },
      { pools: 3, classes: 0 },
    ]),
  ).toEqual({ pools: 4, classes: 2 });
});

test('documents and scripts are not counted', () => {
  expect(['a.yaml', 'b.yaml.tpl', 'c.tf', 'd.tftpl'].every(isManifestFile)).toBe(true);
  expect(['README.md', 'setup.sh', 'stack.ts'].some(isManifestFile)).toBe(false);
});
