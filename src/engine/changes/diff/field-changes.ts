import type { CrdPack, Schema } from '../../files/schema/definitions/crd-pack.ts';
import { prune, withDefaults } from '../../files/schema/definitions/defaults.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import type { NodePool } from '../../karpenter/api/node-pool.ts';
import { nodeClassRefOf, provisionerDefaults } from '../../karpenter/api/pool-fields.ts';
import { withLifetimeOfEks } from '../../karpenter/cloud-provider/auto-mode-lifetime.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import { type CloudProvider, classProviderOf, launches } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { EffectRow } from '../../karpenter/cloud-provider/effect-row.ts';
import {
  isChosenImage,
  isDefaultDisk,
  isNodeGroup,
  otherCount,
  withOwnCount,
} from '../../karpenter/cloud-provider/node-groups.ts';
import { isStoredAnyway } from '../../karpenter/workloads/stored-defaults.ts';
import type { FieldChange } from '../../manifest/change.ts';
import {
  appliedAnnotation,
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  type Path,
  type Value,
  versionOf,
} from '../../manifest/model/manifest.ts';
import { hasPlaceholder, unknownValue } from '../../manifest/yaml/placeholder.ts';
import { optional } from '../../text/list-if.ts';
import { amountReason, lastingReason, scaling } from './amount-reasons.ts';
import { isInBlock, mayBeMadeByTemplate, mayBeWrittenByTemplate, writtenTexts } from './conditional-parts.ts';
import { type Both, converted, lostKubelet } from './converted.ts';
import { type Difference, differences } from './differences.ts';
import { alphaEffects, nodePoolEffects, overlayEffects, unknownClassEffects } from './effect-table.ts';
import { nodePoolHash } from './hash/drift-hash.ts';
import type { Launchable } from './launchable-labels.ts';
import { isKarpenter, isKind, isOfAlpha } from './object-kinds.ts';
import { shown } from './opaque.ts';
import { areOtherResources } from './placeholders/other-resources.ts';
import { mayBeSameValue } from './placeholders/placeholder-values.ts';
import { withConsolidation } from './related/consolidated-requirement.ts';
import { requirementChanges } from './requirement-changes.ts';
import type { DiffFacts, Surroundings } from './surroundings.ts';
import { podEffects } from './workload-effects.ts';

/** The requirements of a pool with those that Karpenter adds to a Provisioner. Which ones these are is unknown if a key is a placeholder. */
function withAddedRequirements(pool: Manifest, requirements: Value | undefined): Value | undefined {
  if (pool.kind !== 'Provisioner' || pool.isPartial) return requirements;
  const written = asList(requirements);
  const labels = Object.keys(asMapping(pool.get(['spec', 'labels'])) ?? {});
  const keys = [...written.map((entry) => asText(asMapping(entry)?.key) ?? ''), ...labels];
  if (typeof requirements === 'string' || keys.some(hasPlaceholder)) return requirements;
  return [...written, ...provisionerDefaults(keys).map((added) => ({ ...added, values: [...added.values] }))];
}

/** What differs between an object and the one that replaces it: each field, with what it does to running nodes. */
export function fieldChanges({ base, head }: Both, around: Surroundings): FieldChange[] {
  const { pack, providers, siblings } = around;
  const inV1 = converted({ base, head }, { siblings, providers });
  const [before, after] = normalizedBoth([inV1?.base ?? base.object, inV1?.head ?? head.object], pack);
  const isHashKept = isSameHash(head, [before, after], { pack, providers });
  const compared: Compared = { base, head, before, after, around, isHashKept };

  const isVersionChanged = base.apiVersion !== head.apiVersion;
  const version: FieldChange[] = isVersionChanged ? [apiVersionChange(base, head)] : [];

  const requirementsAt = requirementsPath(head);
  const disruption = at(after, ['spec', 'disruption']);
  const requirements = requirementsAt
    ? requirementFields(compared, requirementsAt).map((field) => withConsolidation(field, disruption))
    : [];

  const others = differences(before, after)
    .filter(({ path }) => path[0] !== 'apiVersion' && !(requirementsAt && startsWith(path, requirementsAt)))
    .map((difference) => (isNodeGroup(head) ? withOnlyType(difference, [before, after]) : difference))
    .flatMap((difference) => judgedDifference(difference, compared));

  const kubelet = inV1 && lostKubelet({ base, head }, { siblings, providers });
  const certain = [...requirements, ...others].flatMap((field) =>
    certainFields(field, { base, head, isConverted: inV1 !== undefined }),
  );

  const kept = withoutDeletion([...version, ...certain, ...optional(kubelet)]);
  const fields = isNodeGroup(head) ? withOwnCount(kept) : kept;

  if (inV1?.isCertain === false) return fields.map(uncertain);
  return fields;
}

