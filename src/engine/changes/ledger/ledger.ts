import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import type { ChangedFile } from './changed-file.ts';
import { type FileJudge, judgeOfFile } from './file-judge.ts';
import { asPlace, type Judgement, type PlaceClass } from './judgement.ts';
import { takenDataOf } from './kinds/taken-data.ts';
import { type LedgerInput, ledgerSide } from './ledger-input.ts';
import { type LineRange, lineChanges, oppositeSide, rangesOf, type SideName } from './line-changes.ts';
import { decisionOfBlock, topicOfBlock } from './reads-terraform.ts';
import { RenderedPlaces } from './rendered-places.ts';
import { createsNothing, keepsInstances } from './terraform/empty-blocks.ts';
import { TerraformUses } from './terraform/terraform-uses.ts';
import { TerraformFlow } from './terraform-flow.ts';
import { decidesRelease } from './terraform-judgement.ts';

/** A changed place of a pull request. Each changed line of both sides is in exactly one entry, or its whole file is. */
export interface LedgerEntry extends Judgement {
  /** Path at head, or at base if head does not have the file. */
  readonly file: string;
  /** Its lines at base, from 1; empty if it only adds lines. */
  readonly before: readonly LineRange[];
  /** Its lines at head. */
  readonly after: readonly LineRange[];
  /** The whole file is one place, and its lines are not counted. */
  readonly isWhole?: true;
}

/** Everything that a change does to the files of a repository, each place with what is known about it. */
export interface Ledger {
  /** Sorted by file, then by line. */
  readonly entries: readonly LedgerEntry[];
  readonly counts: Readonly<Record<PlaceClass, number>>;
}

/** Accounts for each changed place. */
export function ledgerOf(input: LedgerInput): Ledger {
  const rendered = new RenderedPlaces(input);
  const flows = { before: flowOf('before', input, rendered), after: flowOf('after', input, rendered) };
  const entries = input.changed.files.flatMap((file) => entriesOf(file, judgeOfFile(file, { input, rendered, flows })));

  return {
    entries: entries.sort((a, b) => compareNames(a.file, b.file) || lineOf(a) - lineOf(b)),
    counts: countsOf(entries),
  };
}

/** How many entries have each class. */
export function countsOf(entries: readonly LedgerEntry[]): Ledger['counts'] {
  const count = (wanted: PlaceClass): number => entries.filter((entry) => entry.class === wanted).length;
  return {
    modelled: count('modelled'),
    harmless: count('harmless'),
    outside: count('outside'),
    'not understood': count('not understood'),
  };
}

/** Where the values of Terraform of one side go. */
function flowOf(side: SideName, input: LedgerInput, rendered: RenderedPlaces): TerraformFlow {
  const { resources } = input;
  const { terraform } = ledgerSide(input, side);
  const texts = new Map(terraform.map(({ source }) => [source.file, source.text]));
  return new TerraformFlow(new TerraformUses(terraform), {
    topicOf: (kind, field, block) => topicOfBlock(resources, { kind, field, block }),
    decisionOf: (kind, field, block) => decisionOfBlock(resources, { kind, field, block }),
    createdBy: ({ type, labels, head }, path) => {
      const address = [...listIf(type !== 'resource', type), ...labels].join('.');
      if (decidesRelease(labels, path)) return rendered.ofRelease(side, head.file, address);
      return rendered.ofBlock(side, address);
    },
    takenBy: (block, path) => takenDataOf(input).reasonOfBlock(block, path),
    createsNothing: (block) => createsNothing(block, ledgerSide(input, side), ledgerSide(input, oppositeSide(side))),
    keepsInstances: (block, argument) =>
      keepsInstances(block, argument, ledgerSide(input, side), ledgerSide(input, oppositeSide(side))),
    isOfKarpenter: ({ at, head }) =>
      /karpenter/i.test(texts.get(at.file)?.slice(Math.min(at.start, head.start), at.end) ?? ''),
  });
}

/** The first line of an entry, at head if it has any there. */
export const lineOf = ({ before, after }: LedgerEntry): number => after[0]?.first ?? before[0]?.first ?? 0;

/** The lines with the same judgement are one place. */
function entriesOf({ path, before, after }: ChangedFile, judge: FileJudge): LedgerEntry[] {
  if ('whole' in judge) return [{ ...judge.whole, file: path, before: [], after: [], isWhole: true }];

  const changes = lineChanges(before ?? undefined, after ?? undefined);
  const lines = [
    ...judge.judged('before', changes.before).map((judgement, i) => ({ judgement, before: changes.before[i] })),
    ...judge.judged('after', changes.after).map((judgement, i) => ({ judgement, after: changes.after[i] })),
  ];

  const places = groupBy(lines, ({ judgement: { class: name, what, reason } }) => JSON.stringify([name, what, reason]));

  return [...places.values()].map((place) => ({
    ...asPlace(
      place[0]!.judgement,
      place.map(({ judgement }) => judgement),
    ),
    file: path,
    before: rangesOf(
      place.flatMap((line) => {
        if ('before' in line && line.before !== undefined) return [line.before];
        return [];
      }),
    ),
    after: rangesOf(
      place.flatMap((line) => {
        if ('after' in line && line.after !== undefined) return [line.after];
        return [];
      }),
    ),
  }));
}
