import { expect, test } from 'vitest';
import type { Pod } from '../../karpenter/api/pod.ts';
import { podInfo } from './framework/pod-info.ts';
import { schedulerRelease } from './framework/release.ts';
import { KubeScheduler } from './kube-scheduler.ts';

const web: Pod = {
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'main', resources: { requests: { cpu: '1' } } }],
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
        ],
      },
    },
  },
};

/** kube-scheduler with nodes of these hostnames, named `node-0` and so on. */
function schedulerOn(...hostnames: readonly string[]): KubeScheduler {
  const scheduler = new KubeScheduler({ release: schedulerRelease('1.34'), namespaces: new Map(), claimsOf: () => [] });
  for (const [at, host] of hostnames.entries())
    scheduler.add({
      name: `node-${at}`,
      labels: { 'kubernetes.io/hostname': host },
      taints: [],
      allocatable: new Map([
        ['cpu', 8_000],
        ['pods', 10],
      ]),
    });

  return scheduler;
}

const namesFor = (scheduler: KubeScheduler, pod = podInfo(web)): string[] =>
  scheduler.find(pod).nodes.map(({ node }) => node.name);

test('a host takes a pod again once the pod that it avoids has gone', () => {
  const scheduler = schedulerOn('a', 'b');
  const shape = podInfo(web);

  scheduler.bind(shape, 'node-0');
  expect(namesFor(scheduler, shape)).toEqual(['node-1']);

  scheduler.bind(shape, 'node-1');
  expect(namesFor(scheduler, shape)).toEqual([]);

  scheduler.bind(shape, 'node-0', -1);
  expect(namesFor(scheduler, shape)).toEqual(['node-0']);
});

test('nodes with the same hostname are one host', () => {
  const scheduler = schedulerOn('a', 'a', 'b');
  scheduler.bind(podInfo(web), 'node-0');
  expect(namesFor(scheduler)).toEqual(['node-2']);
});

test('a running pod keeps away a pod that avoids nothing', () => {
  const scheduler = schedulerOn('a', 'b');
  const { affinity: _, ...spec } = web.spec;
  scheduler.bind(podInfo(web), 'node-0');
  expect(namesFor(scheduler, podInfo({ ...web, spec }))).toEqual(['node-1']);
});
