import type { Estimate, WorkloadShare } from '../../cluster/cost/estimate.ts';
import { sharesBy } from '../../cluster/cost/shares.ts';
import { listIf } from '../../text/list-if.ts';
import { code, htmlCode, prose } from '../../text/words/escape.ts';
import type { Money } from '../../text/words/money.ts';
import { moneyOf } from '../../text/words/people-money.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { alternativeText } from '../values/alternative-name.ts';
import { aMonth } from '../wording/figures.ts';
import { capped, type Detail, titled } from './detail.ts';

/** The cost of the new nodes by workload, the most expensive first, and by namespace and team. */
export function sharesSection(estimate: Estimate, detail: Detail): string[] {
  const { base, head } = estimate;
  const money = moneyOf(estimate);
  const shares = head?.shares ?? [];
  // A single workload has the whole cost.
  if (shares.length < 2 || detail.nodes === 0) return [];

  const before = base && new Map(base.shares.map((share) => [share.workload, share]));
  const shown = shares.slice(0, detail.nodes);
  const rest = shares.slice(shown.length);

  const lines = [
    `| Workload | Pods | Monthly cost |${textIf(before, ' Difference |')}`,
    `| :--- | ---: | ---: |${textIf(before, ' ---: |')}`,
    ...shown.map((share) => shareRow(share, before, money)),
    ...listIf(rest.length > 0, '', `… and ${plural(rest.length, 'more workload')}.`),
    ...groupLines(shares, { detail, money }),
    '',
    "Each node's price is split among its pods by their share of its CPU or memory, whichever is larger.",
  ];

  return titled('Cost by workload', lines);
}

function shareRow(
  { workload, pods, hourlyUsd }: WorkloadShare,
  before: ReadonlyMap<string, WorkloadShare> | null,
  money: Money,
): string {
  const row = `| ${htmlCode(workload, 80)} | ${pods} | ${money.monthly(hourlyUsd)} |`;
  if (before) return `${row} ${changed(before.get(workload)?.hourlyUsd, hourlyUsd, money)} |`;
  return row;
}

/** What a workload costs more than before; nothing if that is unchanged or unknown. */
function changed(before: number | null | undefined, after: number | null, money: Money): string {
  if (before === undefined) return 'new';
  if (before === null || after === null) return '';
  const difference = aMonth(after - before);
  if (money.isZero(difference)) return '';
  return money.signed(difference);
}

interface Group {
  /** `namespace`, `team`, or both if they are the same. */
  readonly key: string;
  readonly lines: readonly string[];
}

/** The cost by namespace and by team, as one list if teams have the names of namespaces. */
function groupLines(
  shares: readonly WorkloadShare[],
  { detail, money }: { readonly detail: Detail; readonly money: Money },
): string[] {
  const [namespaces, teams] = (['namespace', 'team'] as const).map((key): Group => {
    const groups = sharesBy(shares, key);
    const isTold = key === 'team' ? groups.some(({ name }) => name !== null) : groups.length > 1;
    const lines = capped(isTold ? groups : [], detail.items, ({ name, hourlyUsd }) => {
      const shownName = name === null ? `no ${key}` : code(name, 40);
      return [`- ${shownName}: ${money.monthly(hourlyUsd)}`];
    });
    return { key, lines };
  }) as [Group, Group];

  const isSame = namespaces.lines.length > 0 && namespaces.lines.join() === teams.lines.join();

  const lists = () => {
    if (isSame) return [{ ...namespaces, key: 'namespace, which is also the team' }];
    return [namespaces, teams];
  };

  return lists().flatMap(({ key, lines }) => {
    if (lines.length === 0) return [];
    return ['', `Monthly cost by ${key}:`, '', ...lines];
  });
}

/** Changes to NodePools that would cost less. Each was simulated. */
export function alternativesSection(estimate: Estimate, detail: Detail): string[] {
  const { head } = estimate;
  const money = moneyOf(estimate);
  if (!head || detail.items === 0) return [];

  const { spotCaveat } = head;
  const items = capped(head.alternatives, detail.items, (alternative) => [
    `- ${prose(alternativeText(alternative, { money, spotCaveat }))}`,
  ]);
  if (items.length === 0) return [];

  const note = 'Each choice was simulated separately with the same pods, so the savings cannot be added together.';
  return titled('Cheaper choices', [...items, '', note]);
}
