import { buildOracle } from './build.ts';
import { Oracle, type Question } from './oracle.ts';
import { type Recording, recordingOf } from './recording.ts';

/** Both builds of the oracle, running. */
export class Recorder {
  readonly #real: Oracle;
  readonly #byName: Oracle;

  /** Builds the oracle where it is not built yet; `runs` of the real build tell what is chance. */
  constructor(runs: number) {
    const { real, byName } = buildOracle();
    this.#real = new Oracle(real, runs);
    this.#byName = new Oracle(byName, 1);
  }

  async record(question: Question): Promise<Recording> {
    const [real, byName] = await Promise.all([this.#real.ask(question), this.#byName.ask(question)]);
    return recordingOf(real, byName);
  }

  close(): void {
    this.#real.close();
    this.#byName.close();
  }
}
