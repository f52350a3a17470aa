import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeCatalog } from '../../src/engine/aws/catalog/catalog.ts';
import type { Ec2Catalog } from '../../src/engine/aws/catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../../src/engine/aws/catalog/instance-type-info.ts';
import { type FakeAws, startAws } from './aws.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-catalog-'));
const failures = new Map<string, string>();
let aws: FakeAws;

/** A product of the price list, reduced to its price and region. */
const product = (instanceType: string, usd: string, attributes: object): object => ({
  product: {
    productFamily: 'Compute Instance',
    attributes: { instanceType, operatingSystem: 'Linux', regionCode: 'us-east-1', ...attributes },
    sku: instanceType.toUpperCase(),
  },
  serviceCode: 'AmazonEC2',
  terms: {
    OnDemand: {
      [`${instanceType}.JRTCKXETXF`]: {
        priceDimensions: {
          [`${instanceType}.JRTCKXETXF.6YS6EN2CT7`]: {
            unit: 'Hrs',
            beginRange: '0',
            endRange: 'Inf',
            pricePerUnit: { USD: usd },
          },
        },
        offerTermCode: 'JRTCKXETXF',
        termAttributes: {},
      },
    },
  },
  version: '20260820000000',
  publicationDate: '2026-08-20T00:00:00Z',
});

const prices: Readonly<Record<string, readonly (readonly object[])[]>> = {
  'Shared Compute Instance': [
    [product('m5.large', '0.0970000000', {})],
    [product('c5.large', '0.0860000000', {}), product('t3.nano', '0.0000000000', {})],
  ],
  'Dedicated Compute Instance (bare metal)': [[product('m5.metal', '5.1000000000', {})]],
  'Shared Compute Instance (bare metal)': [[product('m5.metal', '4.7000000000', {})]],
};

beforeAll(async () => {
  aws = await startAws({
    failures,
    products: ({ tenancy, productFamily, ...filters }) => {
      expect(filters).toEqual({
        regionCode: 'us-east-1',
        operatingSystem: 'Linux',
        preInstalledSw: 'NA',
        capacitystatus: 'Used',
        marketoption: 'OnDemand',
      });
      return prices[`${tenancy} ${productFamily}`] ?? [[]];
    },
    spot: [
      [
        ['m5.large', 'us-east-1a', '0.030100', '2026-08-20T10:00:00.000Z'],
        ['m5.large', 'us-east-1a', '0.099900', '2026-08-19T10:00:00.000Z'],
      ],
      [['m5.large', 'us-east-1b', '0.020200', '2026-08-20T10:00:00.000Z']],
    ],
  });
});
afterAll(async () => {
  await aws?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => failures.clear());

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line, as a separate process. */
const plumbline = (args: readonly string[], env: Readonly<Record<string, string>> = aws.env): Promise<Ran> =>
  new Promise((done) => {
    const cli = resolve('src/cli.ts');
    const surrounding = { PATH: process.env.PATH, HOME: folder };
    execFile(
      process.execPath,
      [cli, ...args],
      { cwd: folder, env: { ...surrounding, ...env } },
      (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

const catalogIn = (at: string): Ec2Catalog => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(at, path), 'utf8'));
  return decodeCatalog(read('instance-types.json'), read('regions/us-east-1.json'));
};

describe('catalog refresh', () => {
  let refreshed: Ec2Catalog;
  let ran: Ran;
  beforeAll(async () => {
    ran = await plumbline(['catalog', 'refresh', '--output', 'fresh']);
    if (ran.code === 0) refreshed = catalogIn(join(folder, 'fresh'));
  });

  test('writes the data of EC2 and the price list', () => {
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^### Instance types and prices of `us-east-1`\n\n\d{4} instance types in 6 zones, /,
      ),
    });
    expect(aws.requests.filter((action) => action === 'GetProducts').length).toBe(4);
    expect(refreshed.regional('m5.large')).toMatchObject({ onDemandUsd: 0.097, billedUsd: 0.097 });
    expect(refreshed.regional('m5.metal')).toMatchObject({ onDemandUsd: 5.1, billedUsd: 4.7 });
    expect(refreshed.price('m5.large', 'spot', 'us-east-1a')).toMatchObject({
      hourlyUsd: 0.0301,
      priceSource: 'table',
    });
    expect(refreshed.price('m5.large', 'spot', 'us-east-1b')?.hourlyUsd).toBe(0.0202);
    expect(refreshed.price('m5.large', 'spot', 'us-east-1c')).toBeUndefined();
  });

  test('keeps data that AWS does not provide', () => {
    const before = catalogIn('data');
    // A product at 0 has no price, and a type that is missing in the price list keeps the known price with its date.
    expect(refreshed.price('t3.nano', 'on-demand', 'us-east-1a')).toEqual(
      before.price('t3.nano', 'on-demand', 'us-east-1a'),
    );
    expect(refreshed.regional('m5.large')?.interruptionBand).toBe(before.regional('m5.large')?.interruptionBand);
    expect(refreshed.names).toEqual(expect.arrayContaining([...before.names]));
  });

  test('agrees with the built-in catalog, which was gathered from EC2 answers that moto stores', () => {
    const before = catalogIn('data');
    const now = (info: InstanceTypeInfo): InstanceTypeInfo => refreshed.type(info.name)!;
    const known = before.types.filter(({ gone }) => gone === undefined);
    // moto's release is newer than the built-in data. Since then, AWS added spot or another generation to many types, and published new
    // clock speeds and network cards of three families. With newly gathered data, this list is empty.
    const moving = { isPreviousGeneration: undefined, hasSpot: undefined, hasCapacityBlocks: undefined };
    const text = (info: InstanceTypeInfo): string => JSON.stringify(Object.entries({ ...info, ...moving }).sort());
    const differing = known.filter((info) => text(info) !== text(now(info)));
    expect([...new Set(differing.map(({ family }) => family))]).toEqual(['i7i', 'i7ie', 'i8ge']);
    // Zones change from month to month. Most are the same in both.
    const offered = before.names.filter((name) => before.zonesOf(name).length > 0);
    const same = offered.filter((name) => `${before.zonesOf(name)}` === `${refreshed.zonesOf(name)}`);
    expect(same.length / offered.length).toBeGreaterThan(0.95);
  });

  test('writes the same bytes a second time', async () => {
    const text = (): string[] =>
      ['instance-types.json', 'regions/us-east-1.json'].map((path) =>
        readFileSync(join(folder, 'fresh', path), 'utf8'),
      );
    const first = text();
    expect((await plumbline(['catalog', 'refresh', '--output', 'fresh'])).code).toBe(0);
    expect(text()).toEqual(first);
  });

  test('is used for an estimate, which names the date of its prices', async () => {
    writeFileSync(join(folder, 'all.yaml'), manifests);
    const args = ['estimate', 'all.yaml', '--region', 'us-east-1', '--format', 'json'];
    const { stdout } = await plumbline([...args, '--catalog', 'fresh'], {});
    const { after, assumptions } = JSON.parse(stdout).estimate;
    const [claim] = after.nodePools[0].nodeClaims;
    expect([claim.instanceType, claim.zone, claim.hourlyUsd]).toEqual(['m5.large', 'us-east-1b', 0.0202]);
    const today = new Date().toISOString().slice(0, 10);
    expect(assumptions).toContainEqual(expect.stringContaining(`Spot prices are from ${today}`));
    const builtIn = JSON.parse((await plumbline(args, {})).stdout).estimate.after.nodePools[0].nodeClaims[0];
    expect(builtIn.hourlyUsd).not.toBe(0.0202);
  });
});

