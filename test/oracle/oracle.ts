import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pod } from '../../src/engine/api/pod.ts';
import type { ExpectedResult, Scenario } from '../conformance/scenario.ts';

/** What the oracle is asked: a scenario without its answer. */
export type Question = Pick<Scenario, 'name' | 'manifests' | 'settings'>;

/** What it says: one result per run, or why it cannot run the scenario. */
export interface Answer<Run = ExpectedResult> {
  readonly name: string;
  /** Module versions, by short name. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly runs?: readonly Run[];
  readonly error?: string;
}

/** What a benchmark asks: a pass over a scenario, or over these pods as upstream's own benchmark has them. */
export type BenchQuestion =
  | (Question & { readonly bench: 'pass' })
  | {
      readonly bench: 'pods';
      readonly name: string;
      readonly settings: Scenario['settings'];
      readonly pods: readonly Pod[];
    };

/** What one pass of the real scheduler took. */
export interface Timing {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly nodeClaims: number;
  readonly podErrors: number;
  readonly go: string;
  readonly cpus: number;
}

/** A running oracle: answers in the order of questions, until it is closed. */
export class Oracle {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  /** Starts the program; `runs` is how often it runs each scenario. */
  constructor(program: string, runs: number) {
    const data = fileURLToPath(new URL('../../data', import.meta.url));
    this.#process = spawn(program, ['-data', data, '-runs', String(runs)], {
      // Memory is cheaper than collecting garbage after every scenario.
      env: { GOGC: '400', ...process.env },
    });
    this.#process.stderr.pipe(process.stderr);
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** One question at a time: wait for the answer before the next. */
  ask<Run = ExpectedResult>({ name, manifests, settings }: Question): Promise<Answer<Run>> {
    return this.#answer({ name, manifests, settings });
  }

  /** Times one pass instead. */
  async time(question: BenchQuestion): Promise<Timing & Pick<Answer, 'versions'>> {
    const { timing, versions, error } = await this.#answer<Answer & { readonly timing?: Timing }>(question);
    if (timing === undefined) throw new Error(`${question.name}: ${error}`);
    return { ...timing, ...(versions && { versions }) };
  }

  async #answer<T>(question: Question | BenchQuestion): Promise<T> {
    this.#process.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`the oracle ended without an answer to ${question.name}`);
    return JSON.parse(value) as T;
  }

  close(): void {
    this.#process.stdin.end();
  }
}
