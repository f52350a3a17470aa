import { expect, test } from 'vitest';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';

const facts = openFacts('data');

/** Four pods of 3 CPUs, each of which needs its own m6i.xlarge with 4 CPUs. */
const files = (limit: number): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@v20260101 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  limits: { cpu: ${limit} }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 4
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: web:1, resources: { requests: { cpu: 3, memory: 4Gi } } }]
`;

function found(base: number, head: number) {
  const sideOf = (text: string) => ({ sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] });
  const { findings } = review({
    base: sideOf(files(base)),
    head: sideOf(files(head)),
    settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22' },
    facts,
    version: '0.0.0',
    figures,
  });
  return findings.filter(({ isNew }) => isNew).map(({ diagnostic }) => diagnostic);
}

const limits = (base: number, head: number) =>
  found(base, head).flatMap(({ code, message }) => (code === 'provisioning/limit-reached' ? [message] : []));

test('a limit below what the predicted nodes of the NodePool use is a warning, although no node is known', () =>
  expect(limits(100, 12)).toEqual([
    '`limits.cpu` of NodePool `web` is 12 CPUs, and its 4 predicted nodes would use 16 CPUs',
  ]));

test('a limit that the predicted nodes use up is a note', () => {
  expect(limits(100, 16)).toEqual([
    '`limits.cpu` of NodePool `web` is 16 CPUs, and its 4 predicted nodes would use all of it',
  ]);
  expect(found(100, 16).map(({ severity }) => severity)).not.toContain('warning');
});

test('a limit that is raised to what the predicted nodes use gives no note', () => expect(limits(8, 16)).toEqual([]));

test('a limit that the predicted nodes stay below gives no warning', () => expect(limits(100, 20)).toEqual([]));

test('a limit that does not change gives no warning', () => expect(limits(12, 12)).toEqual([]));

test('no workload recommends a limit that the running nodes exceed', () => {
  const texts = found(100, 12).map(({ help = '' }) => help);
  expect(texts.join('\n')).toContain('Set `limits.cpu` above `16`');
  expect(texts.filter((help) => help.includes('raise `limits.cpu`'))).toEqual([]);
});
