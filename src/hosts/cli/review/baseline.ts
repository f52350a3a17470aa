import { resolve } from 'node:path';
import type { Review } from '../../../engine/review/context/review-data.ts';
import {
  type BaselineTerms,
  baselineText,
  parseBaseline,
  withBaseline,
} from '../../../engine/review/findings/baseline.ts';
import { byCount, plural } from '../../../engine/text/words/plural.ts';
import { readTextWithin } from '../../../io/files/bounded-file.ts';
import { maxFileBytes } from '../../../io/tree/source-tree.ts';
import { version } from '../../../io/version.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeFile } from '../terminal/write-output.ts';

/**
 * `--baseline FILE`: the review with only the findings that the file does not list. With `--write-baseline`, the file is written first.
 * Throws PlumblineError.
 */
export function afterBaseline(
  review: Review,
  { flags, ...terms }: { flags: Flags } & BaselineTerms,
  { cwd, stderr }: Terminal,
): Review {
  const file = flags.text('baseline');
  const isWriting = flags.isOn('write-baseline') === true;
  if (file === undefined && !isWriting) return review;

  if (file === undefined)
    throw new PlumblineError('usage', '`--write-baseline` needs a file to write to', {
      help: 'Add `--baseline FILE`.',
    });

  const path = resolve(cwd, file);
  if (isWriting) writeFile(path, file, baselineText(review));

  const baseline = parseBaseline(read(path, file));
  if ('fault' in baseline)
    throw new PlumblineError('config', `\`${file}\` ${baseline.fault}`, {
      help: `Write it again: \`--baseline ${file} --write-baseline\`.`,
    });

  const { review: remaining, gone } = withBaseline(review, baseline, terms);

  const notesOf = () => {
    if (isWriting) return [`baseline written: ${plural(review.findings.length, 'finding')} in ${file}`];
    return [...ageNote(file, baseline.writtenBy, remaining), ...goneNote(file, gone)];
  };

  const notes = notesOf();
  if (flags.isOn('quiet') !== true) for (const note of notes) stderr.write(`${note}\n`);

  return remaining;
}

function ageNote(file: string, writtenBy: string, { findings }: Review): string[] {
  if (writtenBy === version || findings.length === 0) return [];
  return [`note: ${file} is from plumbline ${writtenBy}, so a finding whose message changed since then counts as new`];
}

const goneNote = (file: string, gone: number): string[] => {
  if (gone === 0) return [];

  return [
    `note: ${plural(gone, 'finding')} in ${file} no longer ${byCount(gone, 'occurs', 'occur')}; \`--write-baseline\` removes ${byCount(gone, 'it', 'them')} from the file`,
  ];
};

function read(path: string, file: string): string {
  const help = 'Fix some findings or review fewer folders, then write the file again.';
  try {
    const name = `The baseline \`${file}\``;
    return readTextWithin({ path, name, maxBytes: maxFileBytes, code: 'usage', help });
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError('usage', `The baseline \`${file}\` cannot be read`, {
      cause,
      help: `Write it first: \`--baseline ${file} --write-baseline\`.`,
    });
  }
}
