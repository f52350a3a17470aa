import { pinnedMinor } from '../../manifest/hints/hint.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import {
  asList,
  asMapping,
  asText,
  intoText,
  type Manifest,
  type Path,
  type Value,
} from '../../manifest/model/manifest.ts';
import { applicationSources, sourceValues } from '../../manifest/objects/objects-in-values.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { known, type Shown, unknownBecause } from '../../text/evidence.ts';
import { karpenter } from '../api/karpenter.ts';

/** A place that installs a chart or gives it values. */
export interface ChartRelease<Chart extends string = string> {
  readonly manifest: Manifest;
  readonly chart: Chart;
  /** The path of the chart's version, if it is written. */
  readonly version: Path | undefined;
  /** The path of its values. */
  readonly values: Path;
  /** Whether it may have more values: from files, parameters, ConfigMaps, or text that cannot be read. */
  readonly isOpen: boolean;
}

/** A release of Karpenter's chart, or of the chart of its CRDs. */
export type HelmRelease = ChartRelease<'karpenter' | 'karpenter-crd'>;

const isKarpenters = (release: ChartRelease): release is HelmRelease =>
  release.chart === 'karpenter' || release.chart === 'karpenter-crd';

/** Flux HelmReleases, Argo CD Applications, kustomizations, Terraform's releases and values files of Karpenter's charts. */
export const helmReleasesOf = (all: ManifestSet): HelmRelease[] => all.manifests.flatMap(helmReleasesIn);

/** The namespace into which a HelmRelease or an Application installs; undefined if it is unknown. */
export function namespaceOfRelease(manifest: Manifest): string | undefined {
  const path = manifest.kind === 'Application' ? ['spec', 'destination', 'namespace'] : ['spec', 'targetNamespace'];
  if (manifest.get(path) !== undefined) return knownTextAt(manifest, path);
  if (manifest.kind === 'HelmRelease') return manifest.namespace;
  return undefined;
}

/** The releases of Karpenter's charts in one object. */
export const helmReleasesIn = (manifest: Manifest): HelmRelease[] => releasesIn(manifest).filter(isKarpenters);

/** Releases of another chart, by its name. */
export const releasesOfChart = (all: Pick<ManifestSet, 'manifests'>, chart: string): ChartRelease[] =>
  all.manifests.flatMap(releasesIn).filter((release) => release.chart === chart);

/** A version of one of Karpenter's charts, and where it is written. */
export interface ChartVersion {
  readonly manifest: Manifest;
  readonly chart: 'karpenter' | 'karpenter-crd';
  readonly path: Path;
}

/** The versions of Karpenter's charts that releases have themselves, or the OCIRepositories that HelmReleases of Flux refer to. */
export function chartVersionsOf(all: Pick<ManifestSet, 'manifests'>): ChartVersion[] {
  const referred = new Set(all.manifests.flatMap((manifest) => ociReferenceOf(manifest) ?? []));

  return all.manifests.flatMap((manifest): ChartVersion[] => {
    const chart = ociChartOf(manifest);
    if (chart !== undefined && referred.has(nameInNamespace(manifest)))
      return [{ manifest, chart, path: ['spec', 'ref', 'tag'] }];

    return helmReleasesIn(manifest).flatMap(({ chart, version }) => {
      if (version === undefined) return [];
      return [{ manifest, chart, path: version }];
    });
  });
}

/** The OCIRepository that a HelmRelease refers to. */
export function ociReferenceOf({ kind, namespace, object }: Manifest): string | undefined {
  const reference = asMapping(asMapping(object.spec)?.chartRef);
  const name = asText(reference?.name);
  if (kind !== 'HelmRelease' || reference?.kind !== 'OCIRepository' || name === undefined) return undefined;
  return nameInNamespace({ name, namespace: asText(reference.namespace) ?? namespace });
}

/** Whether a field of an OCIRepository names the version of one of Karpenter's charts. */
export const namesOciVersion = (manifest: Manifest, path: Path): boolean =>
  path.join('.') === 'spec.ref.tag' && ociChartOf(manifest) !== undefined;

/** Which of Karpenter's charts an OCIRepository has at a tag. Flux prefers a digest and a range to a tag. */
function ociChartOf(manifest: Manifest): ChartVersion['chart'] | undefined {
  if (manifest.kind !== 'OCIRepository') return undefined;
  const { digest, semver } = asMapping(manifest.get(['spec', 'ref'])) ?? {};
  const chart = chartNamed(manifest.get(['spec', 'url']));
  if (digest !== undefined || semver !== undefined) return undefined;
  if (chart === 'karpenter' || chart === 'karpenter-crd') return chart;
  return undefined;
}

/** Whether an object installs a chart, or may, because a placeholder decides which one it installs. */
export const mayInstallChart = (all: Pick<ManifestSet, 'manifests'>, chart: string): boolean =>
  releasesOfChart(all, chart).length > 0 || all.manifests.some(isChartUnknown);

function isChartUnknown(manifest: Manifest): boolean {
  if (manifest.kind === 'HelmRelease') return hasPlaceholder(manifest.get(['spec', 'chart', 'spec', 'chart']));
  if (manifest.kind !== 'Application') return false;
  const paths = [['spec', 'source'], ...applicationSources(manifest.object)];
  return paths.some((source) => hasPlaceholder(manifest.get([...source, 'chart'])));
}

