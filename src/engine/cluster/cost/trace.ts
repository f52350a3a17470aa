import { label } from '../../karpenter/api/labels.ts';
import { isLaunchable } from '../../karpenter/cloud-provider/instance-types.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { addToGroup } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import { whyFewerPods } from '../provisioning/diagnostics/missing-pods.ts';
import { examineNodePool, type NewNode } from '../provisioning/explanations/examine-node-pool.ts';
import type { NodePoolExamination } from '../provisioning/explanations/exclusion.ts';
import { type ExplainedExclusion, explainedFailures } from '../provisioning/explanations/explained-failures.ts';
import { type Launch, type NewNodeClaim, placedPods, type Results } from '../provisioning/input/results.ts';
import type { SchedulerInput } from '../provisioning/input/scheduler-input.ts';
import type { NodePoolProblem } from '../provisioning/node-pools/node-pools.ts';
import { cheapestPrice } from '../provisioning/nodes/billed-price.ts';
import type { AdmissionStep } from '../provisioning/pods/admission/admission-step.ts';
import { type CompiledPass, compilePass } from '../provisioning/scheduler/compiled-pass.ts';
import { lastVariant } from '../provisioning/scheduler/pod-shape.ts';
import type { Round, Rounds } from '../provisioning/scheduler/rounds.ts';
import type { NodeRefusal } from '../provisioning/scheduler/schedulable-node.ts';
import { Scheduler } from '../provisioning/scheduler/scheduler.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';

/** How Karpenter decides on nodes for one workload's pods, in the likely case. */
export interface Trace {
  /** `Deployment/namespace/name`. */
  readonly workload: string;
  readonly pods: number;
  /** Requests of each pod by resource; those of the first pod if pods differ. */
  readonly requests: Readonly<Record<string, number>>;
  /** What makes the pods different from their template, in the order of the API server. */
  readonly creation: readonly AdmissionStep[];
  /** Why fewer pods exist than the workload wants; absent if all do. */
  readonly missing?: string;
  /** Karpenter's reason for ignoring the pods. */
  readonly ignored: string | undefined;
  /** Number of scheduler rounds until nothing more was placed. */
  readonly rounds: number;
  /** Number of preferences that Karpenter dropped to place the first pod. */
  readonly preferencesGivenUp: number;
  /** Existing nodes when the first pod was tried, grouped by why they refused it. The node that took it has no refusal. */
  readonly existingNodes: readonly { readonly refusal: NodeRefusal | null; readonly names: readonly string[] }[];
  /** Number of simulated new nodes when the first one was opened for the workload. */
  readonly openNodes: number;
  /** In the order in which Karpenter tries them. */
  readonly nodePools: readonly TracedNodePool[];
  /** NodePools that are not considered, and why. */
  readonly leftOut: readonly { readonly nodePool: string; readonly why: string }[];
  readonly landings: readonly Landing[];
  /** Number of unschedulable pods, and why each NodePool cannot run them. */
  readonly unplaced: number;
  readonly exclusions: readonly ExplainedExclusion[];
  /** Where the pods would run without the NodePool that runs most of them; null if no NodePool runs any. */
  readonly otherwise: (Pick<Trace, 'landings' | 'unplaced'> & { readonly without: string }) | null;
}

/** How a NodePool was examined for the first pod that needed a new node. `isTried` is false for NodePools after the one that took it. */
export interface TracedNodePool extends NodePoolExamination {
  readonly isTried: boolean;
}

/** Identical nodes with pods of the workload. The launch is null for a node that exists or cannot be launched. */
export interface Landing {
  /** Null for a node that exists. */
  readonly nodePool: string | null;
  readonly nodes: readonly string[];
  readonly count: number;
  /** The round that launched it; absent for a node that exists. */
  readonly round?: number;
  readonly pods: number;
  /** Pods of other workloads on the same nodes. */
  readonly otherPods: number;
  readonly launch: TracedLaunch | null;
  readonly error: string | null;
}

