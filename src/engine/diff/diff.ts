import { karpenter } from '../api/karpenter.ts';
import type { NodePool } from '../api/node-pool.ts';
import type { Change, Effect, FieldChange } from '../change.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import { type CloudProvider, classProviderOf, type KubernetesChange } from '../cloud-provider/cloud-provider.ts';
import type { EffectRow } from '../cloud-provider/effect-row.ts';
import { nodeClassRefOf } from '../lint/fields/pool-fields.ts';
import {
  asMapping,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  type Value,
  versionOf,
} from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import type { CrdPack } from '../schema/definitions/crd-pack.ts';
import { prune, withDefaults } from '../schema/definitions/defaults.ts';
import type { Source } from '../source.ts';
import { type Both, converted, lostKubelet, type Siblings } from './converted.ts';
import { differences } from './differences.ts';
import { nodePoolHash } from './drift-hash.ts';
import { alphaEffects, nodePoolEffects, overlayEffects, schedulingKinds, unknownClassEffects } from './effect-table.ts';
import type { Launchable } from './launchable-labels.ts';
import { shown } from './opaque.ts';
import { type Pair, pairs, rootOf } from './pair.ts';
import { requirementChanges } from './requirement-changes.ts';
import { uninstalled } from './uninstalled.ts';
import { workloadEffects } from './workload-effects.ts';

/** What tells objects of several clusters apart that have one name. */
export interface Clusters {
  /** What gives a text: a root, or an environment; empty for what stands for all. */
  keyOf(source: Source): string;
  /** The CRDs of an object's cluster, where they are not those of all. */
  packOf(manifest: Manifest): CrdPack | undefined;
  /** The instance types that an object's cluster may have; undefined where nothing is known of them. */
  catalogOf(manifest: Manifest): Catalog | undefined;
  /** The change of Kubernetes in an object's cluster; undefined where there is none, or nothing is known of it. */
  kubernetesOf(manifest: Manifest): KubernetesChange | undefined;
}

const oneCluster: Clusters = {
  keyOf: rootOf,
  packOf: () => undefined,
  catalogOf: () => undefined,
  kubernetesOf: () => undefined,
};

/** What both sides are compared by. */
export interface DiffFacts {
  readonly pack: CrdPack;
  readonly providers: readonly CloudProvider[];
}

/** What differs between base and head, with what each difference does to running nodes: the worst first, then by object. */
export function diff(
  base: ManifestSet,
  head: ManifestSet,
  { pack, providers }: DiffFacts,
  clusters: Clusters = oneCluster,
): Change[] {
  const broken = new Set(head.files.filter((file) => file.isBroken).map((file) => file.source.file));
  const sets = { base, head };
  const siblings: Siblings = ({ source }, side) =>
    sets[side].manifests.filter((other) => clusters.keyOf(other.source) === clusters.keyOf(source));
  const changes = pairs(base, head, clusters.keyOf).flatMap((pair) => {
    const one = (pair.head ?? pair.base)!;
    const [ownPack, catalog] = [clusters.packOf(one) ?? pack, clusters.catalogOf(one)];
    const kubernetes = clusters.kubernetesOf(one);
    const around = { pack: ownPack, providers, catalog, kubernetes, broken, siblings, head: head.manifests };
    return changeOf(pair, around) ?? [];
  });
  return changes.sort((a, b) => severity.indexOf(b.effect) - severity.indexOf(a.effect));
}

const severity: readonly Effect[] = ['none', 'new-nodes', 'unknown', 'some-nodes', 'all-nodes', 'delete'];

/** The worst of several effects. */
export const worstEffect = (effects: readonly Effect[]): Effect =>
  severity[Math.max(0, ...effects.map((effect) => severity.indexOf(effect)))]!;

/** What one object is compared with the help of. */
interface Surroundings {
  readonly pack: CrdPack;
  readonly catalog: Catalog | undefined;
  readonly providers: readonly CloudProvider[];
  readonly kubernetes: KubernetesChange | undefined;
  /** Files of head that cannot be read. */
  readonly broken: ReadonlySet<string>;
  readonly siblings: Siblings;
  /** All that head holds. */
  readonly head: readonly Manifest[];
}

