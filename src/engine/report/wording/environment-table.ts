import { hasUncountedNodes } from '../../cluster/cost/knowledge.ts';
import { isDeleted } from '../../cluster/disruption/node-counts.ts';
import type { Change } from '../../manifest/change.ts';
import type { EnvironmentReview, Review } from '../../review/context/review-data.ts';
import { listIf } from '../../text/list-if.ts';
import { sumKnown } from '../../text/range.ts';
import { htmlCode, plainName, plainSentence, prose } from '../../text/words/escape.ts';
import type { Money } from '../../text/words/money.ts';
import { moneyOfAll } from '../../text/words/people-money.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { alignedRows, columns } from '../../text/words/terminal.ts';
import { textIf } from '../../text/words/text-if.ts';
import { figureLine, figureText, isOneSided, markedDifference, writtenDifference } from './certainty-marks.ts';
import { rootName } from './found-in.ts';

/** Titles of the columns of `environmentCells`. */
export const environmentTitles = [
  'Environment',
  'region',
  'Karpenter',
  'changes',
  'nodes',
  'replaced',
  'monthly cost',
] as const;

/** Why the rows have no total, and which environment the rest of the report is about. */
export function environmentRemark(review: Review): string {
  const main = review.environments.find(({ isMain }) => isMain);
  const isTable = shownEnvironments(review).length > 1;

  const rest = () => {
    if (main === undefined) return [];
    return [`All ${textIf(isTable, 'other ')}figures are for \`${main.name}\`.`];
  };

  const from = inferredRemark(review.environments);
  const sum = isTable ? ['Each environment has its own cluster, so figures are not added up.'] : [];

  return [...sum, ...rest(), ...from].join(' ');
}

/** Which environments the configuration does not name. */
function inferredRemark(environments: readonly EnvironmentReview[]): string[] {
  const inferred = environments.filter(({ isInferred }) => isInferred).map(({ name }) => name);
  if (inferred.length === 0) return [];
  if (inferred.length === environments.length)
    return ['Environments were inferred from folders and roots. To name them, add `environments` to plumbline.yaml.'];

  const names = firstNames(inferred.map(quoted));
  return [
    `The configuration does not name ${names}: add ${byCount(inferred.length, 'it', 'them')} to \`environments\` in plumbline.yaml, with ${byCount(inferred.length, 'its', 'their')} own files.`,
  ];
}

/** Of inferred environments, only those that the change affects, because there may be many. */
const shownEnvironments = ({ environments, hasBase }: Review): readonly EnvironmentReview[] =>
  environments.filter(
    ({ isInferred, isMain, changedObjects, estimate }) =>
      !isInferred || !hasBase || isMain || changedObjects > 0 || estimate !== null,
  );

/** One row per environment, in the order of promotion; none if there is only one. Names and figures are plain text. */
export function environmentCells(review: Review): string[][] {
  const shown = shownEnvironments(review);
  if (shown.length < 2) return [];

  const money = moneyOfAll(shown.map(({ estimate }) => estimate));

  return shown.map((environment) => [
    environment.name,
    environment.target.region,
    environment.target.namedKarpenterVersion ?? environment.target.karpenterVersion,
    String(environment.changedObjects),
    nodesCell(environment),
    replacedCell(environment),
    costCell(environment, money),
  ]);
}

function nodesCell({ estimate }: EnvironmentReview): string {
  const after = estimate?.head?.nodes;
  if (!estimate || !after) return '–';

  const before = estimate.base?.nodes;
  const text = figureLine(after, String);
  if (before === undefined || before.likely === after.likely) return text;
  return `${figureText(before, String)} → ${text}`;
}

function replacedCell({ disruption: { nodePools }, estimate }: EnvironmentReview): string {
  const going = nodePools.filter(({ effect }) => effect !== 'none' && effect !== 'new-nodes');
  if (!estimate?.base) return '–';

  const countsOf = (pools: typeof going) => pools.map(({ nodesReplaced }) => nodesReplaced);
  const replaced = countsOf(going.filter((pool) => !isDeleted(pool)));
  const deleted = countsOf(going.filter(isDeleted));
  const isLowerBound = hasUncountedNodes(estimate.base.because);

  const text = (counts: readonly (number | null)[]): string => {
    const least = sumKnown(counts.filter((count) => count !== null)) ?? 0;
    const isUnknown = counts.includes(null);
    if (isUnknown && least === 0) return 'unknown';
    // Of some NodePools the number is known.
    if ((isLowerBound || isUnknown) && least > 0) return `at least ${least}`;
    return String(least);
  };

  if (sumKnown(deleted) === 0) return text(replaced);

  return `${textIf(sumKnown(replaced) !== 0, `${text(replaced)}, `)}${text(deleted)} deleted`;
}

