import { worstEffect } from '../../changes/diff/diff.ts';
import { nodePoolHash } from '../../changes/diff/hash/drift-hash.ts';
import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { prune, withDefaults } from '../../files/schema/definitions/defaults.ts';
import type { Karpenter } from '../../karpenter/api/karpenter.ts';
import type { NodePool } from '../../karpenter/api/node-pool.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import { type CloudProvider, classProviderOf, providerOf } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { Change, Effect } from '../../manifest/change.ts';
import { existenceCondition } from '../../manifest/existence-condition.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { optional } from '../../text/list-if.ts';
import { readNodePool } from '../provisioning/node-pools/read-node-pool.ts';
import type {
  ClosedWindow,
  Consolidation,
  Disruption,
  Duration,
  HashPair,
  NodePoolDisruption,
  TimelineEntry,
  Wave,
  WorkloadRestarts,
} from './forecast/disruption-data.ts';
import type { DriftForecast, NodeEffects } from './forecast/drift-forecast.ts';
import { expiriesOf } from './forecast/expiry.ts';
import { type TimelineInput, timelineOf } from './forecast/timeline.ts';
import { wavesDuration } from './forecast/wave-duration.ts';
import { closedForDrift, closedWindows, deletionWave, driftWaves, notReadyWave } from './forecast/waves.ts';
import { workloadDisruptions } from './forecast/workload-disruption.ts';
import { isReplaced } from './node-counts.ts';

interface DisruptionInput extends Pick<TimelineInput, 'consolidated'> {
  /** What decides whether node classes find images after the change; absent if nothing says which Kubernetes version that is. */
  readonly images?: { readonly kubernetes: string; readonly catalog: Catalog | null } | undefined;
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  readonly changes: readonly Change[];
  readonly providers: readonly CloudProvider[];
  readonly pack: CrdPack;
  readonly karpenter: Karpenter;
  /** The version of Karpenter before the change. */
  readonly karpenterBefore: Karpenter;
  readonly clusterCABundle: string | undefined;
  /** How many nodes of a NodePool no longer match the requirements of head; null if unknown. */
  countOutside(nodePool: string): number | null;
  /** How many predicted nodes there are, if all of them match the requirements of head, and nobody knows the running ones; null otherwise. */
  countMatching?(nodePool: string): number | null;
  /** How many nodes a NodePool has before the change; null if unknown. */
  countNodes(nodePool: string): number | null;
  /** NodePool → how its drifted nodes are replaced; null if that is not simulated. */
  readonly forecasts: ReadonlyMap<string, DriftForecast> | null;
  /** What happens to running pods; null if unknown. */
  readonly restarts: readonly WorkloadRestarts[] | null;
  /** Undefined if consolidation replaces nothing, or if that is unknown. */
  readonly consolidation?: Consolidation | undefined;
  /** The longest time in seconds that pods on a NodePool's nodes may take to stop. */
  graceSeconds(nodePool: string): number;
  /** The workloads for whose pods Karpenter waits until the grace period of their node ends, sorted. */
  waitsFor?(nodePool: string): readonly string[];
  /** The longest time in seconds that the other pods may take to stop. */
  graceSecondsOfOthers?(nodePool: string): number;
  /** Live objects of the cluster; empty without live state. */
  readonly live: readonly Manifest[];
  /** An ISO date: the schedules of budgets are evaluated from then on. */
  readonly today: string;
}

/** The effect of the change on the nodes of each affected NodePool, including changes of its node class. */
export function disruption(input: DisruptionInput): Disruption {
  const names = (kind: string): string[] => namesOf(kind, input);

  const nodePools = withWaves(
    names('NodePool').flatMap((name) => nodePoolDisruption(name, input) ?? []),
    input,
  );

  const entries = timeline(nodePools, input);
  const { restarts, forecasts } = input;

  return {
    nodePools,
    workloads: restarts && workloadDisruptions({ restarts, forecasts: forecasts ?? new Map(), timeline: entries }),
    nodeClasses: classKinds(input.providers).flatMap((kind) =>
      names(kind)
        .filter((name) => changeOf(kind, name, input))
        .map((name) => ({ name, hash: hashes(kind, name, input) })),
    ),
    timeline: entries,
    ...(input.consolidation && { consolidation: input.consolidation }),
  };
}

