import { describe, expect, test } from 'vitest';
import type { CapacityBuffers, Estimate } from '../../cluster/cost/estimate.ts';
import { areBuffersChanged, bufferLines } from './capacity-buffers.ts';

type Buffer = CapacityBuffers['buffers'][number];

const buffer = (pods: number | null, more: Partial<Buffer> = {}): Buffer => {
  return { buffer: 'CapacityBuffer/shop/web', target: 'Deployment/shop/web', pods, withRoom: pods ?? 0, ...more };
};
const side = (buffers: readonly Buffer[] | undefined, kept: CapacityBuffers['kept'] = null) => ({
  monthlyUsd: { likely: null },
  ...(buffers !== undefined && { capacityBuffers: { buffers, kept } }),
});
const estimate = (base: object | null, head: object): Estimate => ({ base, head }) as unknown as Estimate;

const room = 'CapacityBuffer `shop/web` keeps room for 5 pods of Deployment `web`';

describe('what a buffer keeps', () => {
  test.each<[string, CapacityBuffers['kept'], string]>([
    ['nodes and money', { nodes: 2, hourlyUsd: 0.2 }, `${room}: 2 nodes, $146/month.`],
    ['nodes without a price', { nodes: 1, hourlyUsd: null }, `${room}: 1 node.`],
    ['money', { nodes: 0, hourlyUsd: 0.1 }, `${room}: larger nodes, $73.00/month.`],
    ['nothing', { nodes: 0, hourlyUsd: 0 }, `${room}, on nodes that run anyway.`],
    ['an unknown amount', null, `${room}.`],
    ['less than nothing', { nodes: 1, hourlyUsd: -0.1 }, `${room}.`],
  ])('%s', (_, kept, expected) => {
    expect(bufferLines(estimate(null, side([buffer(5)], kept)))).toEqual([expected]);
  });

  test('there is not enough room', () => {
    expect(bufferLines(estimate(null, side([buffer(5, { withRoom: 3 })])))).toEqual([
      `${room}, but there is room for only 3.`,
    ]);
  });

  test('the number is unknown', () => {
    expect(bufferLines(estimate(null, side([buffer(null)])))).toEqual([
      'For how many pods CapacityBuffer `shop/web` keeps room is unknown.',
    ]);
  });

  test('several buffers have one price', () => {
    const other = buffer(1, { buffer: 'CapacityBuffer/default/api', target: 'PodTemplate/default/api' });
    expect(bufferLines(estimate(null, side([other, buffer(5)], { nodes: 3, hourlyUsd: 0.3 })))).toEqual([
      'CapacityBuffer `api` keeps room for 1 pod of PodTemplate `api`.',
      `${room}.`,
      'All CapacityBuffers together: 3 nodes, $219/month.',
    ]);
    expect(bufferLines(estimate(null, side([other, buffer(5)], { nodes: 0, hourlyUsd: 0 }))).at(-1)).toBe(
      'All of this room is on nodes that run anyway.',
    );
  });
});

describe('a change', () => {
  test.each<[string, readonly Buffer[] | undefined, readonly Buffer[] | undefined, readonly string[]]>([
    ['nothing', [buffer(5)], [buffer(5)], [`${room}.`]],
    ['more room', [buffer(2)], [buffer(5)], [`${room} instead of 2.`]],
    ['a new buffer', undefined, [buffer(5)], [`${room}.`]],
    [
      'a removed buffer',
      [buffer(5)],
      undefined,
      ['CapacityBuffer `shop/web` no longer keeps room for 5 pods of Deployment `web`.'],
    ],
  ])('%s', (name, before, after, expected) => {
    const changed = estimate(side(before), side(after));
    expect(bufferLines(changed)).toEqual(expected);
    expect(areBuffersChanged(changed)).toBe(name !== 'nothing');
  });
});