/** What would be launched, and the next cheapest choice. */
interface TracedLaunch {
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
  readonly hourlyUsd: number | null;
  /** Instance types among which it was the cheapest. */
  readonly types: number;
  readonly next: { readonly instanceType: string; readonly zone: string; readonly hourlyUsd: number | null } | null;
}

/** The workloads that can be traced, sorted. */
export const traceableWorkloads = ({ workloads, cases }: Simulation): readonly string[] =>
  [
    ...new Set([
      ...workloads.workloads.map(({ key }) => key),
      ...workloads.uncounted.flatMap((workload) => workload.workload?.key ?? []),
      ...cases.likely.input.podClasses.map(({ workload }) => workload),
    ]),
  ].sort();

/** Traces a workload, one of `traceableWorkloads`, through the likely case. */
export function traceOf(workload: string, simulation: Simulation, simulator: Simulator): Trace {
  const { input, results, rounds } = simulation.cases.likely;
  const podClasses = input.podClasses.filter((podClass) => podClass.workload === workload);
  const taker = mainTaker(workload, results);
  const without = { ...input, nodePools: input.nodePools.filter(({ nodePool }) => nodePool.metadata.name !== taker) };

  const otherwise = () => {
    if (taker === undefined) return null;
    return { without: taker, ...placesOf(workload, without, simulator.rounds(without).results) };
  };

  return {
    workload,
    pods: podClasses.reduce((sum, { count }) => sum + count, 0),
    requests: Object.fromEntries(
      podClasses[0] ? [...podRequests(podClasses[0].pod.spec)].sort(([a], [b]) => compareNames(a, b)) : [],
    ),
    ...createdPods(workload, simulation),
    ignored: results.ignored.find((pods) => pods.workload === workload)?.reason ?? takenBy(workload, simulation),
    ...attempts(workload, roundOf(workload, rounds).input),
    rounds: rounds.all.length,
    leftOut: leftOut(simulation),
    ...placesOf(workload, input, results),
    exclusions: explainedFailures(rounds).get(workload) ?? [],
    otherwise: otherwise(),
  };
}

/** How the pods of a workload came to be. */
function createdPods(key: string, { workloads }: Simulation): Pick<Trace, 'creation' | 'missing'> {
  const taken = workloads.uncounted.flatMap(({ workload }) => workload ?? []);
  const workload = [...workloads.workloads, ...taken].find((workload) => workload.key === key);
  const missing = workload && whyFewerPods(workload);
  return { creation: workload?.steps ?? [], ...(missing !== undefined && { missing }) };
}

/** Who runs or holds the pods of a workload in place of Karpenter; undefined if nobody does. */
function takenBy(key: string, { workloads }: Simulation): string | undefined {
  const taken = workloads.uncounted.find(({ workload }) => workload?.key === key);
  if (taken?.by === undefined) return undefined;
  if (taken.why === 'cloud') return `${taken.by} runs them`;
  if (taken.why === 'gates') return `scheduling gates hold them: ${taken.by}`;
  return `the scheduler ${taken.by} places them`;
}

/** The first round that placed a pod of the workload; the last round if none did. */
const roundOf = (workload: string, { all, last }: Rounds): Round =>
  all.find(({ results }) => {
    const { newNodeClaims } = results;
    return [...newNodeClaims, ...placedPods(results).existingNodes].some(({ pods }) => pods.has(workload));
  }) ?? last;

/** The NodePool whose new nodes run most of the pods, the first by name if there are several. */
function mainTaker(workload: string, { newNodeClaims }: Results): string | undefined {
  const taken = new Map<string, number>();
  for (const { nodePool, pods } of newNodeClaims)
    taken.set(nodePool, (taken.get(nodePool) ?? 0) + (pods.get(workload) ?? 0));
  const takers = [...taken].filter(([, pods]) => pods > 0);
  return takers.sort(([a, most], [b, more]) => more - most || compareNames(a, b))[0]?.[0];
}