const manifests = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [spot] }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: web }
spec: { amiFamily: AL2023 }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, resources: { requests: { cpu: '1', memory: 1Gi } } }] }
`;

describe('errors', () => {
  const refresh = (env?: Readonly<Record<string, string>>): Promise<Ran> =>
    plumbline(['catalog', 'refresh', '--output', 'failed'], env);

  test.each([
    ['DescribeInstanceTypes', 'UnauthorizedOperation', 'ec2:DescribeInstanceTypes', 'ec2:DescribeSpotPriceHistory'],
    ['GetProducts', 'AccessDeniedException', 'pricing:GetProducts', 'ec2:DescribeInstanceTypeOfferings'],
    ['DescribeAvailabilityZones', 'AuthFailure', 'does not accept the credentials', 'enabled'],
    ['DescribeInstanceTypeOfferings', 'ExpiredToken', 'expired', 'aws sso login'],
  ])('%s answers %s', async (action, code, message, help) => {
    failures.set(action, code);
    const { code: exit, stdout, stderr } = await refresh();
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
    expect(stderr).not.toContain('    at ');
  });

  test('throttling is retried, and reported if it does not end', async () => {
    failures.set('DescribeSpotPriceHistory', 'RequestLimitExceeded');
    const { code, stderr } = await refresh();
    expect([code, stderr]).toEqual([2, expect.stringContaining('AWS refuses more requests')]);
    expect(aws.requests.filter((action) => action === 'DescribeSpotPriceHistory').length).toBeGreaterThan(3);
  });

  test('no credentials', async () => {
    const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...env } = aws.env;
    const { code, stderr } = await refresh(env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('credentials were not found')]);
    expect(stderr).toContain('pricing:GetProducts');
  });

  test.each([
    [['catalog', 'refresh'], 'folder to write to'],
    [['catalog', 'refresh', '--output', 'x', '--region', '../../etc'], 'is not an AWS region'],
    [['estimate', 'all.yaml', '--catalog', 'nowhere'], 'is not the folder of a catalog'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await plumbline(args, {});
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
