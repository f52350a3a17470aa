import type { NodeOverlay } from '../../karpenter/api/node-overlay.ts';
import type { Pod } from '../../karpenter/api/pod.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { bindingFacts } from './binding/binding-facts.ts';
import { nodeRemedies } from './explanations/node-remedies.ts';
import { placedPods } from './input/results.ts';
import type { BoundPod, LackingResource, PodClass, SchedulerInput } from './input/scheduler-input.ts';
import { readNodeOverlay } from './instance-types/node-overlay.ts';
import { karpenterObjects } from './node-pools/karpenter-objects.ts';
import {
  type KnownNodePool,
  type NodePoolProblem,
  type NodePools,
  readNodePools,
  withUnusedPools,
} from './node-pools/node-pools.ts';
import { mayLaunchElsewhere } from './node-pools/other-regions.ts';
import { knownNodes, withSystemPods } from './nodes/known-nodes.ts';
import { sharedDevices } from './nodes/shared-devices.ts';
import { isStatic, staticNodes, staticPoolInput } from './nodes/static-node-pools.ts';
import { podCreation } from './pods/admission/created-pods.ts';
import { bufferPods, type CapacityBuffer, isBufferCounted, readCapacityBuffers } from './pods/capacity-buffers.ts';
import { daemonPods } from './pods/daemon-pods.ts';
import { withoutForeignNodePods } from './pods/foreign-node-pods.ts';
import { inSchedulingOrder, type LiveState, readLiveState } from './pods/live-state.ts';
import { budgetsOfOperators } from './pods/made-budgets.ts';
import { type ExistingPods, withinQuotas } from './pods/namespace-quotas.ts';
import { namespacesOf } from './pods/namespaces.ts';
import { observedDaemonPods } from './pods/observed-daemons.ts';
import { workloadKeyOf } from './pods/owner-references.ts';
import { PassWork } from './pods/pass-work.ts';
import { claimingPods, isCounted, pendingPods } from './pods/pod-classes.ts';
import {
  byReplicaCase,
  fixedReplicas,
  type ReplicaCase,
  type ReplicaRange,
  readCount,
  readReplicaBounds,
  replicaCases,
  replicaRange,
  simulatedReplicas,
} from './pods/replicas.ts';
import { admittedByQueues } from './pods/schedulers/kueue.ts';
import { withoutOtherSchedulers } from './pods/schedulers/other-schedulers.ts';
import { unknownClasses } from './pods/unknown-classes.ts';
import { knownKeys, withoutTracking } from './pods/untracked-pods.ts';
import { readVolumes, type Volumes } from './pods/volumes.ts';
import { podOf } from './pods/workload-pods.ts';
import { isLiveObject, readWorkloads, type Workload, type Workloads } from './pods/workloads.ts';
import type { SimulatedCase, Simulation } from './simulation.ts';
import type { Simulator } from './simulator/simulator.ts';

/** The input for one side (base or head). */
interface SideInput {
  readonly manifests: readonly Manifest[];
  /** The manifests of the other side, so that objects that the change removes are not taken from live state. */
  readonly otherManifests: readonly Manifest[];
  /** The manifests before the change, if this is the side after it. Their pods exist already. */
  readonly earlier?: readonly Manifest[];
  /** Live state; undefined if none was given. */
  readonly live: readonly Manifest[] | undefined;
  /** The replicas of a workload of which some pods run. Default: what the manifests say. */
  readonly replicasOf?: (workload: Workload, running: number) => ReplicaRange;
}

/**
 * Simulates one side for the lowest, the likely and the highest number of replicas. System pods that are only assumed never make a pod
 * unschedulable: if they would, they are left out.
 */
export function simulate(side: SideInput, simulator: Simulator, assumesSystemPods = true): Simulation {
  const simulation = simulateWith(side, simulator, assumesSystemPods);
  const { system } = simulation.existing;
  if (system.pods.size === 0 || system.isConfigured || unplaced(simulation) === 0) return simulation;
  const without = simulateWith(side, simulator, false);
  if (unplaced(without) < unplaced(simulation)) return without;
  return simulation;
}

/** The number of pods that fit nowhere, in all three cases. */
const unplaced = ({ cases }: Simulation): number =>
  replicaCases
    .flatMap((which) => placedPods(cases[which].results).podErrors)
    .reduce((sum, { count }) => sum + count, 0);

