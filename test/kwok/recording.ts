import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SetUp } from './set-up.ts';
import type { Seen } from './try-set-up.ts';

/** A set-up with what a cluster made of it. */
export interface LoopRecord extends SetUp {
  readonly seen: Seen;
}

const file = new URL('./recorded.jsonl.gz', import.meta.url);

/** What the repository holds: JSON lines, compressed. */
export const readLoopRecords = (): readonly LoopRecord[] =>
  gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoopRecord);

export const writeLoopRecords = (records: readonly LoopRecord[]): void =>
  writeFileSync(file, gzipSync(records.map((record) => `${JSON.stringify(record)}\n`).join(''), { level: 9 }));
