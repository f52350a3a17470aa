import { expect, test } from 'vitest';
import { manifestsOf } from '../simulation.test-support.ts';
import { daemonPods } from './daemon-pods.ts';
import { readLiveState } from './live-state.ts';
import { readWorkloads } from './workloads.ts';

const daemonSet = (cpu: string, affinity = '') => `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: a, resources: { requests: { cpu: ${cpu} } } }]${affinity} } } }
---
`;
const pod = (name: string, cpu: string, created: string) => `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  creationTimestamp: "${created}"
  ownerReferences: [{ kind: DaemonSet, name: agent, controller: true }]
spec: { nodeName: a, containers: [{ name: a, resources: { requests: { cpu: ${cpu} } } }] }
---
`;
const running = pod('agent-1', '200m', '2026-01-01T00:00:00Z') + pod('agent-2', '300m', '2026-02-01T00:00:00Z');
const failed = pod('agent-3', '400m', '2026-03-01T00:00:00Z').replace('---', 'status: { phase: Failed }\n---');
const requested = (head: string, live: string, base = '') => {
  const pods = daemonPods(
    readWorkloads(manifestsOf(head)).daemonSets,
    readLiveState(manifestsOf(live)),
    manifestsOf(base),
  );
  return pods.map(({ spec }) => spec.containers[0]?.resources?.requests?.cpu);
};

test.each([
  ['its template if no pod runs', daemonSet('100m'), '', '', ['100m']],
  ['its newest pod', daemonSet('100m'), running, '', ['300m']],
  ['its newest pod, even one that has failed', daemonSet('100m'), running + failed, '', ['400m']],
  ['its newest pod if the change does not edit the DaemonSet', daemonSet('100m'), running, daemonSet('100m'), ['300m']],
  ['its template if the change edits the DaemonSet', daemonSet('500m'), running, daemonSet('100m'), ['500m']],
  ['nothing if it is unknown', daemonSet('"${CPU}"'), running, '', []],
])('a DaemonSet counts with %s', (_, head, live, base, cpu) => {
  expect(requested(head, live, base)).toEqual(cpu);
});

test('the template’s required node affinity replaces that of the pod', () => {
  const affinity = `, affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: gpu, operator: Exists }] }] } } }`;
  const [daemon] = daemonPods(
    readWorkloads(manifestsOf(daemonSet('100m', affinity))).daemonSets,
    readLiveState(manifestsOf(running)),
    [],
  );
  const required = daemon?.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  expect(required?.nodeSelectorTerms[0]?.matchExpressions).toEqual([{ key: 'gpu', operator: 'Exists' }]);
});