/** Both sides of an object, as they are written and as they are compared. */
interface Compared extends Both {
  readonly before: Value;
  readonly after: Value;
  readonly around: Surroundings;
  /** Whether Karpenter gives both sides the same hash, so that no node drifts because of a hashed field. */
  readonly isHashKept: boolean;
}

/** What the requirements of a NodePool, or of a node class, no longer allow or allow in addition. */
function requirementFields({ base, head, before, after, around }: Compared, path: Path): FieldChange[] {
  const { catalog, providers, siblings } = around;
  const isPool = isKind(base, 'NodePool');

  const launchable =
    catalog && isPool ? launchableBy(base, { catalog, providers, siblings: siblings(base, 'base') }) : undefined;

  return requirementChanges(
    {
      before: withAddedRequirements(base, at(before, path)),
      after: withAddedRequirements(head, at(after, path)),
      path,
      labels: at(before, isPool ? ['spec', 'template', 'metadata', 'labels'] : ['spec', 'labels']),
    },
    launchable,
  );
}

/** What one difference does; empty if no node depends on it. */
function judgedDifference(
  { path, before: oldValue, after: newValue }: Difference,
  { base, head, before, after, around, isHashKept }: Compared,
): FieldChange[] {
  const { providers, catalog, siblings } = around;
  const field = path.join('.');
  const row = effectOf(head, { path: field, values: [oldValue, newValue] }, { providers, catalog });
  if (!row || isStoredAnyway(head.kind, path, [oldValue, newValue])) return [];

  const isOpen =
    row.effect !== 'none' &&
    mayBeSameValue(...writtenTexts({ base, head }, path, [oldValue, newValue])) &&
    !areOtherResources([oldValue, newValue], head, siblings(head, 'head'));
  if (isNodeGroup(head) && isDefaultDisk(head, field, [oldValue, newValue])) return [];
  if (isNodeGroup(head) && isChosenImage([base, head], field, [oldValue, newValue])) return [];
  // A group that names its cluster by a reference instead stays in it, and another cluster is a finding of its own.
  if (isOpen && isNodeGroup(head) && field === 'spec.clusterName') return [];

  const judged = () => {
    const isKept = (): boolean =>
      isHashKept ||
      classProviderOf(head, providers)?.drift?.keepsHash?.(field, before, after) === true ||
      isOutOfHash({ base, head }, [before, after, path], around);

    if (row.isHashed && isKept()) return hashKept;
    if (isOpen) return { ...row, ...unknownText };

    const selection = { before: at(before, path.slice(0, 2)), after: at(after, path.slice(0, 2)) };
    return classProviderOf(head, providers)?.drift?.changedSelection(row.cause, selection) ?? row;
  };

  const { effect, cause, reason } = judged();

  const isCount = isNodeGroup(head) && field === 'spec.count';
  const ofGroup = isCount ? otherCount(head, [oldValue, newValue]) : undefined;
  const change = { path, ...shown(path, oldValue, newValue), effect, cause, reason, ...ofGroup };

  const nodeClassGroup = at(after, ['spec', 'template', 'spec', 'nodeClassRef', 'group']);
  const lasting = cause === 'hash' ? lastingReason(change, nodeClassGroup) : undefined;
  const hashed = lasting === undefined ? change.reason : `${change.reason}, and ${lasting}`;

  const policy = at(after, ['spec', 'disruption', 'consolidationPolicy']);
  const nodeLimits = [at(before, nodeLimitPath), at(after, nodeLimitPath)] as const;

  return [{ ...change, reason: amountReason(change, policy) ?? hashed, ...scaling(change, nodeLimits) }];
}

/** A field as far as it is certain: a template, or lines that it writes under a condition, may give it the same value on both sides. */
function certainFields(
  field: FieldChange,
  { base, head, isConverted }: Both & { readonly isConverted: boolean },
): FieldChange[] {
  const isMade = mayBeMadeByTemplate({ base, head }, field);
  if (field.effect === 'none') {
    if (isMade) return [];
    return [field];
  }

  if (mayBeWrittenByTemplate(head, field.path)) return [{ ...field, after: unknownValue, ...writtenText }];
  if (mayBeWrittenByTemplate(base, field.path)) return [{ ...field, before: unknownValue, ...writtenText }];

  const isOpen = isMade || (!isConverted && isInBlock({ base, head }, field));
  return [isOpen ? { ...field, ...blockText } : field];
}

