import { releasesOfChart } from '../../lint/fields/helm-releases.ts';
import {
  asList,
  asMapping,
  asText,
  type Manifest,
  type Mapping,
  type Path,
  type Value,
} from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** The settings of a cluster's VPC CNI. */
export interface CniSettings {
  readonly manifest: Manifest;
  /** The path of the settings. */
  readonly path: Path;
  /** The environment variables that are set. */
  readonly env: Readonly<Record<string, string>>;
}

/** The settings of every VPC CNI among the manifests, if all of them are known: EKS add-ons, charts and DaemonSets. */
export function cniSettingsOf(all: Pick<ManifestSet, 'manifests'>): CniSettings[] {
  const charts = releasesOfChart(all, 'aws-vpc-cni').map(({ manifest, values }) => ({
    manifest,
    path: [...values, 'env'],
  }));
  return [
    ...charts.flatMap(({ manifest, path }) => settings(manifest, path, asMapping(manifest.get(path)))),
    ...all.manifests.flatMap((manifest) => addOnsIn(manifest)),
  ];
}

function settings(manifest: Manifest, path: Path, env: Mapping | undefined): CniSettings[] {
  const entries = Object.entries(env ?? {}).map(([name, value]) => [name, asText(value)] as const);
  const isKnown = !manifest.isPartial && entries.every(([, text]) => text !== undefined && !hasPlaceholder(text));
  return isKnown ? [{ manifest, path, env: Object.fromEntries(entries) as Record<string, string> }] : [];
}

function addOnsIn(manifest: Manifest): CniSettings[] {
  if (manifest.kind === 'aws_eks_addon' && manifest.get(['spec', 'addon_name']) === 'vpc-cni')
    return addOn(manifest, ['spec'], 'configuration_values');
  if (manifest.kind === 'module')
    return ['addons', 'cluster_addons']
      .map((name) => ['spec', name, 'vpc-cni'])
      .filter((path) => asMapping(manifest.get(path)))
      .flatMap((path) => addOn(manifest, path, 'configuration_values'));
  if (manifest.kind === 'ClusterConfig')
    return asList(manifest.get(['addons'])).flatMap((one, index) =>
      asMapping(one)?.name === 'vpc-cni' ? addOn(manifest, ['addons', index], 'configurationValues') : [],
    );
  return manifest.kind === 'DaemonSet' && manifest.name === 'aws-node' ? inDaemonSet(manifest) : [];
}

/** The settings of an EKS add-on, which are a JSON string. */
function addOn(manifest: Manifest, path: Path, field: string): CniSettings[] {
  const at = [...path, field];
  const written = manifest.get(at);
  if (written === undefined) return settings(manifest, path, {});
  const parsed = typeof written === 'string' ? json(written) : written;
  const env = asMapping(parsed)?.env;
  if (!asMapping(parsed) || (env !== undefined && !asMapping(env))) return [];
  return settings(manifest, at, asMapping(env) ?? {});
}

function json(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function inDaemonSet(manifest: Manifest): CniSettings[] {
  const containers = ['spec', 'template', 'spec', 'containers'];
  return asList(manifest.get(containers)).flatMap((container, index) => {
    if (asMapping(container)?.name !== 'aws-node') return [];
    const path = [...containers, index, 'env'];
    const variables = asList(manifest.get(path)).map((one) => asMapping(one) ?? {});
    return settings(
      manifest,
      path,
      Object.fromEntries(
        variables.flatMap(({ name, value }) =>
          typeof name === 'string' && value !== undefined ? [[name, value]] : [],
        ),
      ),
    );
  });
}
