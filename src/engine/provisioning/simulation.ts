import type { Pod } from '../api/pod.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Overlaid } from './instance-types/overlaid-types.ts';
import type { KarpenterObjects } from './node-pools/karpenter-objects.ts';
import type { NodePools } from './node-pools/node-pools.ts';
import type { KnownNodes } from './nodes/known-nodes.ts';
import type { StaticNodes } from './nodes/static-node-pools.ts';
import type { LiveState } from './pods/live-state.ts';
import type { ByReplicaCase } from './pods/replicas.ts';
import type { Volumes } from './pods/volumes.ts';
import type { Workloads } from './pods/workloads.ts';
import type { Results } from './results.ts';
import type { Rounds } from './scheduler/rounds.ts';
import type { PodClass, SchedulerInput } from './scheduler-input.ts';

/** Pods of one number of replicas: what went in, and what came out when nothing more was placed. */
export interface SimulatedCase {
  /** What the first round was given. */
  readonly input: SchedulerInput;
  /** The end: nodes of all rounds, and the refusals of the last one. */
  readonly results: Results;
  readonly rounds: Rounds;
  /** All pods that the workloads ask for, whether they run already or not. */
  readonly wanted: readonly PodClass[];
  /** Everything that decides the figures is known; otherwise the figures are not. */
  readonly isExact: boolean;
  /** There are more pods than are simulated, or more domains to look at for them: those of this workload and of all after it are left out. */
  readonly cutAt: string | undefined;
}

/** One side, simulated. */
export interface Simulation {
  /** The side's own objects, then those that only live state has. */
  readonly manifests: readonly Manifest[];
  readonly isLiveKnown: boolean;
  /** Whether live state has this object, be it alone or besides the manifests. */
  isFromLive(manifest: Manifest): boolean;
  readonly objects: KarpenterObjects;
  readonly workloads: Workloads;
  readonly nodePools: NodePools;
  /** Names of NodeOverlays, sorted by what becomes of them; undefined where the gate is off or there are none. */
  readonly overlaid: (Pick<Overlaid, 'invalid' | 'conflicting'> & { readonly applied: readonly string[] }) | undefined;
  /** NodePools with fixed `replicas`. */
  readonly staticPools: readonly StaticNodes[];
  readonly daemonSets: readonly Pod[];
  readonly live: LiveState;
  readonly existing: KnownNodes;
  readonly volumes: Volumes;
  /** PriorityClasses that pods name and nothing shows, sorted. */
  readonly unknownPriorityClasses: readonly string[];
  readonly cases: ByReplicaCase<SimulatedCase>;
}
