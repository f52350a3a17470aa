import { asMapping, type Manifest } from '../../../manifest/model/manifest.ts';

/**
 * Devices that NVIDIA's device plugin shares, by time slicing or MPS: resource → how many of it a node advertises for each device. The
 * configuration is text in a ConfigMap. If several are there, the one that counts is not known, so the smallest number does.
 * Source: github.com/NVIDIA/k8s-device-plugin README, "Shared Access to GPUs".
 */
export function sharedDevices(manifests: readonly Manifest[]): ReadonlyMap<string, number> {
  const shared = new Map<string, number>();
  for (const manifest of manifests) {
    if (manifest.kind !== 'ConfigMap') continue;
    for (const text of Object.values(asMapping(manifest.get(['data'])) ?? {}))
      if (typeof text === 'string')
        for (const [resource, replicas] of sharedIn(text))
          shared.set(resource, Math.min(replicas, shared.get(resource) ?? replicas));
  }

  return shared;
}

const sharing = /^[ \t]*(?:timeSlicing|mps):/m;
const entry = /^[ \t]*(?:-[ \t]*)?(name|rename|replicas):[ \t]*["']?([\w./-]+)["']?[ \t]*$/;

/** Renamed resources, such as `nvidia.com/gpu.shared`, are known only by their own name. */
function sharedIn(text: string): readonly (readonly [string, number])[] {
  const start = text.search(sharing);
  if (start < 0) return [];

  const resources: [string, number][] = [];
  let resource: string | undefined;

  for (const line of text.slice(start).split('\n')) {
    const [, key, value = ''] = entry.exec(line) ?? [];
    if (key === 'name' || key === 'rename') resource = value;
    if (key !== 'replicas' || resource === undefined || !/^[1-9]\d{0,3}$/.test(value)) continue;

    resources.push([resource, Number(value)]);
    resource = undefined;
  }

  return resources;
}
