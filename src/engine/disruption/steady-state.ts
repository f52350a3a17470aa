import type { Ground } from '../provisioning/ground.ts';
import type { Launch } from '../provisioning/results.ts';
import type { Simulation } from '../provisioning/simulate.ts';
import type { ClusterNode } from './cluster.ts';
import { type Course, disrupt } from './disrupt.ts';
import { affordablePasses, isKarpenters, longStep, simulatedCluster } from './simulated-cluster.ts';

/** More nodes than this are not consolidated here: a review has to be quick. */
const maxNodes = 100;
const maxCommands = 100;

/**
 * What Karpenter's consolidation leaves of the nodes that a side launches, each as it was launched; null where that is not
 * known: nodes of Karpenter's that run already or are reserved, a loop without an end, or too much to try. Budgets with a schedule only delay
 * consolidation, so they do not count; nodes do not expire, and neither pods nor prices change.
 */
export function steadyLaunches(simulation: Simulation, ground: Ground): readonly Launch[] | null {
  const { existing, cases } = simulation;
  if (!ground.karpenter.consolidatesBySavings || existing.nodes.some(isKarpenters)) return null;
  const { newNodeClaims } = cases.likely.results;
  // What nodes take of a capacity reservation is not followed, so consolidation would find room there that is gone.
  const isReserved = newNodeClaims.some(({ launch }) => 'capacityType' in launch && launch.capacityType === 'reserved');
  if (isReserved || newNodeClaims.length > maxNodes) return null;
  const cluster = simulatedCluster(simulation, ground);
  const launches = staticLaunches(simulation);
  const bounds = { maxCommands, maxSimulations: affordablePasses(cluster) };
  const course = disrupt(cluster, { isConcurrent: false, step: longStep(cluster), ...bounds });
  if (course.stop !== 'settled' || course.provisioned.some(({ error }) => error !== undefined)) return null;
  for (const { node, launch } of launched(course)) launches.set(node.state.name, launch);
  const left = cluster.sorted().filter(({ state }) => isKarpenters(state));
  const known = left.flatMap(({ state }) => launches.get(state.name) ?? []);
  return known.length === left.length ? known : null;
}

const launched = ({ provisioned, commands }: Course): readonly { node: ClusterNode; launch: Launch }[] =>
  [...provisioned, ...commands].flatMap(({ nodes }) => nodes);

const staticLaunches = ({ staticPools }: Simulation): Map<string, Launch> =>
  new Map(staticPools.flatMap(({ nodes }) => nodes.map(({ node, launch }) => [node.name, launch])));
