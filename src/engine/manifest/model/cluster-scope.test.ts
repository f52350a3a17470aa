import { expect, test } from 'vitest';
import { parseManifests } from '../parse.ts';
import { isClusterScoped } from './cluster-scope.ts';

test.each<[apiVersion: string, kind: string, expected: boolean]>([
  ['karpenter.sh/v1', 'NodePool', true],
  ['karpenter.sh/v1', 'NodeClaim', true],
  ['karpenter.k8s.aws/v1', 'EC2NodeClass', true],
  ['karpenter.k8s.aws/v1alpha1', 'AWSNodeTemplate', true],
  ['eks.amazonaws.com/v1', 'NodeClass', true],
  ['storage.k8s.io/v1', 'StorageClass', true],
  ['v1', 'Node', true],
  ['autoscaling.x-k8s.io/v1beta1', 'CapacityBuffer', false],
  ['apps/v1', 'Deployment', false],
  ['example.com/v1', 'NodePool', false],
])('%s %s', (apiVersion, kind, expected) => {
  expect(isClusterScoped({ apiVersion, kind })).toBe(expected);

  const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: press, namespace: ink}\n`;
  const [manifest] = parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;
  expect(manifest?.ref.namespace).toBe(expected ? undefined : 'ink');
});
