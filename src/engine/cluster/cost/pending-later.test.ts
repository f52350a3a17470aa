import { expect, test } from 'vitest';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { pendingLater, unscheduledLater } from './pending-later.ts';

const here = simulator({ today: '2026-03-02' });
const side = (text: string): Simulation =>
  simulate({ manifests: manifestsOf(nodeClass + text), otherManifests: [], live: undefined }, here);

const found = (name: string): Diagnostic => ({
  code: 'provisioning/pod-unschedulable',
  severity: 'error',
  span: { file: 'a.yaml', start: 0, end: 0 },
  labels: [],
  resource: { apiVersion: 'apps/v1', kind: 'Deployment', name, namespace: 'default' },
  message: `1 pod of ${name} fits no NodePool`,
  measures: [{ value: 1, better: 'fewer' }],
  help: 'Why.',
});
const messages = (base: Simulation, head: Simulation, ended: Simulation): readonly string[] =>
  pendingLater(unscheduledLater({ base, head, ended }), [found('web'), found('other')]).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );

const becauseOf = (...kinds: string[]): NonNullable<Diagnostic['because']> =>
  kinds.map((kind, at) => ({ nodePool: `p${at}`, kind }));

test.each<[string, Partial<Diagnostic>, string]>([
  ['taints and requirements, with known nodes', { because: becauseOf('taints', 'requirement') }, 'error'],
  ['limits, which may leave room later', { because: becauseOf('taints', 'limits') }, 'warning'],
  ['unknown nodes', { severity: 'warning', because: becauseOf('taints') }, 'warning'],
])('pods that fit nowhere once their node is gone because of %s', (_, over, severity) => {
  expect(pendingLater(['Deployment/default/web'], [{ ...found('web'), ...over }])[0]?.severity).toBe(severity);
});

const pods = deployment('web', 2);
const open = side(nodePool('all', '') + pods);
const closed = side(nodePool('all', '', '        - { key: kubernetes.io/arch, operator: In, values: [none] }') + pods);

test('pods that fit before a change and only run on after it are a warning', () => {
  expect(messages(open, closed, open)).toEqual(['warning: 1 pod of web fits no NodePool once its node is gone']);
});

test.each([
  ['fit again', open, open, open],
  ['did not fit before', closed, closed, open],
  ['do not fit at the end of the change, which another finding says', open, closed, closed],
])('pods that %s give no finding', (_, base, head, ended) => {
  expect(messages(base, head, ended)).toEqual([]);
});
