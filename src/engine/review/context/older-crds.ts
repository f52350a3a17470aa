import { compareMinors, minorOf } from '../../karpenter/api/versions.ts';
import { chartVersionsOf } from '../../karpenter/installation/helm-releases.ts';
import { type InstalledCrds, installedCrds } from '../../karpenter/installation/installed-crds.ts';
import { mayReplaceCrds } from '../../karpenter/installation/replaced-crds.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Facts } from './facts.ts';
import type { KarpenterTarget } from './karpenter-version.ts';

/** CRDs of a minor before that of the controller, as the files of a cluster install them. */
export interface OlderCrds {
  readonly minor: string;
  readonly installed: InstalledCrds;
}

/**
 * The CRDs by which the API server judges, if the files install those of an older minor than the controller's: Helm does not update the CRDs
 * that come with the chart of the controller (helm.sh/docs/chart_best_practices/custom_resource_definitions), so those of `karpenter-crd`, or
 * of Karpenter's source code at a tag, stay. Undefined if the files name several, or if something else may replace them.
 */
export function olderCrds(
  side: ManifestSet,
  { isKarpenterAssumed, karpenterVersion, namedKarpenterVersion }: KarpenterTarget,
  { karpenterVersions }: Facts,
): OlderCrds | undefined {
  const [installed, ...others] = installedCrds(side);
  if (installed === undefined || isKarpenterAssumed || namedKarpenterVersion !== undefined) return undefined;
  if (others.some(({ version }) => version !== installed.version) || mayReplaceCrds(side)) return undefined;

  const controllers = chartVersionsOf(side).filter(({ chart }) => chart === 'karpenter');
  if (controllers.length !== 1 || !/^v?\d+\.\d+\.\d+$/.test(installed.version)) return undefined;

  const minor = minorOf(installed.version);
  const isOlder = karpenterVersions.includes(minor) && compareMinors(minor, karpenterVersion) < 0;
  if (!isOlder) return undefined;
  return { minor, installed };
}
