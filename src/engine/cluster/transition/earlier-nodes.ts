import type { VolumeCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { type Range, rangeOf } from '../../text/range.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import { type ByReplicaCase, byReplicaCase } from '../provisioning/pods/replicas.ts';
import { poolVolumes } from './pool-volumes.ts';
import type { ClusterState, SimulatedSide, Transition } from './transition-data.ts';

/** The cluster before a change. Its nodes that stay keep the volumes and addresses with which they were launched. */
export interface EarlierCluster {
  readonly side: SimulatedSide;
  /** The names of its nodes in each case. */
  readonly names: ByReplicaCase<ReadonlySet<string>>;
}

/** Nodes of a NodePool that stay although the volumes of its node class change. */
export interface EarlierNodes {
  readonly count: Range;
  readonly nodeClass: KnownNodePool['nodeClass'];
  readonly volumes: VolumeCost | undefined;
}

/** The cluster before a change; undefined without one, or if it is unknown which of its nodes are replaced. */
export function earlierCluster(
  base: SimulatedSide | null,
  transitions: ByReplicaCase<Transition>,
): EarlierCluster | undefined {
  const { before, replacing } = transitions.likely;
  if (base === null || before === null || replacing !== 'waves') return undefined;
  return { side: base, names: byReplicaCase((which) => namesOf(transitions[which].before)) };
}

const namesOf = (state: ClusterState | null): ReadonlySet<string> =>
  new Set((state?.nodes ?? []).map((node) => node.state.name));

/** NodePool → its nodes from before the change, for those whose new nodes have other volumes. */
export function earlierNodes(
  { side, names }: EarlierCluster,
  after: SimulatedSide & { readonly states: ByReplicaCase<ClusterState> },
): ReadonlyMap<string, EarlierNodes> {
  const volumes = poolVolumes(side.simulation, side.simulator);
  const volumesAfter = poolVolumes(after.simulation, after.simulator);
  const nodes = new Map<string, EarlierNodes>();

  for (const { name, nodeClass } of side.simulation.nodePools.known) {
    const isKept = after.simulation.nodePools.known.some((pool) => pool.name === name);
    if (!isKept || isSameVolume(volumes.get(name), volumesAfter.get(name))) continue;

    const counts = byReplicaCase(
      (which) =>
        after.states[which].nodes.filter(({ state }) => state.nodePool === name && names[which].has(state.name)).length,
    );
    if (counts.high === 0) continue;

    nodes.set(name, {
      count: rangeOf(counts.low, counts.likely, counts.high),
      nodeClass,
      volumes: volumes.get(name),
    });
  }

  return nodes;
}

const isSameVolume = (a: VolumeCost | undefined, b: VolumeCost | undefined): boolean =>
  a?.monthlyUsd === b?.monthlyUsd && a?.basis === b?.basis;

/** The nodes of a NodePool without those from before the change. */
export function laterNodes(nodes: Range, { count }: EarlierNodes): Range {
  const without = (all: number | null, earlier: number | null): number | null => {
    if (all === null || earlier === null) return null;
    return Math.max(0, all - earlier);
  };

  return rangeOf(without(nodes.low, count.low), without(nodes.likely, count.likely), without(nodes.high, count.high));
}
