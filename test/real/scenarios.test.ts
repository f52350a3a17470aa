import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aspects, pictureOfExpected } from '../conformance/aspects.ts';
import { readRecordings } from '../conformance/scenario.ts';
import { buildOracle } from '../oracle/build.ts';
import { type Answer, Oracle } from '../oracle/oracle.ts';
import { sampleOf } from './sample.ts';

/** Recordings of the version that the oracle is built from. */
const recordings = readRecordings().filter(({ settings }) => settings.karpenterVersion === undefined);

/** Half of them have results that do not depend on chance. */
const sample = [
  ...sampleOf(recordings, 6),
  ...sampleOf(
    recordings.filter(({ expected }) => expected.stableAspects.launchTypes),
    6,
  ),
];

let real: Oracle;
let byName: Oracle;

// The first build on a machine compiles Karpenter, which takes about 5 minutes of CPU. Later builds use the cache.
beforeAll(() => {
  const build = buildOracle();
  real = new Oracle(build.real, 5);
  byName = new Oracle(build.byName, 1);
});
afterAll(() => {
  real.close();
  byName.close();
});

function picturesOfAnswer({ name, runs = [], error }: Answer) {
  if (runs.length === 0) throw new Error(`${name}: ${error}`);
  return runs.map(pictureOfExpected);
}

describe('the real Karpenter still gives the recorded results', () => {
  test.each(sample)('$name', async (scenario) => {
    const recorded = pictureOfExpected(scenario.expected.result);
    const again = picturesOfAnswer(await byName.ask(scenario))[0]!;
    // Chance decides which of several constraints an error names, even if ties are broken by name.
    const decided = aspects.filter((aspect) => aspect !== 'messages' || scenario.expected.stableAspects.messages);
    expect(decided.filter((aspect) => again[aspect] !== recorded[aspect])).toEqual([]);
    // Karpenter chooses at random. A result that was the same in all recorded runs may differ once, but not every time.
    const live = picturesOfAnswer(await real.ask(scenario));
    const stable = aspects.filter((aspect) => scenario.expected.stableAspects[aspect]);
    expect(stable.filter((aspect) => live.every((run) => run[aspect] !== recorded[aspect]))).toEqual([]);
  });

  test('the oracle has the versions that plumbline names', async () => {
    const { versions } = await byName.ask(sample[0]!);
    expect(versions).toEqual({ karpenter: 'v1.14.1', aws: 'v1.14.1' });
  });
});
