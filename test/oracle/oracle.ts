import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pod } from '../../src/engine/karpenter/api/pod.ts';
import type { ExpectedResult, Scenario } from '../conformance/scenario.ts';

/** A question to the oracle: a scenario without its answer. */
export type Question = Pick<Scenario, 'name' | 'manifests' | 'settings'>;

/** Its answer: one result per run, or why it cannot run the scenario. */
export interface Answer<Run = ExpectedResult> {
  readonly name: string;
  /** Module versions, by short name. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly runs?: readonly Run[];
  readonly error?: string;
}

/** A question of a benchmark: a pass over a scenario, or over pods as in Karpenter's own benchmark. */
export type BenchQuestion =
  | (Question & { readonly bench: 'pass' })
  | {
      readonly bench: 'pods';
      readonly name: string;
      readonly settings: Scenario['settings'];
      readonly pods: readonly Pod[];
    };

/** The time of one pass of the real scheduler. */
export interface Timing {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly nodeClaims: number;
  readonly podErrors: number;
  readonly go: string;
  readonly cpus: number;
}

/** A running oracle. It answers questions in order until it is closed. */
export class Oracle {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  /** Starts the program. `runs` is how often it runs each scenario. */
  constructor(program: string, runs: number) {
    const data = fileURLToPath(new URL('../../data', import.meta.url));
    this.#process = spawn(program, ['-data', data, '-runs', String(runs)], {
      // More memory is cheaper than a garbage collection after every scenario.
      env: { GOGC: '400', ...process.env },
    });
    this.#process.stderr.pipe(process.stderr);
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Sends one question. Wait for its answer before you send the next. */
  ask<Run = ExpectedResult>({ name, manifests, settings }: Question): Promise<Answer<Run>> {
    return this.#answer({ name, manifests, settings });
  }

  /** Measures the time of one pass instead. */
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
