import { doNotDisrupt } from '../api/disruption-keys.ts';
import type { Ground } from '../provisioning/ground.ts';
import type { Simulation } from '../provisioning/simulate.ts';
import { Requirements } from '../scheduling/requirements.ts';
import { provision } from './binding.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { Cluster, type ClusterNode } from './cluster.ts';
import { type Course, disrupt } from './disrupt.ts';
import { drift } from './drift.ts';
import { isStaticPool } from './method.ts';
import { isDoNotDisrupt } from './pod-disruption-limits.ts';
import { simulateScheduling } from './simulate-scheduling.ts';
import { affordablePasses, longStep, setupOf, simulatedCluster } from './simulated-cluster.ts';
import { staticDrift } from './static-drift.ts';

/** Nodes that stay although they drift, with the workloads that keep them. */
export interface KeptNodes {
  readonly nodes: number;
  /** `forbidden`: pods must not be disrupted; `homeless`: pods find no other place. */
  readonly because: 'forbidden' | 'homeless';
  readonly workloads: readonly string[];
  /** What forbids it: `karpenter.sh/do-not-disrupt`, and PodDisruptionBudgets as `namespace/name`. */
  readonly by: readonly string[];
}

/** How the drifted nodes of one NodePool go. */
export interface DriftForecast {
  /** Nodes that go at the same time, wave after wave. */
  readonly waves: readonly number[];
  readonly kept: readonly KeptNodes[];
  /** Nodes that are not ready: they take from the budget. */
  readonly notReady: number;
}

/** NodePool → which of its nodes drift: all, or those that the requirements leave out. */
export type Drifting = ReadonlyMap<string, 'all' | 'outside'>;

/** Both sides, each with what it is simulated on. */
export interface DriftInput {
  readonly base: Simulation;
  readonly head: Simulation;
  readonly baseGround: Ground;
  readonly headGround: Ground;
}

const maxNodes = 100;

/**
 * What drift does to the nodes of base under the NodePools and PodDisruptionBudgets of head, NodePool by NodePool; null where
 * it takes too much to find out. Budgets with a schedule are taken to be open.
 */
export function driftForecast(
  { base, head, baseGround, headGround }: DriftInput,
  drifting: Drifting,
): ReadonlyMap<string, DriftForecast> | null {
  const before = simulatedCluster(base, baseGround);
  if (before.nodes.size + base.cases.likely.results.newNodeClaims.length > maxNodes) return null;
  provision(before);
  const setup = setupOf(base, head, headGround);
  const pools = new Map(setup.nodePools.map(({ nodePool }) => [nodePool.metadata.name, nodePool]));
  const nodes = before.sorted().map((node): ClusterNode => {
    const which = drifting.get(node.state.nodePool ?? '');
    const requirements = Requirements.from(pools.get(node.state.nodePool ?? '')?.spec.template.spec.requirements ?? []);
    const isInside = Requirements.fromLabels(node.state.labels).isCompatible(requirements);
    const isDrifted = which === 'all' || (which === 'outside' && !isInside);
    return isDrifted ? { ...node, drifted: { reason: 'Drifted', since: 0 } } : node;
  });
  const cluster = new Cluster(setup, { nodes, pending: [], now: before.now + longStep(before) });
  const maxSimulations = affordablePasses(cluster);
  const options = { isConcurrent: true, step: longStep(cluster), maxCommands: nodes.length, maxSimulations };
  const course = disrupt(cluster, { ...options, methods: [staticDrift, drift] });
  const isUnknown = course.stop === 'cycle' || cluster.simulations > maxSimulations;
  return isUnknown ? null : new Map([...drifting.keys()].map((name) => [name, forecastOf(name, course, cluster)]));
}

function forecastOf(name: string, { commands }: Course, cluster: Cluster): DriftForecast {
  const waves = new Map<number, number>();
  for (const { wave, command } of commands) {
    const own = command.candidates.filter(({ node }) => node.state.nodePool === name).length;
    if (own > 0) waves.set(wave, (waves.get(wave) ?? 0) + own);
  }
  const notReady = [...cluster.nodes.values()].filter(({ state, isReady }) => state.nodePool === name && !isReady);
  return { waves: [...waves.values()], kept: keptNodes(name, cluster), notReady: notReady.length };
}

function keptNodes(name: string, cluster: Cluster): readonly KeptNodes[] {
  const free = new Map(candidatesOf(cluster, 'eventual').map((candidate) => [candidate.node, candidate]));
  const left = cluster.sorted().filter(({ state, drifted }) => drifted !== undefined && state.nodePool === name);
  const forbidden = left.filter((node) => !free.has(node));
  const homeless = left
    .flatMap((node) => free.get(node) ?? [])
    .filter((candidate) => !isStaticPool(candidate))
    .map((candidate) => failing(cluster, candidate))
    .filter((workloads) => workloads.length > 0);
  const kept: readonly KeptNodes[] = [
    {
      nodes: forbidden.length,
      because: 'forbidden',
      workloads: unique(forbidden.flatMap((node) => forbidding(cluster, node).map(({ workload }) => workload))),
      by: unique(forbidden.flatMap((node) => forbidding(cluster, node).flatMap(({ by }) => by))),
    },
    { nodes: homeless.length, because: 'homeless', workloads: unique(homeless.flat()), by: [] },
  ];
  return kept.filter(({ nodes }) => nodes > 0);
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

interface Kept extends Pick<KeptNodes, 'by'> {
  readonly workload: string;
}

/** Pods that keep their node, each with what forbids that they go. */
const forbidding = ({ setup, now }: Cluster, { pods }: ClusterNode): readonly Kept[] =>
  pods.flatMap((group) => {
    const by = isDoNotDisrupt(group, now) ? [doNotDisrupt] : setup.limits.blocking(group, now);
    return by.length === 0 ? [] : [{ workload: group.workload, by }];
  });

/** Workloads of a node whose pods could not go anywhere. */
function failing(cluster: Cluster, candidate: Candidate): readonly string[] {
  const { failed } = simulateScheduling(cluster, { candidates: [candidate] });
  return candidate.reschedulable.filter((group) => failed.has(group)).map(({ workload }) => workload);
}