function timeline(nodePools: readonly NodePoolDisruption[], input: DisruptionInput): readonly TimelineEntry[] {
  const poolsByName = (set: ManifestSet): ReadonlyMap<string, NodePool> =>
    new Map(
      objects(set, 'NodePool')
        .flatMap((manifest) => knownPool(manifest) ?? [])
        .map((pool) => [pool.metadata.name, pool]),
    );

  return timelineOf({
    ...input,
    nodePools,
    pools: poolsByName(input.head),
    // Nodes keep the expireAfter that they were launched with.
    expiries: expiriesOf(input.live, poolsByName(input.base)),
    now: startOf(input),
  });
}

const startOf = ({ today }: DisruptionInput): number => Date.parse(`${today}T00:00:00Z`);

const classKinds = (providers: readonly CloudProvider[]): string[] =>
  providers.flatMap(({ nodeClasses }) => nodeClasses.map(({ kind }) => kind));

/** Both sides with their differences. */
type Sides = Pick<DisruptionInput, 'base' | 'head' | 'changes' | 'providers' | 'images'>;

/** The node class of a NodePool, such as ``EC2NodeClass `web` ``, if it has no image after the change, so that Karpenter launches nothing with it. */
function classWithoutImages(name: string, { head, providers, images }: Omit<Sides, 'changes'>): string | undefined {
  const nodeClass = images && classOf(find(head, 'NodePool', name), providers);
  const manifest = nodeClass && find(head, nodeClass.kind, nodeClass.name);
  if (images === undefined || manifest === undefined) return undefined;

  const drift = classProviderOf(manifest, providers)?.drift;
  if (drift?.hasNoImages?.(manifest, images.kubernetes, images.catalog)) return `${manifest.kind} \`${manifest.name}\``;

  return undefined;
}

/** The combined effect on the nodes of one NodePool of its own change and of its node class's change. */
function effectOn(name: string, sides: Sides) {
  const nodeClass = classOf(find(sides.base, 'NodePool', name) ?? find(sides.head, 'NodePool', name), sides.providers);
  const poolChange = changeOf('NodePool', name, sides);
  const shared = nodeClass && changeOf(nodeClass.kind, nodeClass.name, sides);
  if ((!poolChange && !shared) || poolChange?.type === 'added') return undefined;

  const effect = worstEffect([...optional(poolChange?.effect), ...optional(shared?.effect)]);
  const isByRequirements =
    effect === 'some-nodes' &&
    shared?.effect !== 'some-nodes' &&
    poolChange!.fields.every((field) => field.effect !== 'some-nodes' || field.path.includes('requirements'));

  return { effect, poolChange, shared, nodeClass, isByRequirements };
}

/** NodePools whose running nodes the change replaces or deletes, judging by the changed fields. */
export function nodeEffects(sides: Sides): NodeEffects {
  return new Map(
    namesOf('NodePool', sides).flatMap((name): [string, 'all' | 'outside' | 'delete'][] => {
      const { effect, poolChange, isByRequirements } = effectOn(name, sides) ?? {};
      if (effect !== 'delete' && classWithoutImages(name, sides) !== undefined) return [];
      if (effect === 'all-nodes') return [[name, 'all']];
      // Fewer `replicas` delete the emptiest nodes, whichever these are.
      if (effect === 'delete') {
        if (keepsNodes(poolChange)) return [];
        return [[name, 'delete']];
      }
      if (isByRequirements) return [[name, 'outside']];
      return [];
    }),
  );
}

/** Whether a NodePool that loses nodes only has fewer `replicas`, so that others stay. */
const keepsNodes = (poolChange: Change | undefined): boolean =>
  poolChange !== undefined &&
  isKept(poolChange) &&
  poolChange.fields.every(({ effect, cause }) => effect !== 'delete' || cause === 'replicas');

/** A v1 NodePool without placeholders in its disruption settings; undefined for any other. */
function knownPool(manifest: Manifest): NodePool | undefined {
  if (!manifest.apiVersion.endsWith('/v1') || holdsPlaceholder(manifest.get(['spec', 'disruption']) ?? null))
    return undefined;
  return readNodePool(manifest.object);
}

