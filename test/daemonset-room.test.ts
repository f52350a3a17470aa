import { expect, test } from 'vitest';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';

const facts = openFacts('data');

const pool = (name: string, taints = ''): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      ${taints}
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge, m6i.2xlarge] }
---
`;

const workload = (
  kind: string,
  name: string,
  { cpu, more = '' }: { cpu: string; more?: string },
): string => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: shop }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      ${more}
      containers: [{ name: ${name}, image: "${name}:1", resources: { requests: { cpu: ${cpu}, memory: 1Gi } } }]
---
`;

/** A node of its own for each of two Deployments, one of them behind a taint, and a DaemonSet. */
const files = (cpu: string, more: string, ofWeb: string): string =>
  `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@v20260101 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
` +
  pool('web') +
  pool('batch', 'taints: [{ key: team, value: batch, effect: NoSchedule }]') +
  workload('Deployment', 'web', { cpu: '3', more: ofWeb }) +
  workload('Deployment', 'batch', {
    cpu: '3',
    more: 'tolerations: [{ key: team, operator: Exists }]\n      nodeSelector: { karpenter.sh/nodepool: batch }',
  }) +
  workload('DaemonSet', 'agent', { cpu, more });

function room(more: string, ofWeb = ''): string[] {
  const sideOf = (text: string) => ({ sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] });
  const { findings } = review({
    base: sideOf(files('100m', more, ofWeb)),
    head: sideOf(files('1200m', more, ofWeb)),
    settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22' },
    facts,
    version: '0.0.0',
    figures,
  });

  return findings.flatMap(({ diagnostic: { code, message, help } }) =>
    code === 'provisioning/daemonset-room' ? [`${message}. ${help}`] : [],
  );
}

test('a DaemonSet without a priority stays pending, on nodes that it tolerates, where no pod has a lower one', () =>
  expect(room('')).toEqual([
    'The only predicted node that DaemonSet `shop/agent` may run on has no room for its pods after this change. There, they stay pending. Karpenter launches no nodes for DaemonSets. Give the DaemonSet a priority class, and replace the nodes that have no room.',
  ]));

test('a DaemonSet with a high priority evicts pods, and needs no priority class', () =>
  expect(room('priorityClassName: system-node-critical')).toEqual([
    'The only predicted node that DaemonSet `shop/agent` may run on has no room for its pods after this change. There, they evict pods with a lower priority. Karpenter launches no nodes for DaemonSets. Lower its requests, or replace the nodes that have no room.',
  ]));

test('a DaemonSet that preempts nothing stays pending, whatever its priority is', () =>
  expect(room('preemptionPolicy: Never')[0]).toContain('There, they stay pending.'));

test('pods whose priority class no file has may have a lower priority', () =>
  expect(room('', 'priorityClassName: of-another-repository')[0]).toContain(
    'There, they evict pods with a lower priority, or stay pending.',
  ));
