import { describe, expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultKarpenterSettings } from '../../karpenter/api/settings.ts';
import { resolveInstanceTypes } from '../instance-types/resolve-instance-types.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { imageLicense } from './licenses.ts';

type Spec = EC2NodeClass['spec'];
const classOf = (spec: Spec): EC2NodeClass => ({ metadata: { name: 'x' }, spec });
const named = (name: string, amiFamily = 'Custom', owner?: string): Spec => ({
  amiFamily,
  amiSelectorTerms: [{ name, ...(owner !== undefined && { owner }) }],
});
const windows = { amiSelectorTerms: [{ alias: 'windows2022@v1.0.0' }] };

/** USD per hour that AWS bills for one instance in a region, and the price that Karpenter compares. */
function prices(spec: Spec, type: string, region = 'us-east-1', capacityType = 'on-demand') {
  const catalog = openFacts('data').catalog(region);
  const types = resolveInstanceTypes(catalog, classOf(spec), {
    zones: catalog.zones,
    settings: defaultKarpenterSettings,
    spotPricing: 'flat',
    reservations: new Map(),
  });
  const offering = types.offerings[types.names.indexOf(type)]!.find((one) => one.capacityType === capacityType)!;
  return { compared: offering.price, billed: offering.billedPrice };
}

describe('licenses of images', () => {
  test.each([
    [{ amiFamily: 'Windows2019' }, 'Windows Server', true],
    [windows, 'Windows Server', true],
    [named('Windows_Server-2022-English-Core-EKS_Optimized-*', 'Windows2022'), 'Windows Server', true],
    [
      named('Windows_Server-2022-English-Full-SQL_2022_Web-*', 'Windows2022'),
      'Windows Server with SQL Server Web',
      true,
    ],
    [named('Windows_Server-2022-English-Full-SQL_2022_Express-*', 'Windows2022'), 'Windows Server', true],
    [named('Windows_Server-2022-English-Full-SQL_2022_*', 'Windows2022'), 'SQL Server', false],
    [named('amzn2-x86_64-SQL_2019_Standard-*', 'AL2'), 'SQL Server Standard', false],
    [named('RHEL-9.4.0_HVM-*-x86_64-*-Hourly2-GP3'), 'Red Hat Enterprise Linux', true],
    [named('*', 'Custom', '309956199498'), 'Red Hat Enterprise Linux', true],
    [named('RHEL_HA-9.4.0_HVM-*'), 'Red Hat Enterprise Linux with add-ons', false],
    [named('RHEL-9.4.0_HVM-*-x86_64-*-Access2-GP3', 'Custom', '309956199498'), undefined, undefined],
    [named('suse-sles-15-sp6-*'), 'SUSE Linux Enterprise Server', false],
    [named('suse-sles-15-sp6-byos-*'), undefined, undefined],
    [{ amiSelectorTerms: [{ alias: 'al2023@latest' }] }, undefined, undefined],
    [named('our-redhat-like-image-*'), undefined, undefined],
    [
      { amiFamily: 'Custom', amiSelectorTerms: [{ name: 'RHEL-9*' }, { name: 'suse-sles-15-*' }] },
      'Red Hat Enterprise Linux',
      false,
    ],
  ])('%j', (spec, title, isPriced) => {
    const license = imageLicense(classOf(spec));
    expect([license?.title, license?.isPriced]).toEqual([title, isPriced]);
  });
});

// The published prices per hour of Windows in us-east-1, and in eu-central-1 for T instances on 2021-08-30.
test.each([
  [windows, 'us-east-1', 'm6i.4xlarge', 1.504],
  [windows, 'us-east-1', 'm5.large', 0.188],
  [windows, 'us-east-1', 'c5.large', 0.177],
  [windows, 'eu-central-1', 't3.medium', 0.0664],
  [windows, 'eu-central-1', 't3.large', 0.1236],
  [windows, 'eu-central-1', 't3.2xlarge', 0.5312],
  [windows, 'eu-central-1', 't2.large', 0.1352],
  [named('RHEL-9*'), 'us-east-1', 'm5.large', 0.1248],
  [named('RHEL-9*'), 'us-east-1', 'c5.4xlarge', 0.8528],
])('%j in %s: %s is billed at $%d', (spec, region, type, usd) => {
  const { compared, billed } = prices(spec, type, region);
  expect(billed).toBeCloseTo(usd, 6);
  expect(compared).toBe(openFacts('data').catalog(region).regional(type)?.onDemandUsd);
});

test('spot pays the license in full', () => {
  const { compared, billed } = prices(windows, 'm6i.xlarge', 'us-east-1', 'spot');
  expect(billed).toBeCloseTo(compared + 4 * 0.046, 6);
});

test('a price without a license stays as it is', () => {
  expect(prices({ amiSelectorTerms: [{ alias: 'al2023@latest' }] }, 'm6i.xlarge').billed).toBeUndefined();
});

test('prices of Windows are those of Linux and the license in every region and for every type', () => {
  const types = ['m5.xlarge', 'm6i.2xlarge', 'c6i.4xlarge', 'r6i.large', 't3.xlarge', 'm7i.8xlarge', 'i4i.xlarge'];
  let combinations = 0;
  for (const region of ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-south-1', 'sa-east-1'])
    for (const type of types) {
      const linux = openFacts('data').catalog(region).regional(type)?.billedUsd;
      if (linux === undefined) continue;
      const vcpus = openFacts('data')
        .catalog(region)
        .types.find(({ name }) => name === type)!.vcpus;
      expect(prices(windows, type, region).billed).toBeCloseTo(
        linux + (type === 't3.xlarge' ? 0.0736 : vcpus * 0.046),
        6,
      );
      combinations++;
    }
  expect(combinations).toBeGreaterThan(35);
});