/** Settings in the values of Karpenter's chart, in all versions of the chart, the current one first. */
const settings = {
  clusterName: [['settings', 'clusterName'], ['settings', 'aws', 'clusterName'], ['clusterName']],
  interruptionQueue: [
    ['settings', 'interruptionQueue'],
    ['settings', 'aws', 'interruptionQueueName'],
  ],
} as const satisfies Record<string, readonly Path[]>;

/** The name of a setting of Karpenter. */
export type SettingName = keyof typeof settings;

/** Where a release may have a setting. The chart of the CRDs has none. */
export const settingPaths = ({ chart, values }: HelmRelease, name: SettingName): Path[] => {
  if (chart === 'karpenter') return settings[name].map((path) => [...values, ...path]);
  return [];
};

/** Whether the chart of a release reads `settings.aws`; undefined if its version is unknown. */
export function readsAwsSettings({ manifest, version }: HelmRelease): boolean | undefined {
  const minor = pinnedMinor((version && knownTextAt(manifest, version)) ?? '');
  if (minor === undefined) return undefined;
  return karpenter(minor).awsSettings;
}

/** Where a release may have a setting that its chart reads. */
export const readSettingPaths = (release: HelmRelease, name: SettingName): Path[] =>
  settingPaths(release, name).filter((path) => !path.includes('aws') || readsAwsSettings(release) !== false);

/**
 * The value that a release gives to its chart; undefined if it gives none, so that the default of the chart holds. Unknown if another place may
 * give one. A values file is all that a release has, as far as the file shows.
 */
export function releaseValue({ manifest, values, isOpen }: ChartRelease, ...path: Path): Shown<Value | undefined> {
  const value = manifest.get([...values, ...path]);
  if (hasPlaceholder(value)) return unknownBecause(`it is \`${String(value)}\``);
  if (value !== undefined) return known(value);

  const mayBeElsewhere = manifest.isPartial || (isOpen && manifest.kind !== 'HelmValues');
  if (mayBeElsewhere) return unknownBecause(`\`${manifest.name}\` may have more values than these`);
  return known(undefined);
}

/** Whether a field is written, also as a placeholder. One of a mapping that is itself a placeholder is not. */
export const isWritten = (manifest: Manifest, path: Path): boolean =>
  asMapping(manifest.get(path.slice(0, -1)))?.[path.at(-1)!] !== undefined;

/** The last part of a chart's name, which may be the address of a registry. */
const chartNamed = (name: unknown): string | undefined => {
  if (typeof name === 'string') return /(?:^|\/)([\w.-]+)$/.exec(name)?.[1];
  return undefined;
};

function releasesIn(manifest: Manifest): ChartRelease[] {
  if (manifest.kind === 'HelmRelease') {
    const spec = ['spec', 'chart', 'spec'];
    const chart = chartNamed(manifest.get([...spec, 'chart']));
    const isOpen = asList(manifest.get(['spec', 'valuesFrom'])).length > 0;

    if (chart) return [{ manifest, chart, version: [...spec, 'version'], values: ['spec', 'values'], isOpen }];
    return [];
  }

  if (manifest.kind === 'HelmValues') {
    const values = manifest.get(['settings']) === undefined ? ['karpenter'] : [];
    return [{ manifest, chart: 'karpenter', version: undefined, values, isOpen: true }];
  }

  if (manifest.kind === 'KustomizeChart') {
    const chart = chartNamed(manifest.get(['name']));
    const isOpen = ['valuesFile', 'additionalValuesFiles'].some((field) => manifest.get([field]) !== undefined);
    if (chart) return [{ manifest, chart, version: ['version'], values: ['valuesInline'], isOpen }];
    return [];
  }

  if (manifest.kind === 'Application') return sourcesOf(manifest);
  return [];
}

function sourcesOf(manifest: Manifest): ChartRelease[] {
  return applicationSources(manifest.object).flatMap((source) => {
    const chart = chartNamed(manifest.get([...source, 'chart']));
    if (!chart) return [];

    const helm = [...source, 'helm'];
    const values = sourceValues(manifest.object, source);
    const isOpen =
      ['valueFiles', 'parameters', 'fileParameters'].some((name) => asList(manifest.get([...helm, name])).length > 0) ||
      (values.includes(intoText) && asMapping(manifest.get(values)) === undefined);

    return [{ manifest, chart, version: [...source, 'targetRevision'], values, isOpen }];
  });
}

/** The text at a path, if it is known. */
export function knownTextAt(manifest: Manifest, path: Path): string | undefined {
  const text = asText(manifest.get(path));
  if (text === undefined || hasPlaceholder(text)) return undefined;
  return text;
}

/** The reference in a Terraform value that consists of only one: `${aws_iam_role.node.arn}` → `aws_iam_role.node.arn`. */
export const referenceAt = (manifest: Manifest, path: Path): string | undefined => {
  if (manifest.source.origin?.tool === 'terraform')
    return /^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(asText(manifest.get(path)) ?? '')?.[1];

  return undefined;
};
