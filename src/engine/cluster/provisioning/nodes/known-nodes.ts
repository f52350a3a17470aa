import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { ExistingNode } from '../input/scheduler-input.ts';
import { zonesOfRegion } from '../node-pools/node-zones.ts';
import { inSchedulingOrder, type LiveState } from '../pods/live-state.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { groupedNodes, type PricedGroup, type RegionTypes, settingNodes } from './existing-nodes.ts';
import { type OwnObjects, ownObjects } from './own-node-groups.ts';
import { type CountedSystemPods, noSystemPods, placeSystemPods, type SystemPodInput } from './system-pods.ts';

/** The nodes that exist before the pass, and their sources. */
export interface KnownNodes {
  readonly nodes: readonly ExistingNode[];
  /** Whether anything says which nodes there are: live state, the configuration or node groups in the manifests. */
  readonly areKnown: boolean;
  readonly fromLive: number;
  readonly fromSettings: number;
  /** kOps InstanceGroups whose nodes are included. */
  readonly groups: readonly string[];
  /** The cloud's own node groups whose nodes are included. */
  readonly managedGroups: readonly string[];
  /** What the groups cost whose nodes are included. */
  readonly priced: readonly PricedGroup[];
  readonly unknown: readonly { readonly name: string; readonly why: string }[];
  /** Places whose node groups belong, or may belong, to other clusters. */
  readonly otherGroups: Pick<OwnObjects, 'others' | 'isAmbiguous'>;
  /** Pods of the cluster itself, which take room on these nodes. */
  readonly system: CountedSystemPods;
}

interface DescribedNodes {
  readonly manifests: readonly Manifest[];
  /** The objects before the change, for the side after it. */
  readonly earlier?: readonly Manifest[] | undefined;
}

/** The nodes in live state and in the configuration. Node groups in the manifests count only if neither of these has any nodes. */
export function knownNodes(live: LiveState, { manifests, earlier }: DescribedNodes, simulator: Simulator): KnownNodes {
  const zones = zonesOfRegion(simulator);
  const regionTypes: RegionTypes = {
    region: simulator.catalog.region,
    zones,
    instanceTypes: simulator.resolve(simulator.launching.plainNodeClass, zones),
    nodeGroupLabels: simulator.provider.kubernetes?.nodeGroups.labels,
  };

  const fromSettings = settingNodes(simulator.settings.existingNodes ?? [], regionTypes);
  const hasOthers = live.nodes.length > 0 || simulator.settings.existingNodes !== undefined;
  const objects = hasOthers ? undefined : ownObjects(manifests, simulator, earlier);
  const fromGroups = objects && groupedNodes(objects.manifests, regionTypes, earlier);
  const running = new Set(live.nodes.map((node) => node.name));
  const described = [...fromSettings.nodes, ...(fromGroups?.nodes ?? [])].filter((node) => !running.has(node.name));
  const nodes = inSchedulingOrder([...live.nodes, ...described]);

  return {
    nodes,
    areKnown: hasOthers || nodes.length > 0,
    fromLive: live.nodes.length,
    fromSettings: fromSettings.nodes.length,
    groups: fromGroups?.instanceGroups ?? [],
    managedGroups: fromGroups?.managedNodeGroups ?? [],
    priced: fromGroups?.priced ?? [],
    unknown: [...fromSettings.unknown, ...(fromGroups?.unknown ?? [])],
    otherGroups: { others: objects?.others ?? [], isAmbiguous: objects?.isAmbiguous ?? false },
    system: noSystemPods,
  };
}

/**
 * The nodes with the pods of the cluster itself, which take room on them. Live state already contains these pods, and for nodes in the
 * configuration only pods in the configuration count.
 */
export function withSystemPods(
  existing: KnownNodes,
  { manifests, earlier, daemonSets, isAssuming }: Pick<SystemPodInput, 'daemonSets' | 'isAssuming'> & DescribedNodes,
  simulator: Simulator,
): KnownNodes {
  const areFromGroups = existing.groups.length + existing.managedGroups.length > 0;
  const ofCluster = areFromGroups ? ownObjects(manifests, simulator, earlier).manifests : manifests;

  const { nodes, system } = placeSystemPods(
    { nodes: existing.nodes, manifests: ofCluster, areFromGroups, daemonSets, isAssuming },
    simulator,
  );

  return { ...existing, nodes, system };
}
