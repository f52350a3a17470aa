import { compareNames } from '../../src/engine/text/name-order.ts';
import { type FirstSight, firstSightsTable } from './first-sights.ts';
import { findingCounts } from './judgement.ts';
import type { JudgedRepository, ListedRepository } from './list.ts';
import { operationsTable } from './operations.ts';
import type { ChangedPlaces } from './outcome.ts';

/** What was judged, added up. */
export interface Tally {
  readonly found: number;
  readonly expected: number;
  readonly trueFindings: number;
  readonly falseFindings: number;
  readonly debatableFindings: number;
  readonly effects: number;
  readonly wrongEffects: number;
  readonly verdicts: number;
  readonly wrongVerdicts: number;
  readonly missed: number;
}

type Listed = Readonly<Record<string, ListedRepository>>;
type Judged = Readonly<Record<string, JudgedRepository>>;

/** docs/real-repositories.md. */
export function realRepositoriesPage(list: Listed, judgements: Judged, sights: readonly FirstSight[]): string {
  const names = Object.keys(list)
    .filter((name) => judgements[name]?.review.isJudged)
    .sort(compareNames);
  const section = (set: ListedRepository['set']): string =>
    tableOf(
      names.filter((name) => list[name]?.set === set),
      list,
      judgements,
    );
  return `# Real repositories

${names.length} public repositories that use Karpenter, each at one commit and with up to two of its historical changes. We judged the output of
each review, and read the files of the repository where the output left doubt. Known kinds of mistakes were judged together. What nobody marked as wrong counts as
right, so the shares of what is right are upper bounds.

**The judgements of the opened repositories are older than the fixes that they led to.** Each one is about the output that was recorded with it. It
stops counting when the output changes, until somebody judges it again. The unseen and the unopened ones were judged again on 2026-11-26.

\`npm run compare -- repositories FOLDER\` reviews them again and prints what differs from these judgements. FOLDER contains the git
copies, as \`owner+name\`. This repository contains only names, commits and judgements.

Reviews of the opened repositories were used to find and fix mistakes. The unopened ones measure the result. The unseen ones
were added last, and first judged before any of their mistakes was fixed. The table has the judgement after the fixes, and a section below has
the first sights. Repositories that nobody judged yet are listed in \`test/real-repositories/list.json\` and do not count here.

${summary(names, list, judgements)}

## First sights

Somebody who did not build plumbline reviewed repositories that nobody had tried, and judged each statement next to the files. No row changes later.

${firstSightsTable(sights)}

## How to read the tables

- **Objects**: NodePools, Provisioners and node classes that plumbline reads, of those that the repository deploys.
- **Findings**: errors and warnings, in the repository as it is and in its changes: true, false, debatable.
- **Effects**: changed objects whose effect on running nodes is right, of all changed objects.
- **Verdicts**: changes whose verdict is right, of all changes.
- **Figure**: whether the number of nodes and the cost help a reviewer, or why not. Without workloads, it is useful if the review shows what each NodePool
  can launch, at which price, and how far its limits reach.

## Outages, capacity, addresses and upgrades

Rules that are about operations, and not about a mistake in one object, can be wrong on repositories that are well kept. The table counts
their errors and warnings in the unseen and unopened repositories. Most were judged one by one, next to the files that they are about. A
few kept the judgement of an earlier version that reported them at the same place.

${operationsTable(
  names
    .filter((name) => list[name]?.set !== 'opened')
    .flatMap((name) => {
      const { review, changes } = judgements[name] as JudgedRepository;
      return [review, ...Object.values(changes).filter(({ isJudged }) => isJudged)];
    }),
)}

## Unseen repositories

${section('unseen')}

## Unopened repositories

${section('unopened')}

## Opened repositories

${section('opened')}
`;
}

function summary(names: readonly string[], list: Listed, judgements: Judged): string {
  const columns = [['unseen'], ['unopened'], ['unseen', 'unopened'], ['opened']].map((sets) => {
    const ofColumn = names.filter((name) => sets.includes(list[name]?.set ?? ''));
    return {
      own: ofColumn,
      sum: sumOf(ofColumn.map((name) => tallyOf(judgements[name] as JudgedRepository, list[name] as ListedRepository))),
    };
  });
  const row = (what: string, goal: string, cell: (column: (typeof columns)[number]) => string): string =>
    `| ${[what, goal, ...columns.map(cell)].join(' | ')} |`;
  return [
    '| | Goal | Unseen | Unopened | Both | Opened |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    row('Repositories', '', ({ own }) => `${own.length}`),
    row('Objects found', '', ({ sum }) => share(sum.found, sum.expected)),
    row('Verdicts right', '≥ 95%', ({ sum }) => share(sum.verdicts - sum.wrongVerdicts, sum.verdicts)),
    row('Effects right', '≥ 99%', ({ sum }) => share(sum.effects - sum.wrongEffects, sum.effects)),
    row('False errors and warnings', '≤ 0.5%', ({ sum }) =>
      share(sum.falseFindings, sum.trueFindings + sum.falseFindings + sum.debatableFindings),
    ),
    row('Debatable errors and warnings', '', ({ sum }) => `${sum.debatableFindings}`),
    row('Missed findings', '', ({ sum }) => `${sum.missed}`),
    ...placesRow(row, columns, judgements),
    row('Figure useful', '≥ 75%', ({ own }) =>
      share(own.filter((name) => judgements[name]?.review.uselessFigure === undefined).length, own.length),
    ),
  ].join('\n');
}

