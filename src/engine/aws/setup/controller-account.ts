import {
  type HelmRelease,
  helmReleasesOf,
  knownTextAt,
  namespaceOfRelease,
  releaseValue,
} from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { isKnown } from '../../text/evidence.ts';
import { type ClusterPlace, locatedAt, nearby } from './nearby.ts';

/** The service account that a release of Karpenter's chart runs with. Undefined parts are unknown. */
export interface ControllerAccount extends ClusterPlace {
  /** What names it, for people: `HelmRelease karpenter`. */
  readonly release: string;
  readonly namespace: string | undefined;
  readonly serviceAccount: string | undefined;
}

/** The service accounts of the releases of Karpenter's chart. */
export function controllerAccounts(all: ManifestSet): ControllerAccount[] {
  return helmReleasesOf(all).flatMap((release): ControllerAccount[] => {
    const { manifest, chart } = release;
    if (chart !== 'karpenter' || manifest.kind === 'HelmValues' || manifest.kind === 'KustomizeChart') return [];
    return [{ ...locatedAt(manifest), release: `${manifest.kind} ${manifest.name}`, ...accountOfRelease(release) }];
  });
}

/** The service account that a release of Karpenter’s chart runs with. Undefined parts are unknown. */
export const accountOfRelease = (release: HelmRelease): Pick<ControllerAccount, 'namespace' | 'serviceAccount'> => ({
  namespace: namespaceOfRelease(release.manifest),
  serviceAccount: serviceAccountOf(release),
});

/** An empty name is the default. Source: charts/karpenter/templates/_helpers.tpl karpenter.serviceAccountName. */
function serviceAccountOf(release: HelmRelease): string | undefined {
  const { manifest, values, isOpen } = release;
  const path = [...values, 'serviceAccount', 'name'];
  if (!isEmptyAt(manifest, path)) return knownTextAt(manifest, path);

  const create = releaseValue(release, 'serviceAccount', 'create');
  if (isOpen || manifest.isPartial || !isKnown(create)) return undefined;
  if (create.value === false) return 'default';
  return fullName(manifest);
}

/** Whether a field says nothing: it is absent, null or an empty text. */
const isEmptyAt = (manifest: Manifest, path: Path): boolean => {
  const value = manifest.get(path);
  return value === undefined || value === null || value === '';
};

/** The only service account near a file; undefined if there is none, or if several differ. */
export function accountNear(file: string, accounts: readonly ControllerAccount[]): ControllerAccount | undefined {
  const near = nearby(file, accounts);
  const [first] = near;
  const isSame = near.every(
    (account) => account.namespace === first?.namespace && account.serviceAccount === first?.serviceAccount,
  );
  if (isSame) return first;
  return undefined;
}

/** The name that the chart gives its service account. Source: charts/karpenter/templates/_helpers.tpl karpenter.fullname. */
function fullName(manifest: Manifest): string | undefined {
  const isFlux = manifest.kind === 'HelmRelease';
  const path = isFlux ? ['spec', 'releaseName'] : ['spec', 'source', 'helm', 'releaseName'];
  const release = isEmptyAt(manifest, path) ? standardRelease(manifest) : knownTextAt(manifest, path);
  const overridden = /\b(?:fullnameOverride|nameOverride)\b/.test(JSON.stringify(manifest.get(['spec']) ?? null));
  if (release === undefined || overridden) return undefined;
  if (release.includes('karpenter')) return release;
  return `${release}-karpenter`;
}

/** The name of a release without `releaseName`. Flux puts the target namespace before it (docs of the HelmRelease API). */
function standardRelease(manifest: Manifest): string | undefined {
  const path = ['spec', 'targetNamespace'];
  if (manifest.kind !== 'HelmRelease' || manifest.source.origin?.tool === 'terraform') return manifest.name;
  if (isEmptyAt(manifest, path)) return manifest.name;
  const namespace = knownTextAt(manifest, path);
  if (namespace === undefined) return undefined;
  return `${namespace}-${manifest.name}`;
}
