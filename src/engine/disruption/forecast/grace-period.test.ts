import { expect, test } from 'vitest';
import { simulate } from '../../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../../provisioning/simulation.test-support.ts';
import { graceSeconds } from './grace-period.ts';

const here = simulator();
const patient = (seconds: number): string =>
  deployment('cart', 2).replace(
    '      containers',
    `      terminationGracePeriodSeconds: ${seconds}\n      containers`,
  );
const held = (text: string): string =>
  text.replace('metadata: { labels', `metadata: { annotations: { karpenter.sh/do-not-disrupt: 'true' }, labels`);
const bounded = nodePool('web').replace('      nodeClassRef', '      terminationGracePeriod: 2m\n      nodeClassRef');
const of = (pool: string, workload: string): number => {
  const text = pool + nodeClass + workload;
  return graceSeconds('web', simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here));
};

test.each([
  ['what Kubernetes gives', nodePool('web'), deployment('cart', 2), 30],
  ['what the pods ask for', nodePool('web'), patient(600), 600],
  ['no more than the NodePool allows', bounded, patient(600), 120],
  ['less where the pods need less', bounded, patient(10), 10],
  ['all of it where pods forbid that their node goes', bounded, held(patient(10)), 120],
  ['nothing without pods', nodePool('web'), '', 0],
])('nodes take %s', (_, pool, workload, seconds) => {
  expect(of(pool, workload)).toBe(seconds);
});

test('without an estimate it is what Kubernetes gives', () => {
  expect(graceSeconds('web', null)).toBe(30);
});
