import type { NodePool, NodePoolRequirement } from '../../karpenter/api/node-pool.ts';
import type { Pod } from '../../karpenter/api/pod.ts';
import { compareNames } from '../../text/name-order.ts';
import { rounded, sumKnown } from '../../text/range.ts';
import type { NewNodeClaim, Results } from '../provisioning/input/results.ts';
import type { NodePoolInput, SchedulerInput } from '../provisioning/input/scheduler-input.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import { solveRounds } from '../provisioning/scheduler/rounds.ts';
import type { SimulatedCase } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import type { Alternative } from './estimate.ts';
import { commitmentOf } from './savings-plans.ts';

/** The number of pods that all simulations together may place. Alternatives are an extra and must not double the time of a review. */
const maxPodsPlaced = 40_000;
/** Opening a node takes about as long as placing this many pods. */
const podsPerNode = 10;
/** Savings below this share of the cost are not mentioned. */
const notableSaving = 0.05;

/**
 * What one NodePool could additionally allow so that the same pods cost less. Each alternative is simulated, and dropped if a pod
 * that has a node now would become unschedulable. The largest saving comes first. A NodePool has at most one of each kind.
 */
export function alternatives(
  { input, results, isExact }: SimulatedCase,
  simulator: Pick<Simulator, 'settings' | 'catalog' | 'launching'>,
): readonly Alternative[] {
  const before = bill(results.newNodeClaims, simulator);
  if (!isExact || before === null || before === 0) return [];

  const pods = input.podClasses.reduce((sum, { count }) => sum + count, 0);
  const passes = Math.floor(maxPodsPlaced / Math.max(pods, podsPerNode * results.newNodeClaims.length, 1));
  const alternatives = candidates({ input, results, simulator })
    .slice(0, passes)
    .flatMap((candidate) => tried(candidate, { input, results, before, simulator }) ?? []);

  return alternatives.sort((a, b) => b.savedHourlyUsd - a.savedHourlyUsd || compareNames(a.nodePool, b.nodePool));
}

/** The current simulation, and what prices depend on. */
interface Passed {
  readonly input: SchedulerInput;
  readonly results: Results;
  readonly simulator: Pick<Simulator, 'settings' | 'catalog' | 'launching'>;
}

interface Candidate {
  readonly pool: NodePoolInput;
  readonly kind: Alternative['kind'];
  readonly requirements: readonly NodePoolRequirement[];
}

/** The alternatives to simulate, those of the most expensive NodePools first. */
function candidates({ input, results: { newNodeClaims }, simulator }: Passed): readonly Candidate[] {
  const cost = (name: string): number => sumOf(newNodeClaims.filter(({ nodePool }) => nodePool === name)) ?? 0;
  const nameOf = ({ nodePool }: NodePoolInput): string => nodePool.metadata.name;

  const costly = input.nodePools
    .filter((pool) => cost(nameOf(pool)) > 0)
    .toSorted((a, b) => cost(nameOf(b)) - cost(nameOf(a)) || compareNames(nameOf(a), nameOf(b)));

  return costly.flatMap((pool) => {
    const claims = newNodeClaims.filter(({ nodePool }) => nodePool === nameOf(pool));
    const requirements = requirementsOf(pool.nodePool);
    const { families, generations } = simulator.launching.widerRequirements(requirements, pool.instanceTypes);

    const wider: readonly (readonly [Alternative['kind'], readonly NodePoolRequirement[] | undefined])[] = [
      ['spot', withSpot(requirements)],
      ['families', families],
      ['generations', generations],
      ['arm64', allRunOnArm(claims, input) ? withArm(requirements) : undefined],
    ];

    return wider.flatMap(([kind, wide]) => {
      if (wide) return [{ pool, kind, requirements: wide }];
      return [];
    });
  });
}

const requirementsOf = ({ spec }: NodePool): readonly NodePoolRequirement[] => spec.template.spec.requirements ?? [];

const capacityType = 'karpenter.sh/capacity-type';
const architecture = 'kubernetes.io/arch';

const isIn = ({ operator }: NodePoolRequirement): boolean => operator === 'In';

