import { Requirements } from '../../karpenter/scheduling/requirements.ts';
import { budgetMapping, candidatesOf } from '../disruption/cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import { timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import { disrupt } from '../disruption/controller/disrupt.ts';
import type { HeldNodes } from '../disruption/forecast/disruption-data.ts';
import {
  type DriftForecast,
  type Drifting,
  forecastOf,
  type NodeEffects,
} from '../disruption/forecast/drift-forecast.ts';
import { isStaticPool } from '../disruption/methods/disruption-method.ts';
import { drift } from '../disruption/methods/drift.ts';
import { staticDrift } from '../disruption/methods/static-drift.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { removeNode } from './change-nodes.ts';
import { countPods } from './change-pods.ts';
import { provisionRounds } from './provision-rounds.ts';
import type { Replacing, SimulatedSide, Transition } from './transition-data.ts';
import { wavesOf } from './wave-losses.ts';

/**
 * The work of following waves: scheduling passes, each of which grows with the number of nodes. Nodes whose pods differ take more of them:
 * after each replacement, Karpenter looks at all that are left.
 */
const maxWork = 60_000;
const maxPasses = 1_000;

/** The nodes that drift because of a change. */
interface DriftingNodes {
  /** Nodes that existed before the change, because only they can drift. */
  readonly from: ReadonlySet<string>;
  readonly effects: NodeEffects;
  /** NodePools whose new nodes never become ready, each with the reason as a clause. */
  readonly unready: ReadonlyMap<string, string>;
  readonly head: SimulatedSide;
}

/** A cluster after its drifted nodes were replaced, and how they were replaced. */
interface ClusterAfterDrift {
  readonly cluster: Cluster;
  readonly forecasts: Transition['forecasts'];
  readonly replacing: Replacing;
  /** The nodes of each wave; null if they are not simulated one by one. */
  readonly waves: readonly (readonly ClusterNode[])[] | null;
}

/** Replaces drifted nodes wave by wave, or one by one if that is too much work. */
export function replaceDrifted(cluster: Cluster, replacing: DriftingNodes): ClusterAfterDrift {
  const drifting: Drifting = new Map(
    [...replacing.effects].flatMap(([name, effect]) => {
      if (effect === 'delete') return [];
      return [[name, effect]];
    }),
  );
  const { isAny, stopped } = markDrifted(cluster, drifting, replacing);
  const withStopped = (forecasts: ReadonlyMap<string, DriftForecast>): ReadonlyMap<string, DriftForecast> =>
    new Map([...forecasts].map(([name, forecast]) => [name, stoppedForecast(forecast, stopped.get(name))]));

  if (!isAny)
    return {
      cluster,
      forecasts: withStopped(new Map([...drifting.keys()].map((name) => [name, noneDrift]))),
      replacing: 'waves',
      waves: [],
    };

  const followed = follow(cluster, drifting);
  if (followed !== null) return { ...followed, forecasts: followed.forecasts && withStopped(followed.forecasts) };

  const replaced = replacedOneByOne(cluster, replacing.head.simulator);

  return {
    cluster: replaced ?? cluster,
    replacing: replaced ? 'one by one' : 'alike',
    forecasts: null,
    waves: null,
  };
}

const noneDrift: DriftForecast = { waves: [], workloads: [], kept: [], notReady: 0 };

/** A forecast with the nodes that stay because no replacement becomes ready. */
const stoppedForecast = (forecast: DriftForecast, stopped: HeldNodes | undefined): DriftForecast => {
  if (stopped === undefined) return forecast;
  return { ...forecast, kept: [...forecast.kept, stopped] };
};

interface Marked {
  /** Whether any node is replaced. */
  readonly isAny: boolean;
  /** NodePool → the nodes that drift and stay, because no replacement becomes ready. */
  readonly stopped: ReadonlyMap<string, HeldNodes>;
}

/**
 * Marks the nodes that drift and must be replaced. Karpenter deletes a node only once its replacement is initialized,
 * and gives up the command after an hour at the latest (core pkg/controllers/disruption/queue.go). So where no new node
 * becomes ready, nodes with pods stay.
 */
function markDrifted(cluster: Cluster, drifting: Drifting, { from, unready }: DriftingNodes): Marked {
  const stopped = new Map<string, HeldNodes>();
  let isAny = false;

  for (const node of cluster.sorted()) {
    const which = drifting.get(node.state.nodePool ?? '');
    if (which === undefined || !from.has(node.state.name)) continue;

    const pool = cluster.nodePool(node.state.nodePool)?.nodePool;
    const wanted = Requirements.from(pool?.spec.template.spec.requirements ?? []);
    if (which === 'outside' && Requirements.fromLabels(node.state.labels).isCompatible(wanted)) continue;

    const name = node.state.nodePool!;
    const why = unready.get(name);

    if (why !== undefined && node.pods.some(({ isDaemon }) => !isDaemon)) {
      const nodes = (stopped.get(name)?.nodes ?? 0) + 1;
      stopped.set(name, { nodes, because: 'replacement-not-ready', workloads: [], by: [], why });
      continue;
    }

    cluster.nodes.set(node.state.name, { ...node, drifted: { reason: 'Drifted', since: 0 } });
    isAny = true;
  }

  return { isAny, stopped };
}

function follow(cluster: Cluster, drifting: Drifting): ClusterAfterDrift | null {
  const copy = cluster.clone();
  const maxSimulations = Math.min(maxPasses, Math.floor(maxWork / copy.nodes.size));
  if ([...copy.nodes.values()].filter(({ drifted }) => drifted !== undefined).length > maxSimulations) return null;

  const options = { isConcurrent: true, step: timeUntilAllSettled(copy), maxCommands: copy.nodes.size, maxSimulations };
  const since = copy.now;
  const run = disrupt(copy, { ...options, methods: [staticDrift, drift], isToTheEnd: true });
  if (run.stop === 'cycle' || copy.simulations > maxSimulations) return null;

  return {
    cluster: copy,
    forecasts: new Map([...drifting.keys()].map((name) => [name, forecastOf(name, { ...run, since }, copy)])),
    replacing: 'waves',
    waves: wavesOf(run),
  };
}

/**
 * The most work for replacing nodes one after the other: drifted nodes times all nodes. Beyond it, drifted nodes count as if each were
 * replaced by one like it.
 */
const maxWorkOneByOne = 100_000;

/**
 * Used if there are too many waves to simulate: replaces drifted nodes one after the other, as with a disruption budget of one node, and
 * without looking again at nodes that have to wait. A node whose pods would not fit anywhere stays. Undefined if that is too much work, too.
 */
function replacedOneByOne(cluster: Cluster, simulator: Simulator): Cluster | undefined {
  const budget = budgetMapping(cluster, 'Drifted');
  const drifted = candidatesOf(cluster, 'eventual').filter(
    // A NodePool with fixed replicas launches one node for each that is removed.
    (candidate) =>
      candidate.node.drifted !== undefined &&
      !isStaticPool(candidate) &&
      (budget.get(candidate.pool.nodePool.metadata.name) ?? 0) > 0,
  );

  if (drifted.length * cluster.nodes.size > maxWorkOneByOne) return undefined;

  return drifted.reduce((current, { node: { state } }) => {
    const next = current.clone();
    removeNode(next, next.nodes.get(state.name)!);
    provisionRounds(next, simulator);
    if (countPods(next.pending) > countPods(current.pending)) return current;
    return next;
  }, cluster);
}
