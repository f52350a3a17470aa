import { expect, test } from 'vitest';
import type { Mapping } from '../model/manifest.ts';
import { mayChangeCustomObjects } from './changed-kinds.ts';

const admission = (apiGroups: readonly string[], resources: readonly string[]): Mapping => ({
  kind: 'MutatingAdmissionPolicy',
  spec: { matchConstraints: { resourceRules: [{ apiGroups, resources }] } },
});
const kyverno = (match: Mapping): Mapping => ({
  kind: 'ClusterPolicy',
  spec: { rules: [{ match, mutate: { patchStrategicMerge: {} } }] },
});

test.each<[string, Mapping]>([
  ['NodePools', admission(['karpenter.sh'], ['nodepools'])],
  ['node classes', admission(['karpenter.k8s.aws'], ['ec2nodeclasses'])],
  ['Applications', admission(['argoproj.io'], ['applications'])],
  ['every group', admission(['*'], ['pods'])],
  ['every resource', admission([''], ['*'])],
  ['nodes', admission([''], ['nodes'])],
  ['no constraints', { kind: 'MutatingAdmissionPolicy', spec: {} }],
  [
    'NodePools, next to pods',
    {
      ...admission([''], ['pods']),
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], resources: ['pods'] },
            { apiGroups: ['karpenter.sh'], resources: ['*'] },
          ],
        },
      },
    },
  ],
  ['NodePools, by Kyverno', kyverno({ any: [{ resources: { kinds: ['karpenter.sh/v1/NodePool'] } }] })],
  ['every kind, by Kyverno', kyverno({ resources: { kinds: ['*'] } })],
  [
    'a second filter without kinds',
    kyverno({ any: [{ resources: { kinds: ['Pod'] } }, { resources: { names: ['a'] } }] }),
  ],
  ['a new policy of Kyverno', { ...admission(['karpenter.sh'], ['nodeclaims']), kind: 'MutatingPolicy' }],
])('a policy for %s may change custom objects', (_, policy) => expect(mayChangeCustomObjects(policy)).toBe(true));

test.each<[string, Mapping]>([
  ['pods', admission([''], ['pods'])],
  ['pods and Deployments', admission(['', 'apps'], ['pods', 'deployments'])],
  ['Ingresses', admission(['networking.k8s.io'], ['ingresses'])],
  ['Pods, by Kyverno', kyverno({ any: [{ resources: { kinds: ['Pod', 'v1/Pod'] } }] })],
  ['Deployments, by Kyverno', kyverno({ resources: { kinds: ['apps/v1/Deployment'] } })],
  ['nothing, because it only validates', { kind: 'ClusterPolicy', spec: { rules: [{ match: {}, validate: {} }] } }],
])('a policy for %s changes none', (_, policy) => expect(mayChangeCustomObjects(policy)).toBe(false));
