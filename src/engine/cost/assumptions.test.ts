import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, ground, manifestsOf, nodeClass, nodePool } from '../provisioning/simulation.test-support.ts';
import { assumptionsOf } from './assumptions.ts';

const here = ground();
const statefulSet = (replicas: number, policy = ''): string =>
  deployment('db', replicas).replace('kind: Deployment', 'kind: StatefulSet').replace('spec:\n', `spec:\n${policy}`);
const said = (text: string): readonly string[] => {
  const manifests = manifestsOf([nodePool('web'), nodeClass, text].join(''));
  const simulation = simulate({ manifests, otherManifests: [], live: undefined }, here);
  return assumptionsOf(simulation, here, { hasPools: true, hasWorkloads: true });
};

test.each([
  ['a StatefulSet', statefulSet(3), true],
  ['a StatefulSet of one pod', statefulSet(1), false],
  ['a StatefulSet that is told otherwise', statefulSet(3, '  podManagementPolicy: Parallel\n'), false],
  ['a Deployment', deployment('db', 3), false],
])('%s: whether its pods come one after another is said', (_, text, isSaid) => {
  expect(said(text).some((line) => line.includes('one after another'))).toBe(isSaid);
});
