import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { mayInstallChart } from './helm-releases.ts';

/** Whether objects may run Cluster Autoscaler: by its chart or one that a placeholder decides, by a module, or by manifests that name it. */
export const mayRunClusterAutoscaler = (all: Pick<ManifestSet, 'manifests'>): boolean =>
  mayInstallChart(all, 'cluster-autoscaler') || all.manifests.some(namesClusterAutoscaler);

const kinds: ReadonlySet<string> = new Set([
  'Deployment',
  'HelmRelease',
  'Application',
  'HelmChart',
  'ServiceAccount',
  'module',
]);

/** The most characters of a specification that are read. */
const maxCharacters = 20_000;

/** Annotations of pods that it reads, such as `cluster-autoscaler.kubernetes.io/safe-to-evict`, are no evidence that it runs. */
function namesClusterAutoscaler({ kind, name, object }: Manifest): boolean {
  if (!kinds.has(kind)) return false;
  const spec = JSON.stringify(object.spec ?? null).slice(0, maxCharacters);
  return /cluster[-_]?autoscaler(?!\.kubernetes\.io)/i.test(`${name} ${spec}`);
}