type Column = { readonly own: readonly string[]; readonly sum: Tally };

/** The share of changed places that are not understood, of the changes whose outcome contains it. No row if none does. */
function placesRow(
  row: (what: string, goal: string, cell: (column: Column) => string) => string,
  columns: readonly Column[],
  judgements: Judged,
): string[] {
  const placesIn = ({ own }: Column): readonly ChangedPlaces[] =>
    own.flatMap((name) =>
      Object.values(judgements[name]?.changes ?? {}).flatMap(({ outcome }) => outcome.places ?? []),
    );
  if (columns.every((column) => placesIn(column).length === 0)) return [];
  const cell = (column: Column): string => {
    const places = placesIn(column);
    const sum = (key: keyof ChangedPlaces): number => places.reduce((total, place) => total + place[key], 0);
    return share(sum('notUnderstood'), sum('all'));
  };
  return [row('Changed places not understood', '≤ 15%', cell)];
}

/** A share such as `19 of 20 (95.0%)`. */
function share(part: number, all: number): string {
  return all === 0 ? 'none' : `${part} of ${all} (${((part / all) * 100).toFixed(1)}%)`;
}

function tableOf(names: readonly string[], list: Listed, judgements: Judged): string {
  const rows = names.map((name) => {
    const [listed, judged] = [list[name] as ListedRepository, judgements[name] as JudgedRepository];
    const sum = tallyOf(judged, listed);
    return [
      `[${name}](https://github.com/${name}/tree/${listed.commit})`,
      `${sum.found} of ${sum.expected}`,
      `${sum.trueFindings} / ${sum.falseFindings} / ${sum.debatableFindings}`,
      sum.effects === 0 ? '' : `${sum.effects - sum.wrongEffects} of ${sum.effects}`,
      sum.verdicts === 0 ? '' : `${sum.verdicts - sum.wrongVerdicts} of ${sum.verdicts}`,
      judged.review.uselessFigure ?? 'useful',
    ];
  });
  const head = ['Repository', 'Objects', 'Findings', 'Effects', 'Verdicts', 'Figure'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Adds up what was judged of one repository. More objects than expected, such as those of several roots, count as found once. */
export function tallyOf({ counted, review, changes: all }: JudgedRepository, listed: ListedRepository): Tally {
  const changes = Object.values(all).filter(({ isJudged }) => isJudged);
  const expected = listed.expected ?? counted;
  const objects = Math.min(review.outcome.pools, expected.pools) + Math.min(review.outcome.classes, expected.classes);
  const judgements = [review, ...changes];
  const { right, wrong, debatable } = findingCounts(judgements);
  const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
  return {
    found: objects,
    expected: expected.pools + expected.classes,
    trueFindings: right,
    falseFindings: wrong,
    debatableFindings: debatable,
    effects: add(changes.map(({ outcome }) => Object.keys(outcome.changes).length)),
    wrongEffects: add(changes.map(({ wrongEffects = [] }) => wrongEffects.length)),
    verdicts: changes.length,
    wrongVerdicts: changes.filter(({ wrongVerdict }) => wrongVerdict !== undefined).length,
    missed: add(judgements.map(({ missed = [] }) => missed.length)),
  };
}

function sumOf(all: readonly Tally[]): Tally {
  const sum = (key: keyof Tally): number => all.reduce((total, tally) => total + tally[key], 0);
  return {
    found: sum('found'),
    expected: sum('expected'),
    trueFindings: sum('trueFindings'),
    falseFindings: sum('falseFindings'),
    debatableFindings: sum('debatableFindings'),
    effects: sum('effects'),
    wrongEffects: sum('wrongEffects'),
    verdicts: sum('verdicts'),
    wrongVerdicts: sum('wrongVerdicts'),
    missed: sum('missed'),
  };
}
