import type { ExpectedCourse } from '../conformance/disruption/world.ts';
import type { ExpectedResult } from '../conformance/scenario.ts';
import { buildOracle, type OracleRelease } from './build.ts';
import { type Answer, Oracle, type Question } from './oracle.ts';
import { type Recording, recordingOf } from './recording.ts';
import { type WorldRecording, worldRecordingOf } from './world-recording.ts';

interface Running {
  readonly real: Oracle | undefined;
  readonly byName: Oracle;
}

/** Both builds of the oracle, running, for the release that a question names. */
export class Recorder {
  readonly #running = new Map<OracleRelease, Running>();
  readonly #runs: number;

  /** Builds an oracle if necessary. `runs` of the real build show what depends on chance. 0 runs it not at all. */
  constructor(runs: number) {
    this.#runs = runs;
  }

  async record(question: Question): Promise<Recording> {
    return recordingOf(...(await this.#ask<ExpectedResult>(question)));
  }

  async recordWorld(question: Question): Promise<WorldRecording> {
    return worldRecordingOf(...(await this.#ask<ExpectedCourse>(question)));
  }

  #ask<Run>(question: Question): Promise<[Answer<Run>, Answer<Run> | undefined]> {
    const { real, byName } = this.#oracles(question.settings.karpenterVersion === '1.15' ? '1.15' : '1.14');
    return Promise.all([byName.ask<Run>(question), real?.ask<Run>(question)]);
  }

  #oracles(release: OracleRelease): Running {
    const known = this.#running.get(release);
    if (known !== undefined) return known;
    const build = buildOracle(undefined, release);
    const real = this.#runs > 0 ? new Oracle(build.real, this.#runs) : undefined;
    const running = { real, byName: new Oracle(build.byName, 1) };
    this.#running.set(release, running);
    return running;
  }

  close(): void {
    for (const { real, byName } of this.#running.values()) {
      real?.close();
      byName.close();
    }
  }
}
