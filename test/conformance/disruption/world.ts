import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EC2NodeClass } from '../../../src/engine/aws/node-class/ec2-node-class.ts';
import { ec2NodeClassHash } from '../../../src/engine/aws/node-class/node-class-hash.ts';
import { nodePoolHash } from '../../../src/engine/changes/diff/hash/drift-hash.ts';
import {
  Cluster,
  type ClusterNode,
  type ClusterSetup,
} from '../../../src/engine/cluster/disruption/cluster/cluster.ts';
import { priceOf } from '../../../src/engine/cluster/disruption/cluster/launched-node.ts';
import { PodDisruptionLimits } from '../../../src/engine/cluster/disruption/cluster/pod-disruption-limits.ts';
import type { PodGroup } from '../../../src/engine/cluster/disruption/cluster/pod-group.ts';
import {
  type DisruptionRun,
  disrupt,
  settlingTime,
} from '../../../src/engine/cluster/disruption/controller/disrupt.ts';
import type { RunningPod } from '../../../src/engine/cluster/provisioning/pods/live-state.ts';
import { readLimits } from '../../../src/engine/cluster/provisioning/pods/pod-disruption-budget.ts';
import { simulate } from '../../../src/engine/cluster/provisioning/simulate.ts';
import type { Simulation } from '../../../src/engine/cluster/provisioning/simulation.ts';
import type { Simulator } from '../../../src/engine/cluster/provisioning/simulator/simulator.ts';
import { label } from '../../../src/engine/karpenter/api/labels.ts';
import type { NodePool } from '../../../src/engine/karpenter/api/node-pool.ts';
import { Requirements } from '../../../src/engine/karpenter/scheduling/requirements.ts';
import type { Manifest } from '../../../src/engine/manifest/model/manifest.ts';
import { parseManifests } from '../../../src/engine/manifest/parse.ts';
import { type ScenarioSettings, simulatorFor } from '../scenario.ts';

/** scenario.json of a recorded cluster. */
export interface WorldSettings extends ScenarioSettings {
  readonly kind: 'consolidation' | 'drift';
  readonly now: string;
  readonly stepSeconds?: number;
  readonly spotToSpot?: boolean;
}

export interface ExpectedNode {
  readonly name: string;
  readonly nodePool: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: string;
  readonly price: number;
  readonly pods: Readonly<Record<string, number>>;
  readonly drifted?: string;
}

export interface ExpectedReplacement extends Omit<ExpectedNode, 'pods' | 'drifted'> {
  readonly instanceTypeCount: number;
}

type Moved = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ExpectedCommand {
  readonly wave: number;
  readonly at: string;
  readonly method: string;
  readonly reason: string;
  readonly decision: string;
  readonly candidates: readonly string[];
  readonly replacements: readonly ExpectedReplacement[];
  readonly podsMoved: Moved;
  readonly podsLeft?: Readonly<Record<string, number>>;
  readonly savings: number;
}

/** What the real Karpenter did. */
export interface ExpectedCourse {
  readonly stop: string;
  readonly initial: readonly ExpectedNode[];
  readonly initialHourlyPrice: number;
  readonly firstRound?: readonly {
    readonly method: string;
    readonly budget: Readonly<Record<string, number>>;
    readonly candidates: readonly {
      readonly node: string;
      readonly nodePool: string;
      readonly price: number;
      readonly disruptionCost: number;
    }[];
  }[];
  readonly commands: readonly ExpectedCommand[];
  readonly provisioned?: readonly {
    readonly afterWave: number;
    readonly new: readonly ExpectedReplacement[];
    readonly podsMoved: Moved;
    readonly podErrors?: Readonly<Record<string, number>>;
  }[];
  readonly pendingPods?: Readonly<Record<string, number>>;
  readonly final: readonly ExpectedNode[];
  readonly finalHourlyPrice: number;
}

/** One recorded cluster of the disruption controllers. */
export interface World {
  readonly name: string;
  readonly manifests: string;
  readonly settings: WorldSettings;
  readonly expected: {
    readonly stableAspects: Readonly<Record<string, boolean>>;
    readonly result: ExpectedCourse;
  };
}