/** The requirements with one more value for a key, if the key has a list of values without it. */
function withValue(
  requirements: readonly NodePoolRequirement[],
  key: string,
  value: string,
): readonly NodePoolRequirement[] | undefined {
  const ofKey = requirements.filter((requirement) => requirement.key === key);
  const [only] = ofKey;
  if (ofKey.length !== 1 || !only || !isIn(only) || only.values?.includes(value)) return undefined;
  return requirements.map((requirement) => {
    if (requirement === only) return { ...only, values: [...(only.values ?? []), value] };
    return requirement;
  });
}

const withSpot = (requirements: readonly NodePoolRequirement[]) => withValue(requirements, capacityType, 'spot');
const withArm = (requirements: readonly NodePoolRequirement[]) => withValue(requirements, architecture, 'arm64');

/** Whether all pods on some nodes declare that they also run on arm64. Nothing else shows that their images support it. */
function allRunOnArm(claims: readonly NewNodeClaim[], { podClasses }: SchedulerInput): boolean {
  const names = new Set(claims.flatMap(({ pods }) => [...pods.keys()]));
  const pods = podClasses.filter(({ workload }) => names.has(workload));
  return pods.length > 0 && pods.every(({ pod }) => namesArm(pod));
}

const namesArm = ({ spec }: Pod): boolean => {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms ?? []).some(({ matchExpressions = [] }) =>
    matchExpressions.some(({ key, values = [] }) => key === architecture && values.includes('arm64')),
  );
};

interface Now extends Passed {
  readonly before: number;
}

/** The same input with one NodePool that allows more. */
function inputWith({ pool, requirements }: Candidate, input: SchedulerInput): SchedulerInput {
  const { nodePool } = pool;
  const { template } = nodePool.spec;
  const spec = { ...nodePool.spec, template: { ...template, spec: { ...template.spec, requirements } } };
  const wider: NodePool = { ...nodePool, spec };
  return {
    ...input,
    nodePools: input.nodePools.map((nodePool) => {
      if (nodePool === pool) return { ...pool, nodePool: wider };
      return nodePool;
    }),
  };
}

function tried(candidate: Candidate, { input, results, before, simulator }: Now): Alternative | undefined {
  const { pool, kind, requirements } = candidate;
  const wider = { ...inputWith(candidate, input), isUnexplained: true };
  const { results: then } = solveRounds(wider, { offersFullReservations: true });
  const after = bill(then.newNodeClaims, simulator);
  if (after === null || isAnyLost(results, then) || before - after < before * notableSaving) return undefined;
  if (kind === 'arm64' && !allRunOnArm(then.newNodeClaims.filter(isArm), input)) return undefined;

  return {
    nodePool: pool.nodePool.metadata.name,
    kind,
    requirements,
    nodes: then.newNodeClaims.length,
    hourlyUsd: rounded(sumOf(then.newNodeClaims)!),
    savedHourlyUsd: rounded(before - after),
  };
}

/** Whether any workload has more unschedulable pods than before. */
function isAnyLost(now: Results, then: Results): boolean {
  const lost = new Map(now.podErrors.map(({ workload, count }) => [workload, count]));
  return then.podErrors.some(({ workload, count }) => count > (lost.get(workload) ?? 0));
}

const isArm = ({ requirements }: NewNodeClaim): boolean => requirements.get(architecture).has('arm64');

/**
 * What the nodes of a new cluster cost an hour, with Savings Plans, whose commitments are always paid. Null if a price
 * is unknown.
 */
export function bill(claims: readonly NewNodeClaim[], { settings, catalog }: Passed['simulator']): number | null {
  const sum = sumOf(claims);
  const nodes = claims.flatMap(({ launch }) => {
    if ('error' in launch) return [];
    return [{ ...launch, hourlyUsd: billedPrice(launch) }];
  });
  const commitment = commitmentOf(nodes, settings.pricing.savingsPlans, catalog.region);
  if (sum === null || commitment === null) return null;
  return sum + commitment.addedUsd;
}

/** The hourly cost of NodeClaims; null if one of them has no price. */
const sumOf = (claims: readonly NewNodeClaim[]): number | null =>
  sumKnown(claims.map(({ launch }) => ('error' in launch ? null : billedPrice(launch))));
