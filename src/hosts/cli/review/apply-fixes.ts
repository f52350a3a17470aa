import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Edit } from '../../../engine/diagnostic.ts';
import { groupBy } from '../../../engine/group-by.ts';
import { applyEdits, compatibleFixes } from '../../../engine/manifest/edit.ts';
import { plural } from '../../../engine/plural.ts';
import type { Review } from '../../../engine/review/review-data.ts';
import { PlumblineError } from '../../../errors.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { PathDisplay } from './shown-paths.ts';

/** Applies the fixes of all findings to the files. If fixes overlap, the first one wins. */
export function applyFixes(review: Review, { root, cwd }: PathDisplay, { stderr }: Terminal): void {
  const byFile = chosenEdits(review);
  for (const [file, edits] of byFile) {
    const path = resolve(root, file);
    const name = relative(cwd, path);
    const text = readFileSync(path, 'utf8');
    // Offsets are those of the decoded text. A file in UTF-16, or one that was just edited, has others.
    if (text !== review.texts.get(file)) {
      stderr.write(`not fixed ${name}: it is not UTF-8, or it changed while plumbline was running\n`);
      continue;
    }
    rewrite(path, name, applyEdits(text, edits));
    stderr.write(`fixed ${name}: ${plural(edits.length, 'edit')}\n`);
  }
  if (byFile.size === 0) stderr.write('nothing to fix\n');
}

function rewrite(path: string, name: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    const help = 'Give the user who runs plumbline permission to write it.';
    throw new PlumblineError('usage', `\`${name}\` cannot be written`, { cause, help });
  }
}

/** File → edits that do not overlap. A fix is applied completely or not at all. */
function chosenEdits({ findings }: Review): Map<string, Edit[]> {
  const fixes = compatibleFixes(findings.flatMap(({ diagnostic: { fix } }) => fix ?? []));
  return groupBy(
    fixes.flatMap(({ edits }) => edits),
    ({ file }) => file,
  );
}
