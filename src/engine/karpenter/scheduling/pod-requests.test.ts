import { describe, expect, test } from 'vitest';
import type { Container, PodSpec } from '../api/pod.ts';
import { podRequests } from './pod-requests.ts';

const container = (cpu: string, memory = '0', restartPolicy?: string): Container => ({
  resources: { requests: { cpu, memory } },
  ...(restartPolicy && { restartPolicy }),
});
const cpu = (spec: Partial<PodSpec>): number | undefined => podRequests({ containers: [], ...spec }).get('cpu');

describe('podRequests', () => {
  test.each<[string, Partial<PodSpec>, number]>([
    ['containers add up', { containers: [container('1'), container('500m')] }, 1500],
    ['only a larger init container counts', { containers: [container('1')], initContainers: [container('3')] }, 3000],
    ['a smaller one does not count', { containers: [container('1')], initContainers: [container('500m')] }, 1000],
    ['a sidecar is added', { containers: [container('1')], initContainers: [container('1', '0', 'Always')] }, 2000],
    [
      'sidecars started earlier are added to an init container',
      {
        containers: [container('1')],
        initContainers: [container('1', '0', 'Always'), container('3'), container('1', '0', 'Always')],
      },
      4000,
    ],
    ['pod-level requests', { containers: [container('1')], resources: { requests: { cpu: '4' } } }, 4000],
    ['overhead is added', { containers: [container('1')], overhead: { cpu: '250m' } }, 1250],
  ])('%s', (_, spec, expected) => {
    expect(cpu(spec)).toBe(expected);
  });

  test('fractions of a byte add up exactly', () => {
    const containers = Array.from({ length: 5 }, () => container('1', '0.3Gi'));
    expect(podRequests({ containers }).get('memory')).toBe(1_610_612_736);
    expect(podRequests({ containers: containers.slice(0, 3) }).get('memory')).toBe(966_367_641.6);
  });

  test('a pod counts as one pod of the node’s capacity', () => {
    expect([...podRequests({ containers: [] })]).toEqual([['pods', 1]]);
  });

  test('only cpu, memory and hugepages can be requested at pod level', () => {
    const requests = { 'ephemeral-storage': '1Gi', memory: '1Gi' };
    expect(podRequests({ containers: [], resources: { requests } })).toEqual(
      new Map([
        ['memory', 2 ** 30],
        ['pods', 1],
      ]),
    );
  });
});
