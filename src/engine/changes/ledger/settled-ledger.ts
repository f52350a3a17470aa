import { isValueTopic, type RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { addToGroup, groupBy } from '../../text/group-by.ts';
import { folderOf } from '../../text/source.ts';
import { deciding, harmless, type Judgement, seenOnly, withTopics } from './judgement.ts';
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
  /** Whether everything is still allowed that base allows, which `isSame` does not compare. */
  isKept?(topic: RuledTopic): boolean;
}

/**
 * The ledger after all rules have run. That a rule reads a value does not mean that it says anything about this change:
 * it may judge the other direction only. Such a place stays modelled if something is said about it, and is harmless if
 * everything that rules work out from it is the same on both sides. Otherwise it is not understood. A line that a
 * finding names as its cause is understood, whatever was known of it before.
 */
export function settledLedger({ entries }: Ledger, outcome: Outcome): Ledger {
  const index = indexOf(entries, outcome.statements);
  const settled = entries.map((entry) => settledEntry(entry, outcome, index));

  return { entries: settled, counts: countsOf(settled) };
}

/** What is said about each file, so that an entry is compared only with what names its file. */
interface StatementIndex {
  /** Places that statements name, by file. */
  readonly places: ReadonlyMap<string, readonly StatedPlace[]>;
  /** For each file, the places of each statement that judges some of its lines. */
  readonly judgements: ReadonlyMap<string, readonly (readonly StatedPlace[])[]>;
  /** The topics of what is said about a file. */
  topicsIn(file: string): ReadonlySet<RuledTopic>;
}

/**
 * What names a changed place is about the file of that place, and about those next to it if the place only passes a
 * value on. Anything else is about all files.
 */
function indexOf(entries: readonly LedgerEntry[], statements: readonly RuleStatement[]): StatementIndex {
  const entriesOf = groupBy(entries, ({ file }) => file);
  const places = new Map<string, StatedPlace[]>();
  const judgements = new Map<string, (readonly StatedPlace[])[]>();
  const anywhere = new Set<RuledTopic>();
  const inFile = new Map<string, RuledTopic[]>();
  const inFolder = new Map<string, RuledTopic[]>();

  for (const statement of statements) {
    let namesEntry = false;
    // Its place may be a whole text of values, of which it judges only those that it names.
    const isOfValues = statement.topics.some(isValueTopic);

    for (const [file, ofFile] of groupBy(statement.places, (place) => place.file)) {
      if (!isOfValues) for (const place of ofFile) addToGroup(places, file, place);
      if (statement.isJudgement) addToGroup(judgements, file, ofFile);
      const named = (entriesOf.get(file) ?? []).filter((entry) => isAt(entry, ofFile));
      if (named.length === 0) continue;

      namesEntry = true;
      for (const topic of statement.topics) addToGroup(inFile, file, topic);
      if (!named.some(({ isPassedOn }) => isPassedOn)) continue;
      for (const topic of statement.topics) addToGroup(inFolder, folderOf(file), topic);
    }

    if (!namesEntry) for (const topic of statement.topics) anywhere.add(topic);
  }

  return {
    places,
    judgements,
    topicsIn: (file) => new Set([...anywhere, ...(inFile.get(file) ?? []), ...(inFolder.get(folderOf(file)) ?? [])]),
  };
}

function settledEntry(
  entry: LedgerEntry,
  { isSame, isKept = () => true }: Outcome,
  { places, judgements, topicsIn }: StatementIndex,
): LedgerEntry {
  const { topics, file } = entry;
  const isJudged = (judgements.get(file) ?? []).some((ofStatement) => covers(entry, ofStatement));

  if (entry.class === 'not understood' && isJudged)
    return { ...placeOf(entry), class: 'modelled', what: entry.what, reason: 'a finding says what it does' };
  if (entry.class !== 'modelled' || topics === undefined) return entry;

  const stated = topicsIn(file);
  if (topics.some((topic) => stated.has(topic)) || isAt(entry, places.get(file) ?? [])) return entry;

  return {
    ...placeOf(entry),
    ...unstated(
      entry,
      topics.every((topic) => isSame(topic) && isKept(topic)),
    ),
  };
}

/** What rules read and say nothing about. */
function unstated({ what, topics, decides }: LedgerEntry, isSame: boolean): Judgement {
  if (isSame) return harmless(what, 'what rules work out from it stays the same, or allows more');
  const open = seenOnly(what, 'no rule says anything about this change, and rules read only some of what it may do');
  if (decides === undefined) return withTopics(open, topics);
  return withTopics(deciding(open, decides), topics);
}

const placeOf = ({ file, before, after, isWhole }: LedgerEntry) => ({
  file,
  before,
  after,
  ...(isWhole && { isWhole }),
});

/** Whether one of some places of its file has a line of an entry. */
const isAt = ({ before, after }: LedgerEntry, places: readonly StatedPlace[]): boolean =>
  places.some((place) =>
    (place.side === 'before' ? before : after).some(({ first, last }) => first <= place.last && place.first <= last),
  );

/** Whether some places of its file have every line of an entry, those of head if it has any there. */
function covers({ before, after, isWhole }: LedgerEntry, places: readonly StatedPlace[]): boolean {
  const [side, ranges] = after.length > 0 ? (['after', after] as const) : (['before', before] as const);
  const onSide = places.filter((place) => place.side === side);
  return (
    !isWhole &&
    ranges.length > 0 &&
    ranges.every((range) => onSide.some((place) => place.first <= range.first && range.last <= place.last))
  );
}
