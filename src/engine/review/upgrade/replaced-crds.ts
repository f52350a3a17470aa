import { type HelmRelease, helmReleasesOf, knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';

/**
 * Whether whatever installs Karpenter's chart also replaces its CRDs when it is upgraded: Flux with `upgrade.crds: CreateReplace`
 * (fluxcd.io/flux/components/helm/helmreleases), Argo CD, which applies what `helm template --include-crds` prints, and kustomize with
 * `includeCRDs`. A release of the chart of the CRDs in the same version replaces them, too.
 */
export function replacesCrds(head: ManifestSet): boolean {
  const releases = helmReleasesOf(head).filter(({ manifest }) => manifest.kind !== 'HelmValues');
  const controllers = releases.filter(({ chart }) => chart === 'karpenter');
  const versions = new Set(releases.filter(({ chart }) => chart === 'karpenter-crd').map(versionOf));
  return (
    controllers.length > 0 &&
    controllers.every((release) => {
      const version = versionOf(release);
      return isReplacedBy(release) || (version !== undefined && versions.has(version));
    })
  );
}

const versionOf = ({ manifest, version }: HelmRelease): string | undefined => {
  if (version === undefined) return undefined;
  return knownTextAt(manifest, version)?.replace(/^v/, '');
};

function isReplacedBy({ manifest, values }: HelmRelease): boolean {
  switch (manifest.kind) {
    case 'HelmRelease':
      return (
        manifest.source.origin?.tool !== 'terraform' && manifest.get(['spec', 'upgrade', 'crds']) === 'CreateReplace'
      );
    case 'Application':
      return manifest.get([...values.slice(0, values.indexOf('helm') + 1), 'skipCrds']) !== true;
    case 'KustomizeChart':
      return manifest.get(['includeCRDs']) === true;
    default:
      return false;
  }
}
