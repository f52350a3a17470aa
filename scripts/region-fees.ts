import type { RegionFees, VolumePrice } from '../src/engine/aws/catalog/fees.ts';
import type { CatalogSource } from '../src/engine/karpenter/cloud-provider/catalog.ts';

/**
 * Gathered by hand from published pages, each with its date, because no public table lists them by region. In USD: storage per GiB and month by
 * type, then the price of a provisioned IOPS per month (for gp3 above what is included, for io2 in three tiers).
 */
const volumes: Readonly<Record<string, string>> = {
  'af-south-1': 'gp3 0.1047 0.0065, gp2 0.1309, io1 0.16422 0.08568, st1 0.0595, sc1 0.019992',
  'ap-east-1': 'gp3 0.1056 0.0066, gp2 0.132, io1 0.1518 0.0792, io2 0.1518 0.079/0.055/0.039, st1 0.0594, sc1 0.0198',
  'ap-northeast-1': 'gp3 0.096 0.006, gp2 0.12, io1 0.142 0.074, io2 0.142 0.074/0.052/0.036, st1 0.054, sc1 0.018',
  'ap-northeast-2':
    'gp3 0.0912 0.0057, gp2 0.114, io1 0.1278 0.0666, io2 0.1278 0.067/0.047/0.033, st1 0.051, sc1 0.0174',
  'ap-northeast-3': 'gp3 0.096 0.006, gp2 0.12, io1 0.142 0.074, st1 0.054, sc1 0.018',
  'ap-south-1': 'gp3 0.0912 0.0057, gp2 0.114, io1 0.131 0.068, io2 0.131 0.068/0.048/0.033, st1 0.051, sc1 0.0174',
  'ap-southeast-1': 'gp3 0.096 0.006, gp2 0.12, io1 0.138 0.072, io2 0.138 0.072/0.05/0.035, st1 0.054, sc1 0.018',
  'ap-southeast-2': 'gp3 0.096 0.006, gp2 0.12, io1 0.138 0.072, io2 0.138 0.072/0.05/0.035, st1 0.054, sc1 0.018',
  'ca-central-1': 'gp3 0.088 0.0055, gp2 0.11, io1 0.138 0.072, st1 0.05, sc1 0.0168',
  'eu-central-1': 'gp3 0.0952 0.006, gp2 0.119, io1 0.149 0.078, io2 0.149 0.078/0.055/0.038, st1 0.054, sc1 0.018',
  'eu-north-1':
    'gp3 0.0836 0.0052, gp2 0.1045, io1 0.1311 0.0684, io2 0.1311 0.068/0.048/0.034, st1 0.0475, sc1 0.01596',
  'eu-south-1': 'gp3 0.0924 0.0058, gp2 0.1155, io1 0.1449 0.0756, st1 0.0525, sc1 0.01764',
  'eu-west-1': 'gp3 0.088 0.0055, gp2 0.11, io1 0.138 0.072, st1 0.05, sc1 0.0168',
  'eu-west-2': 'gp3 0.0928 0.0058, gp2 0.116, io1 0.145 0.076, io2 0.145 0.076/0.053/0.037, st1 0.053, sc1 0.0174',
  'eu-west-3': 'gp3 0.0928 0.0058, gp2 0.116, io1 0.145 0.076, st1 0.053, sc1 0.0174',
  'me-south-1': 'gp3 0.0968 0.0061, gp2 0.121, io1 0.1518 0.0792, io2 0.1518 0.079/0.055/0.039, st1 0.055, sc1 0.01848',
  'sa-east-1': 'gp3 0.152 0.0095, gp2 0.19, io1 0.238 0.091, st1 0.086, sc1 0.0288',
  'us-east-1': 'gp3 0.08 0.005, gp2 0.1, io1 0.125 0.065, io2 0.125 0.065/0.046/0.032, st1 0.045, sc1 0.015',
  'us-east-2': 'gp3 0.08 0.005, gp2 0.1, io1 0.125 0.065, io2 0.125 0.065/0.046/0.032, st1 0.045, sc1 0.015',
  'us-west-1': 'gp3 0.096 0.006, gp2 0.12, io1 0.138 0.072, io2 0.138 0.072/0.05/0.035, st1 0.054, sc1 0.018',
  'us-west-2': 'gp3 0.08 0.005, gp2 0.1, io1 0.125 0.065, io2 0.125 0.065/0.046/0.032, st1 0.045, sc1 0.015',
};

/** gp3 throughput above what is included, per MiB/s and month. Published only for us-east-1. */
const mibpsMonthInUsEast1 = 0.04;

const eks: RegionFees['eks'] = {
  standardHour: 0.1,
  extendedHour: 0.6,
  versions: {
    '1.29': { standardUntil: '2025-03-23', extendedUntil: '2026-03-23' },
    '1.30': { standardUntil: '2025-07-23', extendedUntil: '2026-07-23' },
    '1.31': { standardUntil: '2025-11-26', extendedUntil: '2026-11-26' },
    '1.32': { standardUntil: '2026-03-23', extendedUntil: '2027-03-23' },
    '1.33': { standardUntil: '2026-07-29', extendedUntil: '2027-07-29' },
    '1.34': { standardUntil: '2026-12-02', extendedUntil: '2027-12-02' },
    '1.35': { standardUntil: '2027-03-27', extendedUntil: '2028-03-27' },
  },
};

const published = (what: string, repository: string, date: string): CatalogSource => ({
  what,
  repository,
  date,
  licence: 'published by AWS',
});

const everywhere: readonly CatalogSource[] = [
  published('public IPv4 addresses', 'aws.amazon.com/vpc/pricing', '2024-02-01'),
  published('EKS control plane', 'aws.amazon.com/eks/pricing', '2026-04-01'),
  published(
    'end of support of EKS versions',
    'docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
    '2026-04-24',
  ),
];

/** What AWS bills in a region in addition to instances. Prices that are not published are left out. */
export function regionFees(region: string): RegionFees {
  const text = volumes[region];
  return {
    volumes: Object.fromEntries(text?.split(', ').map((volume) => volumePrice(volume, region)) ?? []),
    publicIpv4Hour: 0.005,
    eks,
    sources: [
      ...(text
        ? [published('EBS volumes, as noted down from the page', 'aws.amazon.com/ebs/pricing', '2021-07-14')]
        : []),
      ...everywhere,
    ],
  };
}

function volumePrice(text: string, region: string): [string, VolumePrice] {
  const [type = '', storage = '', iops] = text.split(' ');
  const tiers = iops?.split('/').map(Number);
  const throughput = {
    mibpsMonth: mibpsMonthInUsEast1,
    ...(region !== 'us-east-1' && { isThroughputOfUsEast1: true as const }),
  };
  return [type, { gibMonth: Number(storage), ...(tiers && { iopsMonth: tiers }), ...(type === 'gp3' && throughput) }];
}
