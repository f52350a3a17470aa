import { resolve } from 'node:path';
import {
  type ScorecardReport,
  scorecardDocument,
  scorecardText,
} from '../../../engine/report/track-record/scorecard-text.ts';
import { limits, readRecords } from '../../../engine/review/scorecard/record-lines.ts';
import { scorecardOf } from '../../../engine/review/scorecard/scorecard.ts';
import { jsonText } from '../../../engine/text/words/log-text.ts';
import { readTextWithin } from '../../../io/files/bounded-file.ts';
import { takeBlobs } from '../../../io/git/blobs.ts';
import { listCommit } from '../../../io/git/listing.ts';
import { Repository } from '../../../io/git/repository.ts';
import { scorecardPath } from '../../../io/github/scorecard/scorecard-file.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { configPlace } from '../input/config-place.ts';
import { settingsOf } from '../input/review-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';

/** `plumbline scorecard [FILE]`: predictions of earlier changes, and what became of them. */
export async function runScorecard(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;
  const [file, ...more] = positionals;
  if (more.length > 0)
    throw new PlumblineError('usage', '`scorecard` reads one file', { help: 'Pass a single file, or none.' });

  const { text, source } = file === undefined ? await onBranch(input, terminal) : inFile(file, terminal);
  const { records, unreadable } = readRecords(text);
  const scorecard = scorecardOf(records, flags.text('environment'));
  const report: ScorecardReport = { scorecard, unreadable, source };
  const isJson = flags.text('format') === 'json';

  writeOutput(isJson ? `${jsonText(scorecardDocument(report), 2)}\n` : scorecardText(report), flags, terminal);

  return exitCode.ok;
}

interface Kept {
  readonly text: string;
  readonly source: string;
}

function inFile(file: string, { cwd }: Terminal): Kept {
  const about = { name: `\`${file}\``, code: 'usage', help: 'Pass a file that plumbline wrote.' } as const;
  try {
    return { text: readTextWithin({ path: resolve(cwd, file), maxBytes: 2 * limits.bytes, ...about }), source: file };
  } catch (error) {
    if (error instanceof PlumblineError) throw error;
    throw new PlumblineError('usage', `File not found: \`${file}\``, { help: 'Check the path.', cause: error });
  }
}

/** The records on the branch that the configuration names, as the remote has it, or as this clone has it. */
async function onBranch(input: Arguments, terminal: Terminal): Promise<Kept> {
  const repository = new Repository(terminal.cwd);
  const { scorecard: branch } = await settingsOf(input.flags, terminal, await configPlace(input, terminal, repository));

  if (branch === undefined)
    throw new PlumblineError('usage', 'plumbline.yaml does not say where the scorecard is', {
      help: 'Set `scorecard` to the name of a branch, or pass a file.',
    });

  const root = await repository.root();
  const commit = await repository
    .commit(`refs/remotes/origin/${branch}`)
    .catch(() => repository.commit(`refs/heads/${branch}`))
    .catch(() => {
      throw new PlumblineError('usage', `This clone has no branch \`${branch}\``, {
        help: `Run \`git fetch origin ${branch}:refs/remotes/origin/${branch}\`. The first apply with a scorecard creates the branch.`,
      });
    });

  const { files } = await listCommit(root, commit, [scorecardPath]);
  const blob = files.get(scorecardPath);
  let text: string | undefined;

  if (blob !== undefined)
    await takeBlobs(root, [blob], (_, content) => {
      if (typeof content !== 'number') text = content.toString('utf8');
    });

  if (text === undefined)
    throw new PlumblineError('usage', `The branch \`${branch}\` has no readable \`${scorecardPath}\``, {
      help: 'Delete the branch to start again.',
    });

  return { text, source: `the branch ${branch}` };
}