/** The instance types of a group, which writes a single one as `instanceType`. A reference may stand for several. */
function withOnlyType(difference: Difference, sides: readonly [Value, Value]): Difference {
  if (difference.path.join('.') !== 'spec.instanceTypes') return difference;

  const [onlyBefore, onlyAfter] = sides.map((side) => {
    const type = at(side, ['spec', 'instanceType']);
    if (type === undefined || hasPlaceholder(type)) return type;
    return [type];
  });
  return { ...difference, before: difference.before ?? onlyBefore, after: difference.after ?? onlyAfter };
}

/** If nodes are replaced anyway, that is what matters, and not that there are fewer. */
function withoutDeletion(fields: readonly FieldChange[]): FieldChange[] {
  const isReplacing = fields.some(({ effect }) => effect === 'some-nodes' || effect === 'all-nodes');
  return fields.map((field) => {
    if (isReplacing && field.effect === 'delete') return { ...field, effect: 'some-nodes' as const };
    return field;
  });
}

/** The converted value depends on what a placeholder stands for. */
const uncertain = (field: FieldChange): FieldChange => {
  if (field.effect === 'none') return field;
  return { ...field, effect: 'unknown', reason: 'its value in the older API version contains a placeholder' };
};

const unknownText = {
  effect: 'unknown',
  reason: 'contains a placeholder, so whether the value changes is unknown',
} as const;

const writtenText = {
  effect: 'unknown',
  reason: 'a line of the template may write this field, so whether its value changes is unknown',
} as const;

const blockText = {
  effect: 'unknown',
  reason: 'is in a block of a template, so whether the value changes is unknown',
} as const;

const hashKept = {
  effect: 'none',
  cause: 'hash',
  reason: 'does not change the drift hash: running nodes stay',
} as const;

/** Whether Karpenter would compute the same drift hash for both; false if a hash is unknown. */
function isSameHash(
  manifest: Manifest,
  [before, after]: readonly [Value, Value],
  { pack, providers }: DiffFacts,
): boolean {
  if (![before, after].every((object) => versionOf(String(at(object, ['apiVersion']))) === 'v1')) return false;

  if (isKind(manifest, 'NodePool')) {
    const [oldHash, newHash] = [before, after].map((object) => nodePoolHash(object as unknown as NodePool, 'v3'));
    return oldHash !== null && oldHash === newHash;
  }

  const drift = classProviderOf(manifest, providers)?.drift;
  return drift?.isSameHash(before, after, karpenter(pack.karpenterVersion)) ?? false;
}

/** Whether a field of a node class alone gives the same drift hash, while other fields change it. */
function isOutOfHash(
  { head }: Both,
  [before, after, path]: readonly [before: Value, after: Value, path: FieldChange['path']],
  facts: DiffFacts,
): boolean {
  const [top, key] = path;
  const [old, now] = [asMapping(at(before, ['spec'])), asMapping(at(after, ['spec']))];
  if (classProviderOf(head, facts.providers) === undefined || top !== 'spec' || typeof key !== 'string') return false;
  if (old === undefined || now === undefined) return false;

  const { [key]: _, ...rest } = old;
  const value = now[key];
  const alone = { ...asMapping(before), spec: { ...rest, ...(value !== undefined && { [key]: value }) } };
  return isSameHash(head, [before, alone], facts);
}

/** Fields move between API versions, so they are compared at the paths they have after the conversion. */
const apiVersionChange = (base: Manifest, head: Manifest): FieldChange => ({
  path: ['apiVersion'],
  before: base.apiVersion,
  after: head.apiVersion,
  effect: 'none',
  cause: 'version',
  reason: 'is a different API version of the same object',
});

/**
 * Both sides of an object as the API server would store them, with defaults and without unknown fields, status and server-managed metadata.
 * If the schema of one side is unknown, neither gets defaults, which would be differences.
 */
function normalizedBoth(sides: readonly [Value, Value], pack: CrdPack): [Value, Value] {
  const [before, after] = sides.map((side) => {
    if (isObject(side)) return pack.find(String(side.apiVersion), String(side.kind))?.schema;
    return undefined;
  });

  const [base, head] = sides;
  if (before === undefined || after === undefined) return [normalized(base, undefined), normalized(head, undefined)];
  return [normalized(base, before), normalized(head, after)];
}

function normalized(whole: Value, schema: Schema | undefined): Value {
  if (!isObject(whole)) return whole;

  const { status: _, ...object } = whole;
  const metadata = ownMetadata(object.metadata);
  const written = withLifetimeOfEks(withoutNull({ ...object, metadata }) as Mapping);
  if (!schema) return written;

  // A CRD's schema does not describe metadata, which the API server handles itself.
  const pruned = prune(withDefaults(written, schema), schema);
  if (isObject(pruned)) return { ...pruned, metadata: withoutNull(metadata) };
  return pruned;
}