/** Recorded clusters in folders. Each folder contains manifests.yaml, scenario.json and expected.json, or more such folders. */
export function readWorldFolders(folders: readonly string[]): World[] {
  return folders
    .flatMap((folder) =>
      existsSync(join(folder, 'expected.json')) ? [folder] : readdirSync(folder).map((name) => join(folder, name)),
    )
    .filter(isWorldFolder)
    .sort()
    .map(readFolder);
}

/** Whether a folder contains such a cluster rather than a provisioning scenario. */
export const isWorldFolder = (folder: string): boolean =>
  existsSync(join(folder, 'expected.json')) &&
  'kind' in JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8'));

function readFolder(folder: string): World {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { stableAspects, result } = JSON.parse(read('expected.json')) as World['expected'];
  return {
    name: basename(folder),
    manifests: read('manifests.yaml'),
    settings: JSON.parse(read('scenario.json')) as WorldSettings,
    expected: { stableAspects, result: compact(result) },
  };
}

/** Without the texts of events, which are not compared. */
function compact(course: ExpectedCourse): ExpectedCourse {
  const bare = ({ why: _, ...node }: ExpectedNode & { readonly why?: unknown }): ExpectedNode => node;
  const { nodePoolEvents: _, ...rest } = course as ExpectedCourse & { readonly nodePoolEvents?: unknown };
  return { ...rest, final: course.final.map(bare) };
}

