import type { ExpectedCourse } from '../conformance/disruption/world.ts';
import type { ExpectedResult } from '../conformance/scenario.ts';
import { buildOracle } from './build.ts';
import { type Answer, Oracle, type Question } from './oracle.ts';
import { type Recording, recordingOf } from './recording.ts';
import { type WorldRecording, worldRecordingOf } from './world-recording.ts';

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
    return recordingOf(...(await this.#ask<ExpectedResult>(question)));
  }

  async recordWorld(question: Question): Promise<WorldRecording> {
    return worldRecordingOf(...(await this.#ask<ExpectedCourse>(question)));
  }

  #ask<Run>(question: Question): Promise<[Answer<Run>, Answer<Run> | undefined]> {
    return Promise.all([this.#byName.ask<Run>(question), this.#real?.ask<Run>(question)]);
  }

  close(): void {
    this.#real?.close();
    this.#byName.close();
  }
}