function changeOf({ base, head }: Pair, around: Surroundings): Change | undefined {
  if (!isConcerned((head ?? base)!, around.providers)) {
    const isGone = head === undefined && !around.broken.has(base!.source.file);
    return isGone ? uninstalled(base!, around.head) : undefined;
  }
  if (base && head) return modified({ base, head }, around);
  if (head) return added(head);
  return around.broken.has(base!.source.file) ? unreadable(base!) : removed(base!, around.providers);
}

const isKind = (manifest: Manifest, ...kinds: readonly string[]): boolean => kinds.includes(manifest.kind);

/** Live objects are state, not intention; other kinds do not concern nodes. */
const isConcerned = (manifest: Manifest, providers: readonly CloudProvider[]): boolean =>
  isKarpenter(manifest) || isNodeClass(manifest, providers)
    ? !isKind(manifest, 'NodeClaim', 'Machine')
    : schedulingKinds.has(manifest.kind) && manifest.get(['spec', 'nodeName']) === undefined;

const isKarpenter = (manifest: Manifest): boolean => groupOf(manifest.apiVersion) === 'karpenter.sh';

/** Of any version: what a provider calls its classes has changed with them. */
const isNodeClass = (manifest: Manifest, providers: readonly CloudProvider[]): boolean =>
  classProviderOf(manifest, providers) !== undefined;

function added(head: Manifest): Change {
  const isPool = isKind(head, 'NodePool', 'Provisioner');
  return {
    resource: head.ref,
    type: 'added',
    fields: [],
    effect: isPool ? 'new-nodes' : 'none',
    summary: isPool ? 'new; it may launch nodes for pods that fit it' : 'new',
    span: head.span([]),
  };
}

/** A NodePool owns its NodeClaims, so that its deletion takes the nodes with it (core nodeclaimtemplate.go, ownerRef). */
function removed(base: Manifest, providers: readonly CloudProvider[]): Change {
  const [effect, summary]: [Effect, string] = isKind(base, 'NodePool', 'Provisioner')
    ? ['delete', 'removed; deleting it terminates all of its nodes']
    : isNodeClass(base, providers)
      ? ['new-nodes', 'removed; NodePools that refer to it launch nothing any more']
      : ['none', 'removed'];
  return { resource: base.ref, type: 'removed', fields: [], effect, summary, span: base.span([]) };
}

function unreadable(base: Manifest): Change {
  const summary = 'its file can no longer be read: whether it is kept, changed or removed is unknown';
  return { resource: base.ref, type: 'unknown', fields: [], effect: 'unknown', summary, span: base.span([]) };
}

function modified({ base, head }: Both, around: Surroundings): Change | undefined {
  const drift = classProviderOf(head, around.providers)?.drift;
  const images = (around.kubernetes && drift?.kubernetesChanges(head, around.kubernetes)) ?? [];
  const fields = [...images, ...(base.object === head.object ? [] : fieldChanges({ base, head }, around))];
  if (fields.length === 0) return undefined;
  const effect = worstEffect(fields.map((field) => field.effect));
  return { resource: head.ref, type: 'modified', fields, effect, summary: summaryOf(effect), span: head.span([]) };
}

const summaries: Readonly<Record<Effect, string>> = {
  none: 'running nodes stay',
  'new-nodes': 'new nodes may differ, running nodes stay',
  'some-nodes': 'some of its nodes are replaced',
  'all-nodes': 'all of its nodes are replaced',
  delete: 'its nodes are deleted',
  unknown: 'what it does to running nodes is unknown',
};
const summaryOf = (effect: Effect): string => summaries[effect];

