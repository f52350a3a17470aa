import { compareMinors } from '../../karpenter/api/versions.ts';
import { ownValue } from '../../text/own-value.ts';
import type { RegionFees } from '../catalog/fees.ts';

/** The first Kubernetes minor without an image of Amazon Linux 2. Source: provider-aws pkg/providers/amifamily/al2.go, ami.go. */
export const firstWithoutAmazonLinux2 = '1.33';

/** Whether Amazon Linux 2 has no image for a Kubernetes version. */
export const isWithoutAmazonLinux2 = (kubernetes: string): boolean =>
  compareMinors(kubernetes, firstWithoutAmazonLinux2) >= 0;

const day = 86_400_000;

/** AWS publishes the first images some time before EKS offers a version. */
const grace = 60 * day;

/** The first day on which EKS offers a Kubernetes minor, as an ISO date. Undefined if it is unknown. */
export function offeredSince(version: string, fees: RegionFees | undefined): string | undefined {
  const until = fees?.eks.versions[version]?.standardUntil;
  if (until === undefined) return undefined;
  // Standard support lasts 14 months. Source: docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html.
  const date = new Date(until);
  date.setUTCMonth(date.getUTCMonth() - 14);
  return date.toISOString().slice(0, 10);
}

/**
 * The first release of each Amazon Linux with an image for a Kubernetes minor. Source: github.com/awslabs/amazon-eks-ami CHANGELOG.md, whose
 * tables list the images of each release (v20190814 to v20260714).
 */
const amazonLinuxSince: Readonly<Record<'al2' | 'al2023', Readonly<Record<string, string>>>> = {
  al2: {
    '1.25': 'v20230217',
    '1.26': 'v20230406',
    '1.27': 'v20230513',
    '1.28': 'v20230919',
    '1.29': 'v20240117',
    '1.30': 'v20240514',
    '1.31': 'v20240917',
    '1.32': 'v20241225',
  },
  al2023: {
    '1.30': 'v20240514',
    '1.31': 'v20240917',
    '1.32': 'v20241225',
    '1.33': 'v20250519',
    '1.34': 'v20250915',
    '1.35': 'v20260114',
    '1.36': 'v20260610',
  },
};

/** The first release of a pinned alias of Amazon Linux with an image for a Kubernetes minor: `v20250915`. Undefined if it is unknown. */
export function firstAmazonLinux(alias: string, version: string): string | undefined {
  const [, family] = /^(al2|al2023)@v\d{8}$/.exec(alias) ?? [];
  if (family !== 'al2' && family !== 'al2023') return undefined;
  return ownValue(amazonLinuxSince[family], version);
}

/** Whether the release of a pinned Amazon Linux alias is too old to have an image for a Kubernetes minor. False if that is unknown. */
export function isOlderThanKubernetes(alias: string, version: string, fees: RegionFees | undefined): boolean {
  const [, year, month, date] = /^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(alias) ?? [];
  const released = Date.parse(`${year}-${month}-${date}`);
  const first = firstAmazonLinux(alias, version);
  if (first !== undefined) return !Number.isNaN(released) && `v${year}${month}${date}` < first;
  // An alias or version without a date gives NaN, for which the comparison is false.
  return released < Date.parse(offeredSince(version, fees) ?? '') - grace;
}

/**
 * The first Bottlerocket release with an image for a Kubernetes minor.
 * Source: github.com/bottlerocket-os/bottlerocket CHANGELOG.md, "Add Kubernetes … variants" (v1.15.0 to v1.66.0, September 2026).
 */
const bottlerocketSince: Readonly<Record<string, string>> = {
  '1.28': '1.15.0',
  '1.29': '1.18.0',
  '1.30': '1.20.0',
  '1.31': '1.22.0',
  '1.32': '1.30.0',
  '1.33': '1.39.0',
  '1.34': '1.47.0',
  '1.35': '1.53.0',
  '1.36': '1.61.0',
  '1.37': '1.66.0',
};

/**
 * The first Bottlerocket release for a Kubernetes minor, if a release (`1.44.0`, `v1.44.0` or `1.44`) is older;
 * undefined if it is not, or if that is unknown.
 */
export function missingInBottlerocket(release: string, kubernetes: string): string | undefined {
  const first = ownValue(bottlerocketSince, kubernetes);
  const minor = /^v?(1\.\d+)(?:\.|$)/.exec(release)?.[1];
  if (first === undefined || minor === undefined) return undefined;
  if (compareMinors(minor, first) < 0) return first;
  return undefined;
}
