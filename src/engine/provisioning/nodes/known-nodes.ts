import type { Manifest } from '../../manifest/manifest.ts';
import { zonesOfRegion } from '../node-pools/node-zones.ts';
import { inSchedulingOrder, type LiveState } from '../pods/live-state.ts';
import type { ExistingNode } from '../scheduler-input.ts';
import type { Simulator } from '../simulator.ts';
import { groupedNodes, type RegionTypes, settingNodes } from './existing-nodes.ts';

/** The nodes that exist before the pass, and their sources. */
export interface KnownNodes {
  readonly nodes: readonly ExistingNode[];
  readonly fromLive: number;
  readonly fromSettings: number;
  /** kOps InstanceGroups whose nodes are included. */
  readonly groups: readonly string[];
  /** The cloud's own node groups whose nodes are included. */
  readonly managedGroups: readonly string[];
  readonly unknown: readonly { readonly name: string; readonly why: string }[];
}

/**
 * The nodes in live state and in the configuration. Node groups in the manifests count only if neither of these has any
 * nodes.
 */
export function knownNodes(live: LiveState, manifests: readonly Manifest[], simulator: Simulator): KnownNodes {
  const zones = zonesOfRegion(simulator);
  const regionTypes: RegionTypes = {
    region: simulator.catalog.region,
    zones,
    instanceTypes: simulator.resolve(simulator.launching.plainNodeClass, zones),
    nodeGroupLabel: simulator.provider.kubernetes?.nodeGroups.label,
  };
  const fromSettings = settingNodes(simulator.settings.existingNodes ?? [], regionTypes);
  const hasOthers = live.nodes.length > 0 || simulator.settings.existingNodes !== undefined;
  const fromGroups = hasOthers ? undefined : groupedNodes(manifests, regionTypes);
  const running = new Set(live.nodes.map((node) => node.name));
  const described = [...fromSettings.nodes, ...(fromGroups?.nodes ?? [])].filter((node) => !running.has(node.name));
  return {
    nodes: inSchedulingOrder([...live.nodes, ...described]),
    fromLive: live.nodes.length,
    fromSettings: fromSettings.nodes.length,
    groups: fromGroups?.instanceGroups ?? [],
    managedGroups: fromGroups?.managedNodeGroups ?? [],
    unknown: [...fromSettings.unknown, ...(fromGroups?.unknown ?? [])],
  };
}
