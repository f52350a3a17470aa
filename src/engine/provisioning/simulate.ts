import type { NodeOverlay } from '../api/node-overlay.ts';
import type { Pod } from '../api/pod.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { readNodeOverlay } from './instance-types/node-overlay.ts';
import type { Overlaid } from './instance-types/overlaid-types.ts';
import { karpenterObjects } from './node-pools/karpenter-objects.ts';
import { type KnownNodePool, type NodePools, readNodePools } from './node-pools/node-pools.ts';
import { zonesOfRegion } from './node-pools/node-zones.ts';
import { groupedNodes, type RegionTypes, settingNodes } from './nodes/existing-nodes.ts';
import { isStatic, type StaticNodes, staticNodes } from './nodes/static-node-pools.ts';
import { daemonPods } from './pods/daemon-pods.ts';
import { withoutForeignNodePods } from './pods/foreign-node-pods.ts';
import { inSchedulingOrder, type LiveState, readLiveState } from './pods/live-state.ts';
import { workloadKeyOf } from './pods/owner-references.ts';
import { PassBudget } from './pods/pass-budget.ts';
import { claimingPods, isCounted, pendingPods } from './pods/pod-classes.ts';
import { type ReplicaCase, replicaCases } from './pods/replicas.ts';
import { knownKeys, withoutTracking } from './pods/untracked-pods.ts';
import { readVolumes, type Volumes } from './pods/volumes.ts';
import { isLiveObject, readWorkloads, type Workloads } from './pods/workloads.ts';
import { passSettings } from './scheduler/pass-settings.ts';
import type { BoundPod, PodClass, SchedulerInput } from './scheduler-input.ts';
import type { KnownNodes, SimulatedCase, Simulation } from './simulation.ts';
import type { Simulator } from './simulator.ts';
import { mapOf, mappingOrEmpty, readText } from './value-reader.ts';

/** The manifests of one side (base or head) with what stands beside them. */
export interface SideInput {
  readonly manifests: readonly Manifest[];
  /** The other side's, so that what the change removes is not taken from live state. */
  readonly otherManifests: readonly Manifest[];
  /** Live state; undefined when none was given. */
  readonly live: readonly Manifest[] | undefined;
}

/** Simulates one side for the lowest, the likely and the highest number of replicas. */
export function simulate(side: SideInput, simulator: Simulator): Simulation {
  const manifests = joined(side);
  const objects = karpenterObjects(manifests);
  const overlays = readOverlays(manifests);
  const { nodePools, overlaid } = withOverlays(
    readNodePools(objects.objects, side.live, simulator),
    overlays,
    simulator,
  );
  const live = withoutRemoved(readLiveState(manifests, simulator.karpenter), side);
  const existing = knownNodes(live, manifests, simulator);
  const labels = knownKeys(nodePools.known.map(poolInput), existing.nodes);
  // What runs says which nodes there are.
  const isShown = (key: string): boolean => side.live !== undefined || labels.has(key);
  const workloads = withoutForeignNodePods(readWorkloads(manifests), simulator.launching.foreignLabels, isShown);
  const daemonSets = daemonPods(workloads.daemonSets, live, side.otherManifests);
  const staticPools = nodePools.known
    .filter((pool) => isStatic(pool, simulator))
    .map((pool) => staticNodes(pool, live.nodes, simulator));
  const budget = new PassBudget(nodePools.known, existing.nodes);
  const world: SideObjects = {
    side,
    simulator,
    manifests,
    workloads,
    nodePools,
    live,
    daemonSets,
    existing,
    staticPools,
    budget,
  };
  const cases = replicaCases.map((which) => [which, pass(world, which)] as const);
  const seenLive = new Set(side.live?.map(identity));
  return {
    ...world,
    overlaid: overlaid && {
      applied: overlays
        .map(({ metadata }) => metadata.name)
        .filter((name) => ![...overlaid.invalid, ...overlaid.conflicting].includes(name)),
      invalid: overlaid.invalid,
      conflicting: overlaid.conflicting,
    },
    objects,
    isLiveKnown: side.live !== undefined,
    isFromLive: (manifest) => seenLive.has(identity(manifest)),
    volumes: volumesOf(world, budget.firstClasses(pendingPods(workloads.workloads, live, 'likely')).classes),
    unknownPriorityClasses: unknownPriorityClasses(world),
    cases: Object.fromEntries(cases) as Record<ReplicaCase, SimulatedCase>,
  };
}

/** Each NodeOverlay once, the first one of a name. */
function readOverlays(manifests: readonly Manifest[]): readonly NodeOverlay[] {
  const read = manifests.flatMap((manifest) => readNodeOverlay(manifest) ?? []);
  return [...new Map(read.toReversed().map((overlay) => [overlay.metadata.name, overlay])).values()].toReversed();
}

function withOverlays(
  nodePools: NodePools,
  overlays: readonly NodeOverlay[],
  simulator: Simulator,
): { readonly nodePools: NodePools; readonly overlaid: Overlaid | undefined } {
  const pools = nodePools.known.map(({ name, nodePool, instanceTypes }) => {
    return { name, labels: nodePool.spec.template.metadata?.labels ?? {}, instanceTypes };
  });
  const overlaid = simulator.overlaid(pools, overlays);
  if (overlaid === undefined) return { nodePools, overlaid };
  const known = nodePools.known.map((pool) => ({ ...pool, instanceTypes: overlaid.instanceTypes.get(pool.name)! }));
  return { nodePools: { ...nodePools, known }, overlaid };
}

interface SideObjects {
  readonly side: SideInput;
  readonly simulator: Simulator;
  readonly manifests: readonly Manifest[];
  readonly workloads: Workloads;
  readonly nodePools: NodePools;
  readonly live: LiveState;
  readonly daemonSets: readonly Pod[];
  readonly existing: KnownNodes;
  readonly staticPools: readonly StaticNodes[];
  readonly budget: PassBudget;
}

