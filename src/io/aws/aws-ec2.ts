import { compareNames } from '../../engine/text/name-order.ts';
import type { AwsCredentials } from '../identity/aws-session.ts';
import { awsError } from './aws-error.ts';
import {
  DescribeAvailabilityZonesCommand,
  DescribeInstanceTypeOfferingsCommand,
  DescribeInstanceTypesCommand,
  DescribeSpotPriceHistoryCommand,
  EC2Client,
  type Ec2InstanceType,
} from './aws-sdk.ts';
import { everyPage } from './every-page.ts';

/** A zone that the account can use. */
interface Ec2Zone {
  readonly zone: string;
  readonly zoneId: string;
}

/** EC2's current data for one region. */
export interface Ec2Facts {
  /** Sorted by name. */
  readonly zones: readonly Ec2Zone[];
  readonly types: readonly Ec2InstanceType[];
  /** Type → zones that offer it. */
  readonly offerings: ReadonlyMap<string, ReadonlySet<string>>;
  /** Type → zone → USD an hour of a Linux spot instance. */
  readonly spot: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** All pages of a request. Throws PlumblineError('aws'). */
async function pages<T extends { NextToken?: string | undefined }>(
  what: string,
  next: (token: string | undefined) => Promise<T>,
): Promise<T[]> {
  try {
    return await everyPage(next);
  } catch (error) {
    throw awsError(`ec2:${what}`, error);
  }
}

/** Asks EC2 for the zones, types, offerings and spot prices of a region as of `now`. Throws PlumblineError('aws'). */
export async function readEc2(region: string, now: Date, credentials?: AwsCredentials): Promise<Ec2Facts> {
  const client = new EC2Client({ region, maxAttempts: 5, ...(credentials && { credentials }) });
  try {
    const zones = await readZones(client);
    return {
      zones,
      types: await readTypes(client),
      offerings: await readOfferings(client),
      spot: await readSpot(client, now),
    };
  } finally {
    client.destroy();
  }
}

async function readZones(client: EC2Client): Promise<Ec2Zone[]> {
  const Filters = [{ Name: 'zone-type', Values: ['availability-zone'] }];
  const [page] = await pages('DescribeAvailabilityZones', async () => {
    const { AvailabilityZones } = await client.send(new DescribeAvailabilityZonesCommand({ Filters }));
    return { AvailabilityZones, NextToken: undefined };
  });

  return (page?.AvailabilityZones ?? [])
    .flatMap(({ ZoneName, ZoneId }) => {
      if (ZoneName && ZoneId) return [{ zone: ZoneName, zoneId: ZoneId }];
      return [];
    })
    .sort((a, b) => compareNames(a.zone, b.zone));
}

async function readTypes(client: EC2Client): Promise<Ec2InstanceType[]> {
  const all = await pages('DescribeInstanceTypes', (NextToken) =>
    client.send(new DescribeInstanceTypesCommand({ NextToken, MaxResults: 100 })),
  );
  return all.flatMap(({ InstanceTypes }) => InstanceTypes ?? []);
}

async function readOfferings(client: EC2Client): Promise<Map<string, Set<string>>> {
  const all = await pages('DescribeInstanceTypeOfferings', (NextToken) =>
    client.send(
      new DescribeInstanceTypeOfferingsCommand({ NextToken, LocationType: 'availability-zone', MaxResults: 1000 }),
    ),
  );

  const offerings = new Map<string, Set<string>>();
  for (const { InstanceType, Location } of all.flatMap((page) => page.InstanceTypeOfferings ?? []))
    if (InstanceType && Location)
      offerings.set(InstanceType, (offerings.get(InstanceType) ?? new Set<string>()).add(Location));

  return offerings;
}

/** The current spot price of each type and zone. With a start time of now, EC2 gives the last change before it. */
async function readSpot(client: EC2Client, now: Date): Promise<Map<string, Map<string, number>>> {
  const ProductDescriptions = ['Linux/UNIX', 'Linux/UNIX (Amazon VPC)'];
  const all = await pages('DescribeSpotPriceHistory', (NextToken) =>
    client.send(
      new DescribeSpotPriceHistoryCommand({ NextToken, StartTime: now, ProductDescriptions, MaxResults: 1000 }),
    ),
  );

  const newest = new Map<string, number>();
  const spot = new Map<string, Map<string, number>>();

  for (const { InstanceType, AvailabilityZone, SpotPrice, Timestamp } of all.flatMap(
    (page) => page.SpotPriceHistory ?? [],
  )) {
    const price = Number(SpotPrice);
    const time = Timestamp?.getTime() ?? 0;
    if (!InstanceType || !AvailabilityZone || !(price > 0)) continue;

    const pool = `${InstanceType} ${AvailabilityZone}`;
    if (time < (newest.get(pool) ?? -1)) continue;

    newest.set(pool, time);
    spot.set(InstanceType, (spot.get(InstanceType) ?? new Map<string, number>()).set(AvailabilityZone, price));
  }

  return spot;
}
