import { budgetMapping, candidatesOf } from '../disruption/cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import { timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import { disrupt } from '../disruption/controller/disrupt.ts';
import {
  type DriftForecast,
  type Drifting,
  forecastOf,
  type NodeEffects,
} from '../disruption/forecast/drift-forecast.ts';
import { isStaticPool } from '../disruption/methods/disruption-method.ts';
import { drift } from '../disruption/methods/drift.ts';
import { staticDrift } from '../disruption/methods/static-drift.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { Requirements } from '../scheduling/requirements.ts';
import { removeNode } from './change-nodes.ts';
import { provisionRounds } from './provision-rounds.ts';
import type { SimulatedSide, Transition } from './transition-data.ts';
import { wavesOf } from './wave-losses.ts';

/**
 * The work of following waves: scheduling passes, each of which grows with the number of nodes. Nodes whose pods differ take more of them:
 * after each replacement, Karpenter looks at all that are left.
 */
const maxWork = 60_000;
const maxPasses = 1_000;

/** The nodes that drift because of a change. */
export interface DriftingNodes {
  /** Nodes that existed before the change, because only they can drift. */
  readonly from: ReadonlySet<string>;
  readonly effects: NodeEffects;
  readonly head: SimulatedSide;
}

/** A cluster after its drifted nodes were replaced, and how they were replaced. */
export interface ClusterAfterDrift {
  readonly cluster: Cluster;
  readonly forecasts: Transition['forecasts'];
  /** The nodes of each wave; null if they are not simulated one by one. */
  readonly waves: readonly (readonly ClusterNode[])[] | null;
}

/** Replaces drifted nodes wave by wave, or all at once if that is too much work. */
export function replaceDrifted(cluster: Cluster, replacing: DriftingNodes): ClusterAfterDrift {
  const drifting: Drifting = new Map(
    [...replacing.effects].flatMap(([name, effect]) => (effect === 'delete' ? [] : [[name, effect]])),
  );
  const isAny = markDrifted(cluster, drifting, replacing.from);
  if (!isAny) return { cluster, forecasts: new Map([...drifting.keys()].map((name) => [name, noneDrift])), waves: [] };
  const followed = follow(cluster, drifting);
  if (followed !== null) return followed;
  replaceAtOnce(cluster, replacing.head.simulator);
  return { cluster, forecasts: null, waves: null };
}

const noneDrift: DriftForecast = { waves: [], workloads: [], kept: [], notReady: 0 };

function markDrifted(cluster: Cluster, drifting: Drifting, from: ReadonlySet<string>): boolean {
  let isAny = false;
  for (const node of cluster.sorted()) {
    const which = drifting.get(node.state.nodePool ?? '');
    if (which === undefined || !from.has(node.state.name)) continue;
    const pool = cluster.nodePool(node.state.nodePool)?.nodePool;
    const wanted = Requirements.from(pool?.spec.template.spec.requirements ?? []);
    if (which === 'outside' && Requirements.fromLabels(node.state.labels).isCompatible(wanted)) continue;
    cluster.nodes.set(node.state.name, { ...node, drifted: { reason: 'Drifted', since: 0 } });
    isAny = true;
  }
  return isAny;
}

function follow(cluster: Cluster, drifting: Drifting): ClusterAfterDrift | null {
  const copy = cluster.clone();
  const maxSimulations = Math.min(maxPasses, Math.floor(maxWork / copy.nodes.size));
  if ([...copy.nodes.values()].filter(({ drifted }) => drifted !== undefined).length > maxSimulations) return null;
  const options = { isConcurrent: true, step: timeUntilAllSettled(copy), maxCommands: copy.nodes.size, maxSimulations };
  const run = disrupt(copy, { ...options, methods: [staticDrift, drift], isToTheEnd: true });
  if (run.stop === 'cycle' || copy.simulations > maxSimulations) return null;
  return {
    cluster: copy,
    forecasts: new Map([...drifting.keys()].map((name) => [name, forecastOf(name, run, copy)])),
    waves: wavesOf(run),
  };
}

/** Used if there are too many waves to simulate: removes all drifted nodes that may go, and lets rounds place their pods. */
function replaceAtOnce(cluster: Cluster, simulator: Simulator): void {
  const budget = budgetMapping(cluster, 'Drifted');
  for (const candidate of candidatesOf(cluster, 'eventual')) {
    const isAllowed = (budget.get(candidate.pool.nodePool.metadata.name) ?? 0) > 0;
    // A NodePool with fixed replicas launches one node for each that is removed.
    if (candidate.node.drifted === undefined || !isAllowed || isStaticPool(candidate)) continue;
    removeNode(cluster, candidate.node);
  }
  provisionRounds(cluster, simulator);
}
