import { expect, test } from 'vitest';
import { yaml } from './example.ts';
import { kubectlManifest, nodeClass, nodePool, together } from './scenes.ts';

test('a NodePool with only defaults', () =>
  expect(nodePool()).toEqual(yaml`
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: default
    spec:
      template:
        spec:
          requirements: []
      limits:
        cpu: 100
  `));

test('fields keep the order in which they are given', () =>
  expect(
    nodePool({
      name: 'spot',
      weight: 10,
      limits: null,
      nodeClassRef: 'default',
      requirements: ['karpenter.sh/capacity-type In [spot]', 'example.com/team Exists'],
      labels: 'team: a',
      disruption: yaml`
        consolidateAfter: 0s
        budgets: []
      `,
    }),
  ).toEqual(yaml`
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: spot
    spec:
      weight: 10
      template:
        metadata:
          labels:
            team: a
        spec:
          nodeClassRef:
            group: karpenter.k8s.aws
            kind: EC2NodeClass
            name: default
          requirements:
            - key: karpenter.sh/capacity-type
              operator: In
              values: [spot]
            - key: example.com/team
              operator: Exists
      disruption:
        consolidateAfter: 0s
        budgets: []
  `));

test('objects in one file, and in Terraform', () => {
  expect(together(nodePool(), nodeClass).text).toBe(`${nodePool().text}---\n${nodeClass.text}`);
  expect(kubectlManifest('class', nodeClass).text).toBe(
    `resource "kubectl_manifest" "class" {\n  yaml_body = <<-YAML\n${nodeClass.text.replaceAll(/^(?=.)/gm, '    ')}  YAML\n}\n`,
  );
});
