import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { applicationSources } from '../../manifest/objects/objects-in-values.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import {
  type ChartVersion,
  chartVersionsOf,
  type HelmRelease,
  helmReleasesOf,
  knownTextAt,
  ociReferenceOf,
} from './helm-releases.ts';

/**
 * Whether whatever installs Karpenter's chart also replaces its CRDs when it is upgraded: Flux with `upgrade.crds: CreateReplace`
 * (fluxcd.io/flux/components/helm/helmreleases), Argo CD, which applies what `helm template --include-crds` prints, and kustomize with
 * `includeCRDs`. A release of the chart of the CRDs in the same version replaces them, too.
 */
export function replacesCrds(head: ManifestSet): boolean {
  const { controllers, repositories, sets } = chartsOfController(head);
  const crdVersions = new Set([
    ...releasesOf(head)
      .filter(({ chart }) => chart === 'karpenter-crd')
      .map(versionOf),
    ...repositoriesOf(head)
      .filter(({ chart }) => chart === 'karpenter-crd')
      .map(tagOf),
  ]);
  const isInstalled = (version: string | undefined): boolean => version !== undefined && crdVersions.has(version);

  return (
    controllers.length + sets.length + repositories.length > 0 &&
    sets.every(({ replacesCrds }) => replacesCrds) &&
    controllers.every((release) => isReplacedBy(release) || isInstalled(versionOf(release))) &&
    repositories.every((repository) => isReplacedByReference(repository, head) || isInstalled(tagOf(repository)))
  );
}

/** Whether anything that installs Karpenter's chart replaces the CRDs by those of that chart. */
export function mayReplaceCrds(head: ManifestSet): boolean {
  const { controllers, repositories, sets } = chartsOfController(head);
  return (
    sets.some(({ replacesCrds }) => replacesCrds) ||
    controllers.some(isReplacedBy) ||
    repositories.some((repository) => isReplacedByReference(repository, head))
  );
}

/** What installs Karpenter's chart. */
const chartsOfController = (head: ManifestSet) => ({
  controllers: releasesOf(head).filter(({ chart }) => chart === 'karpenter'),
  repositories: repositoriesOf(head).filter(({ chart }) => chart === 'karpenter'),
  sets: head.manifests.flatMap(setsOfKarpenter),
});

const releasesOf = (head: ManifestSet): HelmRelease[] =>
  helmReleasesOf(head).filter(({ manifest }) => manifest.kind !== 'HelmValues');

const repositoriesOf = (head: ManifestSet): ChartVersion[] =>
  chartVersionsOf(head).filter(({ manifest }) => manifest.kind === 'OCIRepository');

const tagOf = ({ manifest, path }: ChartVersion): string | undefined => knownTextAt(manifest, path)?.replace(/^v/, '');

/** Whether all HelmReleases that refer to an OCIRepository replace CRDs. */
function isReplacedByReference({ manifest: repository }: ChartVersion, { manifests }: ManifestSet): boolean {
  const referring = manifests.filter((manifest) => ociReferenceOf(manifest) === nameInNamespace(repository));
  return referring.every((manifest) => manifest.get(['spec', 'upgrade', 'crds']) === 'CreateReplace');
}

/** What an ApplicationSet of Argo CD makes of Karpenter's chart: Applications, each for a cluster. */
function setsOfKarpenter(set: Manifest): { readonly replacesCrds: boolean }[] {
  if (set.kind !== 'ApplicationSet') return [];

  const template = asMapping(set.get(['spec', 'template']));
  if (template === undefined) return [];

  return applicationSources(template).flatMap((source) => {
    const path = ['spec', 'template', ...source];
    if (!/(?:^|\/)karpenter$/.test(String(set.get([...path, 'chart']) ?? ''))) return [];
    return [{ replacesCrds: set.get([...path, 'helm', 'skipCrds']) !== true }];
  });
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
