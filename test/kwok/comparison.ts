import { readFileSync } from 'node:fs';
import { differences, type LoopAspect } from './compare.ts';
import { pictureOfForecast } from './picture.ts';
import { type LoopRecord, readLoopRecords } from './recording.ts';
import { forecast } from './set-up.ts';

/** A set-up: what was foretold of it, beside what was seen. */
export interface LoopComparison {
  readonly name: string;
  /** How many nodes came up. */
  readonly nodes: number;
  readonly differing: readonly LoopAspect[];
  /** Why it differs, where that is known. */
  readonly reason: string | undefined;
}

interface KnownDifferences {
  /** Short name → what it means. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Set-up → short name of the reason. */
  readonly setUps: Readonly<Record<string, string>>;
}

const known = JSON.parse(
  readFileSync(new URL('./known-differences.json', import.meta.url), 'utf8'),
) as KnownDifferences;

/** Why a set-up differs, as known-differences.json has it. */
export const reasonOf = (name: string): string | undefined => known.reasons[known.setUps[name] ?? ''];

/** Set-ups that known-differences.json names. */
export const explained = (): readonly string[] => Object.keys(known.setUps);

export const compareRecord = (record: LoopRecord): LoopComparison => ({
  name: record.name,
  nodes: record.seen.nodes.length,
  differing: differences(pictureOfForecast(forecast(record).placement), record.seen),
  reason: reasonOf(record.name),
});

/** All that the repository holds, worked out anew. */
export const readLoopComparisons = (): readonly LoopComparison[] => readLoopRecords().map(compareRecord);
