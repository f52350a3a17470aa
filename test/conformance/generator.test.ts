import { describe, expect, test } from 'vitest';
import { Random } from './generator/random.ts';
import { twists } from './generator/twists/twists.ts';
import { features, generate, generateTwisted } from './generator.ts';

const seeds = Array.from({ length: 5 * features.length }, (_, i) => i);

describe('the generator', () => {
  test('makes the same of the same seed', () => {
    expect(generate(42)).toEqual(generate(42));
    expect(generate(42).manifests).not.toBe(generate(43).manifests);
  });

  test('uses every feature that it names, each somewhere in focus', () => {
    const scenarios = seeds.map(generate);
    const used = new Set(scenarios.flatMap(({ settings }) => settings.probes ?? []));
    expect(features.filter((feature) => !used.has(feature))).toEqual([]);
    expect(features.filter((feature) => !scenarios.some(({ name }) => name.startsWith(`${feature}-0`)))).toEqual([]);
  });
});

describe('twists', () => {
  test('make the same of the same seed, and another scenario than the generator', () => {
    expect(generateTwisted(42)).toEqual(generateTwisted(42));
    expect(generateTwisted(42).manifests).not.toBe(generate(42).manifests);
  });

  test('all find something to change', () => {
    const used = new Set(seeds.slice(0, 300).flatMap((seed) => generateTwisted(seed).settings.probes ?? []));
    expect(Object.keys(twists).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('Random', () => {
  test('draws what it drew before', () => {
    const random = new Random(7);
    expect([random.integer(0, 99), random.integer(0, 99), random.integer(0, 99)]).toMatchInlineSnapshot(`
      [
        1,
        6,
        97,
      ]
    `);
  });

  test('samples each value at most once, in order', () => {
    const random = new Random(1);
    for (let i = 0; i < 50; i++) {
      const sample = random.sample([1, 2, 3, 4, 5], 3);
      expect(sample).toEqual([...new Set(sample)].sort());
      expect(sample.length).toBe(3);
    }
  });
});
