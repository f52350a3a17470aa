import { expect, test } from 'vitest';
import { simulate } from '../../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../../provisioning/simulation.test-support.ts';
import { graceSeconds, heldUntilTheEnd } from './grace-period.ts';

const here = simulator();
const patient = (seconds: number): string =>
  deployment('cart', 2).replace(
    '      containers',
    `      terminationGracePeriodSeconds: ${seconds}\n      containers`,
  );
const held = (text: string): string =>
  text.replace('metadata: { labels', `metadata: { annotations: { karpenter.sh/do-not-disrupt: 'true' }, labels`);
const budget = (limit: string): string =>
  `{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: a }, spec: { ${limit}, selector: { matchLabels: { app: cart } } } }\n---\n`;
const bounded = nodePool('web').replace('      nodeClassRef', '      terminationGracePeriod: 2m\n      nodeClassRef');
const of = (pool: string, workload: string): number => {
  const text = pool + nodeClass + workload;
  return graceSeconds('web', simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here));
};

test.each([
  ['the default of Kubernetes', nodePool('web'), deployment('cart', 2), 30],
  ['the time that the pods request', nodePool('web'), patient(600), 600],
  ['no more than the NodePool allows', bounded, patient(600), 120],
  ['less if the pods need less', bounded, patient(10), 10],
  ['all of it if pods forbid the disruption of their node', bounded, held(patient(10)), 120],
  ['all of it if a budget never allows an eviction', bounded, patient(10) + budget('minAvailable: 100%'), 120],
  ['less if a budget allows evictions', bounded, patient(10) + budget('minAvailable: 1'), 10],
  ['no time without pods', nodePool('web'), '', 0],
])('nodes take %s to drain', (_, pool, workload, seconds) => {
  expect(of(pool, workload)).toBe(seconds);
});

test('without an estimate it is the default of Kubernetes', () => {
  expect(graceSeconds('web', null)).toBe(30);
});

test.each([
  ['a workload that forbids the disruption of its node', bounded, held(patient(10)), ['Deployment/default/cart']],
  [
    'a workload whose budget never allows an eviction',
    bounded,
    patient(10) + budget('minAvailable: 100%'),
    ['Deployment/default/cart'],
  ],
  ['none that may be disrupted', bounded, patient(600), []],
  ['none if the wait never ends', nodePool('web'), held(patient(10)), []],
])('Karpenter waits to the end of the grace period for %s', (_, pool, workload, expected) => {
  const text = pool + nodeClass + workload;
  const simulated = simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here);
  expect(heldUntilTheEnd('web', simulated)).toEqual(expected);
});
