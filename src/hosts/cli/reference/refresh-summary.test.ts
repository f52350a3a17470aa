import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeRegion, type RegionFacts, type RegionType } from '../../../engine/aws/catalog/region-facts.ts';
import { plausibleRegion } from '../../../io/catalog/region-changes.ts';
import { refreshSummary } from './refresh-summary.ts';

const known = decodeRegion(JSON.parse(readFileSync('data/regions/eu-west-1.json', 'utf8')));
const listed = { what: 'price list (GetProducts)', repository: 'AWS Price List', date: '2026-11-01', isExact: true };

/** The region as AWS could give it now. */
function refreshed(change: (name: string, type: RegionType) => RegionType | undefined): RegionFacts {
  const types = [...known.types].flatMap(([name, type]) => {
    const now = change(name, { ...type, priceSource: listed });
    return now ? [[name, now] as const] : [];
  });
  return { ...known, priceSources: [listed], types: new Map(types) };
}

const summary = (fresh: RegionFacts, before: RegionFacts | null = known): string =>
  refreshSummary({ ...plausibleRegion(before ?? undefined, fresh, false), known: before ?? undefined });

const times = (type: RegionType, factor: number): RegionType => ({
  ...type,
  onDemandUsd: type.onDemandUsd! * factor,
  billedUsd: type.billedUsd! * factor,
});

test('a refresh says what moved, what is new, and what it did not take', () => {
  const text = summary(
    refreshed((name, type) => {
      if (name === 'm7i.large') return times(type, 1.05);
      if (/^c7g\./.test(name)) return times(type, 0.9);
      if (name === 'm5.large') return times(type, 0.1);
      return name === 'a1.large' ? undefined : type;
    }),
  );
  expect(text).toMatchInlineSnapshot(`
    "### Instance types and prices of \`eu-west-1\`

    1146 instance types in 3 zones, 1145 with on-demand prices of 2026-11-01, 0 with spot prices. What has changed since 2026-08-04:

    - 1 on-demand price went up: \`m7i.large\` $0.1124 → $0.1180/hour (+5%)
    - 9 on-demand prices went down: \`c7g.medium\` $0.0388 → $0.0349/hour (−10%), \`c7g.12xlarge\` $1.8605 → $1.6744/hour (−10%), \`c7g.2xlarge\` $0.3101 → $0.2791/hour (−10%), \`c7g.4xlarge\` $0.6202 → $0.5582/hour (−10%), \`c7g.16xlarge\` $2.4806 → $2.2325/hour (−10%), \`c7g.8xlarge\` $1.2403 → $1.1163/hour (−10%), \`c7g.large\` $0.0775 → $0.0698/hour (−10%), \`c7g.metal\` $2.4806 → $2.2325/hour (−10%) and 1 more
    - 1 instance type is no longer offered: \`a1.large\`
    - 363 instance types had only an estimated price, or none: \`c8a.12xlarge\`, \`c8a.16xlarge\`, \`c8a.24xlarge\`, \`c8a.2xlarge\`, \`c8a.48xlarge\`, \`c8a.4xlarge\`, \`c8a.8xlarge\`, \`c8a.large\` and 355 more

    **1 price moved by more than 60% and is not taken.** The data of 2026-08-04 stays. To take the new prices, run the command again with \`--force\`.

    - Not taken: \`m5.large\` $0.1070 → $0.0107/hour (−90%)
    "
  `);
});

test('a refresh without changes says so', () => {
  expect(summary(known)).toContain('Nothing has changed since 2026-08-04.\n');
});

test('a new region has nothing to compare with', () => {
  expect(
    summary(
      refreshed((_, type) => type),
      null,
    ),
  ).toContain('plumbline had no data of this region.\n');
});

test('a region that is not taken says what to do', () => {
  const text = summary(refreshed((name, type) => (/^[a-m]/.test(name) ? undefined : type)));
  expect(text).toMatch(
    /\*\*Nothing of this region was taken\*\*, because \d+ of \d+ instance types would no longer be offered\./,
  );
  expect(text).not.toContain('went up');
});