const namesOf = (kind: string, { base, head }: Pick<DisruptionInput, 'base' | 'head'>): string[] =>
  [...new Set([base, head].flatMap((set) => objects(set, kind).map((manifest) => manifest.name)))].sort();

const objects = (set: ManifestSet, kind: string): readonly Manifest[] =>
  set.manifests.filter((manifest) => manifest.kind === kind && manifest.name !== '');

const find = (set: ManifestSet, kind: string, name: string): Manifest | undefined =>
  objects(set, kind).findLast((manifest) => manifest.name === name);

const changeOf = (kind: string, name: string, { changes }: Pick<DisruptionInput, 'changes'>): Change | undefined =>
  changes.find(({ resource }) => resource.kind === kind && resource.name === name);

function nodePoolDisruption(name: string, input: DisruptionInput): NodePoolDisruption | undefined {
  const poolEffect = effectOn(name, input);
  if (poolEffect === undefined) return undefined;

  const { effect, poolChange, shared, nodeClass, isByRequirements } = poolEffect;
  const matching = isByRequirements ? (input.countMatching?.(name) ?? null) : null;

  return {
    name,
    hash: hashes('NodePool', name, input),
    effect,
    nodeClass: shared ? nodeClass!.name : null,
    nodesReplaced: countAffected(name, { effect, isByRequirements, isKept: keepsNodes(poolChange) }, input),
    nodesHeld: 0,
    waves: [],
    duration: null,
    reasons: [...reasons(poolChange), ...reasons(shared, `${nodeClass?.kind} \`${nodeClass?.name}\`: `)],
    ...(isUndecided(find(input.base, 'NodePool', name)) && { isUndecided: true }),
    ...(matching !== null && { matchingNodes: matching }),
    ...(mayBeForgotten({ poolChange, shared }, input) && { mayBeForgotten: true }),
  };
}

/** The change of a NodePool, and that of its node class. */
interface NodeChanges {
  readonly poolChange: Change | undefined;
  readonly shared: Change | undefined;
}

/**
 * Whether nodes drift only by hashes that another version of Karpenter computes differently. It writes the hash of the object as it is then to
 * all running nodes when it starts, so whether they drift depends on what is applied first.
 * Source: core pkg/controllers/nodepool/hash/controller.go, provider-aws pkg/controllers/nodeclass/hash/controller.go.
 */
function mayBeForgotten({ poolChange, shared }: NodeChanges, { karpenter, karpenterBefore }: DisruptionInput): boolean {
  const isPoolRehashed = karpenter.nodePoolHashVersion !== karpenterBefore.nodePoolHashVersion;
  const isClassRehashed = karpenter.nodeClassHashVersion !== karpenterBefore.nodeClassHashVersion;

  const isForgotten = (change: Change | undefined, isRehashed: boolean): boolean =>
    (change?.fields ?? [])
      .filter(({ effect }) => effect === 'all-nodes' || effect === 'some-nodes')
      .every(({ cause }) => isRehashed && cause === 'hash');

  return isForgotten(poolChange, isPoolRehashed) && isForgotten(shared, isClassRehashed);
}

const isUndecided = (pool: Manifest | undefined): boolean =>
  pool !== undefined && existenceCondition(pool) !== undefined;

/** Kind and name of the node class that a NodePool references; undefined if its kind is unknown. */
function classOf(
  pool: Manifest | undefined,
  providers: readonly CloudProvider[],
): { readonly kind: string; readonly name: string } | undefined {
  const { name, kind, group } = asMapping(pool?.get(['spec', 'template', 'spec', 'nodeClassRef'])) ?? {};
  const provider = providerOf({ kind: written(kind), group: written(group) }, providers);
  if (provider && typeof name === 'string') return { kind: provider.kind.kind, name };
  return undefined;
}

const written = (value: Value | undefined): string | undefined => {
  if (hasPlaceholder(value)) return undefined;
  return asText(value);
};

/** Why nodes are replaced: one sentence for each field with such an effect. */
function reasons(change: Change | undefined, prefix = ''): string[] {
  if (!change) return [];
  if (!isKept(change)) return [`${prefix}${change.summary}`];
  return change.fields
    .filter(({ effect }) => effect !== 'none' && effect !== 'new-nodes')
    .map(({ path, reason }) => `${prefix}\`${path.join('.')}\` ${reason}`);
}

