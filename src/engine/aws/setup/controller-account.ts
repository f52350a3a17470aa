import { helmReleasesOf, knownTextAt } from '../../lint/fields/helm-releases.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
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
  return helmReleasesOf(all).flatMap(({ manifest, chart, values }): ControllerAccount[] => {
    if (chart !== 'karpenter' || manifest.kind === 'HelmValues' || manifest.kind === 'KustomizeChart') return [];
    const written = manifest.get([...values, 'serviceAccount', 'name']);
    const isOpen = manifest.isPartial || manifest.get(['spec', 'valuesFrom']) !== undefined || hasValueFiles(manifest);
    const given = written === undefined ? undefined : knownTextAt(manifest, [...values, 'serviceAccount', 'name']);
    return [
      {
        ...locatedAt(manifest),
        release: `${manifest.kind} ${manifest.name}`,
        namespace: namespaceOf(manifest),
        serviceAccount: written === undefined && !isOpen ? fullName(manifest) : given,
      },
    ];
  });
}

/** The only service account near a file; undefined if there is none, or if several differ. */
export function accountNear(file: string, accounts: readonly ControllerAccount[]): ControllerAccount | undefined {
  const near = nearby(file, accounts);
  const [first] = near;
  const isSame = near.every(
    (one) => one.namespace === first?.namespace && one.serviceAccount === first?.serviceAccount,
  );
  return isSame ? first : undefined;
}

function namespaceOf(manifest: Manifest): string | undefined {
  const path = manifest.kind === 'Application' ? ['spec', 'destination', 'namespace'] : ['spec', 'targetNamespace'];
  if (manifest.get(path) !== undefined) return knownTextAt(manifest, path);
  return manifest.kind === 'HelmRelease' ? manifest.namespace : undefined;
}

/** Values files of an Application are applied to the chart, too. */
const hasValueFiles = (manifest: Manifest): boolean =>
  manifest.kind === 'Application' &&
  /"(?:valueFiles|parameters|values|fullnameOverride)":/.test(JSON.stringify(manifest.get(['spec']) ?? null));

/** The name that the chart gives its service account. Source: charts/karpenter/templates/_helpers.tpl karpenter.fullname. */
function fullName(manifest: Manifest): string | undefined {
  const isFlux = manifest.kind === 'HelmRelease';
  const path = isFlux ? ['spec', 'releaseName'] : ['spec', 'source', 'helm', 'releaseName'];
  const release = manifest.get(path) === undefined ? manifest.name : knownTextAt(manifest, path);
  const overridden = /"(?:fullnameOverride|nameOverride)":/.test(JSON.stringify(manifest.get(['spec']) ?? null));
  if (release === undefined || overridden) return undefined;
  return release.includes('karpenter') ? release : `${release}-karpenter`;
}
