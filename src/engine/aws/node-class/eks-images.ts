import { compareMinors } from '../../api/versions.ts';
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

/** Whether the release of a pinned Amazon Linux alias is too old to have an image for a Kubernetes minor. False if that is unknown. */
export function isOlderThanKubernetes(alias: string, version: string, fees: RegionFees | undefined): boolean {
  const [, year, month, date] = /^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(alias) ?? [];
  // An alias or version without a date gives NaN, for which the comparison is false.
  return Date.parse(`${year}-${month}-${date}`) < Date.parse(offeredSince(version, fees) ?? '') - grace;
}
