import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { KnownNodePool } from '../../cluster/provisioning/node-pools/node-pools.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { SimulatedChange } from './change-seen.ts';
import { type Device, devices, installs, isInImage, wholeText } from './devices.ts';
import { keyOf, taintReason, type UnableDaemon, unableOn } from './unable-daemons.ts';

/** A device plugin that does not run on nodes whose pods request what it offers. */
interface StoppedPlugin {
  readonly pool: KnownNodePool;
  /** `namespace/name`. */
  readonly daemonSet: string;
  readonly diagnostic: Diagnostic;
}

/**
 * Device plugins that a taint keeps off new nodes for pods that request a device. The node never offers it, and Karpenter waits for it.
 * Source: core pkg/controllers/nodeclaim/lifecycle/initialization.go RequestedResourcesRegistered.
 */
export function stoppedDevicePlugins({
  base,
  head,
  before,
  after,
}: Pick<SimulatedChange, 'base' | 'head' | 'before' | 'after'>): readonly StoppedPlugin[] {
  const earlier = pluginsStoppedIn(before, base);
  const isOlder = ({ pool, daemonSet }: StoppedPlugin): boolean =>
    earlier.some((other) => other.pool.name === pool.name && other.daemonSet === daemonSet);

  return pluginsStoppedIn(after, head).filter((plugin) => !isOlder(plugin));
}

const pluginsStoppedIn = (simulation: Simulation, set: ManifestSet): readonly StoppedPlugin[] =>
  devices.flatMap((device) => {
    const consumers = consumersOf(device, simulation);
    if (consumers.size === 0 || mayComeFromElsewhere(device, set)) return [];

    const plugins = new Set(
      simulation.workloads.daemonSets
        .filter(({ manifest }) => installs(device, manifest))
        .map(({ namespace, name }) => `${namespace}/${name}`),
    );

    return simulation.nodePools.known.flatMap((pool) => {
      const consumer = consumers.get(pool.name);
      if (consumer === undefined || plugins.size === 0 || mayBeInImage(device, pool, set)) return [];

      const stopped = unableOn(pool, simulation).filter(({ pod }) => plugins.has(keyOf(pod)));
      // Something else may set the labels that a plugin selects.
      if (stopped.length < plugins.size || stopped.some(({ taints }) => taints.length === 0)) return [];

      return [stoppedPlugin(pool, stopped[0]!, consumer)];
    });
  });

function stoppedPlugin(pool: KnownNodePool, { pod, taints }: UnableDaemon, consumer: Consumer): StoppedPlugin {
  const daemonSet = keyOf(pod);
  const diagnostic = manifestDiagnostic(pool.manifest, {
    code: 'provisioning/daemonset-lost',
    severity: 'warning',
    at: ['spec', 'template', 'spec', 'taints'],
    message: `The pods of device plugin ${quoted(daemonSet)} do not run on nodes of NodePool ${quoted(pool.name)}: ${taintReason(taints)}. So these nodes never offer ${quoted(consumer.resource)}, and the pods of ${quoted(consumer.workload)} stay pending`,
    help: 'Add a toleration of the taint to the pods of the DaemonSet.',
  });

  return { pool, daemonSet, diagnostic };
}

interface Consumer {
  readonly resource: string;
  /** `Deployment/namespace/name`. */
  readonly workload: string;
}

/** The first workload that requests a device on new nodes, by NodePool. */
function consumersOf(device: Device, { cases }: Simulation): ReadonlyMap<string, Consumer> {
  const consumers = new Map<string, Consumer>();

  for (const { nodePool, classes } of cases.likely.results.newNodeClaims)
    for (const { pod, workload } of classes.keys()) {
      const resource = [...podRequests(pod.spec).keys()].find((name) => device.resource.test(name));
      if (resource !== undefined && !consumers.has(nodePool)) consumers.set(nodePool, { resource, workload });
    }

  return consumers;
}

/** What creates pods or objects, except for DaemonSets. */
const creators = /^(?:Application|ApplicationSet|HelmRelease|HelmChart|helm_release|Deployment|ClusterPolicy)$/;

/** Whether a chart, an operator or a text that is not rendered may install another plugin. */
function mayComeFromElsewhere({ plugin }: Device, { manifests, files }: ManifestSet): boolean {
  const read = new Set(manifests.map(({ source }) => source.file));
  return (
    manifests.some((manifest) => creators.test(manifest.kind) && plugin.test(wholeText(manifest))) ||
    files.some(({ source }) => !read.has(source.file) && plugin.test(source.text))
  );
}

/** Whether the image of a NodePool may contain the plugin. A node class that is elsewhere may have any image. */
function mayBeInImage(device: Device, pool: KnownNodePool, { manifests }: ManifestSet): boolean {
  const { kind, name } = pool.nodePool.spec.template.spec.nodeClassRef;
  const nodeClass = manifests.find((manifest) => manifest.kind === kind && manifest.name === name);
  return nodeClass === undefined || isInImage(device, nodeClass);
}
