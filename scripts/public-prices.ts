/** Reads what AWS publishes for everybody: the price list of EC2 by region, and the savings of Spot Advisor. No account is needed. */

/** Where the lists are. */
export interface PublicOrigins {
  readonly prices: string;
  readonly spot: string;
}

export const awsOrigins: PublicOrigins = {
  prices: 'https://pricing.us-east-1.amazonaws.com',
  spot: 'https://spot-bid-advisor.s3.amazonaws.com',
};

/** On-demand prices of Linux in one region, USD per hour by type. */
export interface PriceList {
  /** When AWS published it, as an ISO date. */
  readonly date: string;
  /** The prices that Karpenter uses: bare metal at dedicated tenancy. */
  readonly listed: ReadonlyMap<string, number>;
  /** The prices that a user pays: bare metal at shared tenancy. */
  readonly billed: ReadonlyMap<string, number>;
}

/** Type → savings in percent, and the band of interruptions. */
export type SpotAdvice = ReadonlyMap<string, { readonly savings: number; readonly band: number }>;

/** A list of a region has about 400 MB. */
const limits = { listBytes: 2 * 1024 ** 3, documentBytes: 32 * 1024 ** 2, lineLength: 64 * 1024, idleMs: 60_000 };

/** The chunks of a file. Throws an Error if it is too large, stops arriving, or ends early. */
async function* chunksOf(url: string, maxBytes: number): AsyncGenerator<string> {
  const stopped = new AbortController();
  const idle = (): NodeJS.Timeout => setTimeout(() => stopped.abort(new Error('it stopped arriving')), limits.idleMs);
  let timer = idle();
  try {
    const answer = await fetch(url, { signal: stopped.signal });
    if (!answer.ok || answer.body === null) throw new Error(`the answer was ${answer.status}`);
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const chunk of answer.body) {
      clearTimeout(timer);
      timer = idle();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024 ** 2} MB`);
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw new Error(`${url} could not be read: ${error instanceof Error ? error.message : 'unknown error'}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    stopped.abort();
  }
}

/** The lines of a file, none of which is kept. */
async function* linesOf(url: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunksOf(url, limits.listBytes)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > limits.lineLength) throw new Error(`${url} has a line that is too long`);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function readDocument(url: string): Promise<unknown> {
  let text = '';
  for await (const chunk of chunksOf(url, limits.documentBytes)) text += chunk;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${url} is not JSON`, { cause });
  }
}

/** Region → the address of its price list. */
export async function readPriceLists({ prices }: PublicOrigins): Promise<ReadonlyMap<string, string>> {
  const index = (await readDocument(`${prices}/offers/v1.0/aws/AmazonEC2/current/region_index.json`)) as {
    readonly regions?: Readonly<Record<string, { readonly currentVersionUrl?: unknown }>>;
  };
  return new Map(
    Object.entries(index.regions ?? {}).flatMap(([region, { currentVersionUrl: path }]): [string, string][] =>
      // The same list in lines. Only this host is asked.
      typeof path === 'string' && /^\/[\w./-]+\.json$/.test(path)
        ? [[region, `${prices}${path.replace(/json$/, 'csv')}`]]
        : [],
    ),
  );
}

const wanted: Readonly<Record<string, string>> = {
  TermType: 'OnDemand',
  Unit: 'Hrs',
  Currency: 'USD',
  'Operating System': 'Linux',
  'Pre Installed S/W': 'NA',
  CapacityStatus: 'Used',
  MarketOption: 'OnDemand',
};
const metal = 'Compute Instance (bare metal)';

/** Reads the price list of a region line by line. */
export async function readPriceList(url: string, region: string): Promise<PriceList> {
  const [shared, sharedMetal, dedicatedMetal] = [0, 1, 2].map(() => new Map<string, number>()) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  let date: string | undefined;
  let titles: ReadonlyMap<string, number> | undefined;
  for await (const line of linesOf(url)) {
    const cells = line.trimEnd().replace(/^"|"$/g, '').split('","');
    if (titles === undefined) {
      if (cells[0] === 'Publication Date') date = /^\d{4}-\d{2}-\d{2}/.exec(cells[1] ?? '')?.[0];
      if (cells[0] === 'SKU') titles = new Map(cells.map((title, at) => [title, at]));
      continue;
    }
    const at = titles;
    const cell = (title: string): string | undefined => cells[at.get(title) ?? -1];
    const [family, tenancy, name, usd] = [
      cell('Product Family'),
      cell('Tenancy'),
      cell('Instance Type') ?? '',
      Number(cell('PricePerUnit')),
    ];
    if (!(usd > 0) || usd > 10_000 || cell('Region Code') !== region) continue;
    if (!/^[a-z0-9-]+\.[a-z0-9-]+$/.test(name)) continue;
    if (Object.entries(wanted).some(([title, value]) => cell(title) !== value)) continue;
    if (family === 'Compute Instance' && tenancy === 'Shared') shared.set(name, usd);
    if (family === metal && tenancy === 'Shared') sharedMetal.set(name, usd);
    if (family === metal && tenancy === 'Dedicated') dedicatedMetal.set(name, usd);
  }
  if (date === undefined || titles === undefined) throw new Error(`${url} is not a price list of EC2`);
  return {
    date,
    listed: new Map([...shared, ...sharedMetal, ...dedicatedMetal]),
    billed: new Map([...shared, ...dedicatedMetal, ...sharedMetal]),
  };
}

/** Region → what Spot Advisor says about Linux. Entries that it cannot mean are left out. */
export async function readSpotAdvice({ spot }: PublicOrigins): Promise<ReadonlyMap<string, SpotAdvice>> {
  const document = (await readDocument(`${spot}/spot-advisor-data.json`)) as {
    readonly spot_advisor?: Readonly<Record<string, { readonly Linux?: Readonly<Record<string, unknown>> }>>;
  };
  return new Map(
    Object.entries(document.spot_advisor ?? {}).map(([region, { Linux = {} }]) => [
      region,
      new Map(
        Object.entries(Linux).flatMap(([name, price]) => {
          const { s: savings, r: band } = price as { readonly s?: unknown; readonly r?: unknown };
          return isWhole(savings, 99) && isWhole(band, 4) ? [[name, { savings, band }] as const] : [];
        }),
      ),
    ]),
  );
}

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
