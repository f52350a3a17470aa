import { argoReferences, crdVersionIn, versionReferences } from '../../manifest/hints/version-references.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { type ChartVersion, chartVersionsOf, knownTextAt } from './helm-releases.ts';

/** A place that installs Karpenter's CRDs in one version. */
export interface InstalledCrds {
  readonly manifest: Manifest;
  /** Where the version is written. */
  readonly path: Path;
  readonly version: string;
  /** Whether the version is a whole field, not a part of a URL. */
  readonly isChart: boolean;
}

/** The chart of the CRDs, and their files at a tag of Karpenter's source code: by kustomize, Argo CD, Flux and Terraform. Only known versions. */
export const installedCrds = (all: ManifestSet): InstalledCrds[] => [
  ...chartVersionsOf(all).flatMap(ofChart),
  ...all.manifests.flatMap(ofSourceCode),
];

function ofChart({ manifest, chart, path }: ChartVersion): InstalledCrds[] {
  const version = chart === 'karpenter-crd' ? knownTextAt(manifest, path) : undefined;
  if (version === undefined) return [];
  return [{ manifest, path, version, isChart: true }];
}

function ofSourceCode(manifest: Manifest): InstalledCrds[] {
  const paths = () => {
    if (Object.hasOwn(readers, `${manifest.kind}.${groupOf(manifest.apiVersion)}`))
      return readers[`${manifest.kind}.${groupOf(manifest.apiVersion)}`]!(manifest);
    return [];
  };

  return paths().flatMap((path) => {
    const text = knownTextAt(manifest, path);
    const version =
      text === undefined ? undefined : (crdVersionIn(text) ?? (/^v?\d+\.\d+\.\d+$/.test(text) ? text : undefined));
    if (version === undefined) return [];
    return [{ manifest, path, version, isChart: false }];
  });
}

/** The paths of versions, or of addresses that contain one. */
const readers: Readonly<Record<string, (manifest: Manifest) => Path[]>> = {
  'Kustomization.kustomize.config.k8s.io': (kustomization) =>
    asList(kustomization.get(['resources'])).map((_, index) => ['resources', index]),
  'http.terraform': () => [['spec', 'url']],
  'GitRepository.source.toolkit.fluxcd.io': (repository) => ofCrds(versionReferences(repository.get([]) ?? null)),
  'Application.argoproj.io': (application) => [
    ...ofCrds(argoReferences(application.get(['spec', 'source']), ['spec', 'source'])),
    ...asList(application.get(['spec', 'sources'])).flatMap((source, index) =>
      ofCrds(argoReferences(source, ['spec', 'sources', index])),
    ),
  ],
};

const ofCrds = (references: ReturnType<typeof versionReferences>): Path[] =>
  references.filter(({ isOfCrds }) => isOfCrds).map(({ path }) => path);
