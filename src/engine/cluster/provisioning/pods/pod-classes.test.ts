import { expect, test } from 'vitest';
import { parseManifests } from '../../../manifest/parse.ts';
import { readLiveState } from './live-state.ts';
import { pendingPods } from './pod-classes.ts';

const budget = (spec: string): string =>
  `---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {selector: {}, ${spec}}}\n`;
const world = (annotations: string, deletion = 'deletionTimestamp: "2026-01-01T00:00:00Z", ') => `
apiVersion: v1
kind: Node
metadata: {${deletion}name: a}
spec: {providerID: aws:///us-east-1a/i-1}
---
apiVersion: v1
kind: Pod
metadata: {name: web, annotations: {${annotations}}}
spec: {nodeName: a, containers: [{name: web}]}
status: {phase: Running}
`;

test('pods of nodes being removed come before pods that have never run, the oldest first', () => {
  const pod = (name: string, created: string): string =>
    `---\n{apiVersion: v1, kind: Pod, metadata: {name: ${name}, creationTimestamp: "${created}"}, spec: {nodeName: a, containers: [{name: c}]}}\n`;
  const text = world('') + pod('young', '2026-01-02T00:00:00Z') + pod('old', '2025-01-01T00:00:00Z');
  const { manifests } = parseManifests({ file: 'world.yaml', text }, { set: {} });
  const pending = pendingPods([], readLiveState(manifests), 'likely').toSorted((a, b) => a.order - b.order);
  expect(pending.map(({ workload }) => workload)).toEqual(['Pod/default/web', 'Pod/default/old', 'Pod/default/young']);
  expect(pending.every(({ order }) => order < 0)).toBe(true);
});

test.each([
  ['moves from a node that is being removed', world(''), ['Pod/default/web']],
  ['stays if its node stays', world('', ''), []],
  ['blocks the node if a budget never allows its eviction', world('') + budget('maxUnavailable: 0'), []],
  ['blocks the node if two budgets select it', world('') + budget('maxUnavailable: 1').repeat(2), []],
  ['moves if a budget allows its eviction later', world('') + budget('minAvailable: 1'), ['Pod/default/web']],
  ['blocks the node if it must not be disrupted', world('karpenter.sh/do-not-disrupt: "true"'), []],
])('a pod %s', (_, text, expected) => {
  const { manifests } = parseManifests({ file: 'world.yaml', text }, { set: {} });
  const pending = pendingPods([], readLiveState(manifests), 'likely');
  expect(pending.map(({ workload }) => workload)).toEqual(expected);
});
