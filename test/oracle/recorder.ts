import { buildOracle } from './build.ts';
import { Oracle, type Question } from './oracle.ts';
import { type Recording, recordingOf } from './recording.ts';

/** Both builds of the oracle, running. */
export class Recorder {
  readonly #real: Oracle | undefined;
  readonly #byName: Oracle;

  /** Builds the oracle where it is not built yet; `runs` of the real build tell what is chance; 0 for none. */
  constructor(runs: number) {
    const { real, byName } = buildOracle();
    this.#real = runs > 0 ? new Oracle(real, runs) : undefined;
    this.#byName = new Oracle(byName, 1);
  }

  async record(question: Question): Promise<Recording> {
    const [byName, real] = await Promise.all([this.#byName.ask(question), this.#real?.ask(question)]);
    return recordingOf(byName, real);
  }

  close(): void {
    this.#real?.close();
    this.#byName.close();
  }
}
