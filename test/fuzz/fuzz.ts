import { defaultSettings } from '../../src/engine/api/settings.ts';
import { gate } from '../../src/engine/gate.ts';
import { renderers } from '../../src/engine/report/index.ts';
import { figures } from '../../src/engine/review/figures.ts';
import { review, type SourceSet } from '../../src/engine/review.ts';
import { PlumblineError } from '../../src/errors.ts';
import { parseConfig } from '../../src/io/config.ts';
import { openFacts } from '../../src/io/facts.ts';
import { Random } from '../conformance/generator/random.ts';
import { readCorpus } from './corpus.ts';
import { spoilt } from './spoil.ts';

/** What went wrong with one input. */
export interface Crash {
  readonly seed: number;
  readonly target: string;
  readonly input: string;
  readonly error: string;
}

const facts = openFacts('data');
const setOf = (text: string, file = 'a.yaml'): SourceSet => ({
  sources: [{ file, text }],
  hintSources: [{ file, text }],
  diagnostics: [],
});

type Target = (input: string, other: string) => void;

/** Everything that reads what strangers write. */
const targets: Readonly<Record<string, Target>> = {
  check: (input) => {
    const result = review({
      base: null,
      head: setOf(input),
      settings: defaultSettings,
      facts,
      figures: null,
      version: '0',
    });
    gate(result, { failOn: 'error' });
  },
  review: (input, other) => {
    const settings = { ...defaultSettings, region: 'us-east-1', today: '2026-11-21' };
    const result = review({ base: setOf(other), head: setOf(input), settings, facts, figures, version: '0' });
    const verdict = gate(result, { failOn: 'error' });
    for (const renderer of renderers) renderer.render({ review: result, verdict }, {});
  },
  cluster: (input, other) => {
    const settings = { ...defaultSettings, region: 'us-east-1' };
    review({ base: null, head: setOf(other), live: setOf(input, 'dump.json'), settings, facts, figures, version: '0' });
  },
  configuration: (input) => {
    try {
      parseConfig({ file: 'plumbline.yaml', text: input });
    } catch (error) {
      // A configuration that is wrong is told as such; anything else that is thrown is our bug.
      if (!(error instanceof PlumblineError)) throw error;
    }
  },
};

/** Feeds spoilt texts to everything that reads them; what throws is a crash. `onInput` hears how long each took (milliseconds). */
export function fuzz(
  count: number,
  firstSeed: number,
  onInput: (target: string, seed: number, milliseconds: number) => void = () => {},
): readonly Crash[] {
  const corpus = readCorpus();
  const names = Object.keys(targets);
  const crashes: Crash[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = new Random(seed);
    const target = names[seed % names.length]!;
    const texts = target === 'configuration' ? corpus.configurations : corpus.manifests;
    const other = random.pick(...texts);
    const input = spoilt(random.pick(...texts), other, random);
    const start = performance.now();
    try {
      targets[target]!(input, other);
    } catch (error) {
      crashes.push({
        seed,
        target,
        input,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
    onInput(target, seed, performance.now() - start);
  }
  return crashes;
}
