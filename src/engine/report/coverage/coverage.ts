import { type Ledger, type LedgerEntry, lineOf } from '../../changes/ledger/ledger.ts';
import { countLines } from '../../changes/ledger/line-changes.ts';
import type { Review } from '../../review/context/review-data.ts';
import { compareNames } from '../../text/name-order.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';

/** The changed places that no stage and no rule accounts for, those near Karpenter first. */
export const notUnderstoodIn = ({ ledger }: Review): readonly LedgerEntry[] =>
  (ledger?.entries ?? [])
    .filter((entry) => entry.class === 'not understood')
    .sort(
      (a, b) =>
        Number(b.isNear ?? false) - Number(a.isNear ?? false) || compareNames(a.file, b.file) || lineOf(a) - lineOf(b),
    );

/** `plumbline cannot tell what 2 of the changes do: a, b`, or what a change decides; undefined if it can tell it of all of them. */
export function notUnderstoodSentence(review: Review): string | undefined {
  const places = notUnderstoodIn(review);
  if (places.length === 0) return undefined;
  // Several lines of a kustomization may only make one object that is not understood.
  const names = [...new Set(places.map(({ what, unclear = what }) => quoted(withoutLongValues(unclear))))];
  const [first] = places;
  if (places.every(({ decides }) => decides !== undefined)) {
    if (names.length > 1) return `plumbline does not judge ${names.length} of the changes: ${firstNames(names)}`;
    return `plumbline does not judge one of the changes: ${names[0]} decides ${first!.decides}`;
  }

  const what = byCount(names.length, 'one of the changes does', `${names.length} of the changes do`);
  return `plumbline cannot tell what ${what}: ${firstNames(names)}`;
}

/**
 * `Changes `Namespace shop metadata.labels` and 1 more place`: the first of the changed places that a stage or a rule
 * reads; empty if there are none.
 */
export function modelledSentence({ ledger }: Review): readonly string[] {
  const places = (ledger?.entries ?? []).filter((entry) => entry.class === 'modelled');
  const names = new Set(places.map(({ what }) => quoted(withoutLongValues(what))));
  const [first] = names;
  if (first === undefined) return [];

  const more = names.size === 1 ? '' : ` and ${plural(names.size - 1, 'more place')}`;
  return [`Changes ${first}${more}`];
}

/** The longest name that a sentence shows as a whole. */
const longestName = 80;

/** `aws_x y size` of `aws_x y size 5 → 8`, if that is too long for a sentence. The note at the line has the values. */
function withoutLongValues(what: string): string {
  const arrow = what.indexOf(' → ');
  if (what.length <= longestName || arrow === -1) return what;

  const space = what.lastIndexOf(' ', arrow - 1);
  if (space === -1) return what;
  return what.slice(0, space);
}

/** `modules/eks/main.tf:12`; without a line for a whole file. */
export function changedPlaceName(entry: LedgerEntry): string {
  const line = lineOf(entry);
  if (line === 0) return entry.file;
  return `${entry.file}:${line}`;
}

/** How much of the change is accounted for: `12 changed places: 8 modelled, 2 harmless, 1 outside, 1 not understood`. */
export function coverageLine({ counts, entries }: Ledger): string {
  const parts = (['modelled', 'harmless', 'outside', 'not understood'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name}`);
  return `${plural(entries.length, 'changed place')}: ${parts.join(', ')}`;
}

/** `3 lines` of both sides, or `whole file`. */
export function extentOfEntry({ before, after, isWhole }: LedgerEntry): string {
  if (isWhole) return 'whole file';
  return plural(countLines(before) + countLines(after), 'line');
}
