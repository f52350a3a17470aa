import { expect, test } from 'vitest';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';

const facts = openFacts('data');

/** A node class that assumes too many pods, and a NodePool with one instance type. */
const files = (type: string, maxPods: number): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: aws-node, namespace: kube-system }
spec:
  selector: { matchLabels: { k8s-app: aws-node } }
  template:
    metadata: { labels: { k8s-app: aws-node } }
    spec:
      containers:
        - name: aws-node
          image: "602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v1.20.0"
          env: [{ name: ENABLE_PREFIX_DELEGATION, value: "false" }]
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole
  kubelet: { maxPods: ${maxPods} }
  amiSelectorTerms: [{ alias: al2023@v20260101 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [${type}] }
`;

/** For each finding about addresses after the change, whether it is new. */
function areNew(before: readonly [string, number], after: readonly [string, number]): boolean[] {
  const sideOf = (text: string) => ({ sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] });
  const { findings } = review({
    base: sideOf(files(...before)),
    head: sideOf(files(...after)),
    settings: { ...defaultSettings, region: 'eu-west-1', today: '2026-11-22' },
    facts,
    version: '0.0.0',
    figures,
  });

  return findings.flatMap(({ diagnostic: { code }, isNew }) => (code === 'lint/pods-and-addresses' ? [isNew] : []));
}

test.each<[string, readonly [string, number], readonly [string, number], boolean[]]>([
  ['another type with as many addresses', ['m7i.large', 58], ['c7i.large', 58], [false]],
  ['a type with more of them, but still too few', ['m7i.large', 110], ['m7i.xlarge', 110], [false]],
  ['a type with fewer addresses', ['m7i.xlarge', 110], ['m7i.large', 110], [true]],
  ['more pods', ['m7i.large', 58], ['m7i.large', 110], [true]],
  ['a type with enough addresses', ['m7i.large', 58], ['m7i.xlarge', 58], []],
])('too many pods for the addresses: %s', (_, before, after, expected) =>
  expect(areNew(before, after)).toEqual(expected),
);
