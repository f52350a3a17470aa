import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { courseOf, type WorldAspect, worldAspects, worldPicture } from './disruption/picture.ts';
import { readWorlds, runWorld, type World } from './disruption/world.ts';

interface KnownGaps {
  /** Reason → explanation. */
  readonly reasons: Readonly<Record<string, string>>;
  /** World → reason. */
  readonly worlds: Readonly<Record<string, string>>;
}

const gaps = JSON.parse(readFileSync(new URL('./disruption/known-gaps.json', import.meta.url), 'utf8')) as KnownGaps;
const worlds = readWorlds();
const isGap = ({ name }: World): boolean => Object.hasOwn(gaps.worlds, name);

function differing(world: World): WorldAspect[] {
  const [ours, theirs] = [worldPicture(courseOf(runWorld(world))), worldPicture(world.expected.result)];
  return worldAspects.filter((aspect) => ours[aspect] !== theirs[aspect]);
}

describe('the simulated disruption controllers agree with the real Karpenter', () => {
  test.each(worlds.filter((world) => !isGap(world)))('$name', (world) => {
    expect(differing(world)).toEqual([]);
  });
});

describe('known gaps', () => {
  test('name recorded clusters and a reason', () => {
    const names = new Set(worlds.map(({ name }) => name));
    expect(names.size).toBe(466);
    expect(Object.keys(gaps.worlds).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.values(gaps.worlds).filter((reason) => !Object.hasOwn(gaps.reasons, reason))).toEqual([]);
  });

  test.each(worlds.filter(isGap))('$name still differs', (world) => {
    expect(differing(world)).not.toEqual([]);
  });
});

test('no more scheduling passes are run than before', () => {
  const named = worlds.filter(({ name }) => name.startsWith('named-'));
  const passes = named.map((world) => runWorld(world).cluster.simulations);
  expect(passes.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(124);
});
