import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { budgetAssumptions } from './budget-assumptions.ts';

const here = simulator();
const budget = (name: string, spec: string, namespace = 'default') =>
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: { ${spec} }\n---\n`;
const assumed = (...texts: string[]) => {
  const text = [nodePool('web'), nodeClass, deployment('a', 2), deployment('b', 2), ...texts].join('');
  return budgetAssumptions(simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here));
};

test.each([
  ['some', budget('x', 'maxUnavailable: 1, selector: { matchLabels: { app: a } }'), []],
  [
    'none',
    budget('x', 'maxUnavailable: 1, selector: { matchLabels: { app: c } }'),
    [/none of the known pods.*`default\/x`/],
  ],
  ['none, without a selector', budget('x', 'maxUnavailable: 1'), [/none of the known pods/]],
  ['everything', budget('x', 'maxUnavailable: 1, selector: {}'), [/all pods of their namespace: `default\/x`/]],
  ['another namespace, of which nothing is known', budget('x', 'maxUnavailable: 1, selector: {}', 'other'), []],
])('a budget that selects %s', (_, text, expected) => {
  const lines = assumed(text);
  expect(lines).toHaveLength(expected.length);
  for (const [i, line] of lines.entries()) expect(line).toMatch(expected[i]!);
});