function costCell({ estimate }: EnvironmentReview, money: Money): string {
  const after = estimate?.head?.monthlyUsd;
  if (!estimate || !after) return '–';

  const month = figureLine(after, money.plain);
  if (!estimate.base) return month;

  const difference = writtenDifference(estimate, money);
  const { likely } = difference;
  if (after.likely === null) return 'unknown';
  if (likely === null) return `${month}, difference unknown`;
  if (!money.isZero(likely)) return `${month}, ${markedDifference(difference, { ...money, less: 'less' })}`;

  if (difference.certainty === 'exact' && !isOneSided(after)) return `${month}, unchanged`;
  return month;
}

const figureColumns = [3, 4, 5, 6];

/** Whether figures are for one of several environments without a table of them. */
const hasRemark = ({ environments, estimate }: Review): boolean => environments.length > 1 && estimate !== null;

/** Columns that a narrow terminal leaves out, the least important ones first. Other lines of the report say the same. */
const droppedColumns: readonly (readonly number[])[] = [[], [2, 3], [1, 2, 3], [1, 2, 3, 5]];

/** The table for a terminal. The terminal wraps it if it is too wide even in its shortest form. */
export function environmentLines(review: Review, width: number): string[] {
  const rows = environmentCells(review);
  if (rows.length === 0) {
    if (hasRemark(review)) return [`  ${plainSentence(environmentRemark(review))}`];
    return [];
  }
  const plain = [[...environmentTitles], ...rows.map((cells) => cells.map((cell) => plainName(cell, 60)))];

  const drawn = droppedColumns.map((dropped) => {
    const kept = environmentTitles.map((_, at) => at).filter((at) => !dropped.includes(at));
    const right = kept.flatMap((at, to) => listIf(figureColumns.includes(at), to));
    return alignedRows(
      plain.map((cells) => kept.map((at) => cells[at]!)),
      right,
    );
  });

  return [
    ...(drawn.find((lines) => lines.every((line) => columns(line) <= width)) ?? drawn.at(-1)!),
    `  ${plainSentence(environmentRemark(review))}`,
  ];
}

/** The table for a comment, in four narrow columns. Only names need escaping: the figures are our own text. */
export function environmentTable(review: Review): string[] {
  const rows = environmentCells(review);
  if (rows.length === 0) {
    if (hasRemark(review)) return [prose(environmentRemark(review)), ''];
    return [];
  }

  const below = (text: string): string => `<br><sub>${text}</sub>`;
  const row = ([name, region, karpenter, changes, nodes, replaced, cost]: readonly string[]): string => {
    const place = below(`${htmlCode(region!, 40)}, Karpenter ${htmlCode(karpenter!, 20)}`);
    const [month, difference] = cost!.split(', ');

    const gone = () => {
      if (replaced === '–' || replaced === '0') return '';
      return below(replaced!.replace(/^(?:at least )?[^ ,]+(?=,|$)/, '$& replaced'));
    };

    const more = difference === undefined ? '' : below(difference);

    return `| ${htmlCode(name!, 40)}${place} | ${changes} | ${nodes}${gone()} | ${month}${more} |`;
  };

  return [
    '| Environment | Changes | Nodes | Monthly cost |',
    '| :--- | ---: | ---: | ---: |',
    ...rows.map(row),
    '',
    prose(environmentRemark(review)),
    '',
  ];
}

/** Where an object changes like this: the environments, or the roots if these say more. Empty if there is only one. */
export const placesOf = ({ environments = [], roots = [] }: Change): readonly string[] => {
  if (roots.length > environments.length) return roots.map(rootName);
  return environments;
};

/** Whether a change affects the environment that the review's own figures are about. */
export function isOfMain({ environments: changed }: Change, { environments }: Review): boolean {
  const main = environments.find(({ isMain }) => isMain);
  return changed === undefined || main === undefined || changed.includes(main.name);
}

/** The environment that the figures of a change are about, if it changes in several; undefined if there is only one. */
export const mainAmong = ({ environments: changed = [] }: Change, { environments }: Review): string | undefined => {
  if (changed.length > 1) return environments.find(({ isMain }) => isMain)?.name;
  return undefined;
};
