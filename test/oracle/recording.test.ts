import { describe, expect, test } from 'vitest';
import type { ExpectedResult } from '../conformance/scenario.ts';
import { recordingOf } from './recording.ts';

const result = (zone: string, pods = 1): ExpectedResult => ({
  newNodeClaims: [
    {
      nodePool: 'default',
      count: 2,
      pods: { 'Deployment/web': pods },
      requirements: { 'topology.kubernetes.io/zone': { op: 'In', values: [zone] } },
      requests: { cpu: '1' },
      instanceTypeCount: 1,
      instanceTypes: 'a',
      launch: { capacityType: 'spot', cheapest: { instanceType: 'm5.large', zone, capacityType: 'spot', price: 0.1 } },
    },
  ],
  podErrors: { 'Deployment/api': { count: 3, messages: ['no'] } },
  typeSets: { a: 'm5.large' },
});
const answer = (...runs: ExpectedResult[]) => ({ name: 'x', versions: { karpenter: 'v1' }, runs });

describe('a recording', () => {
  test('is stable if all runs agree', () => {
    const recording = recordingOf(answer(result('a')), answer(result('a'), result('a'), result('a')));
    expect(recording).toMatchObject({
      stable: true,
      tieBreak: 'same',
      runs: 3,
      stableAspects: { launch: true, messages: true },
    });
    expect(recording.alternatives).toBeUndefined();
    expect(recording.summary).toEqual({
      nodeClaims: 2,
      podsOnNewNodes: 2,
      podsOnExistingNodes: 0,
      podErrors: 3,
      ignoredPods: 0,
      cheapestHourlyCost: 0.2,
    });
  });

  test('lists each other outcome once, and the aspects that it does not change', () => {
    const recording = recordingOf(answer(result('a')), answer(result('b'), result('a'), result('b')));
    expect(recording).toMatchObject({ stable: false, tieBreak: 'lexicographic', result: result('a') });
    expect(recording.stableAspects).toMatchObject({ composition: true, cost: true, placement: false, launch: false });
    expect(recording.alternatives?.map(({ newNodeClaims }) => newNodeClaims[0]!.requirements)).toEqual([
      { 'topology.kubernetes.io/zone': { op: 'In', values: ['b'] } },
    ]);
  });

  test('claims no stability after too few runs', () => {
    const [once, twice] = [
      recordingOf(answer(result('a'))),
      recordingOf(answer(result('a')), answer(result('a'), result('a'))),
    ];
    expect(
      [once, twice].flatMap(({ stable, stableAspects }) => [stable, ...Object.values(stableAspects)]),
    ).not.toContain(true);
  });

  test('of a scenario that cannot be run is an error', () => {
    expect(() => recordingOf({ name: 'x', error: 'bad' }, answer(result('a')))).toThrow('x: bad');
  });
});