/** Recorded clusters in the repository, as compressed JSON lines. */
export function readWorlds(): World[] {
  const folder = new URL('./', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(new URL(name, folder)))
        .toString('utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as World);
}

/** The result of our simulation. */
export interface WorldOutcome {
  readonly course: DisruptionRun;
  readonly initial: readonly ClusterNode[];
  readonly cluster: Cluster;
}

/** Runs a cluster under the rules of the recording. */
export function runWorld({ manifests: text, settings }: World): WorldOutcome {
  const { manifests } = parseManifests({ file: 'manifests.yaml', text }, { set: {} });
  const simulator = simulatorFor(settings);
  const simulation = simulate({ manifests, otherManifests: [], live: manifests }, simulator);
  const cluster = clusterOf(simulation, simulator, settings);
  let initial: readonly ClusterNode[] = [];
  const isDrift = settings.kind === 'drift';
  const course = disrupt(cluster, {
    isConcurrent: isDrift,
    step: isDrift ? (settings.stepSeconds ?? 60) * 1000 : settlingTime(cluster),
    maxCommands: 60,
    maxSimulations: Number.POSITIVE_INFINITY,
    onStart: () => {
      initial = cluster.sorted().map((node) => ({ ...node }));
    },
  });
  return { course, initial, cluster };
}

function clusterOf(simulation: Simulation, { karpenter }: Simulator, settings: WorldSettings): Cluster {
  const { manifests, nodePools, live, cases } = simulation;
  // In a recording, nobody runs kube-scheduler: pods run where Karpenter planned them.
  const { podClasses, existingNodes: _, bindings: __, ...input } = cases.likely.input;
  const setup: ClusterSetup = {
    ...input,
    nodePools: nodePools.known,
    limits: new PodDisruptionLimits(readLimits(manifests)),
    hasSpotToSpotConsolidation: settings.spotToSpot === true,
    behavior: karpenter.disruption,
  };
  const now = Date.parse(settings.now);
  const context = { simulation, now, setup, drifts: driftsOf(simulation, now) };
  const order = new Map(
    live.pods
      .map(uid)
      .sort()
      .map((id, at) => [id, at - live.pods.length]),
  );
  const nodes = live.nodes.map((node) => {
    const pods = (node.pods as readonly RunningPod[]).map((pod) =>
      podGroup(pod, { order: order.get(uid(pod))!, manifests }),
    );
    return clusterNode({ ...node, pods: [] }, pods, context);
  });
  const pending = podClasses.map(
    (podClass): PodGroup => ({ ...podClass, isDaemon: false, startedAt: undefined, isReady: false }),
  );
  return new Cluster(setup, { nodes, pending, now });
}

const uid = ({ pod }: RunningPod): string => `${pod.metadata.namespace}-${pod.metadata.name}`;

const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest | undefined =>
  manifests.find((manifest) => manifest.kind === kind && manifest.name === name);

// biome-ignore lint/suspicious/noExplicitAny: recorded objects have the shape that Kubernetes gives them
const objectOf = (manifest: Manifest | undefined): any => manifest?.object ?? {};

function podGroup(
  { pod, workload, isDaemon }: RunningPod,
  { order, manifests }: { readonly order: number; readonly manifests: readonly Manifest[] },
): PodGroup {
  const { status } = objectOf(find(manifests, 'Pod', pod.metadata.name));
  const startedAt = status?.startTime === undefined ? undefined : Date.parse(status.startTime);
  const isReady = !status?.conditions?.some(({ type, status: is }: Condition) => type === 'Ready' && is === 'False');
  return { workload, pod, count: 1, isDaemon, order, firstIndex: 0, startedAt, isReady };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string;
}

interface Context {
  readonly simulation: Simulation;
  readonly setup: ClusterSetup;
  readonly drifts: ReadonlyMap<string, { readonly reason: string; readonly since: number }>;
}

function clusterNode(
  { isInitialized, isDeleting: _, ...state }: Simulation['live']['nodes'][number],
  pods: readonly PodGroup[],
  { simulation, setup, drifts }: Context,
): ClusterNode {
  const claim = objectOf(find(simulation.manifests, 'NodeClaim', state.name));
  const node = objectOf(find(simulation.manifests, 'Node', state.name));
  const pool = setup.nodePools.find(({ nodePool }) => nodePool.metadata.name === state.nodePool);
  const ready = node.status.conditions.find(({ type }: Condition) => type === 'Ready') as Condition;
  return {
    state,
    price: pool === undefined ? 0 : priceOf(pool, state.labels),
    isReady: ready.status === 'True',
    isDoNotDisrupt: node.metadata.annotations?.['karpenter.sh/do-not-disrupt'] === 'true',
    hasTerminationGracePeriod: claim.spec?.terminationGracePeriod !== undefined,
    drifted: drifts.get(state.name),
    pods,
    isInitialized,
    isMarkedForDeletion: false,
    isConsolidatable: false,
    // A node that is not Karpenter's has no NodeClaim and is never a candidate.
    lastPodEvent: Date.parse(claim.status?.lastPodEventTime ?? 0),
    nominatedUntil: 0,
  };
}

/** The drift reasons that the NodeClaim controllers find, in their order. */
function driftsOf({ manifests, nodePools }: Simulation, now: number): Context['drifts'] {
  const drifts = new Map<string, { reason: string; since: number }>();
  for (const manifest of manifests.filter(({ kind }) => kind === 'NodeClaim')) {
    const claim = objectOf(manifest);
    const pool = nodePools.known.find(({ name }) => name === claim.metadata.labels[label.nodePool]);
    if (pool === undefined) continue;
    const nodeClass = objectOf(find(manifests, 'EC2NodeClass', pool.nodePool.spec.template.spec.nodeClassRef.name));
    const reason = driftReason(claim, { nodePool: objectOf(pool.manifest), nodeClass });
    const known = claim.status.conditions.find(({ type }: Condition) => type === 'Drifted') as Condition | undefined;
    const since = known === undefined ? now : Date.parse(known.lastTransitionTime);
    if (reason !== undefined) drifts.set(manifest.name, { reason, since });
  }
  return drifts;
}

function driftReason(
  // biome-ignore lint/suspicious/noExplicitAny: recorded objects have the shape that Kubernetes gives them
  { metadata, status }: any,
  { nodePool, nodeClass }: { readonly nodePool: NodePool; readonly nodeClass: EC2NodeClass },
): string | undefined {
  const { annotations = {}, labels } = metadata;
  const isOther = (key: string, hash: string | null): boolean =>
    annotations[key] !== undefined && annotations[key] !== hash;
  if (isOther('karpenter.sh/nodepool-hash', nodePoolHash(nodePool, 'v3'))) return 'NodePoolDrifted';
  const requirements = Requirements.from(nodePool.spec.template.spec.requirements ?? []);
  if (!Requirements.fromLabels(labels).isCompatible(requirements)) return 'RequirementsDrifted';
  if (isOther('karpenter.k8s.aws/ec2nodeclass-hash', ec2NodeClassHash(nodeClass, 'v5'))) return 'NodeClassDrift';
  if (!['ami-amd64', 'ami-arm64'].includes(status.imageID)) return 'AMIDrift';
  if ((annotations['oracle/security-groups'] ?? 'sg-1') !== 'sg-1') return 'SecurityGroupDrift';
  return undefined;
}
