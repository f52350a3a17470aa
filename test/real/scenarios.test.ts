import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aspects, pictureOfExpected } from '../conformance/aspects.ts';
import { readRecordings } from '../conformance/scenario.ts';
import { buildOracle } from '../oracle/build.ts';
import { type Answer, Oracle } from '../oracle/oracle.ts';
import { sampleOf } from './sample.ts';

/** Those of the version that the oracle is built from. */
const recordings = readRecordings().filter(({ settings }) => settings.karpenterVersion === undefined);

/** Half of them known to be no matter of chance. */
const sample = [
  ...sampleOf(recordings, 6),
  ...sampleOf(
    recordings.filter(({ expected }) => expected.stableAspects.launchTypes),
    6,
  ),
];

let real: Oracle;
let byName: Oracle;

// Where Karpenter has never been compiled on this machine, that takes about 5 minutes of CPU; from then on it is cached.
beforeAll(() => {
  const build = buildOracle();
  real = new Oracle(build.real, 5);
  byName = new Oracle(build.byName, 1);
}, 1_800_000);
afterAll(() => {
  real.close();
  byName.close();
});

function picturesOfAnswer({ name, runs = [], error }: Answer) {
  if (runs.length === 0) throw new Error(`${name}: ${error}`);
  return runs.map(pictureOfExpected);
}

describe('the real Karpenter still does what was recorded', () => {
  test.each(sample)('$name', async (scenario) => {
    const recorded = pictureOfExpected(scenario.expected.result);
    const again = picturesOfAnswer(await byName.ask(scenario))[0]!;
    // Which of several constraints an error names is chance even where ties are broken.
    const decided = aspects.filter((aspect) => aspect !== 'messages' || scenario.expected.stableAspects.messages);
    expect(decided.filter((aspect) => again[aspect] !== recorded[aspect])).toEqual([]);
    // Karpenter draws lots: what came out alike in the runs of the recording may differ once, but not each time.
    const live = picturesOfAnswer(await real.ask(scenario));
    const stable = aspects.filter((aspect) => scenario.expected.stableAspects[aspect]);
    expect(stable.filter((aspect) => live.every((run) => run[aspect] !== recorded[aspect]))).toEqual([]);
  });

  test('in the versions that the product speaks of', async () => {
    const { versions } = await byName.ask(sample[0]!);
    expect(versions).toEqual({ karpenter: 'v1.14.1', aws: 'v1.14.1' });
  });
});
