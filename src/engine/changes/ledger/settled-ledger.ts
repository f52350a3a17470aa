import type { RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { harmless, type Judgement, seenOnly, withTopics } from './judgement.ts';
import { countsOf, type Ledger, type LedgerEntry } from './ledger.ts';
import type { LineRange, SideName } from './line-changes.ts';

/** Something that a review says about a change: what it rests on, and the lines that it names. */
export interface RuleStatement {
  readonly topics: readonly RuledTopic[];
  readonly places: readonly StatedPlace[];
  /** It says what the change of a line does, so the line is understood. */
  readonly isJudgement: boolean;
}

/** Lines of a file of the repository, from 1. */
export interface StatedPlace extends LineRange {
  readonly side: SideName;
  readonly file: string;
}

/** What a review knows once all rules have run. */
export interface Outcome {
  readonly statements: readonly RuleStatement[];
  /** Whether rules work out the same of a topic on both sides, so that none of them can say anything about the change. */
  isSame(topic: RuledTopic): boolean;
}

/**
 * The ledger after all rules have run. That a rule reads a value does not mean that it says anything about this change: it may judge the other direction
 * only. Such a place stays modelled if something is said about it, and is harmless if everything that rules work out from it is the same on both sides.
 * Otherwise it is not understood. A line that a finding names as its cause is understood, whatever was known of it before.
 */
export function settledLedger({ entries }: Ledger, outcome: Outcome): Ledger {
  const topicsIn = topicsByFile(entries, outcome);
  const settled = entries.map((entry) => settledEntry(entry, outcome, topicsIn(entry.file)));

  return { entries: settled, counts: countsOf(settled) };
}

/** The topics of what is said about a file. What names a changed place is about the file of that place, anything else about all of them. */
function topicsByFile(
  entries: readonly LedgerEntry[],
  { statements }: Outcome,
): (file: string) => ReadonlySet<RuledTopic> {
  const anywhere = new Set<RuledTopic>();
  const inFile = new Map<string, Set<RuledTopic>>();

  for (const { topics, places } of statements) {
    const files = new Set(entries.flatMap((entry) => (isAt(entry, places) ? entry.file : [])));
    for (const topic of topics) {
      if (files.size === 0) anywhere.add(topic);
      for (const file of files) inFile.set(file, (inFile.get(file) ?? new Set()).add(topic));
    }
  }

  return (file) => new Set([...anywhere, ...(inFile.get(file) ?? [])]);
}

function settledEntry(entry: LedgerEntry, outcome: Outcome, stated: ReadonlySet<RuledTopic>): LedgerEntry {
  const { topics } = entry;
  const isNamed = outcome.statements.some(({ places }) => isAt(entry, places));
  const isJudged = outcome.statements.some(({ isJudgement, places }) => isJudgement && covers(entry, places));

  if (entry.class === 'not understood' && isJudged)
    return { ...placeOf(entry), class: 'modelled', what: entry.what, reason: 'a finding says what it does' };
  if (entry.class !== 'modelled' || topics === undefined) return entry;
  if (topics.some((topic) => stated.has(topic)) || isNamed) return entry;

  return { ...placeOf(entry), ...unstated(entry, topics.every(outcome.isSame)) };
}

/** What rules read and say nothing about. */
function unstated({ what, topics }: LedgerEntry, isSame: boolean): Judgement {
  if (isSame) return harmless(what, 'what rules work out from it stays the same');
  return {
    ...withTopics(seenOnly(what, 'rules read it, and none says what this change does'), topics),
    isUnjudged: true,
  };
}

const placeOf = ({ file, before, after, isWhole }: LedgerEntry) => ({
  file,
  before,
  after,
  ...(isWhole && { isWhole }),
});

/** Whether one of some places has a line of an entry. */
const isAt = ({ file, before, after }: LedgerEntry, places: readonly StatedPlace[]): boolean =>
  places.some(
    (place) =>
      place.file === file &&
      (place.side === 'before' ? before : after).some(({ first, last }) => first <= place.last && place.first <= last),
  );

/** Whether some places have every line of an entry, those of head if it has any there. */
function covers({ file, before, after, isWhole }: LedgerEntry, places: readonly StatedPlace[]): boolean {
  const [side, ranges] = after.length > 0 ? (['after', after] as const) : (['before', before] as const);
  const onSide = places.filter((place) => place.file === file && place.side === side);
  return (
    !isWhole &&
    ranges.length > 0 &&
    ranges.every((range) => onSide.some((place) => place.first <= range.first && range.last <= place.last))
  );
}
