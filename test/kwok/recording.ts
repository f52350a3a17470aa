import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SetUp } from './set-up.ts';
import type { SeenTransition, Transition } from './transition.ts';
import type { Seen } from './try-set-up.ts';

/** A setup and its resulting cluster. */
export interface LoopRecord extends SetUp {
  readonly seen: Seen;
}

/** A transition and its resulting cluster. */
export interface TransitionRecord extends Transition {
  /** 1, or more if the transition was recorded again to find out what depends on chance. */
  readonly run: number;
  readonly seen: SeenTransition;
}

/** Records in one file of the repository, as compressed JSON lines. */
class RecordFile<T> {
  readonly #file: URL;

  constructor(name: string) {
    this.#file = new URL(name, import.meta.url);
  }

  read(): readonly T[] {
    if (!existsSync(this.#file)) return [];
    const text = gunzipSync(readFileSync(this.#file)).toString('utf8').trim();
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as T);
  }

  write(records: readonly T[]): void {
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const unfinished = new URL(`${this.#file.href}.unfinished`);
    writeFileSync(unfinished, gzipSync(text, { level: 9 }));
    renameSync(unfinished, this.#file);
  }
}

/** Examples, and generated setups. */
export const loopFile = new RecordFile<LoopRecord>('./recorded.jsonl.gz');
/** Setups that need more than one scheduling round. */
export const roundsFile = new RecordFile<LoopRecord>('./recorded-rounds.jsonl.gz');
export const transitionsFile = new RecordFile<TransitionRecord>('./recorded-transitions.jsonl.gz');
/** Transitions under earlier minors of Karpenter. Their settings name the minor. */
export const olderFile = new RecordFile<TransitionRecord>('./recorded-older.jsonl.gz');

export const readLoopRecords = (): readonly LoopRecord[] => loopFile.read();
