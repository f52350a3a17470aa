import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isWhole, sample } from '../extent.ts';
import { type Aspect, aspects, pictureOf, pictureOfExpected } from './aspects.ts';
import { type Outcome, readRecordings, run, type Scenario } from './scenario.ts';

interface KnownGaps {
  /** Reason → explanation. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Scenario → reason. */
  readonly scenarios: Readonly<Record<string, string>>;
}

const gaps = JSON.parse(readFileSync(new URL('./known-gaps.json', import.meta.url), 'utf8')) as KnownGaps;
const scenarios = readRecordings();
const isGap = ({ name }: Scenario): boolean => Object.hasOwn(gaps.scenarios, name);
/** Names of generated scenarios end with their seed. All others were written by hand. */
const isNamed = ({ name }: Scenario): boolean => !/-\d{4,6}$/.test(name);
const chosen = sample(scenarios, ({ name }) => name, {
  oneOf: 60,
  always: (scenario) => isNamed(scenario) || isGap(scenario),
});

/** Texts are compared only if Karpenter's text is always the same. */
function differing(scenario: Scenario, outcome: Outcome): Aspect[] {
  const [ours, theirs] = [pictureOf(outcome), pictureOfExpected(scenario.expected.result)];
  return aspects.filter(
    (aspect) => ours[aspect] !== theirs[aspect] && (aspect !== 'messages' || scenario.expected.stableAspects.messages),
  );
}

test('scenarios of both kinds are compared', () => {
  expect(scenarios.length).toBe(3231);
  expect(chosen.filter(isNamed).length).toBe(236);
  expect(chosen.length).toBeGreaterThan(isWhole ? 3230 : 270);
});

describe('the simulation agrees with the real Karpenter', () => {
  test.each(chosen.filter((scenario) => !isGap(scenario)))('$name', (scenario) => {
    expect(differing(scenario, run(scenario))).toEqual([]);
  });
});

describe('known gaps', () => {
  test('name recorded scenarios and a reason', () => {
    const names = new Set(scenarios.map(({ name }) => name));
    expect(Object.keys(gaps.scenarios).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.values(gaps.scenarios).filter((reason) => !Object.hasOwn(gaps.reasons, reason))).toEqual([]);
  });

  test.each(chosen.filter(isGap))('$name still differs', (scenario) => {
    expect(differing(scenario, run(scenario))).not.toEqual([]);
  });
});
