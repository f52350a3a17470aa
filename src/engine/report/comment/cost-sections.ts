import type { Alternative, Placement, WorkloadShare } from '../../cost/estimate.ts';
import { sharesBy } from '../../cost/shares.ts';
import { plural } from '../../plural.ts';
import { code, htmlCode, prose } from '../../text/escape.ts';
import { aMonth, isZeroUsd, monthlyText, signedUsd } from '../wording/figures.ts';
import { capped, type Detail, folded } from './detail.ts';

/** Who pays for the new nodes, folded: the dearest workloads, and teams where pods name them. */
export function sharesSection(base: Placement | null, head: Placement | null, detail: Detail): string[] {
  const shares = head?.shares ?? [];
  // One workload pays for everything, as the first line says.
  if (shares.length < 2 || detail.nodes === 0) return [];
  const before = base && new Map(base.shares.map((share) => [share.workload, share]));
  const shown = shares.slice(0, detail.nodes);
  const rest = shares.slice(shown.length);
  const lines = [
    `| Workload | pods | a month |${before ? ' |' : ''}`,
    `| :--- | ---: | ---: |${before ? ' ---: |' : ''}`,
    ...shown.map((share) => shareRow(share, before)),
    ...(rest.length > 0 ? ['', `… and ${plural(rest.length, 'more workload')}.`] : []),
    ...groupLines(shares, 'namespace', detail),
    ...groupLines(shares, 'team', detail),
    '',
    "Each node's price is split among its pods by the larger of their shares in its CPU and memory.",
  ];
  return folded(`Who pays: ${plural(shares.length, 'workload')}`, lines);
}

function shareRow(
  { workload, pods, hourlyUsd }: WorkloadShare,
  before: ReadonlyMap<string, WorkloadShare> | null,
): string {
  const row = `| ${htmlCode(workload, 80)} | ${pods} | ${monthlyText(hourlyUsd)} |`;
  return before ? `${row} ${changed(before.get(workload)?.hourlyUsd, hourlyUsd)} |` : row;
}

/** What a workload costs more than before; nothing where that is the same or not known. */
function changed(before: number | null | undefined, after: number | null): string {
  if (before === undefined) return 'new';
  if (before === null || after === null) return '';
  const difference = aMonth(after - before);
  return isZeroUsd(difference) ? '' : signedUsd(difference);
}

/** What shares add up to by team or namespace; nothing where that tells no two of them apart. */
function groupLines(shares: readonly WorkloadShare[], key: 'team' | 'namespace', detail: Detail): string[] {
  const groups = sharesBy(shares, key);
  if (key === 'team' ? groups.every(({ name }) => name === null) : groups.length < 2) return [];
  const items = capped(groups, detail.items, ({ name, hourlyUsd }) => [
    `- ${name === null ? 'without one' : code(name, 40)}: ${monthlyText(hourlyUsd)}`,
  ]);
  return ['', `By ${key}, a month:`, '', ...items];
}

const whatToAllow: Readonly<Record<Alternative['kind'], string>> = {
  spot: '`spot` beside what it allows',
  families: 'every family of its categories instead of a list',
  generations: 'newer generations than it lists',
  arm64: '`arm64` as well, which all of its pods say they run on',
};

/** What would cost less, folded; each was simulated. */
export function alternativesSection(head: Placement | null, detail: Detail): string[] {
  const [best] = head?.alternatives ?? [];
  if (!head || !best || detail.items === 0) return [];
  const items = capped(head.alternatives, detail.items, (one) => [
    `- NodePool ${code(one.nodePool)} could allow ${whatToAllow[one.kind]}${caveat(one, head)}: ${saving(one)} a month on ${plural(one.nodes, 'node')}`,
  ]);
  return folded(`Cheaper choices: up to ${prose(saving(best), 20)} a month`, [
    ...items,
    '',
    'Each was simulated on its own: the same pods land. Savings do not add up.',
  ]);
}

const caveat = ({ kind }: Alternative, { spotCaveat }: Placement): string =>
  kind === 'spot' && spotCaveat !== undefined ? `; ${spotCaveat}` : '';

const saving = ({ savedHourlyUsd }: Alternative): string => signedUsd(aMonth(-savedHourlyUsd));
