import { pinnedMinor } from '../../manifest/hints/hint.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { isUnrendered } from '../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { isKnown } from '../../text/evidence.ts';
import { karpenter } from '../api/karpenter.ts';
import { type HelmRelease, helmReleasesOf, knownTextAt, releaseValue } from './helm-releases.ts';

/** The feature gates of the Karpenter that a side installs. */
export interface InstalledGates {
  /** Each gate of the chart, by the name of its value, and whether it is on. */
  readonly gates: Readonly<Record<string, boolean>>;
  /** The gates that no value sets, so that the default of the chart applies. */
  readonly defaults: ReadonlySet<string>;
  /** The version of the chart as it is written. */
  readonly chartVersion: string;
}

const holders = ['featureGates', 'awsFeatureGates'];

/**
 * The gates of the only release of Karpenter, if its version and all of its values are in the files. Undefined if one of them is unknown, or if
 * several releases are there.
 */
export function installedGates(all: ManifestSet): InstalledGates | undefined {
  const releases = helmReleasesOf(all).filter(({ chart }) => chart === 'karpenter');
  const [release] = releases;
  if (release === undefined || releases.length > 1 || isChangedLater(release.manifest, all)) return undefined;

  const chartVersion = release.version && knownTextAt(release.manifest, release.version);
  const minor = chartVersion && pinnedMinor(chartVersion);
  const written = minor ? writtenGates(release) : undefined;
  if (!chartVersion || !minor || written === undefined) return undefined;

  const gates = karpenter(minor).featureGates;

  return {
    gates: { ...gates, ...written },
    defaults: new Set(Object.keys(gates).filter((gate) => written[gate] === undefined)),
    chartVersion,
  };
}

/** Whether the chart may be another one, or something may change the object or the Deployment of the chart after its values are read. */
const isChangedLater = (manifest: Manifest, { manifests }: ManifestSet): boolean =>
  isUnrendered(manifest) ||
  ['GitRepository', 'Bucket'].includes(String(manifest.get(['spec', 'chart', 'spec', 'sourceRef', 'kind']))) ||
  manifest.get(['spec', 'postRenderers']) !== undefined ||
  manifests.some(
    (other) => other !== manifest && other.isPartial && other.kind === manifest.kind && other.name === manifest.name,
  );

/** The gates that the values of a release set; undefined if one of them is unknown. */
function writtenGates(release: HelmRelease): Record<string, boolean> | undefined {
  if (release.manifest.kind === 'HelmValues') return undefined;

  // The binary also reads `FEATURE_GATES`.
  const isSetElsewhere = ['env', 'envFrom'].some((name) => {
    const variables = releaseValue(release, 'controller', name);
    return !isKnown(variables) || !isWithoutGates(variables.value);
  });

  if (isSetElsewhere) return undefined;

  const gates: Record<string, boolean> = {};

  for (const holder of holders) {
    const set = releaseValue(release, 'settings', holder);
    if (!isKnown(set)) return undefined;

    for (const [gate, isOn] of Object.entries(asMapping(set.value) ?? {})) {
      if (typeof isOn !== 'boolean') return undefined;
      gates[gate] = isOn;
    }
  }

  return gates;
}

const isWithoutGates = (variables: Value | undefined): boolean =>
  asList(variables).every((variable) => {
    const { name } = asMapping(variable) ?? {};
    return typeof name === 'string' && !hasPlaceholder(name) && name !== 'FEATURE_GATES';
  });
