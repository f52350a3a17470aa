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

const labeled = nodePool('default').replace(
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
  return `${left} left out, ${podErrors.length} unschedulable, ${newNodeClaims.length} new`;
};

test.each([
  ['a label of a managed group', asking(`nodeSelector: { ${label}: system }`), '1 left out, 0 unschedulable, 0 new'],
  ['in every term', asking(affinity(group, group)), '1 left out, 0 unschedulable, 0 new'],
  [
    'in one term of two',
    asking(affinity(group, 'key: kubernetes.io/os, operator: Exists')),
    '0 left out, 0 unschedulable, 1 new',
  ],
  [
    'nodes outside any group',
    asking(affinity(`key: ${label}, operator: DoesNotExist`)),
    '0 left out, 0 unschedulable, 1 new',
  ],
  [
    'hybrid nodes',
    asking('nodeSelector: { eks.amazonaws.com/compute-type: hybrid }'),
    '1 left out, 0 unschedulable, 0 new',
  ],
  ['another label', asking('nodeSelector: { team: a }'), '0 left out, 1 unschedulable, 0 new'],
])('pods that require %s', (_, text, expected) => {
  expect(outcome(nodePool('default') + text)).toBe(expected);
});

const wanting = asking(`nodeSelector: { ${label}: system }`);

test.each([
  ['a NodePool adds the label to its nodes', labeled + wanting, undefined, '0 left out, 0 unschedulable, 1 new'],
  [
    'the manifests contain the group',
    nodePool('default') + groupOf + wanting,
    undefined,
    '0 left out, 0 unschedulable, 0 new',
  ],
  [
    'the cluster has no such group',
    nodePool('default') + wanting,
    'apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n',
    '0 left out, 1 unschedulable, 0 new',
  ],
])('pods for managed groups are counted if %s', (_, text, live, expected) => {
  expect(outcome(text, live)).toBe(expected);
});

const outcomeAfter = (before: string, after: string): string => {
  const [earlier, manifests] = [before, after].map((text) => manifestsOf(nodeClass + nodePool('default') + text)) as [
    ReturnType<typeof manifestsOf>,
    ReturnType<typeof manifestsOf>,
  ];
  const { workloads, cases } = simulate({ manifests, otherManifests: earlier, earlier, live: undefined }, simulator());
  const left = workloads.uncounted.filter(({ why }) => why === 'managed-group').length;
  return `${left} left out, ${cases.likely.results.podErrors.length} unschedulable`;
};

test.each([
  ['the change removes the last group', groupOf, '', '0 left out, 1 unschedulable'],
  [
    'another group stays',
    groupOf + groupOf.replaceAll('system', 'data'),
    groupOf.replaceAll('system', 'data'),
    '0 left out, 1 unschedulable',
  ],
  ['no group was in the files', '', '', '1 left out, 0 unschedulable'],
  ['the group stays', groupOf, groupOf, '0 left out, 0 unschedulable'],
])('pods for managed groups once %s', (_, before, after, expected) => {
  expect(outcomeAfter(before + wanting, after + wanting)).toBe(expected);
});