function simulateWith(side: SideInput, simulator: Simulator, assumesSystemPods: boolean): Simulation {
  const objects = readSide(side, simulator, assumesSystemPods);
  const { manifests, workloads, live, work } = objects;
  const likely = work.firstClasses(pendingPods(workloads.workloads, live, 'likely')).classes;
  const seenLive = new Set(side.live?.map(identity));
  return {
    ...objects,
    isLiveKnown: side.live !== undefined,
    mayLaunchElsewhere: (pool) => mayLaunchElsewhere(pool, simulator),
    isFromLive: (manifest) => seenLive.has(identity(manifest)),
    volumes: volumesOf(objects, likely),
    unknownClasses: unknownClasses(workloads, manifests),
    cases: byReplicaCase((which) => simulateCase(objects, which)),
  };
}

/** The data of one side that all numbers of replicas share. */
interface SideObjects
  extends Pick<
    Simulation,
    | 'manifests'
    | 'objects'
    | 'workloads'
    | 'nodePools'
    | 'overlaid'
    | 'ungatedOverlays'
    | 'live'
    | 'daemonSets'
    | 'existing'
    | 'staticPools'
    | 'buffers'
  > {
  readonly side: SideInput;
  readonly simulator: Simulator;
  readonly work: PassWork;
  /** The NodePools that scale with demand. */
  readonly pools: SchedulerInput['nodePools'];
}

/** Reads what a side says about nodes and pods, and what runs before the change. */
function readSide(side: SideInput, simulator: Simulator, assumesSystemPods: boolean): SideObjects {
  const manifests = withBudgetsOfOperators(joined(side), side);
  const objects = karpenterObjects(manifests);

  const { nodePools, overlaid, ungatedOverlays } = overlaidPools(
    readNodePools(objects.objects, { ...side, manifests }, simulator),
    manifests,
    simulator,
  );

  const live = withoutRemoved(readLiveState(manifests, simulator.karpenter), side);
  const running = knownNodes(live, { manifests, earlier: side.earlier }, simulator);
  const labels = knownKeys(nodePools.known.map(poolInput), running.nodes);

  // Live state shows all existing nodes.
  const isLabelOfTypes = (key: string): boolean =>
    nodePools.known.some(({ instanceTypes }) => instanceTypes.labels.get(key)?.some((values) => values.length > 0));
  const isShown = (key: string): boolean => side.live !== undefined || labels.has(key) || isLabelOfTypes(key);
  const all = existingWorkloads(manifests, { side, live, simulator });
  const { foreignLabels, takenBy } = simulator.launching;
  const labelsBefore = (): ReadonlySet<string> => labelsOfEarlierNodes(side, simulator);
  const counted = withoutForeignNodePods(all, foreignLabels, isShown, labelsBefore);
  const workloads = withoutOtherSchedulers(counted, takenBy?.(manifests));
  const buffers = simulator.handlesBuffers ? readCapacityBuffers(manifests, all.workloads) : [];

  const ownDaemonSets = [
    ...daemonPods(workloads.daemonSets, live, side.otherManifests),
    ...observedDaemonPods(live, workloads.daemonSets, side.live),
  ];

  const assumed = { manifests, earlier: side.earlier, daemonSets: ownDaemonSets, isAssuming: assumesSystemPods };
  // Live state contains everything that runs.
  const existing = side.live === undefined ? withSystemPods(running, assumed, simulator) : running;

  const daemonSets = [...ownDaemonSets, ...existing.system.daemonSets];
  const fixed = nodePools.known.filter((pool) => isStatic(pool, simulator));
  const staticPools = fixed.map((pool) => staticNodes(pool, live.nodes, simulator));
  const work = new PassWork(nodePools.known, existing.nodes);
  const shared = sharedDevices(manifests);

  const pools = nodePools.known
    .filter((pool) => !isStatic(pool, simulator))
    .map((pool) => ({
      ...poolInput(pool),
      remedies: (lacking: LackingResource) => nodeRemedies(pool, lacking, { simulator, shared }),
    }));

  return {
    side,
    simulator,
    manifests,
    objects,
    workloads,
    nodePools: withUnusedPools(nodePools, launchingPods(workloads, buffers, live)),
    overlaid,
    ungatedOverlays,
    live,
    daemonSets,
    existing,
    staticPools,
    buffers,
    work,
    pools,
  };
}

