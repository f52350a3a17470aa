import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Edit } from '../../engine/diagnostic.ts';
import { applyEdits } from '../../engine/manifest/edit.ts';
import type { Review } from '../../engine/review.ts';
import { PlumblineError } from '../../errors.ts';
import type { Terminal } from './main.ts';

/** Applies the fixes of all findings to the files in place; of fixes that overlap, the first one wins. */
export async function applyFixes(paths: readonly string[], review: Review, { cwd, stderr }: Terminal): Promise<void> {
  if (paths.includes('-'))
    throw new PlumblineError('usage', '`--fix` cannot write to standard input', { help: 'name files or folders' });
  const byFile = chosenEdits(review);
  for (const [file, edits] of byFile) {
    const path = resolve(cwd, file);
    const text = readFileSync(path, 'utf8');
    if (text !== review.texts.get(file)) continue;
    writeFileSync(path, applyEdits(text, edits));
    stderr.write(`fixed ${file}: ${edits.length} ${edits.length === 1 ? 'edit' : 'edits'}\n`);
  }
  if (byFile.size === 0) stderr.write('nothing to fix\n');
}

/** File → edits that do not overlap. A fix is taken whole or not at all. */
function chosenEdits({ findings }: Review): Map<string, Edit[]> {
  const chosen = new Map<string, Edit[]>();
  const isFree = (edit: Edit): boolean =>
    (chosen.get(edit.file) ?? []).every((other) => edit.end <= other.start || edit.start >= other.end) &&
    !(chosen.get(edit.file) ?? []).some((other) => other.start === edit.start && other.end === edit.end);
  for (const { diagnostic } of findings) {
    const edits = diagnostic.fix?.edits ?? [];
    if (!edits.every(isFree)) continue;
    for (const edit of edits) chosen.set(edit.file, [...(chosen.get(edit.file) ?? []), edit]);
  }
  return chosen;
}
