/** A chart of a repository that the configuration allows, at one very version. */
export interface RemoteChart {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
}

const plain = (url: string): string => url.trim().replace(/\/+$/, '');

/** The chart, where its repository is allowed and its version is one and no range; what else would not be the same tomorrow. */
export function allowedChart(
  { name, version, repository }: RemoteChart,
  allowed: readonly string[],
): RemoteChart | undefined {
  const isExact = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version);
  const isName = /^[A-Za-z0-9][\w.-]*$/.test(name);
  if (!isExact || !isName || !allowed.map(plain).includes(plain(repository))) return undefined;
  return { name, version, repository: plain(repository) };
}