/** The labels of the node groups of the earlier side, which show the nodes that pods are for although the change removes them. */
function labelsOfEarlierNodes({ earlier = [] }: SideInput, simulator: Simulator): ReadonlySet<string> {
  const { nodes } = knownNodes(readLiveState([], simulator.karpenter), { manifests: earlier }, simulator);
  return new Set(nodes.flatMap((node) => Object.keys(node.labels)));
}

/** One pod of everything that nodes are launched for. */
const launchingPods = (
  { workloads }: Workloads,
  buffers: readonly CapacityBuffer[],
  { pods }: LiveState,
): readonly Pod[] => [
  ...workloads.filter(({ replicas }) => replicas.high !== 0).map((workload) => podOf(workload, 0)),
  ...buffers.flatMap(({ pod }) => pod ?? []),
  ...pods.filter(({ isDaemon }) => !isDaemon).map(({ pod }) => pod),
];

interface AdmittedSide {
  readonly side: SideInput;
  readonly live: LiveState;
  readonly simulator: Simulator;
}

/** The workloads with the pods that the API server and queues let exist. */
function existingWorkloads(manifests: readonly Manifest[], { side, live, simulator }: AdmittedSide): Workloads {
  const create = podCreation(manifests, simulator.launching);
  const makesPods = side.live === undefined;

  const wanted = withReplicas(
    asRunning(asScaledBefore(readWorkloads(manifests, { create, makesPods }), side), live, side),
    live,
    side.replicasOf,
  );

  const queued = admittedByQueues(wanted.workloads, manifests);

  const existing = existingPods(manifests, { side, live, simulator });

  return { ...wanted, workloads: withinQuotas(queued, manifests, existing, side.live !== undefined) };
}

/** Pods that exist before the change: those that run, otherwise those of the earlier side. */
function existingPods(manifests: readonly Manifest[], { side, live, simulator }: AdmittedSide): ExistingPods {
  if (side.live !== undefined) return ({ key }) => live.running.get(key) ?? 0;

  const { earlier } = side;
  if (earlier === undefined || !manifests.some(({ kind }) => kind === 'ResourceQuota' || kind === 'LimitRange'))
    return () => 0;

  const read = readWorkloads(earlier, { create: podCreation(earlier, simulator.launching) }).workloads;
  const before = withinQuotas(admittedByQueues(read, earlier), earlier, () => 0);
  const counts = new Map(before.map(({ key, replicas }) => [key, replicas.likely ?? 0]));
  return ({ key }) => counts.get(key) ?? 0;
}

/**
 * Workloads with as many replicas as run, if an autoscaler sets their number, or nothing in the files of either side. An apply leaves
 * such a number as it is.
 */
function asRunning(all: Workloads, { running }: LiveState, { otherManifests, live }: SideInput): Workloads {
  if (running.size === 0) return all;

  const others = new Map(otherManifests.map((manifest) => [workloadKeyOf(manifest), manifest]));
  const seen = new Map(live?.map((manifest) => [workloadKeyOf(manifest), manifest]));

  const workloads = all.workloads.map((workload) => {
    const { key, manifest, scaledBy, replicas } = workload;
    const isSet = [manifest, others.get(key)].some((manifest) => manifest?.get(replicasPath) !== undefined);
    const now = readCount(seen.get(key)?.get(replicasPath)) ?? running.get(key) ?? 0;
    const { low, likely, high } = replicas;

    if (now === 0 || low === null || likely === null || high === null || !isScaled(workload)) return workload;
    if (scaledBy !== undefined)
      return { ...workload, replicas: { low, likely: Math.min(Math.max(now, low), high), high } };

    if (isSet) return workload;
    return { ...workload, replicas: fixedReplicas(now) };
  });

  return { ...all, workloads };
}

const replicasPath = ['spec', 'replicas'];

/**
 * Workloads with as many replicas as the autoscaler allowed that the change takes from them, if nothing in the files of either side is their
 * number. The default of 1 is for new objects only, and no apply sends a number.
 */
