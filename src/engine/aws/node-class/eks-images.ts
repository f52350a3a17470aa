import type { RegionFees } from '../catalog/fees.ts';

const day = 86_400_000;

/** The first images come some days before EKS offers a version. */
const grace = 60 * day;

/** The day from which EKS offers a Kubernetes minor, as an ISO date; undefined where it is not known. */
export function offeredSince(version: string, fees: RegionFees | undefined): string | undefined {
  const until = fees?.eks.versions[version]?.standardUntil;
  if (until === undefined) return undefined;
  // Standard support lasts 14 months. Source: docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html.
  const date = new Date(until);
  date.setUTCMonth(date.getUTCMonth() - 14);
  return date.toISOString().slice(0, 10);
}

/** Whether a pinned alias of Amazon Linux is so old that its release has no image for a Kubernetes minor; false where nothing is known. */
export function isOlderThanKubernetes(alias: string, version: string, fees: RegionFees | undefined): boolean {
  const [, year, month, date] = /^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(alias) ?? [];
  // NaN, of an alias or a version that tells no date, is less than nothing.
  return Date.parse(`${year}-${month}-${date}`) < Date.parse(offeredSince(version, fees) ?? '') - grace;
}
