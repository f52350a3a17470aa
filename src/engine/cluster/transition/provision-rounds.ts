import { label } from '../../karpenter/api/labels.ts';
import type { Pod } from '../../karpenter/api/pod.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import { podClassOf, schedulerInputOf } from '../disruption/cluster/scheduler-input-of.ts';
import type { NewNodeClaim } from '../provisioning/input/results.ts';
import type { PodClass } from '../provisioning/input/scheduler-input.ts';
import { type Rounds, solveRounds, withoutSome } from '../provisioning/scheduler/rounds.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { addLaunched, groupsOf, heldGroups, isReal, leftGroup } from './simulated-cluster.ts';

/** What scheduler rounds did with the pending pods of a cluster. */
export interface ProvisionedRounds {
  readonly rounds: Rounds;
  /** NodeClaims for which nothing could be launched, with their pods. */
  readonly failed: readonly NewNodeClaim[];
}

/** Places the pending pods of a cluster and those of CapacityBuffers, round by round, until nothing more is placed. */
export function provisionRounds(cluster: Cluster, simulator: Simulator): ProvisionedRounds {
  const groups = [...cluster.pending, ...cluster.virtual].filter(({ count }) => count > 0);
  const classes = new Map(groups.map((group) => [podClassOf(group), group]));

  const rounds = solveRounds(schedulerInputOf(cluster, [...classes.keys()]), {
    offersFullReservations: simulator.karpenter.offersFullReservations,
    reserved: reservationsInUse(cluster),
    recreated: recreatedPods(cluster),
    budgets: cluster.setup.limits.budgets,
  });

  cluster.simulations += rounds.all.length;

  if (rounds.removed.length > 0) {
    for (const { podClass, node, count, by } of rounds.removed) {
      const from = cluster.nodes.get(node)!;
      from.pods = withoutSome(from.pods, podClass.pod, count);
      cluster.preempted.set(podClass.workload, by);
    }

    cluster.onMoment?.(cluster, [], 'rollout');
  }

  for (const settled of rounds.nodes) {
    const { node, claim } = settled;

    if (claim !== undefined) {
      addLaunched(cluster, settled, claim);
      continue;
    }

    const existing = cluster.nodes.get(node.name);
    const placed = groupsOf(settled, cluster.now);
    if (existing === undefined || placed.length === 0) continue;

    existing.pods = [...existing.pods, ...placed];
    existing.lastPodEvent = cluster.now;
  }

  const failed = rounds.hasLaunchErrors ? rounds.results.newNodeClaims.filter(({ launch }) => 'error' in launch) : [];
  // Karpenter keeps retrying NodeClaims that cannot be launched, so their pods stay pending.
  const stuck = failed.flatMap((claim) => [...claim.classes]);
  cluster.pending = [...rounds.left, ...stuck].map(leftGroup).filter(isReal);
  cluster.held = heldGroups(rounds.nodes);

  return { rounds, failed };
}

/** The running pods that a controller creates again, and the class of the new ones. */
function recreatedPods({ nodes }: Cluster): ReadonlyMap<Pod, PodClass> {
  const classes = new Map<Pod, PodClass>();
  for (const { pods } of nodes.values())
    for (const group of pods) {
      if (group.isDaemon || group.workload.startsWith('Pod/')) continue;
      const podClass = classes.get(group.pod);
      classes.set(group.pod, { ...podClassOf(group), count: group.count + (podClass?.count ?? 0) });
    }

  return classes;
}

/** Reservation id → nodes in it that this simulation launched. The account's free instances still include them. */
function reservationsInUse({ nodes }: Cluster): ReadonlyMap<string, number> {
  const inUse = new Map<string, number>();
  for (const { state, launch, isRunning } of nodes.values()) {
    const id = state.labels[label.capacityReservationId];
    if (id !== undefined && launch?.capacityType === 'reserved' && !isRunning) inUse.set(id, (inUse.get(id) ?? 0) + 1);
  }
  return inUse;
}
