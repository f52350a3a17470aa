import type { ChangedFile } from '../../changes/ledger/changed-file.ts';
import { notUnderstood } from '../../changes/ledger/judgement.ts';
import { countsOf, type Ledger, lineOf } from '../../changes/ledger/ledger.ts';
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
    ...untold.map(({ file, reasons }) => ({
      ...notUnderstood(file, reasons[0]!),
      file,
      before: [],
      after: [],
      isWhole: true as const,
    })),
  ].sort((a, b) => compareNames(a.file, b.file) || lineOf(a) - lineOf(b));

  return { entries, counts: countsOf(entries) };
}

/** Whether only comments of a file differ, whoever reads it. */
function isOnlyForPeople(path: string, { entries }: Ledger, changed: readonly ChangedFile[]): boolean {
  const file = changed.find((one) => one.path === path);
  const places = entries.filter((entry) => entry.file === path);
  return file !== undefined && hasSameData(file) && places.every(({ isForPeople }) => isForPeople === true);
}
