import { expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';

const label = 'eks.amazonaws.com/nodegroup';
const asking = (placement: string): string =>
  deployment('web', 2).replace('containers:', `${placement}\n      containers:`);
const affinity = (...terms: readonly string[]): string =>
  `affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [${terms
    .map((term) => `{ matchExpressions: [{ ${term} }] }`)
    .join(', ')}] } } }`;
const group = `key: ${label}, operator: In, values: [system]`;

const labelled = nodePool('default').replace(
  '    spec:\n      nodeClassRef',
  `    metadata: { labels: { ${label}: system } }\n    spec:\n      nodeClassRef`,
);
const groupOf = `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: { name: system }\nspec: { instanceType: m5.large, count: 1 }\n---\n`;

const outcome = (text: string, live?: string): string => {
  const manifests = manifestsOf(nodeClass + text);
  const side = { manifests, otherManifests: [], live: live === undefined ? undefined : manifestsOf(live) };
  const { workloads, cases } = simulate(side, simulator());
  const { podErrors, newNodeClaims } = cases.likely.results;
  const left = workloads.uncounted.filter(({ why }) => why === 'managed-group').length;
  return `${left} left out, ${podErrors.length} cannot land, ${newNodeClaims.length} new`;
};

test.each([
  ['a label of a managed group', asking(`nodeSelector: { ${label}: system }`), '1 left out, 0 cannot land, 0 new'],
  ['in every term', asking(affinity(group, group)), '1 left out, 0 cannot land, 0 new'],
  [
    'in one term of two',
    asking(affinity(group, 'key: kubernetes.io/os, operator: Exists')),
    '0 left out, 0 cannot land, 1 new',
  ],
  [
    'nodes that are none of a group',
    asking(affinity(`key: ${label}, operator: DoesNotExist`)),
    '0 left out, 0 cannot land, 1 new',
  ],
  ['a label of their own', asking('nodeSelector: { team: a }'), '0 left out, 1 cannot land, 0 new'],
])('pods that ask for %s', (_, text, expected) => {
  expect(outcome(nodePool('default') + text)).toBe(expected);
});

const wanting = asking(`nodeSelector: { ${label}: system }`);

test.each([
  ['a NodePool gives its nodes the label', labelled + wanting, undefined, '0 left out, 0 cannot land, 1 new'],
  [
    'the group is among the manifests',
    nodePool('default') + groupOf + wanting,
    undefined,
    '0 left out, 0 cannot land, 0 new',
  ],
  [
    'the cluster shows that there is none',
    nodePool('default') + wanting,
    'apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n',
    '0 left out, 1 cannot land, 0 new',
  ],
])('pods for managed groups are counted where %s', (_, text, live, expected) => {
  expect(outcome(text, live)).toBe(expected);
});
