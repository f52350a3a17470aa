import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeRegion } from '../src/engine/aws/catalog/encode-region.ts';
import { decodeRegion, type RegionFacts } from '../src/engine/aws/catalog/region-facts.ts';
import { refreshPrices } from './price-refresh.ts';

/** As AWS writes it: five lines about the file, then the titles. */
const titles = [
  ...['SKU', 'OfferTermCode', 'TermType', 'Unit', 'PricePerUnit', 'Currency', 'Product Family', 'Instance Type'],
  ...['Tenancy', 'Operating System', 'CapacityStatus', 'Pre Installed S/W', 'MarketOption', 'Region Code'],
];
const head = `"FormatVersion","v1.0"
"Disclaimer","This pricing list is for informational purposes only."
"Publication Date","2026-11-20T18:26:53Z"
"Version","20261120182653"
"OfferCode","AmazonEC2"
"${titles.join('","')}"
`;

const row = (name: string, usd: number, more: Readonly<Record<string, string>> = {}): string => {
  const cells: Readonly<Record<string, string>> = {
    SKU: 'A',
    OfferTermCode: 'B',
    TermType: 'OnDemand',
    Unit: 'Hrs',
    PricePerUnit: usd.toFixed(10),
    Currency: 'USD',
    'Product Family': 'Compute Instance',
    'Instance Type': name,
    Tenancy: 'Shared',
    'Operating System': 'Linux',
    CapacityStatus: 'Used',
    'Pre Installed S/W': 'NA',
    MarketOption: 'OnDemand',
    'Region Code': 'eu-west-1',
    ...more,
  };
  return `"${titles.map((title) => cells[title]).join('","')}"\n`;
};

const names = Array.from({ length: 12 }, (_, i) => `m${i + 1}.large`);
const list = (usd: (name: string) => number): string => head + names.map((name) => row(name, usd(name))).join('');

const region = (name: string): RegionFacts => {
  const source = { what: 'regional price table', repository: 'x/y', date: '2025-04-04', isExact: true };
  return {
    region: name,
    zones: [`${name}a`],
    zoneIds: ['az1'],
    fees: undefined,
    priceSources: [source],
    sources: [
      { what: 'on-demand prices', repository: 'x/y', date: '2025-04-04', licence: 'MIT' },
      { what: 'spot savings and interruption', repository: 'x/z', date: '2025-06-28', licence: 'MIT' },
    ],
    types: new Map(
      names.map((type) => [
        type,
        {
          zoneMask: 1,
          onDemandUsd: 0.1,
          billedUsd: 0.1,
          priceSource: source,
          spotSavingsPercent: 50,
          interruptionBand: 1,
        },
      ]),
    ),
  };
};