/** Whether the change leaves an object in the cluster, so that only its fields decide. */
const isKept = ({ type, recreatedBy }: Change): boolean => type === 'modified' && recreatedBy === undefined;

/** What happens to the nodes of a NodePool that exists afterwards, or not. */
interface Consequence {
  readonly effect: Effect;
  readonly isByRequirements: boolean;
  readonly isKept: boolean;
}

/** Nodes that should be replaced or deleted, whether Karpenter can or not; null if unknown. */
function countAffected(
  name: string,
  { effect, isByRequirements, isKept }: Consequence,
  { countNodes, countOutside, base, head }: DisruptionInput,
): number | null {
  if (effect === 'none' || effect === 'new-nodes') return 0;

  const [replicasBefore, replicasAfter] = [base, head].map((side) =>
    Number(find(side, 'NodePool', name)?.get(['spec', 'replicas'])),
  );
  if (effect === 'delete' && isKept) return replicasBefore! - replicasAfter!;

  if (effect === 'all-nodes' && replicasAfter! < replicasBefore!) {
    // Karpenter deletes the surplus, and replaces what is left.
    const nodes = countNodes(name);
    if (nodes === null) return null;
    return Math.min(nodes, replicasAfter!);
  }

  // A NodePool that may not exist may have no nodes.
  if (isUndecided(find(base, 'NodePool', name))) return null;
  if (effect === 'all-nodes' || effect === 'delete') return countNodes(name);

  if (isByRequirements) return countOutside(name);
  return null;
}

/** Fills in waves and durations, and separates the nodes that are held from those that go. */
function withWaves(pools: readonly NodePoolDisruption[], input: DisruptionInput): readonly NodePoolDisruption[] {
  const forecasts = input.forecasts;
  return pools.map((pool) => {
    const planned = wavesOf(pool, forecasts?.get(pool.name) ?? null, input);
    const waves = planned.map((wave) => withGrace(wave, pool.name, input));
    const whole = wavesDuration(waves, pool.effect === 'delete', input.graceSeconds(pool.name));
    const isWaiting = waves.some(({ nodes, stopping }) => nodes > 0 && stopping?.isHeld !== false);
    const waitsFor = isWaiting ? (input.waitsFor?.(pool.name) ?? []) : [];
    const duration = whole && { ...whole, ...(waitsFor.length > 0 && waitingOf(pool, waves, { waitsFor, input })) };
    const windows = windowsOf(pool, waves, input);
    const timed = { ...pool, waves, duration, ...(windows.length > 0 && { windows }) };
    if (pool.nodesReplaced === null) {
      const stop = stoppedWave(pool, input);
      if (stop) return { ...timed, nodesReplaced: 0, nodesHeld: null, waves: [stop] };
      return { ...timed, nodesHeld: null };
    }

    const nodesHeld = waves.reduce((sum, { held }) => sum + (held?.nodes ?? 0), 0);
    return { ...timed, nodesReplaced: pool.nodesReplaced - nodesHeld, nodesHeld };
  });
}

/** A wave with the time that the pods on its own nodes may take to stop. */
function withGrace(wave: Wave, pool: string, input: DisruptionInput): Wave {
  const { stopping } = wave;
  if (stopping === undefined) return wave;
  if (stopping.isHeld) return { ...wave, graceSeconds: input.graceSeconds(pool) };

  const bound = input.graceSecondsOfOthers?.(pool) ?? input.graceSeconds(pool);
  return { ...wave, graceSeconds: Math.min(stopping.longestSeconds, bound) };
}

interface Waiting {
  readonly waitsFor: readonly string[];
  readonly input: DisruptionInput;
}

/** The workloads that waves wait for, and how long the waves take while none of their pods runs. */
function waitingOf(
  { name, effect }: NodePoolDisruption,
  waves: readonly Wave[],
  { waitsFor, input }: Waiting,
): Pick<Duration, 'waitsFor' | 'highWithoutThem'> {
  const seconds = input.graceSecondsOfOthers?.(name);
  const ofOthers = waves.map(({ graceSeconds, ...wave }): Wave => {
    if (graceSeconds === undefined || seconds === undefined) return wave;
    return { ...wave, graceSeconds: Math.min(wave.stopping?.longestSeconds ?? graceSeconds, seconds) };
  });
  const without = seconds === undefined ? null : wavesDuration(ofOthers, effect === 'delete', seconds);
  return { waitsFor, ...(without && { highWithoutThem: without.high }) };
}

