import type { NodeOverlay } from '../../karpenter/api/node-overlay.ts';
import type { Pod } from '../../karpenter/api/pod.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Results } from './input/results.ts';
import type { PodClass, SchedulerInput } from './input/scheduler-input.ts';
import type { Overlaid } from './instance-types/overlaid-types.ts';
import type { KarpenterObjects } from './node-pools/karpenter-objects.ts';
import type { KnownNodePool, NodePools } from './node-pools/node-pools.ts';
import type { KnownNodes } from './nodes/known-nodes.ts';
import type { StaticNodes } from './nodes/static-node-pools.ts';
import type { CapacityBuffer } from './pods/capacity-buffers.ts';
import type { LiveState } from './pods/live-state.ts';
import type { ByReplicaCase } from './pods/replicas.ts';
import type { UnknownClasses } from './pods/unknown-classes.ts';
import type { Volumes } from './pods/volumes.ts';
import type { Workloads } from './pods/workloads.ts';
import type { Rounds } from './scheduler/rounds.ts';

/** The input and the final result for one number of replicas. */
export interface SimulatedCase {
  /** The input of the first round. */
  readonly input: SchedulerInput;
  /** The final result: the nodes of all rounds, and the errors of the last one. */
  readonly results: Results;
  readonly rounds: Rounds;
  /** All pods of the workloads, whether they already run or not, without those of CapacityBuffers. */
  readonly wanted: readonly PodClass[];
  /** Everything that the figures depend on is known. Otherwise the figures are unknown. */
  readonly isExact: boolean;
  /**
   * The first workload left out, together with all after it, because there are more pods or topology domains than a
   * simulation handles.
   */
  readonly cutAt: string | undefined;
  /** Workload → number of old pods that keep running, because its update cannot finish. Absent before a change is followed. */
  readonly stopped?: ReadonlyMap<string, number>;
  /** Workload → another one with a higher priority, for whose pods its pods were removed. Absent before a change is followed. */
  readonly preempted?: ReadonlyMap<string, string>;
}

/** The simulation of one side. */
export interface Simulation {
  /** The objects of this side, then those that are only in live state. */
  readonly manifests: readonly Manifest[];
  readonly isLiveKnown: boolean;
  /** Whether a NodePool that launches nothing may launch nodes in another region, because nothing names the region. */
  mayLaunchElsewhere(pool: KnownNodePool): boolean;
  /** Whether live state contains this object, whether or not the manifests contain it too. */
  isFromLive(manifest: Manifest): boolean;
  readonly objects: KarpenterObjects;
  readonly workloads: Workloads;
  readonly nodePools: NodePools;
  /** Names of NodeOverlays, by whether they were applied; undefined if the feature gate is off or there are none. */
  readonly overlaid: (Omit<Overlaid, 'instanceTypes'> & { readonly applied: readonly string[] }) | undefined;
  /** NodeOverlays that count only if the feature gate is on, which nothing says. */
  readonly ungatedOverlays: readonly NodeOverlay[];
  /** NodePools with fixed `replicas`. */
  readonly staticPools: readonly StaticNodes[];
  readonly daemonSets: readonly Pod[];
  /** CapacityBuffers; none if Karpenter ignores them. */
  readonly buffers: readonly CapacityBuffer[];
  readonly live: LiveState;
  readonly existing: KnownNodes;
  readonly volumes: Volumes;
  readonly unknownClasses: UnknownClasses;
  readonly cases: ByReplicaCase<SimulatedCase>;
}

/** Whether anything says which nodes the cluster has. Otherwise, pods that fit no NodePool may run on others. */
export const areNodesKnown = ({ isLiveKnown, existing }: Simulation): boolean => isLiveKnown || existing.areKnown;
