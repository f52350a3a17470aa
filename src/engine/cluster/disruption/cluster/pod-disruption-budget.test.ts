import { expect, test } from 'vitest';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { expectedLimits, readLimits } from '../../provisioning/pods/pod-disruption-budget.ts';
import { PodDisruptionLimits } from './pod-disruption-limits.ts';

const budget = (spec: string, status = ''): string => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, ${spec}}
${status}`;
const manifests = (text: string) => parseManifests({ file: 'pdb.yaml', text }, { set: {} }).manifests;
const pod: Pod = {
  metadata: { name: 'web-0', namespace: 'default', labels: { app: 'web' } },
  spec: { containers: [] },
};
const others: Pod = { ...pod, metadata: { ...pod.metadata, labels: { app: 'api' } } };

test.each([
  ['maxUnavailable: 2', 2],
  ['maxUnavailable: 25%', 3],
  ['maxUnavailable: 0', 0],
  ['minAvailable: 7', 3],
  ['minAvailable: 75%', 2],
  ['minAvailable: 100%', 0],
  ['minAvailable: 30', 0],
])('of 10 healthy pods, %s allows %i disruptions', (spec, allowed) => {
  const counted = [
    { pod, count: 10 },
    { pod: others, count: 5 },
  ];
  expect(expectedLimits(manifests(budget(spec)), counted).map((limit) => limit.disruptionsAllowed)).toEqual([allowed]);
});

test('a status in the manifest decides', () => {
  const [limit] = readLimits(manifests(budget('maxUnavailable: 5', 'status: {disruptionsAllowed: 1}')));
  expect(limit?.disruptionsAllowed).toBe(1);
});

const group = { pod, isDaemon: false, startedAt: 0, isReady: true };
const now = 60_000;
const limits = (...budgets: string[]): PodDisruptionLimits => {
  const found = budgets.flatMap((text) => manifests(text));
  return new PodDisruptionLimits(expectedLimits(found, [{ pod, count: 3 }]));
};
const annotated = (value: string): typeof group => ({
  ...group,
  pod: { ...pod, metadata: { ...pod.metadata, annotations: { 'karpenter.sh/do-not-disrupt': value } } },
});

test.each([
  ['no budgets', limits(), group, true, true],
  ['a budget that allows one', limits(budget('maxUnavailable: 1')), group, true, true],
  ['a budget that currently allows none', limits(budget('minAvailable: 3')), group, false, true],
  ['a budget that never allows any', limits(budget('maxUnavailable: 0')), group, false, false],
  ['two budgets', limits(budget('maxUnavailable: 1'), budget('maxUnavailable: 2')), group, false, false],
  [
    'unhealthy pods',
    limits(budget('maxUnavailable: 0, unhealthyPodEvictionPolicy: AlwaysAllow')),
    { ...group, isReady: false },
    true,
    true,
  ],
  [
    'pods that tolerate the disruption',
    limits(budget('maxUnavailable: 0')),
    { ...group, pod: { ...pod, spec: { containers: [], tolerations: [{ operator: 'Exists' }] } } },
    true,
    true,
  ],
  ['DaemonSets', limits(), { ...group, isDaemon: true }, true, false],
  ['do-not-disrupt', limits(), annotated('true'), true, false],
  ['do-not-disrupt for a time', limits(), annotated('2m'), true, false],
  ['do-not-disrupt for a time that is over', limits(), annotated('30s'), true, true],
  ['do-not-disrupt with an invalid value', limits(), annotated('soon'), true, true],
])('%s', (_, own, pods, canEvict, isReschedulable) => {
  expect(own.canEvict(pods, now)).toBe(canEvict);
  expect(own.isCurrentlyReschedulable(pods, now)).toBe(isReschedulable);
});
