import type { RepositoryChange } from '../../changes/ledger/changed-file.ts';
import { type Ledger, type LedgerEntry, lineOf } from '../../changes/ledger/ledger.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { LineIndex, type Span } from '../../text/source.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';

/** The code of a note about a changed place near Karpenter that no stage and no rule accounts for. */
export const notUnderstoodCode = 'review/not-understood';

/** More files are only counted in the ledger. */
const maxNotes = 10;

/** One note for each file with changed places near Karpenter that are not understood, at the first of them. */
export function notUnderstoodNotes({ entries }: Ledger, changed: RepositoryChange | null): Diagnostic[] {
  const near = groupBy(
    entries.filter(({ isNear }) => isNear === true),
    ({ file }) => file,
  );

  const texts = new Map(changed?.files.map((file) => [file.path, file.after ?? '']));

  return [...near].slice(0, maxNotes).map(([file, places]) => ({
    code: notUnderstoodCode,
    severity: 'note',
    message: messageOf(places),
    span: spanOf(places[0]!, texts.get(file) ?? ''),
    labels: [],
    resource: null,
    help: 'Review this change by hand: it is near Karpenter, and the verdict and the figures do not cover it.',
    isChanged: true,
  }));
}

function messageOf(places: readonly LedgerEntry[]): string {
  // A line that is replaced is two places if both sides are unknown for different reasons.
  const names = [...new Set(places.map(({ what, unclear = what }) => quoted(unclear)))];
  const { decides, reason } = places[0]!;
  if (names.length === 1 && decides !== undefined)
    return `plumbline does not judge the change of ${names[0]}, which decides ${decides}`;
  return `plumbline cannot tell what the change of ${firstNames(names)} does: ${reason}`;
}

function spanOf(entry: LedgerEntry, text: string): Span {
  const { file, after } = entry;
  if (after.length === 0) return { file, start: 0, end: 0 };
  const lines = new LineIndex(text);
  const line = lineOf(entry);
  const start = lines.start(line) + Math.max(0, lines.line(line).search(/\S/));
  return { file, start, end: lines.start(line) + lines.line(line).length };
}
