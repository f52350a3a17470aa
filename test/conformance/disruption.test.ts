import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isWhole, sample } from '../extent.ts';
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
const isNamed = ({ name }: World): boolean => name.startsWith('named-');
const chosen = sample(worlds, ({ name }) => name, { always: (world) => isNamed(world) || isGap(world) });

interface Outcome {
  readonly course: ReturnType<typeof courseOf>;
  /** How many scheduling passes it took. */
  readonly passes: number;
}

const outcomes = new Map<string, Outcome>();

/** The outcome of a cluster, which runs once for all tests. */
function outcomeOf(world: World): Outcome {
  const known = outcomes.get(world.name);
  if (known !== undefined) return known;

  const run = runWorld(world);
  const outcome = { course: courseOf(run), passes: run.cluster.simulations };
  outcomes.set(world.name, outcome);
  return outcome;
}

function differing(world: World): WorldAspect[] {
  const [ours, theirs] = [worldPicture(outcomeOf(world).course), worldPicture(world.expected.result)];
  return worldAspects.filter((aspect) => ours[aspect] !== theirs[aspect]);
}

test('clusters of both kinds are compared', () => {
  expect(chosen.filter(isNamed).length).toBe(37);
  expect(chosen.length).toBeGreaterThan(isWhole ? 465 : 60);
});

describe('the simulated disruption controllers agree with the real Karpenter', () => {
  test.each(chosen.filter((world) => !isGap(world)))('$name', (world) => {
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

  test.each(chosen.filter(isGap))('$name still differs', (world) => {
    expect(differing(world)).not.toEqual([]);
  });
});

test('no more scheduling passes are run than before', () => {
  const passes = worlds.filter(isNamed).map((world) => outcomeOf(world).passes);
  expect(passes.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(124);
});
