import type { Change } from '../../change.ts';
import type { EnvironmentReview, Review } from '../../review/review-data.ts';
import { htmlCode, plainName, plainSentence, prose } from '../../text/escape.ts';
import { alignedRows } from '../../text/terminal.ts';
import { isZeroUsd, rangeLine, signedUsd, usd } from './figures.ts';

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
export function environmentRemark({ environments }: Review): string {
  const main = environments.find(({ isMain }) => isMain);
  const rest = main === undefined ? '' : ` All other figures are for \`${main.name}\`.`;
  return `Each environment has its own cluster, so figures are not added up.${rest}`;
}

/** One row per environment, in the order of promotion; none if there is only one. Names and figures are plain text. */
export function environmentCells({ environments }: Review): string[][] {
  if (environments.length < 2) return [];
  return environments.map((one) => [
    one.name,
    one.target.region,
    one.target.karpenterVersion,
    String(one.changedObjects),
    nodesCell(one),
    replacedCell(one),
    costCell(one),
  ]);
}

function nodesCell({ estimate }: EnvironmentReview): string {
  const after = estimate?.head?.nodes;
  if (!after) return '–';
  const before = estimate.base?.nodes;
  const text = rangeLine(after, String);
  return before === undefined || before.likely === after.likely ? text : `${before.likely ?? 'unknown'} → ${text}`;
}

function replacedCell({ disruption: { nodePools }, estimate }: EnvironmentReview): string {
  const going = nodePools.filter(({ effect }) => effect !== 'none' && effect !== 'new-nodes');
  if (!estimate?.base) return '–';
  const counts = going.map(({ nodesReplaced }) => nodesReplaced);
  return counts.includes(null) ? 'unknown' : String(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0));
}

function costCell({ estimate }: EnvironmentReview): string {
  const after = estimate?.head?.monthlyUsd;
  if (!estimate || !after) return '–';
  if (!estimate.base) return rangeLine(after, usd);
  const { likely } = estimate.difference.monthlyUsd;
  if (after.likely === null) return 'unknown';
  if (likely === null) return `${rangeLine(after, usd)}, difference unknown`;
  return isZeroUsd(likely) ? `${rangeLine(after, usd)}, unchanged` : `${rangeLine(after, usd)}, ${signedUsd(likely)}`;
}

const figureColumns = [3, 4, 5, 6];

/** The table for a terminal. */
export function environmentLines(review: Review): string[] {
  const rows = environmentCells(review);
  if (rows.length === 0) return [];
  const plain = rows.map((cells) => cells.map((cell) => plainName(cell, 60)));
  return [
    ...alignedRows([[...environmentTitles], ...plain], figureColumns),
    `  ${plainSentence(environmentRemark(review))}`,
  ];
}

/** The table for a comment, in four narrow columns. Only names need escaping: the figures are our own text. */
export function environmentTable(review: Review): string[] {
  const rows = environmentCells(review);
  if (rows.length === 0) return [];
  const below = (text: string): string => `<br><sub>${text}</sub>`;
  const row = ([name, region, karpenter, changes, nodes, replaced, cost]: readonly string[]): string => {
    const place = below(`${htmlCode(region!, 40)}, Karpenter ${htmlCode(karpenter!, 20)}`);
    const [month, difference] = cost!.split(', ');
    const gone = replaced === '–' || replaced === '0' ? '' : below(`${replaced} replaced`);
    const more = difference === undefined ? '' : below(difference);
    return `| ${htmlCode(name!, 40)}${place} | ${changes} | ${nodes}${gone} | ${month}${more} |`;
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

/** Whether a change affects the environment that the review's own figures are about. */
export function isOfMain({ environments: changed }: Change, { environments }: Review): boolean {
  const main = environments.find(({ isMain }) => isMain);
  return changed === undefined || main === undefined || changed.includes(main.name);
}