type Attempts = Pick<Trace, 'preferencesGivenUp' | 'existingNodes' | 'openNodes' | 'nodePools'>;

/** Runs the simulation again, and observes how the workload's first pod is tried and how its first new node is opened. */
function attempts(workload: string, input: SchedulerInput): Attempts {
  const pass = compilePass(input);
  let isFirstDone = false;
  let [existingNodes, preferencesGivenUp]: [Trace['existingNodes'], number] = [[], 0];
  let opened: { openNodes: number; nodePools: readonly TracedNodePool[]; shape: unknown } | undefined;
  let firstPod: unknown;

  const scheduler = new Scheduler(pass, (stage, { podClass, variant, index }) => {
    if (podClass.workload !== workload) return;

    const isNewPod = variant === variant.shape.first;

    if (stage === 'any node') {
      if (firstPod !== undefined && isNewPod) isFirstDone = true;
      firstPod ??= podClass;
      if (isFirstDone) return;

      existingNodes = refusals(pass, variant);
      preferencesGivenUp = isNewPod ? 0 : preferencesGivenUp + 1;
    } else if (opened === undefined || (opened.shape === variant.shape && !takes(opened.nodePools))) {
      opened = { openNodes: index, nodePools: tried(pass, { variant, index }), shape: variant.shape };
    }
  });

  const { newNodeClaims } = scheduler.solve();
  const claim = opened ?? unopened(pass, workload, newNodeClaims.length);

  return { existingNodes, preferencesGivenUp, openNodes: claim.openNodes, nodePools: claim.nodePools };
}

const takes = (nodePools: readonly TracedNodePool[]): boolean =>
  nodePools.some(({ exclusion }) => exclusion === undefined);

/** All pods joined existing nodes, so this examines what the NodePools would have done with them. */
function unopened(pass: CompiledPass, workload: string, index: number): Pick<Attempts, 'openNodes' | 'nodePools'> {
  const pending = pass.pods.find(({ podClass }) => podClass.workload === workload);

  const nodePools = () => {
    if (pending === undefined) return [];
    return tried(pass, { variant: lastVariant(pending.shape.first), index });
  };

  return { openNodes: index, nodePools: nodePools().map((pool) => ({ ...pool, isTried: false })) };
}

function tried(pass: CompiledPass, newNode: NewNode): readonly TracedNodePool[] {
  let isTried = true;
  return pass.templates.map((template) => {
    const examination = examineNodePool(pass, template, newNode);
    const traced = { ...examination, isTried };
    // Karpenter waits for reserved capacity instead of trying another NodePool.
    if (examination.exclusion === undefined || examination.exclusion.kind === 'reserved') isTried = false;
    return traced;
  });
}

function refusals(pass: CompiledPass, variant: NewNode['variant']): Trace['existingNodes'] {
  const byRefusal = new Map<NodeRefusal | null, string[]>();
  for (const node of pass.nodes) {
    const refusal = node.refusal(variant, pass.evaluation) ?? null;
    addToGroup(byRefusal, refusal, node.node.name);
    // Karpenter does not try nodes after the first one that takes the pod.
    if (refusal === null) break;
  }

  return [...byRefusal].map(([refusal, names]) => ({ refusal, names }));
}

function leftOut({ nodePools, staticPools, cases }: Simulation): Trace['leftOut'] {
  const refused = nodePools.refused.map(({ name, problem }) => ({ nodePool: name, why: whyRefused(problem) }));
  const fixed = staticPools.map(({ pool }) => ({ nodePool: pool.name, why: 'it has fixed `replicas`' }));

  const empty = cases.likely.results.emptyNodePools.map(({ nodePool }) => ({
    nodePool,
    why: 'no instance type meets all its requirements',
  }));

  return [...refused, ...fixed, ...empty].sort((a, b) => compareNames(a.nodePool, b.nodePool));
}