/** Why none of an unknown number of nodes is replaced: a budget allows it at no time. Budgets do not apply to a deletion. */
function stoppedWave({ name, effect }: NodePoolDisruption, input: DisruptionInput): Wave | undefined {
  if (!isReplaced({ effect })) return undefined;

  const manifest = find(input.head, 'NodePool', name);
  const nodePool = manifest && knownPool(manifest);
  if (nodePool === undefined) return undefined;
  return closedForDrift(nodePool, startOf(input));
}

/** When budgets delay the waves. They do not apply to a deletion. */
function windowsOf(
  { name, effect }: NodePoolDisruption,
  waves: readonly Wave[],
  input: DisruptionInput,
): readonly ClosedWindow[] {
  if (effect === 'delete' || !waves.some(({ nodes }) => nodes > 0)) return [];

  const manifest = find(input.head, 'NodePool', name);
  const nodePool = manifest && knownPool(manifest);

  if (nodePool === undefined) return [];
  return closedWindows(nodePool, { nodes: input.countNodes(name) ?? 0, now: startOf(input) });
}

function wavesOf(
  { name, effect, nodesReplaced }: NodePoolDisruption,
  forecast: DriftForecast | null,
  input: DisruptionInput,
): readonly Wave[] {
  if (nodesReplaced === null || nodesReplaced === 0) return [];
  if (effect === 'delete') return deletionWave(nodesReplaced, ofAll(forecast, nodesReplaced));

  const unready = classWithoutImages(name, input);
  if (unready !== undefined) return notReadyWave(nodesReplaced, unready);

  const manifest = find(input.head, 'NodePool', name);
  const nodePool = manifest && knownPool(manifest);
  if (nodePool === undefined) return [];

  const nodes = input.countNodes(name) ?? nodesReplaced;
  const ofPool = ofAll(forecast, nodesReplaced);

  return driftWaves(nodePool, { nodes, drifted: nodesReplaced, forecast: ofPool, now: startOf(input) });
}

/** A forecast is used only if it covers exactly the nodes that were counted. */
function ofAll(forecast: DriftForecast | null, nodes: number): DriftForecast | null {
  const gone = forecast?.waves.reduce((sum, wave) => sum + wave, 0) ?? 0;
  const kept = forecast?.kept.reduce((sum, keptNodes) => sum + keptNodes.nodes, 0) ?? 0;
  if (gone + kept === nodes) return forecast;
  return null;
}

function hashes(kind: string, name: string, input: DisruptionInput): HashPair {
  const hash = (set: ManifestSet): string | null => {
    const manifest = find(set, kind, name);
    if (manifest) return hashOf(manifest, input);
    return null;
  };
  return { base: hash(input.base), head: hash(input.head) };
}

/** The API version whose objects controllers with this hash version read. */
const hashedApi = (hashVersion: string | undefined): string => {
  if (hashVersion === 'v2') return 'v1beta1';
  return 'v1';
};

/** The hash is unknown if the spec contains a placeholder or the hash version is unknown. */
function hashOf(manifest: Manifest, { pack, providers, karpenter, clusterCABundle }: DisruptionInput): string | null {
  const { nodePoolHashVersion, nodeClassHashVersion } = karpenter;
  const version = manifest.kind === 'NodePool' ? nodePoolHashVersion : nodeClassHashVersion;
  const schema = pack.find(manifest.apiVersion, manifest.kind)?.schema;
  const isRead = manifest.apiVersion.endsWith(`/${hashedApi(version)}`);
  if (!schema || !isRead || holdsPlaceholder(manifest.get(['spec']) ?? null)) return null;

  const object = prune(withDefaults(manifest.object, schema), schema);
  if (manifest.kind === 'NodePool') return nodePoolHash(object as unknown as NodePool, version);

  return classProviderOf(manifest, providers)?.drift?.hash(object, karpenter, clusterCABundle) ?? null;
}
