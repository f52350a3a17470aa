import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asText, type Value } from '../../manifest/model/manifest.ts';
import { isKnown } from '../../text/evidence.ts';
import { defaultKarpenterSettings } from '../api/settings.ts';
import { helmReleasesOf, releaseValue } from './helm-releases.ts';

const { preferencePolicy, minValuesPolicy, vmMemoryOverheadPercent, reservedENIs } = defaultKarpenterSettings;

/**
 * What Karpenter has for a value of its chart that is not written, in each version whose chart has the value: from `values.yaml`, or of the binary
 * (core pkg/operator/options/options.go).
 */
export const chartDefaults = {
  replicas: 2,
  'settings.batchIdleDuration': '1s',
  'settings.batchMaxDuration': '10s',
  'settings.preferencePolicy': preferencePolicy,
  'settings.minValuesPolicy': minValuesPolicy,
  'settings.vmMemoryOverheadPercent': vmMemoryOverheadPercent,
  'settings.reservedENIs': reservedENIs,
  'settings.isolatedVPC': false,
  'settings.eksControlPlane': false,
} as const;

/** What each release of Karpenter has for a value of its chart, with the defaults. Undefined without one, or if it is unknown for any of them. */
export function valuesInReleases(all: ManifestSet, path: string): readonly string[] | undefined {
  const otherwise: Value | undefined = Object.entries(chartDefaults).find(([name]) => name === path)?.[1];
  if (otherwise === undefined) return undefined;

  const releases = helmReleasesOf(all);
  const texts = releases.map((release) => {
    const value = releaseValue(release, ...path.split('.'));
    const text = isKnown(value) ? asText(value.value ?? otherwise) : undefined;
    if (text === undefined) return undefined;
    return JSON.stringify([release.manifest.kind, release.manifest.name, text]);
  });

  const values = texts.flatMap((text) => text ?? []);
  if (values.length === 0 || values.length < releases.length) return undefined;
  return values.sort();
}