function placesOf(workload: string, input: SchedulerInput, results: Results): Pick<Trace, 'landings' | 'unplaced'> {
  const { existingNodes, podErrors } = placedPods(results);
  const byKey = new Map<string, Landing>();

  const add = (landing: Landing): void => {
    const { nodePool, launch, error, otherPods, round } = landing;
    const key = JSON.stringify([nodePool, launch, error, round, nodePool === null ? otherPods : 0]);
    const merged = byKey.get(key);
    if (merged === undefined) byKey.set(key, landing);
    else
      byKey.set(key, {
        ...merged,
        nodes: [...merged.nodes, ...landing.nodes],
        count: merged.count + 1,
        pods: merged.pods + landing.pods,
        otherPods: merged.otherPods + landing.otherPods,
      });
  };

  for (const { name, pods } of existingNodes) {
    const ofWorkload = pods.get(workload);
    if (ofWorkload === undefined) continue;

    const base = { nodePool: null, nodes: [name], count: 1, pods: ofWorkload, otherPods: total(pods) - ofWorkload };
    add({ ...base, launch: null, error: null });
  }

  const types = new Map(input.nodePools.map((pool) => [pool.nodePool.metadata.name, pool.instanceTypes]));

  for (const claim of results.newNodeClaims) {
    const ofWorkload = claim.pods.get(workload);
    if (ofWorkload === undefined) continue;

    const { nodePool, round = 1 } = claim;
    const base = { nodePool, round, nodes: [], count: 1, pods: ofWorkload, otherPods: total(claim.pods) - ofWorkload };
    const { launch } = claim;

    if ('error' in launch) add({ ...base, launch: null, error: launch.error });
    else add({ ...base, launch: tracedLaunch(claim, launch, types.get(claim.nodePool)!), error: null });
  }

  const unplaced = podErrors.find((error) => error.workload === workload)?.count ?? 0;
  return { landings: [...byKey.values()], unplaced };
}

const total = (pods: ReadonlyMap<string, number>): number => [...pods.values()].reduce((sum, count) => sum + count, 0);

type InstanceTypes = SchedulerInput['nodePools'][number]['instanceTypes'];

const tracedLaunch = (claim: NewNodeClaim, launch: Launch, types: InstanceTypes): TracedLaunch => ({
  instanceType: launch.instanceType,
  capacityType: launch.capacityType,
  zone: launch.zone,
  hourlyUsd: cheapestPrice(launch),
  types: launch.types.length,
  next: nextBest(claim, launch, types),
});

/** The cheapest of the other instance types, by the prices that Karpenter compares. */
function nextBest(
  { requirements }: NewNodeClaim,
  { types, instanceType, capacityType }: Launch,
  { names, offerings }: InstanceTypes,
): TracedLaunch['next'] {
  const wanted = new Set(types);
  const zones = requirements.get(label.zone);

  const offers = names.flatMap((name, type) => {
    if (wanted.has(name) && name !== instanceType)
      return (offerings[type] ?? [])
        .filter(
          (offering) => isLaunchable(offering) && offering.capacityType === capacityType && zones.has(offering.zone),
        )
        .map((offering) => ({ name, offering }));

    return [];
  });

  const best = offers.sort((a, b) => a.offering.price - b.offering.price || compareNames(a.name, b.name))[0];
  if (best === undefined) return null;

  const { zone, price, billedPrice = price } = best.offering;

  const hourlyPrice = () => {
    if (capacityType === 'reserved') return 0;
    if (Number.isFinite(billedPrice)) return billedPrice;
    return null;
  };

  const hourlyUsd = hourlyPrice();

  return { instanceType: best.name, zone, hourlyUsd };
}

function whyRefused(problem: NodePoolProblem): string {
  switch (problem.kind) {
    case 'not-ready':
      return `it is not ready: ${problem.message}`;
    case 'other-class':
      return 'its node class belongs to another provider';
    case 'stopped':
      if (problem.isCertain) return `it launches no nodes: ${problem.because}`;
      return `whether ${problem.because} is unknown`;
    case 'built-in':
      return 'the cloud creates it';
    default:
      return 'what it launches is unknown';
  }
}
