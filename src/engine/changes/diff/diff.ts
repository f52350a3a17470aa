import { type Pair, pairs } from '../../files/places/pair.ts';
import type { SplitFile } from '../../files/places/split-files.ts';
import { nodeClassRefOf } from '../../karpenter/api/pool-fields.ts';
import { type CloudProvider, classProviderOf, providerOf } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { isNodeGroup, removedGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import type { Change, Effect, EffectCause, FieldChange } from '../../manifest/change.ts';
import { existenceCondition } from '../../manifest/existence-condition.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { admissionKinds } from '../../manifest/model/admission-kinds.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { isWrittenStrictly } from '../../manifest/server-side-apply.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Both } from './converted.ts';
import { gated } from './effect-table.ts';
import { fieldChanges, launchableBy, referredClass } from './field-changes.ts';
import { ignoredArgumentOf, ignoredChange } from './ignored-changes.ts';
import { installed } from './installation/installed.ts';
import { endOfCluster, withEndOfController } from './installation/removed-together.ts';
import { removedController, skippedCrds, uninstalled } from './installation/uninstalled.ts';
import { type KeptObject, keptChange } from './kept-objects.ts';
import { isMetByNone } from './launchable-labels.ts';
import { isKarpenter, isKind, isNodeClass, isOfAlpha, mayBeRefused } from './object-kinds.ts';
import { orderText } from './pool-order.ts';
import { forced, mayKeepName, recreated, withOpenName } from './recreated-objects.ts';
import { doubtAboutNodes, remarkOf, withDoubt } from './refused/node-doubts.ts';
import { doubtAboutPool, withoutNodes } from './refused/pool-doubts.ts';
import { afterRefused, isCertainlyRefusedBy, isRefusedBy, refusedChange } from './refused/refused-objects.ts';
import { releasedWorkload, withAutoscalers } from './related/autoscaled.ts';
import { type ChangedObject, withClassEffects } from './related/class-effects.ts';
import { withRenames } from './related/renames.ts';
import { allTogether, type Clusters, type DiffFacts, type Surroundings, surroundingsIn } from './surroundings.ts';
import { isOfPods } from './workload-effects.ts';

/** The differences between base and head with their effects on running nodes, the worst first, then by object. */
export function diff(
  base: ManifestSet,
  head: ManifestSet,
  { pack, providers, kept = [] }: DiffFacts,
  clusters: Clusters = allTogether,
): Change[] {
  const keptByBase = new Map(kept.map((object) => [object.manifest, object]));
  const { siblings, aroundOf } = surroundingsIn({ base, head }, { pack, providers }, clusters);

  const changed = pairs(base, head, clusters.placeOf).flatMap((pair): ChangedObject[] => {
    const manifest = (pair.head ?? pair.base)!;
    const around = aroundOf(manifest);
    const stays = keptByBase.get(pair.base!);
    const split = pair.base && clusters.splitOf(pair.base.source);
    const change = stays === undefined ? withUnknownUse(changeOf(pair, around), split) : changeOfKept(stays, around);

    if (change === undefined) return [];
    return [{ change, manifest }];
  });

  const named = withRenames(changed, {
    clusterOf: clusters.clusterOf,
    isNodeClass: (manifest) => isNodeClass(manifest, providers),
    poolsOf: (manifest, side) => siblings(manifest, side).filter((other) => isKind(other, 'NodePool')),
    fieldsOf: (old, now) => fieldChanges({ base: old, head: now }, aroundOf(now)),
  });
  const scaled = withAutoscalers(named, (manifest) => siblings(manifest, 'head'));
  const ended = withEndOfController(scaled, clusters.clusterOf);
  const changes = withClassEffects(ended, head.manifests, providers, ({ source }) => clusters.clusterOf(source));

  return changes.sort((a, b) => severity.indexOf(b.effect) - severity.indexOf(a.effect));
}

const severity: readonly Effect[] = ['none', 'new-nodes', 'unknown', 'some-nodes', 'all-nodes', 'delete'];

/** The worst of several effects. */
export const worstEffect = (effects: readonly Effect[]): Effect =>
  severity[Math.max(0, ...effects.map((effect) => severity.indexOf(effect)))]!;

function changeOf({ base, head }: Pair, around: Surroundings): Change | undefined {
  if (isDeclaredClaim((head ?? base)!)) return changeOfClaim({ base, head }, around);
  if (!isConcerned((head ?? base)!, around.providers)) {
    if (base && head) return skippedCrds({ base, head }, around.siblings(head, 'head'));
    if (head) return installed(head, around.siblings(head, 'base'), { base: around.base, head: around.head });
    const isGone = !around.isUnread(base!);
    const siblings = isGone ? new Set(around.siblings(base!, 'head')) : undefined;
    const gone =
      siblings && uninstalled(base!, around.mayInstall(), (manifest) => siblings.has(manifest), around.script);
    return gone?.endsKarpenter && around.isClusterGone() ? endOfCluster(gone) : gone;
  }

  if (base && head) return replacedOrModified({ base, head }, around);
  if (head) return added(head, around);
  if (around.isUnread(base!)) return unreadable(base!, around);
  return removed(base!, around);
}

/** A workload that is created again starts new pods, as it does for many changes. Only what nodes belong to is told apart. */
function replacedOrModified(both: Both, around: Surroundings): Change | undefined {
  const change = ignoredChange(both, modified(both, around));
  const isIgnored = ignoredArgumentOf(both.base, both.head) !== undefined;
  if (isIgnored) return change;

  const isOfNodes = isKind(both.head, 'NodePool') || isNodeClass(both.head, around.providers);
  if (!isOfNodes) return change;
  return recreated(both, change) ?? (change && withOpenName(change, both));
}

/** The removal of an object that stays, if its removal would matter. */
function changeOfKept(kept: KeptObject, { providers, siblings }: Surroundings): Change | undefined {
  const { manifest } = kept;
  const others = siblings(manifest, 'head').filter((other) => other !== manifest);
  if (isConcerned(manifest, providers) || uninstalled(manifest, others) !== undefined) return keptChange(kept);
  return undefined;
}

/** Live objects such as NodeClaims are state that nobody declares, and other kinds do not affect nodes. */
const isConcerned = (manifest: Manifest, providers: readonly CloudProvider[]): boolean => {
  if (isKarpenter(manifest) || isNodeClass(manifest, providers)) return !isKind(manifest, 'NodeClaim', 'Machine');

  return isOfPods(manifest) && manifest.get(['spec', 'nodeName']) === undefined;
};

/** A NodeClaim that somebody wrote. Those that a cluster printed have an identity there, and nobody applies them. */
const isDeclaredClaim = (manifest: Manifest): boolean =>
  isKarpenter(manifest) &&
  isKind(manifest, 'NodeClaim', 'Machine') &&
  !manifest.isInValues &&
  manifest.get(['metadata', 'uid']) === undefined &&
  manifest.get(['metadata', 'ownerReferences']) === undefined &&
  manifest.get(['status']) === undefined;

/**
 * Karpenter launches a node for each NodeClaim, whoever creates it, and terminates the node before the NodeClaim is gone. Its spec cannot be
 * changed. Sources: core pkg/controllers/nodeclaim/lifecycle/controller.go (Reconcile, finalize), pkg/apis/v1/nodeclaim.go ("spec is immutable").
 */
function changeOfClaim({ base, head }: Pair, around: Surroundings): Change | undefined {
  if (base && head) return undefined;
  const manifest = (head ?? base)!;
  const of = { resource: manifest.ref, fields: [], span: manifest.span([]) };
  if (head) return { ...of, type: 'added', effect: 'new-nodes', summary: 'new; Karpenter launches a node for it' };
  if (around.isUnread(manifest)) return unreadable(manifest, around);
  return { ...of, type: 'removed', effect: 'delete', summary: 'removed; deleting it terminates its node' };
}

function added(head: Manifest, { unserved, objectsOf, pack, providers }: Surroundings): Change {
  const span = head.span([]);

  if (unserved(head, 'head') !== undefined) {
    const summary = `new, but Karpenter does not serve it as \`${head.apiVersion}\`, so it has no effect`;
    return { resource: head.ref, type: 'added', fields: [], effect: 'none', summary, span };
  }

  const uncalled = mayBeRefused(head, providers) ? uncalledModuleOf(head) : undefined;
  if (uncalled !== undefined) {
    const remark = `Whether ${head.kind} ${quoted(head.name)} is created is unknown: ${uncalled}`;
    return {
      resource: head.ref,
      type: 'added',
      fields: [],
      effect: 'unknown',
      summary: `new, but ${uncalled}`,
      remark,
      span,
    };
  }

  if (mayBeRefused(head, providers) && isCertainlyRefusedBy(pack, head)) {
    const summary = 'new, but the API server refuses it, so it has no effect';
    return { resource: head.ref, type: 'added', fields: [], effect: 'none', summary, span };
  }

  const isPool = isKind(head, 'NodePool', 'Provisioner');
  const otherPools = isPool ? (objectsOf(head, 'head')?.ofKind(head.kind) ?? []) : [];
  const condition = existenceCondition(head);
  const isNew = condition === undefined ? 'new' : `new, if ${quoted(condition)} creates it`;

  return {
    resource: head.ref,
    type: 'added',
    fields: [],
    effect: isPool ? 'new-nodes' : 'none',
    ...(condition !== undefined && { condition }),
    summary: isPool ? `${isNew}${ofNewPool(head, otherPools)}` : `${isNew}${ofNewPods(head)}`,
    span,
  };
}

/** A NodePool with `replicas` launches no nodes for pods. Source: core pkg/controllers/provisioning/provisioner.go NewScheduler. */
const ofNewPool = (pool: Manifest, others: readonly Manifest[]): string => {
  if (pool.get(['spec', 'replicas']) === undefined)
    return `; it may launch nodes for pods that match it${orderText(pool, others)}`;

  return ', with fixed `replicas`';
};

function removedForGood(base: Manifest, { providers, siblings }: Surroundings): [Effect, string] {
  if (isKind(base, 'NodePool', 'Provisioner')) return ['delete', 'removed; deleting it terminates all of its nodes'];

  const others = siblings(base, 'head');
  if (!isNodeClass(base, providers)) return ['none', `removed${releasedWorkload(base, others) || whenRemoved(base)}`];
  if (areOthersUsed(base, others)) return ['none', 'removed; the NodePools refer to other node classes'];

  return ['new-nodes', 'removed; NodePools that refer to it can no longer launch nodes'];
}

/** A NodePool owns its NodeClaims, so deleting it deletes its nodes (core nodeclaimtemplate.go, ownerRef). */
function removed(base: Manifest, around: Surroundings): Change {
  const { siblings } = around;
  const [effect, summary]: [Effect, string] =
    removedUnaccepted(base, around) ??
    (mayKeepName(base, around.head) ? openRemoval(base, around) : undefined) ??
    (isNodeGroup(base) ? removedGroup(base, siblings(base, 'head')) : undefined) ??
    removedForGood(base, around);

  const span = base.span([]);
  const condition = existenceCondition(base);
  const inHead = new Set(siblings(base, 'head'));
  const ofController = removedController(base, around.mayInstall(), (manifest) => inHead.has(manifest), around.script);
  const end = ofController?.endsKarpenter && around.isClusterGone() ? endOfCluster(ofController) : ofController;
  const outcome = { effect, summary, ...end };
  if (condition === undefined) return { resource: base.ref, type: 'removed', fields: [], ...outcome, span };

  return {
    resource: base.ref,
    type: 'removed',
    fields: [],
    ...outcome,
    // Nothing is deleted if it never existed.
    effect: effect === 'delete' ? 'unknown' : outcome.effect,
    condition,
    summary: `${outcome.summary}, if ${quoted(condition)} created it`,
    span,
  };
}

/** The effect of removing what may have the same name as before, if that decides about nodes. */
const openRemoval = (base: Manifest, { providers }: Surroundings): [Effect, string] | undefined => {
  if (isKind(base, 'NodePool', 'Provisioner') || isNodeClass(base, providers))
    return ['unknown', 'a part of its name is unknown, so whether Terraform deletes it with its nodes is unknown'];

  return undefined;
};

/**
 * The effect of removing what the API server does not accept before the change, or a NodePool whose only node class it does not accept. An
 * earlier version of it may be in the cluster, unless Karpenter does not have its kind. Undefined for everything else.
 */
function removedUnaccepted(base: Manifest, around: Surroundings): [Effect, string] | undefined {
  const { unserved, packBefore, providers, siblings } = around;
  if (unserved(base, 'base') === 'kind')
    return ['none', `removed; Karpenter does not have the kind ${base.kind}, so no nodes belong to it`];

  const isUnaccepted = (manifest: Manifest): boolean =>
    unserved(manifest, 'base') !== undefined || isRefusedBy(packBefore, manifest);
  if (!isKarpenter(base) && !isNodeClass(base, providers)) return undefined;

  if (isUnaccepted(base))
    return [
      'unknown',
      'removed; the API server refuses it before the change, so whether it is in the cluster is unknown',
    ];

  if (!isKind(base, 'NodePool')) return undefined;

  const idleness = idlenessOf(base, around);
  if (idleness !== undefined) return ['unknown', `removed; whether it has nodes is unknown: ${idleness}`];

  const nodeClass = providers
    .map((provider) => referredClass(base, siblings(base, 'base'), provider))
    .find((candidate) => candidate !== undefined);
  if (nodeClass === undefined || !isUnaccepted(nodeClass)) return undefined;

  const { kind, name } = nodeClass;
  return ['unknown', `removed; the API server refuses its ${kind} \`${name}\`, so whether it has nodes is unknown`];
}

/** Whether there are NodePools, and it is known that none of them refers to a node class. */
function areOthersUsed({ name }: Manifest, siblings: readonly Manifest[]): boolean {
  const pools = siblings.filter((other) => isKind(other, 'NodePool', 'Provisioner'));
  const names = pools.map((pool) => nodeClassRefOf(pool)?.name);
  return pools.length > 0 && names.every((other) => other !== undefined && other !== name && !hasPlaceholder(other));
}

const podsStay = 'running pods keep what they request until they restart';

/** What an object that decides about new pods does to running ones, as a clause; undefined for all other objects. */
const ofRunningPods = (manifest: Manifest): string | undefined => {
  if (!admissionKinds.includes(manifest.kind)) return undefined;
  if (manifest.kind === 'VerticalPodAutoscaler') return ofVerticalAutoscaler[updateModeOf(manifest)] ?? podsStay;
  return podsStay;
};

/** Source: kubernetes/autoscaler vertical-pod-autoscaler, pkg/updater. With other modes, it changes pods only when they are created. */
const ofVerticalAutoscaler: Readonly<Record<string, string>> = {
  Auto: 'it evicts running pods to resize them, as far as PodDisruptionBudgets allow',
  Recreate: 'it evicts running pods to resize them, as far as PodDisruptionBudgets allow',
  InPlaceOrRecreate: 'it resizes running pods, and evicts those that it cannot resize',
  Off: 'it only recommends requests, and no pod changes',
};

const updateModeOf = (manifest: Manifest): string => {
  const mode = manifest.get(['spec', 'updatePolicy', 'updateMode']);
  if (mode === undefined) return 'Auto';
  return `${mode}`;
};

const ofNewPods = (manifest: Manifest): string => {
  const clause = ofRunningPods(manifest);
  if (clause === undefined) return '';
  return `; ${clause}`;
};

/** Nothing resizes pods once their autoscaler is deleted. */
const whenRemoved = (manifest: Manifest): string => {
  const isIdle = manifest.kind === 'VerticalPodAutoscaler' && updateModeOf(manifest) === 'Off';
  if (admissionKinds.includes(manifest.kind) && !isIdle) return `; ${podsStay}`;
  return '';
};

function unreadable(base: Manifest, { isOnlyRefused }: Surroundings): Change {
  const reason = isOnlyRefused ? 'Terraform refuses a file that may have it' : 'its file can no longer be read';
  const summary = `${reason}, so whether it is kept, changed or removed is unknown`;
  return { resource: base.ref, type: 'unknown', fields: [], effect: 'unknown', summary, span: base.span([]) };
}

/** What another Kubernetes version of the cluster does to the images of a node class. A cluster that the provider has upgraded keeps its images. */
function imageChanges(head: Manifest, { kubernetes, providers }: Surroundings): readonly FieldChange[] {
  if (kubernetes === undefined) return [];
  const images = classProviderOf(head, providers)?.drift?.kubernetesChanges(head, kubernetes) ?? [];
  if (kubernetes.mayBeDone !== true) return images;

  const unless = `, unless the cluster already runs ${kubernetes.to}: Kubernetes ${kubernetes.from} is no longer supported`;
  return images.map((image) => ({ ...image, effect: 'unknown', reason: `${image.reason}${unless}` }));
}

/**
 * The change of an object that both sides have; undefined if no node depends on it. What the cluster does not serve or
 * accept on one of the sides comes first, because nothing else of it happens then.
 */
function modified({ base, head }: Both, around: Surroundings): Change | undefined {
  const images = imageChanges(head, around);
  const selection = selectionChanges({ base, head }, around);
  const written = base.object === head.object ? [] : withSelection(fieldChanges({ base, head }, around), selection);
  const changed = withMissingSelection(withMissingImages(written, head, around), { base, head }, around);
  const all = [...images, ...selection, ...stopping({ base, head }, around), ...changed];
  if (all.length === 0) return undefined;

  const unserved = { before: around.unserved(base, 'base'), after: around.unserved(head, 'head') };
  if (unserved.before !== undefined && unserved.after !== undefined) return unservedOnBothSides(head, all);
  if (unserved.after !== undefined && mayBeRefused(head, around.providers)) return unservedAtHead(head, all);

  const wasRefused = unserved.before !== undefined || isRefusedBy(around.packBefore, base);
  const worst = worstEffect(changed.map((field) => field.effect));
  const hasEffect =
    (worst !== 'none' || isWrittenStrictly(head)) && changed.length > 0 && !(wasRefused && worst === 'new-nodes');
  const isRefused = hasEffect && unserved.after === undefined && mayBeRefused(head, around.providers);

  // What the cluster does not have is not updated, and an update in another version is converted first.
  const old = wasRefused || base.apiVersion !== head.apiVersion ? undefined : base;
  if (isRefused && isCertainlyRefusedBy(around.pack, head, old)) {
    const isAccepted = old !== undefined && !isRefusedBy(around.pack, head);
    const isOfNodes = isKind(head, 'NodePool') || isNodeClass(head, around.providers);
    const again = isOfNodes ? forced(head, changed, isAccepted) : undefined;
    if (again !== undefined) return again;

    const refused = { head, old, pack: around.pack, wasRefused, summaryOf, worstOf: worstEffect };
    return withImages(refusedChange({ ...refused, fields: changed }), wasRefused ? images.map(afterRefused) : images);
  }

  const doubt = wasRefused ? undefined : doubtAbout(base, around);
  const fields = wasRefused ? all.map(afterRefused) : withDoubts(all, doubt, base);
  const effect = worstEffect(fields.map((field) => field.effect));
  const remark = remarkOf(head, { wasRefused: isCertainlyRefusedBy(around.packBefore, base), doubt });

  const ofNodes = () => {
    if (wasRefused && effect === 'unknown') return refusedSummary;
    return modifiedSummary(fields, effect);
  };

  const whenThere = ofRunningPods(head) ?? ofNodes();
  const condition = existenceCondition(head);

  const summary = () => {
    if (condition === undefined) return whenThere;
    return `${whenThere}, if ${quoted(condition)} creates it`;
  };

  return {
    resource: head.ref,
    type: 'modified',
    fields,
    effect,
    summary: summary(),
    span: head.span([]),
    ...(condition !== undefined && { condition }),
    ...(remark !== undefined && effect === 'unknown' && { remark }),
  };
}

/** Why it is unknown whether an object of base has nodes; undefined if nothing speaks against it. */
function doubtAbout(base: Manifest, around: Surroundings): string | undefined {
  const uncalled = mayBeRefused(base, around.providers) ? uncalledModuleOf(base) : undefined;
  if (uncalled !== undefined) return uncalled;
  if (isKind(base, 'NodePool')) return idlenessOf(base, around);
  if (!isNodeClass(base, around.providers)) return undefined;

  const isIdle = (pool: Manifest): boolean => idlenessOf(pool, around) !== undefined;
  return doubtAboutNodes(base, { ...around, before: around.siblings(base, 'base'), isIdle });
}

/** Why a NodePool could launch no nodes before the change; undefined if live state shows nodes of it, or if nothing speaks against them. */
function idlenessOf(pool: Manifest, { catalog, providers, runsNodes, siblings }: Surroundings): string | undefined {
  if (runsNodes(pool)) return undefined;
  const launchable = catalog && launchableBy(pool, { catalog, providers, siblings: siblings(pool, 'base') });
  return doubtAboutPool(pool, (requirements) => launchable !== undefined && isMetByNone(requirements, launchable));
}

/** Whether a NodePool that could launch no nodes gets other requirements and nothing else that decides about running nodes. */
const isRepair = (base: Manifest, fields: readonly FieldChange[]): boolean =>
  isKind(base, 'NodePool') &&
  fields.every(({ effect, cause }) => cause === 'requirements' || effect === 'none' || effect === 'new-nodes');

/** The fields of an object that may have no nodes. */
function withDoubts(fields: readonly FieldChange[], doubt: string | undefined, base: Manifest): readonly FieldChange[] {
  if (doubt === undefined) return fields;
  if (!isRepair(base, fields)) return fields.map((field) => withDoubt(field, doubt));
  return fields.map((field) => (field.cause === 'requirements' ? withoutNodes(field, doubt) : field));
}

/** Why it is unknown whether an object is in a cluster: a module of Terraform creates it, and nothing here calls that. A clause. */
function uncalledModuleOf({ source: { origin } }: Manifest): string | undefined {
  if (!origin?.isUncalled) return undefined;
  return `nothing in this repository calls the module ${quoted(origin.root)}`;
}

/** The class in the cluster follows the control plane, although its new version is refused. */
function withImages(refused: Change, images: readonly FieldChange[]): Change {
  const [first] = images;
  if (first === undefined) return refused;
  const { remark: _, ...change } = refused;
  return { ...change, fields: [...images, ...refused.fields], effect: first.effect, summary: summaryOf(first.effect) };
}

/** Karpenter compares no images if the class selects none: its nodes do not drift, and it launches none. */
function withMissingImages(
  fields: readonly FieldChange[],
  head: Manifest,
  { providers, catalog, kubernetesAfter }: Surroundings,
): readonly FieldChange[] {
  const drift = classProviderOf(head, providers)?.drift;
  if (kubernetesAfter === undefined || !drift?.hasNoImages?.(head, kubernetesAfter, catalog ?? null)) return fields;

  const reason = `selects no image for Kubernetes ${kubernetesAfter}: Karpenter launches no nodes, and running nodes stay`;
  return fields.map((field) => (field.cause === 'ami' ? { ...field, effect: 'new-nodes', reason } : field));
}

/** The causes of drift that Karpenter compares only if a class selects something of each. */
const comparedSelections: ReadonlySet<EffectCause> = new Set(['ami', 'subnets', 'security-groups']);

/** If a class selects no subnet or no security group, Karpenter compares nothing that it selects: its nodes do not drift, and it launches none. */
function withMissingSelection(
  fields: readonly FieldChange[],
  { base, head }: Both,
  { providers, objectsOf, head: manifests }: Surroundings,
): readonly FieldChange[] {
  const drift = classProviderOf(head, providers)?.drift;
  const isSelection = ({ cause }: FieldChange): boolean => cause === 'subnets' || cause === 'security-groups';
  if (!drift?.missingSelection || !fields.some(isSelection)) return fields;

  const clusterOf = (manifest: Manifest) => objectsOf(manifest, 'head') ?? noObjects;
  const [before, after] = [objectsOf(base, 'base'), objectsOf(head, 'head')];
  if (before === undefined || after === undefined) return fields;

  const missing = drift.missingSelection(
    { nodeClass: base, cluster: before },
    { nodeClass: head, cluster: after },
    { manifests, clusterOf },
  );
  if (missing === undefined) return fields;

  const { noun, isCertain } = missing;
  const stays = 'running nodes stay, and Karpenter launches none';
  const reason = isCertain
    ? `the class then selects no ${noun}, so ${stays}`
    : `the class then selects no ${noun} of these files. Without any, ${stays}. With another, nodes drift`;

  return fields.map((field) => {
    if (!comparedSelections.has(field.cause)) return field;
    return { ...field, effect: isCertain ? 'new-nodes' : 'unknown', selectsNothing: true, reason };
  });
}

const noObjects: ClusterObjects = { manifests: [], ofKind: () => [], unreadFiles: [] };

/** Field changes whose effect depends on what the terms select, once that is known. */
function withSelection(fields: readonly FieldChange[], selection: readonly FieldChange[]): readonly FieldChange[] {
  return fields.map((field) => {
    const selected = selection.find(({ cause }) => cause === field.cause);
    if (field.effect !== 'unknown' || selected === undefined) return field;
    return { ...field, effect: selected.effect, reason: `decides what is selected: ${selected.after}` };
  });
}

/** What a node class selects in its cluster, if that changes. */
function selectionChanges({ base, head }: Both, { providers, objectsOf }: Surroundings): readonly FieldChange[] {
  const drift = classProviderOf(head, providers)?.drift;
  if (drift?.selectedChanges === undefined) return [];
  const [before, after] = [objectsOf(base, 'base'), objectsOf(head, 'head')];
  if (before === undefined || after === undefined) return [];

  const fields = drift.selectedChanges({ nodeClass: base, cluster: before }, { nodeClass: head, cluster: after });
  if (isOfAlpha(head)) return fields.map(asGated);
  return fields;
}

/** Nodes of Provisioners and AWSNodeTemplates drift only if somebody has turned drift on. */
const asGated = (field: FieldChange): FieldChange => {
  if (field.effect !== 'some-nodes' && field.effect !== 'all-nodes') return field;
  return { ...field, effect: 'unknown', cause: 'gated', reason: gated };
};

/** That the provider of a NodePool launches nodes before the change and not after it, which no field of the NodePool shows. */
function stopping({ base, head }: Both, { providers, objectsOf }: Surroundings): readonly FieldChange[] {
  const reference = isKind(head, 'NodePool') ? nodeClassRefOf(head) : undefined;
  const stops = reference && providerOf(reference, providers)?.provider.stopping;
  const [before, after] = [objectsOf(base, 'base')?.manifests, objectsOf(head, 'head')?.manifests];
  if (!stops || !before || !after || stops.isStopped(before, after) !== false) return [];

  const isStopped = stops.isStopped(after, before);
  if (isStopped === false) return [];

  const { title } = providerOf(reference, providers)!.provider;
  const nodes = { path: ['status', 'nodes'], before: `launched by ${title}`, cause: 'other' } as const;

  return [
    isStopped
      ? {
          ...nodes,
          after: 'none',
          effect: 'delete',
          reason: `is 0 after the change: ${stops.because}, so nothing launches nodes`,
        }
      : {
          ...nodes,
          after: 'unknown',
          effect: 'unknown',
          reason: `may be 0 after the change: it is unknown whether ${stops.because}`,
        },
  ];
}

/** What no cluster accepts has no effect, whatever changes in it. */
function unservedOnBothSides(head: Manifest, fields: readonly FieldChange[]): Change {
  const reason = 'is in an object that Karpenter does not serve';
  return {
    resource: head.ref,
    type: 'modified',
    fields: fields.map((field) => ({ ...field, effect: 'none', reason })),
    effect: 'none',
    summary: `Karpenter does not serve it as \`${head.apiVersion}\`, so it has no effect`,
    span: head.span([]),
  };
}

/** The cluster keeps the object that it has if Karpenter does not serve the version of the new one. */
function unservedAtHead(head: Manifest, fields: readonly FieldChange[]): Change {
  const reason = 'is in an object that the API server refuses';
  const refusal = `The API server refuses ${head.kind} \`${head.name}\` as \`${head.apiVersion}\``;
  return {
    resource: head.ref,
    type: 'modified',
    fields: fields.map((field) => ({ ...field, effect: 'none', reason })),
    effect: 'none',
    summary: 'the API server refuses it, so running nodes stay',
    remark: `${refusal}, so the change has no effect on its nodes`,
    span: head.span([]),
  };
}

/** A change of an object whose file becomes several environments, if nothing says which of them used it. */
function withUnknownUse(change: Change | undefined, split: SplitFile | undefined): Change | undefined {
  if (change?.type !== 'modified' || split === undefined || split.owner !== undefined) return change;

  const fields = change.fields.map((field) => {
    if (field.effect === 'none' || field.effect === 'new-nodes') return field;

    return { ...field, effect: 'unknown' as const, reason: `${field.reason}, if \`${split.file}\` was used here` };
  });

  const effect = worstEffect(fields.map((field) => field.effect));
  if (effect !== 'unknown') return change;

  const summary = `its effect on running nodes is unknown, because no file says which environment used \`${split.file}\``;
  return { ...change, fields, effect, summary, usedFile: split.file };
}

const refusedSummary = 'the API server refuses it before the change, so its effect on running nodes is unknown';

const summaries: Readonly<Record<Effect, string>> = {
  none: 'running nodes stay',
  'new-nodes': 'new nodes may differ, and no running node drifts',
  'some-nodes': 'nodes that no longer match must be replaced',
  'all-nodes': 'all of its nodes must be replaced',
  delete: 'some of its nodes are deleted',
  unknown: 'its effect on running nodes is unknown',
};

const summaryOf = (effect: Effect): string => summaries[effect];

/** If only the number of static nodes matters, it is the summary. */
function modifiedSummary(fields: readonly FieldChange[], effect: Effect): string {
  const [first, ...others] = fields.filter((field) => field.effect === effect);
  if (effect === 'delete' && first?.path[0] === 'status') return 'all of its nodes are deleted';
  if (first?.cause === 'replicas' && others.length === 0 && effect !== 'some-nodes') return first.reason;
  return summaryOf(effect);
}
