import type { RegionFacts } from '../../../engine/aws/catalog/region-facts.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import { code } from '../../../engine/text/words/escape.ts';
import { byCount, plural } from '../../../engine/text/words/plural.ts';
import { firstNames } from '../../../engine/text/words/quoted-names.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import type { PriceMove, RegionChanges } from '../../../io/catalog/region-changes.ts';

/** A refreshed region, and what is compared. */
interface RefreshSummary {
  readonly facts: RegionFacts;
  readonly changes: RegionChanges;
  /** The facts before; undefined for a region that plumbline had no data of. */
  readonly known: RegionFacts | undefined;
}

/** The most names on one line. */
const shown = 8;

/** What a refresh changed, as Markdown for a pull request. */
export function refreshSummary({ facts, changes, known: before }: RefreshSummary): string {
  const lines = before === undefined ? [] : changeLines(changes);
  const since = before === undefined ? undefined : newestDate(before);

  const comparedText = () => {
    if (before === undefined) return 'plumbline had no data of this region.';
    if (lines.length === 0) return `Nothing has changed${textIf(since !== undefined, ` since ${since}`)}.`;
    return `What has changed${textIf(since !== undefined, ` since ${since}`)}:`;
  };

  const compared = comparedText();

  const comparison = changes.refused === undefined ? compared : '';

  return [
    `### Instance types and prices of ${code(facts.region)}`,
    '',
    `${countsOf(facts)} ${comparison}`.trimEnd(),
    ...listIf(lines.length > 0, '', ...lines),
    ...keptLines(changes, since),
    '',
  ].join('\n');
}

function countsOf({ types, zones, priceSources: [newest] }: RegionFacts): string {
  const offered = [...types.values()].filter(({ zoneMask }) => zoneMask !== 0);
  const priced = offered.filter(({ priceSource }) => priceSource !== undefined && priceSource === newest);
  const spot = offered.filter(({ spotUsd }) => spotUsd);
  return `${plural(offered.length, 'instance type')} in ${plural(zones.length, 'zone')}, ${priced.length} with on-demand prices of ${newest?.date}, ${spot.length} with spot prices.`;
}

function changeLines({ higher, lower, offered, withdrawn, priced, spot }: RegionChanges): string[] {
  const moved = spot.higher + spot.lower;
  return [
    ...line(higher, (count) => `${plural(count, 'on-demand price')} went up`, moveText),
    ...line(lower, (count) => `${plural(count, 'on-demand price')} went down`, moveText),
    ...line(
      offered,
      (count) => `${plural(count, 'instance type')} ${byCount(count, 'is', 'are')} new in the region`,
      nameText,
    ),
    ...line(
      withdrawn,
      (count) => `${plural(count, 'instance type')} ${byCount(count, 'is', 'are')} no longer offered`,
      nameText,
    ),
    ...line(priced, (count) => `${plural(count, 'instance type')} had only an estimated price, or none`, nameText),
    ...listIf(moved !== 0, `- ${plural(moved, 'spot price')} of a zone moved: ${spot.higher} up, ${spot.lower} down`),
  ];
}

function keptLines({ kept, refused }: RegionChanges, since: string | undefined): string[] {
  const of = textIf(since !== undefined, ` of ${since}`);

  if (refused !== undefined)
    return [
      '',
      `**Nothing of this region was taken**, because ${refused}. The data${of} stays. Check that the account may use the region and its zones. To take the new data, run the command again with \`--force\`.`,
    ];

  if (kept.length === 0) return [];

  return [
    '',
    `**${plural(kept.length, 'price')} moved by more than 60% and ${byCount(kept.length, 'is', 'are')} not taken.** The data${of} stays. To take the new prices, run the command again with \`--force\`.`,
    '',
    ...line(kept, () => 'Not taken', moveText),
  ];
}

const nameText = (name: string): string => code(name);

function line<T>(all: readonly T[], title: (count: number) => string, text: (one: T) => string): string[] {
  if (all.length === 0) return [];
  return [`- ${title(all.length)}: ${firstNames(all.map(text), shown)}`];
}

function moveText({ name, before, after }: PriceMove): string {
  const percent = Math.round((after / before - 1) * 100);
  const sign = percent < 0 ? '−' : '+';
  return `${code(name)} $${before.toFixed(4)} → $${after.toFixed(4)}/hour (${sign}${Math.abs(percent)}%)`;
}

const newestDate = ({ priceSources }: RegionFacts): string | undefined =>
  priceSources
    .map(({ date }) => date)
    .sort(compareNames)
    .at(-1);
