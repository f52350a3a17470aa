import { wellKnownLabels } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { untolerated } from '../../../karpenter/scheduling/taints.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { type EmptyNodePool, type PodError, placedPods, type Results } from '../input/results.ts';
import { nodePoolFault } from '../node-pools/node-pool-validation.ts';
import { readNodePool } from '../node-pools/read-node-pool.ts';
import { templateRequirements } from '../node-pools/template-requirements.ts';
import { hasReservedNodes } from '../nodes/reserved-nodes.ts';
import { podConstraints, podRequirements } from '../pods/pod-constraints.ts';
import type { Simulation } from '../simulation.ts';

type SimulatedCase = Simulation['cases']['likely'];

/** A NodePool that launches no nodes, whatever the pods. Its own finding says why. */
interface IdlePool {
  readonly name: string;
  /** What it would launch; undefined if that cannot be read. */
  readonly nodePool: NodePool | undefined;
}

/**
 * The NodePools without instance types. Once its reservations are full, a NodePool has no offering left, although it launched nodes: then its pods
 * have the findings.
 */
export const emptyNodePools = (simulated: SimulatedCase): readonly EmptyNodePool[] =>
  simulated.results.emptyNodePools.filter(({ nodePool }) => !hasReservedNodes(simulated.rounds.last.input, nodePool));

/** The NodePools that would run a pod and have used up their capacity reservations. */
export const fullNodePools = (simulated: SimulatedCase, { objects }: Simulation, pod: Pod): readonly string[] =>
  simulated.results.emptyNodePools
    .map(({ nodePool }) => nodePool)
    .filter((name) => hasReservedNodes(simulated.rounds.last.input, name))
    .filter((name) => {
      const pool = objects.objects.find((object) => object.kind === 'NodePool' && object.name === name);
      return pool !== undefined && wouldRun({ name, nodePool: readNodePool(pool.object) }, pod);
    });

/** The NodePools that launch no nodes because they are not ready or have no instance types. */
function idlePools({ nodePools, objects, cases }: Simulation): readonly IdlePool[] {
  const idle = new Set([
    ...nodePools.refused
      .filter(({ problem }) => problem.kind === 'not-ready' || (problem.kind === 'stopped' && problem.isCertain))
      .map(({ name }) => name),
    ...emptyNodePools(cases.likely).map(({ nodePool }) => nodePool),
  ]);

  if (idle.size === 0) return [];
  return objects.objects
    .filter(({ kind, name }) => kind === 'NodePool' && idle.has(name))
    .map(({ name, object }) => ({ name, nodePool: readNodePool(object) }));
}

/** Whether a NodePool would run a pod if it launched nodes. What an invalid one requires is unknown. */
function wouldRun({ nodePool }: IdlePool, { spec }: Pod): boolean {
  if (nodePool === undefined) return true;
  const constraints = podConstraints(spec);
  if (untolerated(nodePool.spec.template.spec.taints ?? [], constraints.tolerations).length > 0) return false;
  return (
    nodePoolFault(nodePool) !== undefined ||
    templateRequirements(nodePool).isCompatible(podRequirements(constraints), wellKnownLabels)
  );
}

/**
 * The workloads whose pods wait for a NodePool that launches no nodes. They are told in the finding about the NodePool, because they are
 * scheduled as soon as it is corrected. NodePool → errors.
 */
export function waitingFor(
  simulation: Simulation,
  which: 'likely' | 'high' = 'likely',
): ReadonlyMap<string, readonly PodError[]> {
  const { input, results } = simulation.cases[which];
  const cached = waiting.get(results);
  if (cached !== undefined) return cached;

  const pools = idlePools(simulation);
  const pods = new Map(input.podClasses.map(({ workload, pod }) => [workload, pod]));
  const errors = pools.length === 0 ? [] : placedPods(results).podErrors;

  const byPool = new Map(
    pools.map((pool) => [
      pool.name,
      errors.filter(({ workload }) => {
        const pod = pods.get(workload);
        // While no NodePool is ready, Karpenter does not even look at the pods.
        return pod !== undefined && (simulation.nodePools.known.length === 0 || wouldRun(pool, pod));
      }),
    ]),
  );

  waiting.set(results, byPool);

  return byPool;
}

const waiting = new WeakMap<Results, ReadonlyMap<string, readonly PodError[]>>();

/** A sentence about the pods that wait for a NodePool; none if there are none. */
export function waitingText(simulation: Simulation, nodePool: string): readonly string[] {
  const errors = waitingFor(simulation).get(nodePool) ?? [];
  const [first, ...others] = errors;
  if (first === undefined) return [];
  const count = errors.reduce((sum, error) => sum + error.count, 0);
  const of = `\`${first.workload}\`${textIf(others.length > 0, ` and ${plural(others.length, 'more workload')}`)}`;
  return [`Until then, ${plural(count, 'pod')} of ${of} ${byCount(count, 'fits', 'fit')} no other NodePool.`];
}
