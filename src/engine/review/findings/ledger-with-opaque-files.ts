import type { ChangedFile } from '../../changes/ledger/changed-file.ts';
import { notUnderstood } from '../../changes/ledger/judgement.ts';
import { countsOf, type Ledger, type LedgerEntry, lineOf } from '../../changes/ledger/ledger.ts';
import { hasSameData, sameObjects } from '../../changes/ledger/opaque-changes.ts';
import type { OpaqueChange } from '../../changes/plan/opaque-item.ts';
import { compareNames } from '../../text/name-order.ts';

/** What a review says about files. */
interface Told {
  readonly changed: readonly ChangedFile[];
  /** Whether a change of an object, or a problem, is reported in a file. */
  isTold(file: string): boolean;
}

/**
 * The ledger with the files of which only the plan says that nobody knows what they do. The ledger judges what is in a file, and the plan also what
 * becomes of it. Without this, a review might say that nothing is affected by what people have to approve.
 */
export function withUntoldFiles(ledger: Ledger, opaque: readonly OpaqueChange[], { changed, isTold }: Told): Ledger {
  // What a stage or a rule reads is told elsewhere.
  const read = new Set(
    ledger.entries.flatMap((entry) => {
      if (entry.class === 'not understood' || entry.class === 'modelled') return [entry.file];
      return [];
    }),
  );
  const untold = opaque.filter(
    ({ file, isCompared, reasons }) =>
      !isCompared &&
      !reasons.every((reason) => reason.endsWith(sameObjects)) &&
      !read.has(file) &&
      !isTold(file) &&
      !isOnlyForPeople(file, ledger, changed),
  );
  if (untold.length === 0) return ledger;

  const files = new Set(untold.map(({ file }) => file));
  const entries = [
    ...ledger.entries.filter(({ file }) => !files.has(file)),
    ...untold.flatMap((change) =>
      placesNamed(
        change,
        ledger.entries.filter(({ file }) => file === change.file),
      ),
    ),
  ].sort((a, b) => compareNames(a.file, b.file) || lineOf(a) - lineOf(b));

  return { entries, counts: countsOf(entries) };
}

/**
 * The changed fields of each definition in a file that is not rendered, and the rest of the file as it is. The whole
 * file, if it has other changes.
 */
function placesNamed({ file, reasons }: OpaqueChange, places: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const reasonOf = ({ what, isForPeople }: LedgerEntry): string | undefined => {
    if (isForPeople === true) return undefined;
    return reasons.find((reason) => {
      const [, title] = /^`([^`]+)`: /.exec(reason) ?? [];
      return title !== undefined && what.startsWith(`${title} `);
    });
  };

  const named = new Set(places.flatMap((place) => reasonOf(place) ?? []));
  if (named.size < new Set(reasons).size)
    return [{ ...notUnderstood(file, reasons[0]!), file, before: [], after: [], isWhole: true }];

  return places.map((place) => {
    const reason = reasonOf(place);
    if (reason === undefined) return place;
    return { ...place, ...notUnderstood(place.what, reason) };
  });
}

/** Whether only comments of a file differ, whoever reads it. */
function isOnlyForPeople(path: string, { entries }: Ledger, changed: readonly ChangedFile[]): boolean {
  const file = changed.find((entry) => entry.path === path);
  const places = entries.filter((entry) => entry.file === path);
  return file !== undefined && hasSameData(file) && places.every(({ isForPeople }) => isForPeople === true);
}
