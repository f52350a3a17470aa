import type { Pod } from '../../karpenter/api/pod.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { asList, asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { compareNames } from '../../text/name-order.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { filterOf, keepsOff } from '../provisioning/node-pools/kept-off-pods.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import { podOf } from '../provisioning/pods/workload-pods.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';

/** Images of device plugins, and the resources that they register. */
const plugins: readonly { readonly image: RegExp; readonly resource: RegExp }[] = [
  { image: /\bnvidia\/k8s-device-plugin\b|\bnvidia-gpu-device-plugin\b/, resource: /^nvidia\.com\/gpu$/ },
  { image: /\bneuron-device-plugin\b/, resource: /^aws\.amazon\.com\/neuron(?:core|device)?$/ },
  { image: /\brocm\/k8s-device-plugin\b/, resource: /^amd\.com\/gpu$/ },
  { image: /\baws-efa-k8s-device-plugin\b/, resource: /^vpc\.amazonaws\.com\/efa$/ },
];

/** Names of what may install another device plugin. */
const mayInstallPlugin = /gpu|nvidia|neuron|amd|efa|device|accelerat/i;

/** Both sides of a change, and the names of charts and other objects whose pods are unknown. */
interface PluginSides {
  readonly before: Simulation;
  readonly after: Simulation;
  readonly uncounted: readonly string[];
}

/**
 * NodePools whose new nodes never become initialized, with the reason: pods for them request a device, and the change
 * keeps the only device plugin for it off their nodes. Source: core
 * pkg/controllers/nodeclaim/lifecycle/initialization.go RequestedResourcesRegistered.
 */
export function unregisteredDevices(
  { before, after, uncounted }: PluginSides,
  simulator: Simulator,
): ReadonlyMap<string, string> {
  if (uncounted.some((name) => mayInstallPlugin.test(name))) return new Map();

  return new Map(
    after.nodePools.known.flatMap((pool): [string, string][] => {
      const old = before.nodePools.known.find(({ name }) => name === pool.name);
      const needsPlugin = simulator.launchingOf(pool.provider)?.needsDevicePlugin?.(pool.nodeClass) === true;
      if (!old || !needsPlugin) return [];

      const plugin = lostPlugin({ pool, old }, { before, after });
      if (plugin === undefined) return [];
      return [[pool.name, plugin]];
    }),
  );
}

interface SamePool {
  readonly pool: KnownNodePool;
  readonly old: KnownNodePool;
}

function lostPlugin({ pool, old }: SamePool, { before, after }: Omit<PluginSides, 'uncounted'>): string | undefined {
  for (const resource of requestedOn(pool, after)) {
    const [had, has] = [
      pluginsFor(resource, before).filter((daemon) => isOn(old, daemon)),
      pluginsFor(resource, after).filter((daemon) => isOn(pool, daemon)),
    ];
    const [lost] = had;
    if (lost === undefined || has.length > 0) continue;

    return `DaemonSet ${quoted(`${lost.namespace}/${lost.name}`)} does not run on new nodes, so nothing registers ${quoted(resource)}`;
  }

  return undefined;
}

/** The resources of devices that pods request which the NodePool may run, sorted. */
function requestedOn(pool: KnownNodePool, { workloads }: Simulation): readonly string[] {
  const plugins = workloads.workloads
    .filter(({ replicas }) => replicas.likely !== 0)
    .map((workload) => podOf(workload, 0))
    .filter((pod) => !keepsOff(filterOf(pool.nodePool), pod));
  const names = plugins.flatMap((pod) =>
    [...podRequests(pod.spec)].flatMap(([name, amount]) => {
      if (amount > 0) return [name];
      return [];
    }),
  );

  return [...new Set(names)].filter((name) => name.includes('/')).sort(compareNames);
}

const pluginsFor = (resource: string, { workloads }: Simulation): readonly Workload[] => {
  const images = plugins.filter((plugin) => plugin.resource.test(resource)).map(({ image }) => image);
  return workloads.daemonSets.filter(({ manifest }) =>
    imagesOf(manifest).some((image) => images.some((pattern) => pattern.test(image))),
  );
};

const imagesOf = (manifest: Manifest): readonly string[] =>
  asList(manifest.get(['spec', 'template', 'spec', 'containers'])).map(
    (container) => asText(asMapping(container)?.image) ?? '',
  );

const isOn = ({ nodePool }: KnownNodePool, daemon: Workload): boolean => {
  const pod: Pod = podOf(daemon, 0);
  return !keepsOff(filterOf(nodePool), pod);
};
