import { describe, expect, test } from 'vitest';
import type { PodSpec } from '../../../karpenter/api/pod.ts';
import {
  type PodConstraints,
  podConstraints,
  podRequirements,
  relax,
  strictPodRequirements,
} from './pod-constraints.ts';

const term = (value: string) => ({ matchExpressions: [{ key: 'k', operator: 'In', values: [value] }] });
const affinityTerm = (topologyKey: string, weight: number) => ({ weight, podAffinityTerm: { topologyKey } });
const spread = (topologyKey: string, whenUnsatisfiable: string) => ({ maxSkew: 1, topologyKey, whenUnsatisfiable });

const spec: PodSpec = {
  containers: [],
  nodeSelector: { own: 'x' },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term('a'), term('b')] },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: term('light') },
        { weight: 9, preference: { matchExpressions: [{ key: 'p', operator: 'Exists' }] } },
      ],
    },
    podAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [affinityTerm('near-1', 1), affinityTerm('near-9', 9)],
    },
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [affinityTerm('far', 1)] },
  },
  topologySpreadConstraints: [
    spread('soft', 'ScheduleAnyway'),
    spread('hard', 'DoNotSchedule'),
    spread('softer', 'ScheduleAnyway'),
  ],
};

/** What remains: terms, preferences, spreads and tolerations. */
const shape = (pod: PodConstraints): string =>
  [
    pod.requiredTerms.length,
    pod.preferredAffinity.map((entry) => entry.podAffinityTerm.topologyKey).join(),
    pod.preferredAntiAffinity.length,
    pod.preferredTerms.map(({ weight }) => weight).join(),
    pod.spreads.map(({ topologyKey }) => topologyKey).join(),
    pod.tolerations.length,
  ].join(' | ');

describe('relax', () => {
  test('gives up one preference after another, in this order', () => {
    const steps: string[] = [];
    for (let pod: PodConstraints | undefined = podConstraints(spec); pod !== undefined; pod = relax(pod, true))
      steps.push(shape(pod));
    expect(steps).toEqual([
      '2 | near-1,near-9 | 1 | 9,1 | soft,hard,softer | 0',
      '1 | near-1,near-9 | 1 | 9,1 | soft,hard,softer | 0',
      '1 | near-1 | 1 | 9,1 | soft,hard,softer | 0',
      '1 |  | 1 | 9,1 | soft,hard,softer | 0',
      '1 |  | 0 | 9,1 | soft,hard,softer | 0',
      '1 |  | 0 | 1 | soft,hard,softer | 0',
      '1 |  | 0 |  | soft,hard,softer | 0',
      '1 |  | 0 |  | softer,hard | 0',
      '1 |  | 0 |  | hard | 0',
      '1 |  | 0 |  | hard | 1',
    ]);
  });

  test('tolerates PreferNoSchedule only if a NodePool has such a taint', () => {
    const bare = podConstraints({ containers: [] });
    expect(relax(bare, false)).toBeUndefined();
    expect(relax(bare, true)?.tolerations).toEqual([{ operator: 'Exists', effect: 'PreferNoSchedule' }]);
  });
});

describe('requirements', () => {
  test('the preference with the highest weight and the first required term apply', () => {
    expect(String(podRequirements(podConstraints(spec)))).toBe('k In [a], own In [x], p Exists');
    expect(String(strictPodRequirements(podConstraints(spec)))).toBe('k In [a], own In [x]');
  });
});