const identity = (manifest: Manifest): string => `${manifest.apiVersion.split('/')[0]} ${workloadKeyOf(manifest)}`;

/** The side's own objects, then those of live state that neither side holds: an object in both counts as the side has it. */
function joined({ manifests, otherManifests, live }: SideInput): readonly Manifest[] {
  if (live === undefined) return manifests;
  const own = new Set([...manifests, ...otherManifests].map(identity));
  return [...manifests, ...live.filter((manifest) => !own.has(identity(manifest)))];
}

/** Pods of workloads that the change takes away go with them. */
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

/** Nodes of live state and of the configuration; node groups among the manifests only where neither names any. */
function knownNodes(live: LiveState, manifests: readonly Manifest[], simulator: Simulator): KnownNodes {
  const zones = zonesOfRegion(simulator);
  const regionTypes: RegionTypes = {
    region: simulator.catalog.region,
    zones,
    instanceTypes: simulator.resolve(simulator.launching.plainNodeClass, zones),
  };
  const fromSettings = settingNodes(simulator.settings.existingNodes ?? [], regionTypes);
  const hasOthers = live.nodes.length > 0 || simulator.settings.existingNodes !== undefined;
  const fromGroups = hasOthers ? undefined : groupedNodes(manifests, regionTypes);
  const running = new Set(live.nodes.map((node) => node.name));
  const described = [...fromSettings.nodes, ...(fromGroups?.nodes ?? [])].filter((node) => !running.has(node.name));
  return {
    nodes: inSchedulingOrder([...live.nodes, ...described]),
    fromLive: live.nodes.length,
    fromSettings: fromSettings.nodes.length,
    groups: fromGroups?.instanceGroups ?? [],
    managedGroups: fromGroups?.managedNodeGroups ?? [],
    unknown: [...fromSettings.unknown, ...(fromGroups?.unknown ?? [])],
  };
}

/** As if nothing ran. */
const noLiveState: LiveState = { nodes: [], pods: [], running: new Map(), newestOfDaemonSets: new Map() };

const volumesOf = ({ side, manifests, workloads, live }: SideObjects, podClasses: readonly PodClass[]): Volumes =>
  readVolumes(manifests, claimingPods(podClasses, workloads.workloads, live.pods), side.live);

function pass(world: SideObjects, which: ReplicaCase): SimulatedCase {
  const { simulator, workloads, nodePools, live, daemonSets, existing, staticPools, manifests, budget } = world;
  const { classes: pending, cutAt } = budget.firstClasses(pendingPods(workloads.workloads, live, which));
  const volumes = volumesOf(world, pending);
  const pools = nodePools.known.filter((pool) => !isStatic(pool, simulator)).map(poolInput);
  const nodes = inSchedulingOrder([
    ...existing.nodes,
    ...staticPools.flatMap(({ nodes }) => nodes.map(({ node }) => node)),
  ]);
  const podClasses = withoutTracking(pending, volumes.oneSided, { nodePools: pools, nodes });
  const input: SchedulerInput = {
    ...passSettings(simulator),
    nodePools: pools,
    podClasses,
    daemonSets,
    existingNodes: nodes,
    volumeClaims: volumes.claims,
    namespaces: namespacesOf(manifests, podClasses, live),
  };
  const counted = [...workloads.workloads, ...workloads.daemonSets].every((workload) => isCounted(workload, which));
  const isExact =
    counted &&
    cutAt === undefined &&
    nodePools.refused.every(({ problem }) => problem.kind === 'not-ready' || problem.kind === 'other-class') &&
    staticPools.every((pool) => pool.count !== null) &&
    existing.unknown.length === 0;
  const rounds = simulator.rounds(input);
  const wanted =
    live.running.size === 0
      ? podClasses
      : budget.firstClasses(pendingPods(workloads.workloads, noLiveState, which)).classes;
  return { input, results: rounds.results, rounds, wanted, isExact: isExact && !rounds.isCut, cutAt };
}

const poolInput = ({ nodePool, instanceTypes }: KnownNodePool): SchedulerInput['nodePools'][number] => ({
  nodePool,
  instanceTypes,
});

/** Labels of every namespace that pods are in; one that stands nowhere has only the label that the API server gives. */
function namespacesOf(
  manifests: readonly Manifest[],
  podClasses: readonly PodClass[],
  live: LiveState,
): SchedulerInput['namespaces'] {
  const namespaces = new Map<string, Readonly<Record<string, string>>>();
  const own = (name: string): Record<string, string> => ({ 'kubernetes.io/metadata.name': name });
  for (const { pod } of [...podClasses, ...live.pods])
    namespaces.set(pod.metadata.namespace, own(pod.metadata.namespace));
  for (const manifest of manifests.filter(({ kind, apiVersion }) => kind === 'Namespace' && apiVersion === 'v1')) {
    const labels = mapOf(readText)(mappingOrEmpty(manifest.object.metadata).labels);
    namespaces.set(manifest.name, { ...labels, ...own(manifest.name) });
  }
  return namespaces;
}

/** PriorityClasses that every cluster has. */
const builtIn = ['system-cluster-critical', 'system-node-critical'];

function unknownPriorityClasses({ workloads, manifests }: SideObjects): readonly string[] {
  const known = new Set([
    ...builtIn,
    ...manifests.filter(({ kind }) => kind === 'PriorityClass').map(({ name }) => name),
  ]);
  const named = [...workloads.workloads, ...workloads.daemonSets].flatMap(({ spec }) => spec.priorityClassName ?? []);
  return [...new Set(named.filter((name) => !known.has(name)))].sort();
}