function asScaledBefore(all: Workloads, { earlier = [], live }: SideInput): Workloads {
  const bounds = readReplicaBounds(earlier.filter((manifest) => !restoresReplicas(manifest)));
  if (live !== undefined || bounds.size === 0) return all;

  const before = new Map(earlier.map((manifest) => [workloadKeyOf(manifest), manifest]));

  const workloads = all.workloads.map((workload) => {
    const { key, manifest, scaledBy } = workload;
    const sides = [manifest, before.get(key)];
    const isUnset = sides.every((side) => side !== undefined && side.get(replicasPath) === undefined);
    const bound = bounds.get(key);
    if (scaledBy !== undefined || bound === undefined || !isUnset || !isScaled(workload)) return workload;
    return { ...workload, replicas: simulatedReplicas(replicaRange(undefined, bound)), isReleased: true as const };
  });

  return { ...all, workloads };
}

/** Whether KEDA sets the number from before itself once the autoscaler is deleted. Source: keda.sh/docs/latest/reference/scaledobject-spec. */
const restoresReplicas = (manifest: Manifest): boolean =>
  manifest.kind === 'ScaledObject' && manifest.get(['spec', 'advanced', 'restoreToOriginalReplicaCount']) === true;

/** Whether a number of replicas can be set. */
const isScaled = ({ kind }: Workload): boolean => kind !== 'Pod' && kind !== 'Job' && kind !== 'CronJob';

function withReplicas(all: Workloads, { running }: LiveState, replicasOf: SideInput['replicasOf']): Workloads {
  if (replicasOf === undefined) return all;
  const workloads = all.workloads.map((workload) => {
    return { ...workload, replicas: replicasOf(workload, running.get(workload.key) ?? 0) };
  });
  return { ...all, workloads };
}

/** Each NodeOverlay once: of several with the same name, the first one counts. */
function readOverlays(manifests: readonly Manifest[]): readonly NodeOverlay[] {
  const read = manifests.flatMap((manifest) => readNodeOverlay(manifest) ?? []);
  return [...new Map(read.toReversed().map((overlay) => [overlay.metadata.name, overlay])).values()].toReversed();
}

/** The NodePools with their instance types after NodeOverlays, and whether each overlay was applied. */
function overlaidPools(
  nodePools: NodePools,
  manifests: readonly Manifest[],
  simulator: Simulator,
): Pick<Simulation, 'nodePools' | 'overlaid' | 'ungatedOverlays'> {
  const overlays = readOverlays(manifests);
  const pools = nodePools.known.map(({ name, nodePool, instanceTypes }) => {
    const { metadata, spec } = nodePool.spec.template;
    return { name, labels: metadata?.labels ?? {}, instanceTypes, requirements: spec.requirements ?? [] };
  });

  const overlaid = simulator.overlaid(pools, overlays);
  const { karpenter, karpenterSettings } = simulator;
  const isGateUnknown = karpenter.nodeOverlay && karpenterSettings.featureGates.nodeOverlay === undefined;
  if (overlaid === undefined) return { nodePools, overlaid, ungatedOverlays: isGateUnknown ? overlays : [] };

  const known = nodePools.known.map((pool) => ({ ...pool, instanceTypes: overlaid.instanceTypes.get(pool.name)! }));
  const { invalid, conflicting, shadowed } = overlaid;
  const names = overlays.map(({ metadata }) => metadata.name);
  const applied = names.filter((name) => ![...invalid, ...conflicting].includes(name));

  return {
    nodePools: { ...nodePools, known },
    overlaid: { applied, invalid, conflicting, shadowed },
    ungatedOverlays: [],
  };
}

const identity = (manifest: Manifest): string => `${manifest.apiVersion.split('/')[0]} ${workloadKeyOf(manifest)}`;

/**
 * The objects of this side, then the live objects that are in neither side. An object in both this side and live state counts
 * as in this side.
 */
function joined({ manifests: all, otherManifests, live }: SideInput): readonly Manifest[] {
  const manifests = all.filter((manifest) => !isFakeNode(manifest));
  if (live === undefined) return manifests;
  const identities = new Set([...manifests, ...otherManifests].map(identity));
  return [...manifests, ...live.filter((manifest) => !identities.has(identity(manifest)))];
}

/** A snapshot has the PodDisruptionBudgets of operators. */
const withBudgetsOfOperators = (manifests: readonly Manifest[], { live }: SideInput): readonly Manifest[] => {
  if (live === undefined) return [...manifests, ...budgetsOfOperators(manifests)];
  return manifests;
};

/** A node of KWOK in the files, which runs nothing. In a snapshot, it is a node of the cluster that the snapshot shows. */
const isFakeNode = (manifest: Manifest): boolean =>
  manifest.kind === 'Node' && manifest.get(['metadata', 'annotations', 'kwok.x-k8s.io/node']) !== undefined;