const served = new Map<string, string>();
let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(({ url }, answer) => {
    const text = served.get(url!);
    if (text === undefined) answer.writeHead(404).end();
    else if (!text.endsWith('cut off')) answer.end(text);
    else {
      answer.writeHead(200, { 'content-length': text.length + 1000 });
      answer.write(text, () => answer.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-prices-'));
  mkdirSync(join(folder, 'regions'));
  writeFileSync(join(folder, 'regions/eu-west-1.json'), encodeRegion(region('eu-west-1')));
  serve({ prices: list(() => 0.1), savings: 50 });
  return () => rmSync(folder, { recursive: true });
});

function serve({ prices, savings }: { readonly prices?: string; readonly savings?: number }): void {
  const path = '/offers/v1.0/aws/AmazonEC2/20261120182653/eu-west-1/index';
  const index = { regions: { 'eu-west-1': { regionCode: 'eu-west-1', currentVersionUrl: `${path}.json` } } };
  served.set('/offers/v1.0/aws/AmazonEC2/current/region_index.json', JSON.stringify(index));
  if (prices !== undefined) served.set(`${path}.csv`, prices);
  if (savings === undefined) return;
  const Linux = Object.fromEntries(names.map((name) => [name, { s: savings, r: 2 }]));
  served.set('/spot-advisor-data.json', JSON.stringify({ spot_advisor: { 'eu-west-1': { Linux } } }));
}

const refresh = (isForced = false): Promise<string> =>
  refreshPrices({ folder, origins: { prices: origin, spot: origin }, today: '2026-12-02', isForced });

const textOf = (name: string): string => readFileSync(join(folder, `regions/${name}.json`), 'utf8');
const typeOf = (name: string) => decodeRegion(JSON.parse(textOf('eu-west-1'))).types.get(name);

describe('public prices', () => {
  test('are taken with the date of the list, and only those of shared Linux instances', async () => {
    const others = [
      row('m1.large', 9, { 'Operating System': 'Windows' }),
      row('m1.large', 9, { Tenancy: 'Dedicated' }),
      row('m1.large', 9, { TermType: 'Reserved' }),
      row('m1.large', 9, { 'Region Code': 'eu-west-1-lon-1' }),
      row('m1.large', 0),
      row('x9.large', 0.2),
      '"cut',
    ];
    serve({ prices: list((name) => (name === 'm1.large' ? 0.11 : 0.1)) + others.join(''), savings: 60 });
    const summary = await refresh();
    expect(summary).toContain('1 on-demand price went up: `m1.large` $0.1000 → $0.1100/hour (+10%)');
    expect(summary).toContain('Not in the catalog: `x9.large`.');
    expect(typeOf('m1.large')).toMatchObject({
      onDemandUsd: 0.11,
      billedUsd: 0.11,
      spotSavingsPercent: 60,
      interruptionBand: 2,
      priceSource: { what: 'public price list', date: '2026-11-20', isExact: true },
    });
    const { sources } = decodeRegion(JSON.parse(textOf('eu-west-1')));
    expect(sources.map(({ what, date }) => `${what}: ${date}`)).toEqual([
      'on-demand prices (public price list): 2026-11-20',
      'spot savings and interruption: 2026-12-02',
    ]);
    const once = textOf('eu-west-1');
    await refresh();
    expect(textOf('eu-west-1')).toBe(once);
    expect(readdirSync(join(folder, 'regions'))).toEqual(['eu-west-1.json']);
  });

  test('of a region that only price lists are known of add what is new there', async () => {
    const { types, ...facts } = region('eu-west-1');
    const known = { ...facts, areOfferingsAssumed: true as const, zones: ['a', 'b'], zoneIds: ['1', '2'] };
    const without = new Map(
      [...types].slice(1).map(([name, type]) => [name, { ...type, spotSavingsPercent: undefined }] as const),
    );
    writeFileSync(join(folder, 'regions/eu-west-1.json'), encodeRegion({ ...known, types: without }));
    writeFileSync(join(folder, 'instance-types.json'), readFileSync('data/instance-types.json'));
    serve({ prices: list(() => 0.1) + row('m5.xlarge', 0.2) + row('m1.tiny', 0.2) });
    served.set('/spot-advisor-data.json', '{}');
    const summary = await refresh();
    expect(summary).not.toContain('Savings of spot');
    expect(typeOf('m5.xlarge')).toMatchObject({ zoneMask: 3, onDemandUsd: 0.2, spotSavingsPercent: undefined });
    expect(typeOf('m1.tiny')).toBeUndefined();
    expect(decodeRegion(JSON.parse(textOf('eu-west-1'))).areOfferingsAssumed).toBe(true);
  });

  test('that move by more than 60% are not taken', async () => {
    serve({ prices: list((name) => (name === 'm1.large' ? 0.161 : 0.159)) });
    expect(await refresh()).toContain('**1 price moved by more than 60% and is not taken.**');
    expect([typeOf('m1.large')?.onDemandUsd, typeOf('m2.large')?.onDemandUsd]).toEqual([0.1, 0.159]);
    await refresh(true);
    expect(typeOf('m1.large')?.onDemandUsd).toBe(0.161);
  });
});

describe('a region keeps its facts, and the summary says why', () => {
  test.each([
    ['its download is interrupted', `${list(() => 0.2).slice(0, 1_500)}cut off`, 'could not be read'],
    ['the list is empty', head, '12 of 12 instance types would no longer have a price'],
    ['the file is something else', '<html>Error</html>\n', 'is not a price list of EC2'],
    ['a line never ends', head + 'x'.repeat(100_000), 'has a line that is too long'],
  ])('if %s', async (_, prices, why) => {
    serve({ prices });
    const before = textOf('eu-west-1');
    const summary = await refresh();
    expect(summary).toContain('**Nothing of this region was taken:**');
    expect(summary).toContain(why);
    expect(textOf('eu-west-1')).toBe(before);
  });

  test('if AWS no longer lists it; others are refreshed', async () => {
    writeFileSync(join(folder, 'regions/us-gone-1.json'), encodeRegion(region('us-gone-1')));
    const before = textOf('us-gone-1');
    expect(await refresh()).toContain('### us-gone-1\n\n**Nothing of this region was taken:** AWS no longer lists');
    expect(textOf('us-gone-1')).toBe(before);
    expect(typeOf('m1.large')?.priceSource?.date).toBe('2026-11-20');
  });

  test.each([
    ['the typical spot price moves too far', 10, 'the typical spot price would move by 80%'],
    ['Spot Advisor has an impossible value', 120, 'Spot Advisor has none for this region'],
  ])('of spot, if %s', async (_, savings, why) => {
    serve({ savings });
    expect(await refresh()).toContain(why);
    expect(typeOf('m1.large')).toMatchObject({ spotSavingsPercent: 50, priceSource: { date: '2026-11-20' } });
  });
});
