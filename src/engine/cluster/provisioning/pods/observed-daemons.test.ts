import { expect, test } from 'vitest';
import { manifestsOf } from '../simulation.test-support.ts';
import { readLiveState } from './live-state.ts';
import { observedDaemonPods } from './observed-daemons.ts';

const node = (name: string, pool?: string): string => `
apiVersion: v1
kind: Node
metadata: { name: ${name}${pool === undefined ? '' : `, labels: { karpenter.sh/nodepool: ${pool}, node.kubernetes.io/instance-type: m5.large }`} }
status: { allocatable: { cpu: 2 } }
---
`;
const daemon = (set: string, on: string): string => `
apiVersion: v1
kind: Pod
metadata: { name: ${set}-${on}, namespace: kube-system, ownerReferences: [{ apiVersion: apps/v1, kind: DaemonSet, name: ${set}, controller: true }] }
spec:
  nodeName: ${on}
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: metadata.name, operator: In, values: [${on}] }] }] } } }
  containers: [{ name: main, resources: { requests: { cpu: 50m } } }]
---
`;

function observed(text: string, dumped = text) {
  const dump = manifestsOf(dumped);
  return observedDaemonPods(readLiveState(manifestsOf(text)), [], dump).map(({ metadata: { name }, spec }) => ({
    name,
    required: spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms,
  }));
}

const nodes = node('a', 'web') + node('b', 'web') + node('c', 'gpu') + node('system');

test('a DaemonSet that only its pods show is expected on nodes of the NodePools that have it', () => {
  const everywhere = ['a', 'b', 'c', 'system'].map((on) => daemon('aws-node', on)).join('');
  const plugin = daemon('nvidia-plugin', 'c');
  expect(observed(nodes + everywhere + plugin)).toEqual([
    { name: 'aws-node', required: undefined },
    {
      name: 'nvidia-plugin',
      required: [{ matchExpressions: [{ key: 'karpenter.sh/nodepool', operator: 'NotIn', values: ['web'] }] }],
    },
  ]);
});

test('nothing is expected of a DaemonSet that no node of Karpenter has, or if the dump contains DaemonSets', () => {
  expect(observed(nodes + daemon('agent', 'system'))).toEqual([]);
  const pods = daemon('aws-node', 'a') + daemon('aws-node', 'b') + daemon('aws-node', 'c');
  const set = 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: other, namespace: kube-system }\nspec: {}\n';
  expect(observed(nodes + pods)).toHaveLength(1);
  expect(observed(nodes + pods, nodes + pods + set)).toEqual([]);
});
