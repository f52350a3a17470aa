import type { Random } from '../conformance/generator/random.ts';

/** A value of JSON. */
export type Tree = string | number | boolean | null | Tree[] | { readonly [key: string]: Tree };

const nodePool = (name: string, random: Random): Tree => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name, annotations: annotations(random) },
  spec: {
    weight: random.integer(1, 100),
    limits: { cpu: random.pick<Tree>(100, '100', '1e3') },
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: random.some(['spot', 'on-demand', 'reserved']) },
          { key: 'node.kubernetes.io/instance-type', operator: 'Exists' },
        ],
      },
    },
  },
});

const nodeClass = (name: string, random: Random): Tree => ({
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name, annotations: annotations(random) },
  spec: {
    role: 'node',
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    tags: {},
    associatePublicIPAddress: random.pick(true, false),
    userData: '#!/bin/sh\necho "it\'s \\done"\n---\nkind: Pod',
  },
});

const deployment = (name: string, random: Random): Tree => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: random.pick('shop', 'default'), labels: { app: name } },
  spec: {
    replicas: random.integer(1, 5000),
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name, on: 'yes' } },
      spec: {
        containers: [{ name: 'c', image: 'x:1', args: [], resources: { requests: { cpu: 8, memory: '1Gi' } } }],
        securityContext: null,
      },
    },
  },
});

const annotations = (random: Random): Tree =>
  random.pick<Tree>(
    {},
    { note: '{{ .Values.x }}' },
    { note: 'a: b # c' },
    { note: "it's" },
    { note: 'Größe 🐙' },
    { note: '1' },
    { a: 'x', b: '' },
  );

/** A few objects of the kinds that a review reads. */
export const seededObjects = (random: Random): Tree[] =>
  Array.from({ length: random.pick(1, 1, 2, 3) }, (_, i) =>
    random.pick(nodePool, nodeClass, deployment)(`one-${i}`, random),
  );
