import { expect, test } from 'vitest';
import { estimate, placement, review } from '../test-support.ts';
import { exacterSteps } from './sharper-figures.ts';

const side = placement([]);
const subjects = (over: Parameters<typeof review>[0]) =>
  exacterSteps(review({ estimate: estimate(side, side), ...over })).map((step) => step.split(':')[0]);

test('asks for what is assumed, whatever the files are called that say it', () => {
  const said = { karpenterVersionSource: 'from clusters/default/karpenter.yaml:3', isKarpenterAssumed: false };
  const region = estimate(side, side, { regionSource: 'assumed-role/region.tf:1' });
  expect(subjects({ ...said, estimate: region })).toEqual(['the nodes and pods that run']);
  expect(subjects({ isKarpenterAssumed: true, isRegionAssumed: true })).toEqual([
    'the region',
    'the nodes and pods that run',
    'the Karpenter that runs',
  ]);
});

test('asks for nothing where nothing is figured', () => expect(subjects({ estimate: null })).toEqual([]));