/** The labels and annotations of the manifest, without empty maps. */
function ownMetadata(metadata: Value | undefined): Mapping {
  const { labels, annotations } = isObject(metadata) ? metadata : {};
  const { [appliedAnnotation]: _, ...rest } = isObject(annotations) ? annotations : {};
  const entries = Object.entries({ labels: isObject(labels) ? labels : {}, annotations: rest });
  return Object.fromEntries(entries.filter(([, map]) => Object.keys(map).length > 0));
}

/** The API server treats a null field as absent. */
function withoutNull(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (inner === null) return [];
      return [[key, withoutNull(inner)]];
    }),
  );
}

/** Where a static NodePool has its limit. */
const nodeLimitPath = ['spec', 'limits', 'nodes'];

const at = (value: Value, path: readonly (string | number)[]): Value | undefined =>
  path.reduce<Value | undefined>((inner, step) => {
    if (typeof inner === 'object' && inner !== null) return (inner as Readonly<Record<string | number, Value>>)[step];

    return undefined;
  }, value);

const startsWith = (path: readonly (string | number)[], prefix: readonly (string | number)[]): boolean =>
  prefix.every((step, i) => path[i] === step);

/** The node class of base that a NodePool references; undefined if there is none, or several of that name. */
export function referredClass(
  pool: Manifest,
  siblings: readonly Manifest[],
  { nodeClasses }: CloudProvider,
): Manifest | undefined {
  const name = nodeClassRefOf(pool)?.name;

  const isClass = (manifest: Manifest): boolean =>
    nodeClasses.some(({ group, kind }) => manifest.kind === kind && groupOf(manifest.apiVersion) === group);

  const classes = siblings.filter((manifest) => isClass(manifest) && manifest.name === name);

  if (classes.length === 1) return classes[0];
  return undefined;
}

/** What a NodePool may launch; undefined if the catalog belongs to another cloud. */
export function launchableBy(
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
  const provider = providers.find((candidate) => launches(candidate, catalog) && mayBeOf(candidate, pool));
  if (provider?.launching === undefined) return undefined;

  return { catalog, launching: provider.launching, nodeClass: referredClass(pool, siblings, provider) };
}

/** Whether a NodePool may belong to a provider: its reference names one of the provider's groups or kinds, or does not say. */
function mayBeOf({ nodeClasses }: CloudProvider, pool: Manifest): boolean {
  const { group, kind } = asMapping(pool.get(['spec', 'template', 'spec', 'nodeClassRef'])) ?? {};
  if (typeof group === 'string' && !hasPlaceholder(group))
    return nodeClasses.some((nodeClass) => nodeClass.group === group);
  return typeof kind !== 'string' || hasPlaceholder(kind) || nodeClasses.some((nodeClass) => nodeClass.kind === kind);
}

function requirementsPath(manifest: Manifest): string[] | undefined {
  if (isKind(manifest, 'NodePool')) return ['spec', 'template', 'spec', 'requirements'];
  if (isKind(manifest, 'Provisioner')) return ['spec', 'requirements'];
  return undefined;
}

type Clouds = Pick<Surroundings, 'providers' | 'catalog'>;

interface Changed {
  readonly path: string;
  readonly values: readonly (Value | undefined)[];
}

function effectOf(manifest: Manifest, { path, values }: Changed, clouds: Clouds): EffectRow | undefined {
  const holds = (field: string): boolean =>
    values.some((value) => JSON.stringify(value ?? null).includes(`"${field}":`));
  return effectsOf(manifest, clouds).find(
    (row) => row.path.test(path) && (row.contains === undefined || holds(row.contains)),
  );
}

function effectsOf(manifest: Manifest, clouds: Clouds): readonly EffectRow[] {
  const provider = classProviderOf(manifest, clouds.providers);
  if (provider === undefined && !isKarpenter(manifest)) return podEffects(manifest);
  if (provider !== undefined && provider.drift === undefined) return unknownClassEffects;
  if (isOfAlpha(manifest)) return alphaEffects;
  if (isKind(manifest, 'NodePool')) return nodePoolEffects;
  return provider?.drift?.effects ?? overlayEffects(billedBy(clouds));
}

/** The name of the cloud that bills: the catalog's provider, or the only provider there is. */
function billedBy({ providers, catalog }: Clouds): string {
  const provider =
    providers.find(({ name }) => name === catalog?.provider) ??
    (providers.every(({ catalog: catalogName }) => catalogName === undefined || catalogName === providers[0]?.name) &&
      providers[0]);
  if (provider) return provider.title;
  return 'the cloud';
}
