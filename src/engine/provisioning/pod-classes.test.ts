import { expect, test } from 'vitest';
import { parseManifests } from '../manifest/parse.ts';
import { readLiveState } from './live-state.ts';
import { pendingPods } from './pod-classes.ts';

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

test.each([
  ['moves from a node that goes away', world(''), ['Pod/default/web']],
  ['stays where its node stays', world('', ''), []],
  ['is waited for where it must not be disrupted', world('karpenter.sh/do-not-disrupt: "true"'), []],
])('a pod %s', (_, text, expected) => {
  const { manifests } = parseManifests({ file: 'world.yaml', text }, { set: {} });
  const pending = pendingPods([], readLiveState(manifests), 'likely');
  expect(pending.map(({ workload }) => workload)).toEqual(expected);
});
