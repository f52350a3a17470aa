import { listIf } from '../../../text/list-if.ts';
import { isRange } from './version-range.ts';

/** A chart from a repository that the configuration allows. */
export interface RemoteChart {
  readonly name: string;
  /** A version, or a range of versions of which the newest in the repository is used. */
  readonly version: string;
  /** `https://charts.example.com`, or `oci://registry.example.com/charts` with the chart below it. */
  readonly repository: string;
}

/** Whether a chart can have this name. The name becomes a part of paths, and no path may lead out of its folder. */
export const isChartName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name);

const plain = (url: string): string => url.trim().replace(/(?<!\/)\/+$/, '');

/** The chart, if its repository is allowed. Argo CD writes registries without `oci://`. */
export function allowedChart(
  { name, version, repository }: RemoteChart,
  allowed: readonly string[],
): RemoteChart | undefined {
  const address = plain(repository);
  const spellings = [address, ...listIf(!address.includes('://'), `oci://${address}`)];
  const match = allowed.map(plain).find((version) => spellings.includes(version));

  if (isChartName(name) && isRange(version) && match !== undefined && address !== '')
    return { name, version: version.trim(), repository: match };

  return undefined;
}
