import { expect, test } from 'vitest';
import type { Estimate } from '../../cluster/cost/estimate.ts';
import { estimate, placement, review, target } from '../test-support.ts';
import { accuracyAdvice } from './accuracy-advice.ts';

const side = placement([]);
const subjects = (over: Partial<typeof target>, figured: Estimate | null = estimate(side, side)) =>
  accuracyAdvice(review({ estimate: figured, target: { ...target, ...over } })).map((step) => step.split(':')[0]);

test('asks for everything that is assumed, whatever the names of the files', () => {
  const said = { karpenterVersionSource: 'from clusters/default/karpenter.yaml:3', isKarpenterAssumed: false };
  const region = estimate(side, side, { regionSource: 'assumed-role/region.tf:1' });
  expect(subjects(said, region)).toEqual(['your nodes and pods']);
  expect(subjects({ isKarpenterAssumed: true, isRegionAssumed: true })).toEqual([
    'the region',
    'your nodes and pods',
    'your Karpenter version',
  ]);
});

test('asks for nothing without an estimate', () => expect(subjects({}, null)).toEqual([]));