/** Removes the pods of workloads that the change removes. */
function withoutRemoved(live: LiveState, { manifests, otherManifests }: SideInput): LiveState {
  const kept = new Set(manifests.map(workloadKeyOf));
  const removed = new Set(
    otherManifests
      .filter((manifest) => !isLiveObject(manifest))
      .map(workloadKeyOf)
      .filter((key) => !kept.has(key)),
  );

  const gone = new Set<BoundPod>(live.pods.filter(({ workload }) => removed.has(workload)));
  return {
    ...live,
    nodes: live.nodes.map((node) => ({ ...node, pods: node.pods.filter((pod) => !gone.has(pod)) })),
    pods: live.pods.filter((pod) => !gone.has(pod)),
    running: new Map([...live.running].filter(([workload]) => !removed.has(workload))),
  };
}

/** The live state if nothing runs. */
const noLiveState: LiveState = { nodes: [], pods: [], running: new Map(), newestOfDaemonSets: new Map() };

const volumesOf = ({ side, manifests, workloads, live }: SideObjects, podClasses: readonly PodClass[]): Volumes =>
  readVolumes(manifests, claimingPods(podClasses, workloads.workloads, live.pods), side.live);

function simulateCase(objects: SideObjects, which: ReplicaCase): SimulatedCase {
  const { workloads, live, daemonSets, existing, staticPools, manifests, work, simulator, pools } = objects;
  const { classes: pending, cutAt } = work.firstClasses([
    ...pendingPods(workloads.workloads, live, which),
    ...bufferPods(objects.buffers, { first: workloads.workloads.length, which }),
  ]);

  const volumes = volumesOf(objects, pending);

  const nodes = inSchedulingOrder([
    ...existing.nodes,
    ...staticPools.flatMap(({ nodes }) => nodes.map(({ node }) => node)),
  ]);

  const podClasses = withoutTracking(pending, volumes.oneSided, { nodePools: pools, nodes });

  const input: SchedulerInput = {
    ...simulator.passSettings,
    nodePools: pools,
    ...(staticPools.length > 0 && { staticPools: staticPools.map((pool) => staticPoolInput(pool, simulator)) }),
    podClasses,
    daemonSets,
    existingNodes: nodes,
    volumeClaims: volumes.claims,
    namespaces: namespacesOf(manifests, podClasses, live),
    bindings: bindingFacts(manifests, workloads.workloads, simulator.settings.kubernetesVersion),
  };

  const isExact = cutAt === undefined && isExactlyKnown(objects, which);
  const rounds = simulator.rounds(input);

  const wanted = () => {
    if (live.running.size === 0) return podClasses.filter(({ isVirtual }) => isVirtual !== true);
    return work.firstClasses(pendingPods(workloads.workloads, noLiveState, which)).classes;
  };

  return { input, results: rounds.results, rounds, wanted: wanted(), isExact: isExact && !rounds.isCut, cutAt };
}

/**
 * Whether all NodePools that launch nodes belong to unknown cloud providers, so that the number and price of nodes are
 * unknown.
 */
const areAllOfOthers = ({ known, refused }: NodePools): boolean =>
  known.length === 0 && refused.some(({ problem }) => problem.kind === 'other-class');

/** Whether the objects contain everything that the figures of a case depend on. */
const isExactlyKnown = (
  { workloads, nodePools, staticPools, existing, buffers }: SideObjects,
  which: ReplicaCase,
): boolean =>
  buffers.every((buffer) => isBufferCounted(buffer, which)) &&
  [...workloads.workloads, ...workloads.daemonSets].every((workload) => isCounted(workload, which)) &&
  nodePools.refused.every(({ problem, isUnused }) => isUnused || isDecided(problem)) &&
  !areAllOfOthers(nodePools) &&
  staticPools.every((pool) => pool.count !== null) &&
  existing.unknown.length === 0;

/** Whether a NodePool without a simulation leaves nothing open that the figures say. */
const isDecided = (problem: NodePoolProblem): boolean => {
  if (problem.kind === 'stopped') return problem.isCertain;
  return ['not-ready', 'other-class', 'built-in'].includes(problem.kind);
};

const poolInput = ({ nodePool, instanceTypes }: KnownNodePool): SchedulerInput['nodePools'][number] => ({
  nodePool,
  instanceTypes,
});
