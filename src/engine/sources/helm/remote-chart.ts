import { isRange } from './version-range.ts';

/** A chart from a repository that the configuration allows. */
export interface RemoteChart {
  readonly name: string;
  /** A version, or a range of versions of which the newest in the repository is used. */
  readonly version: string;
  /** `https://charts.example.com`, or `oci://registry.example.com/charts` with the chart below it. */
  readonly repository: string;
}

const plain = (url: string): string => url.trim().replace(/(?<!\/)\/+$/, '');

/** The chart, if its repository is allowed. Argo CD writes registries without `oci://`. */
export function allowedChart(
  { name, version, repository }: RemoteChart,
  allowed: readonly string[],
): RemoteChart | undefined {
  const isName = /^[A-Za-z0-9][\w.-]*$/.test(name);
  const given = plain(repository);
  const known = [given, ...(given.includes('://') ? [] : [`oci://${given}`])];
  const found = allowed.map(plain).find((one) => known.includes(one));
  return isName && isRange(version) && found !== undefined && given !== ''
    ? { name, version: version.trim(), repository: found }
    : undefined;
}
