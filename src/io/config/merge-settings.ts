import { defaultSettings, type Settings } from '../../engine/karpenter/api/settings.ts';
import { statedVersion } from './stated-version.ts';

/** Settings about the cluster. If a flag or an input sets one, it applies to every environment. */
const clusterKeys = ['region', 'karpenterVersion', 'kubernetesVersion'] as const;

/** Merges settings. Later ones win, except undefined. Throws PlumblineError('config') for an invalid version. */
export function mergeSettings(...layers: readonly Partial<Settings>[]): Settings {
  const values: Record<string, unknown> = { ...defaultSettings };
  for (const layer of layers)
    for (const [key, value] of Object.entries(layer)) if (value !== undefined) values[key] = value;

  const merged = {
    ...(values as unknown as Settings),
    karpenterVersion: statedVersion('Karpenter', values.karpenterVersion as string | undefined),
    kubernetesVersion: statedVersion('Kubernetes', values.kubernetesVersion as string | undefined),
  };

  const givenKeys = clusterKeys.filter((key) => layers.slice(1).some((layer) => layer[key] !== undefined));

  return { ...merged, environments: withClusterKeys(merged, givenKeys) };
}

function withClusterKeys(settings: Settings, keys: readonly (typeof clusterKeys)[number][]): Settings['environments'] {
  if (keys.length === 0) return settings.environments;
  const clusterSettings = Object.fromEntries(keys.map((key) => [key, settings[key]!]));
  return Object.fromEntries(
    Object.entries(settings.environments).map(([name, environment]) => [
      name,
      { ...environment, own: { ...environment.own, ...clusterSettings } },
    ]),
  );
}
