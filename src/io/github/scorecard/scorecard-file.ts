import type { ScorecardRecord } from '../../../engine/review/scorecard/record.ts';
import { limits, readRecords, withRecords } from '../../../engine/review/scorecard/record-lines.ts';
import { scorecardOf, type TrackRecord, trackRecordOf } from '../../../engine/review/scorecard/scorecard.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { GitHub, RepositoryName } from '../github.ts';
import { type BranchFile, changeBranchFile, type FileOutcome, readBranchFile } from './branch-file.ts';

/** The name of the file on the scorecard's branch. */
export const scorecardPath = 'scorecard.jsonl';

/** Where a repository keeps its scorecard. */
export interface ScorecardPlace {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly branch: string;
}

const fileOf = (place: ScorecardPlace): BranchFile => ({ ...place, path: scorecardPath, maxBytes: 2 * limits.bytes });

/** All records; undefined if GitHub does not let us read them. */
export async function readScorecard(place: ScorecardPlace): Promise<readonly ScorecardRecord[] | undefined> {
  const text = await readBranchFile(fileOf(place));
  if (text === undefined) return undefined;
  return readRecords(text).records;
}

export const addRecord = (place: ScorecardPlace, record: ScorecardRecord): Promise<FileOutcome> =>
  changeBranchFile(
    fileOf(place),
    (text) => withRecords(text, [record]),
    `Record the ${record.kind} for ${record.commit.slice(0, 12)}`,
  );

/** How good the last predictions for a repository were; undefined if nothing is known, or if it cannot be read. */
export async function readTrackRecord(
  place: Omit<ScorecardPlace, 'branch'>,
  branch: string | undefined,
): Promise<TrackRecord | undefined> {
  if (branch === undefined) return undefined;
  try {
    const records = await readScorecard({ ...place, branch });
    return records && trackRecordOf(scorecardOf(records));
  } catch (error) {
    // A review without this line is still complete.
    if (error instanceof PlumblineError) return undefined;
    throw error;
  }
}