function fieldChanges({ base, head }: Both, { pack, providers, catalog, siblings }: Surroundings): FieldChange[] {
  const drift = classProviderOf(head, providers)?.drift;
  const inV1 = converted({ base, head }, { siblings, providers });
  const [before, after] = [normalised(inV1?.base ?? base.object, pack), normalised(inV1?.head ?? head.object, pack)];
  const isVersionChanged = base.apiVersion !== head.apiVersion;
  const version: FieldChange[] = isVersionChanged ? [apiVersionChange(base, head)] : [];
  const requirementsAt = requirementsPath(head);
  const requirements = requirementsAt
    ? requirementChanges(
        { before: at(before, requirementsAt), after: at(after, requirementsAt), path: requirementsAt },
        catalog && isKind(base, 'NodePool')
          ? launchableBy(base, { catalog, providers, siblings: siblings(base, 'base') })
          : undefined,
      )
    : [];
  const isHashKept = isSameHash(head, [before, after], { pack, providers });
  const others = differences(before, after)
    .filter(({ path }) => path[0] !== 'apiVersion' && !(requirementsAt && startsWith(path, requirementsAt)))
    .flatMap(({ path, before: was, after: is }): FieldChange[] => {
      const row = effectOf(head, path.join('.'), { providers, catalog });
      if (!row) return [];
      const isOpen = row.effect !== 'none' && mayBeSame(was, is);
      const selection = { before: at(before, path.slice(0, 2)), after: at(after, path.slice(0, 2)) };
      const known = drift?.changedSelection(row.cause, selection) ?? row;
      const { effect, cause, reason } =
        row.isHashed && isHashKept ? hashKept : isOpen ? { ...row, ...unknownText } : known;
      return [{ path, ...shown(path, was, is), effect, cause, reason }];
    });
  const kubelet = inV1 && lostKubelet({ base, head }, { siblings, providers });
  const fields = [...version, ...requirements, ...others, ...(kubelet ? [kubelet] : [])];
  return inV1?.isCertain === false ? fields.map(uncertain) : fields;
}

/** What a placeholder holds decides what the conversion has made of it. */
const uncertain = (field: FieldChange): FieldChange =>
  field.effect === 'none'
    ? field
    : { ...field, effect: 'unknown', reason: 'what it was in the older version holds a placeholder' };

/** Values that differ only where placeholders stand may turn out the same once those are filled. */
function mayBeSame(was: Value | undefined, is: Value | undefined): boolean {
  if (typeof was === 'string' && typeof is === 'string') return was === is || hasPlaceholder(was) || hasPlaceholder(is);
  if (!isContainer(was) || !isContainer(is) || Array.isArray(was) !== Array.isArray(is)) return was === is;
  const [left, right] = [Object.entries(was), new Map(Object.entries(is))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && mayBeSame(value, right.get(key)));
}

const isContainer = (value: Value | undefined): value is Mapping | readonly Value[] =>
  typeof value === 'object' && value !== null;

const unknownText = {
  effect: 'unknown',
  reason: 'a placeholder decides whether it is another value',
} as const;

const hashKept = {
  effect: 'none',
  cause: 'hash',
  reason: 'does not change the hash that nodes carry: running nodes stay',
} as const;

/** Whether the controllers would write the same hash for both; false where a hash is unknown. */
function isSameHash(
  manifest: Manifest,
  [before, after]: readonly [Value, Value],
  { pack, providers }: DiffFacts,
): boolean {
  if (![before, after].every((object) => versionOf(String(at(object, ['apiVersion']))) === 'v1')) return false;
  if (isKind(manifest, 'NodePool')) {
    const [was, is] = [before, after].map((object) => nodePoolHash(object as unknown as NodePool, 'v3'));
    return was !== null && was === is;
  }
  const drift = classProviderOf(manifest, providers)?.drift;
  return drift?.isSameHash(before, after, karpenter(pack.karpenterVersion)) ?? false;
}

/** Written in another version, fields move: they are compared where the conversion puts them. */
const apiVersionChange = (base: Manifest, head: Manifest): FieldChange => ({
  path: ['apiVersion'],
  before: base.apiVersion,
  after: head.apiVersion,
  effect: 'none',
  cause: 'version',
  reason: 'is another version of the same object',
});

/** The object as the API server would store it: defaults filled in, unknown fields, status and bookkeeping left out. */
function normalised(whole: Value, pack: CrdPack): Value {
  if (!isObject(whole)) return whole;
  const { status: _, ...object } = whole;
  const schema = pack.find(String(object.apiVersion), String(object.kind))?.schema;
  const metadata = ownMetadata(object.metadata);
  const spoken = withoutNull({ ...object, metadata });
  if (!schema) return spoken;
  // A definition says nothing about metadata, which the API server knows by itself.
  const pruned = prune(withDefaults(spoken, schema), schema);
  return isObject(pruned) ? { ...pruned, metadata: withoutNull(metadata) } : pruned;
}

const clientAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Labels and annotations that somebody wrote; nothing where there are none. */
function ownMetadata(metadata: Value | undefined): Mapping {
  const { labels, annotations } = isObject(metadata) ? metadata : {};
  const { [clientAnnotation]: _, ...own } = isObject(annotations) ? annotations : {};
  const entries = Object.entries({ labels: isObject(labels) ? labels : {}, annotations: own });
  return Object.fromEntries(entries.filter(([, map]) => Object.keys(map).length > 0));
}

/** A null or absent field is the same to the API server; an empty map of metadata says nothing. */
function withoutNull(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNull(inner)]])),
  );
}

const at = (value: Value, path: readonly (string | number)[]): Value | undefined =>
  path.reduce<Value | undefined>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Readonly<Record<string | number, Value>>)[step]
        : undefined,
    value,
  );

const startsWith = (path: readonly (string | number)[], prefix: readonly (string | number)[]): boolean =>
  prefix.every((step, i) => path[i] === step);

/** The one class of base that a NodePool refers to; undefined where there is none, or several of that name. */
function referredClass(
  pool: Manifest,
  siblings: readonly Manifest[],
  { nodeClasses }: CloudProvider,
): Manifest | undefined {
  const name = nodeClassRefOf(pool)?.name;
  const isClass = (one: Manifest): boolean =>
    nodeClasses.some(({ group, kind }) => one.kind === kind && groupOf(one.apiVersion) === group);
  const classes = siblings.filter((one) => isClass(one) && one.name === name);
  return classes.length === 1 ? classes[0] : undefined;
}

/** What a NodePool may launch; undefined where the catalog is of another cloud. */
function launchableBy(
  pool: Manifest,
  {
    catalog,
    providers,
    siblings,
  }: Pick<DiffFacts, 'providers'> & {
    readonly catalog: Catalog;
    readonly siblings: readonly Manifest[];
  },
): Launchable | undefined {
  const provider = providers.find(({ name }) => name === catalog.provider);
  if (provider?.launching === undefined || !mayBeOf(provider, pool)) return undefined;
  return { catalog, launching: provider.launching, nodeClass: referredClass(pool, siblings, provider) };
}

/** Whether a NodePool may be of a provider: its reference names a group of it, a managed one too, or leaves open which. */
function mayBeOf({ nodeClasses, managedNodeClasses = [] }: CloudProvider, pool: Manifest): boolean {
  const { group, kind } = asMapping(pool.get(['spec', 'template', 'spec', 'nodeClassRef'])) ?? {};
  const all = [...nodeClasses, ...managedNodeClasses];
  if (typeof group === 'string' && !hasPlaceholder(group)) return all.some((one) => one.group === group);
  return typeof kind !== 'string' || hasPlaceholder(kind) || all.some((one) => one.kind === kind);
}

function requirementsPath(manifest: Manifest): string[] | undefined {
  if (isKind(manifest, 'NodePool')) return ['spec', 'template', 'spec', 'requirements'];
  return isKind(manifest, 'Provisioner') ? ['spec', 'requirements'] : undefined;
}

type Clouds = Pick<Surroundings, 'providers' | 'catalog'>;

function effectOf(manifest: Manifest, path: string, clouds: Clouds): EffectRow | undefined {
  return effectsOf(manifest, clouds).find((row) => row.path.test(path));
}

function effectsOf(manifest: Manifest, clouds: Clouds): readonly EffectRow[] {
  const provider = classProviderOf(manifest, clouds.providers);
  if (provider === undefined && !isKarpenter(manifest)) return workloadEffects;
  if (provider !== undefined && provider.drift === undefined) return unknownClassEffects;
  if (versionOf(manifest.apiVersion).startsWith('v1alpha') && !isKind(manifest, 'NodeOverlay')) return alphaEffects;
  if (isKind(manifest, 'NodePool')) return nodePoolEffects;
  return provider?.drift?.effects ?? overlayEffects(billedBy(clouds));
}

/** Whose instance types there are, or the only one that there is. */
function billedBy({ providers, catalog }: Clouds): string {
  const known = providers.find(({ name }) => name === catalog?.provider) ?? (providers.length === 1 && providers[0]);
  return known ? known.title : 'the cloud';
}
