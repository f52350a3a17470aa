import { targetOfRelease } from '../../files/sources/gitops/release-target.ts';
import { injectorKeys } from '../../karpenter/api/injectors.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { namesOciVersion } from '../../karpenter/installation/helm-releases.ts';
import { canonical } from '../../manifest/canonical.ts';
import { generatedVersions } from '../../manifest/hints/generator-values.ts';
import { namesClusterVersion } from '../../manifest/hints/helm-values.ts';
import { placeInTemplate } from '../../manifest/makers/found-templates.ts';
import { changesPods, makesPods } from '../../manifest/makers/makes-pods.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { queueKinds } from '../../manifest/model/admission-kinds.ts';
import { isDefinitionKind } from '../../manifest/model/definition-kinds.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  type Path,
  pathText,
  type Value,
  valueAt,
} from '../../manifest/model/manifest.ts';
import { mayChangeCustomObjects } from '../../manifest/pod-policies/changed-kinds.ts';
import { isPlainPolicy } from '../../manifest/pod-policies/policies.ts';
import type { ArgumentDecision, RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { titleOf } from '../../text/diagnostic.ts';
import { resolvePath } from '../../text/source.ts';
import { type Difference, differences } from '../diff/differences.ts';
import { uncomparedBecause } from '../diff/placeholders/uncompared-values.ts';
import { isOfPods, podEffects } from '../diff/workload-effects.ts';
import { judgedChartValue, judgedNames, judgedSpread, placeOfSpread } from './chart-value-judgement.ts';
import {
  deciding,
  harmless,
  type Judgement,
  modelled,
  notUnderstood,
  ruled,
  seenOnly,
  uncompared,
  weakest,
  withDecision,
  withTopics,
} from './judgement.ts';
import { decisionOfChart } from './kinds/chart-decisions.ts';
import { judgedCrd } from './kinds/crd-judgement.ts';
import { reasonOfDecision } from './kinds/deciding-objects.ts';
import { carriesOthers, type DeliveryKey, deliveryEffect, isOfUnknownOperator } from './kinds/delivery-keys.ts';
import { decisionOfKind } from './kinds/kind-decisions.ts';
import { isKnownKind, isNearKarpenter, isNodeService, isServiceOfNodes, reasonOfKind } from './kinds/known-kinds.ts';
import { effectOnController } from './kinds/policy-of-controller.ts';
import { asBeforeAndAfter, type SideName } from './line-changes.ts';
import { mayGrow, raisesLimit } from './terraform/raised-limit.ts';

/** What providers know of a field of an object of Terraform. */
export interface ReadsTerraform {
  /** What rules work out from it; undefined if none reads it. */
  topicOf(kind: string, spec: Value | undefined, field: string): RuledTopic | undefined;
  /** What it decides; undefined if nothing is known of it. */
  decisionOf(kind: string, spec: Value | undefined, field: string): ArgumentDecision | undefined;
  /** The name that it has in another version of its module; undefined if it has none. */
  otherNameOf?(kind: string, spec: Value | undefined, field: string): string | undefined;
  /** What it is if nobody writes it: a text as it is, anything else as JSON. Undefined if that is unknown. */
  defaultOf?(kind: string, spec: Value | undefined, field: string): string | undefined;
}

/** An object on the side where a place is, and its counterpart; undefined if it is added or removed. */
export interface JudgedObject {
  readonly manifest: Manifest;
  readonly other: Manifest | undefined;
  /** The side of `manifest`. */
  readonly side: SideName;
  /** A text of the base with the addresses that head has for the same resources and modules. */
  readonly movedText?: (text: string) => string;
  /** Everything that is applied after the change. */
  readonly after?: ManifestSet;
  /** Whether the change installs Karpenter where nothing did before. */
  readonly isFirstInstallation?: () => boolean;
  /** Everything that is applied before the change. */
  readonly before?: Pick<ManifestSet, 'manifests'>;
  /** Whether a path of an object is a value of a chart whose version reads it nowhere. */
  readonly isUnreadValue?: (manifest: Manifest, path: Path) => boolean;
  /** What definitions of the repository take from ConfigMaps and Secrets. */
  readonly taken?: { reasonOf(manifest: Manifest, path: Path): string | undefined };
}

/** Whether no side that has a value of a chart reads it. */
function isReadNowhere({ manifest, other, isUnreadValue }: JudgedObject, path: Path): boolean {
  if (isUnreadValue === undefined || other === undefined) return false;
  const having = [manifest, other].filter(({ object }) => valueAt(object, path) !== undefined);
  return having.length > 0 && having.every((side) => isUnreadValue(side, path));
}

/** `NodePool web`. */
export const nameOfObject = (manifest: Manifest): string => titleOf(manifest).trim();

/** `NodePool web spec.limits`, and `aws_subnet.a tags` of a resource of Terraform, as its block is called. */
function nameOfField(manifest: Manifest, path: Path): string {
  const { kind, name, apiVersion } = manifest;
  const isBlock = groupOf(apiVersion) === 'terraform' && /^module$|_/.test(kind) && kind !== 'helm_release';
  if (isBlock) return `${kind}.${name} ${pathText(path.slice(1))}`.trim();
  if (kind === 'IamPolicy') return `policy ${name} ${pathText(path.slice(1))}`.trim();
  return `${nameOfObject(manifest)} ${pathText(path)}`.trim();
}

/** A changed field of an object. An empty path is the whole object. */
export function judgedField(object: JudgedObject, path: Path, reads: ReadsTerraform): Judgement {
  const { manifest, other } = object;
  const read = judgedValue(object, path, reads);
  const judgement = comparedOnly(object, path, read);
  const together = judgement.class === 'not understood' ? valuesTogether(object, path) : undefined;
  if (together !== undefined) {
    const chart = chartsIn(manifest);
    const isOfOther = judgement.decides !== undefined && !/karpenter/.test(chart);
    // Several values decide several things.
    const decision = isOfOther ? decisionOfChart(chart, 'values') : undefined;
    return { ...withDecision(judgement, decision), what: together };
  }

  const values = judgement.class === 'not understood' ? valuesText(object, path, judgement.isUncompared) : '';
  if (values !== '') return { ...judgement, what: `${judgement.what}${values}` };

  const isWhole = other === undefined && judgement.class !== 'harmless';
  // What is known of an object that is new or gone holds for all of it.
  if (isWhole) return { ...judgement, what: nameOfField(manifest, []) };
  return judgement;
}

/** What is known of a field that a stage reads. A value that is unknown on a side may be equal to the other one, or different. */
function comparedOnly({ manifest, other, side, movedText }: JudgedObject, path: Path, read: Judgement): Judgement {
  if (read.class !== 'modelled' || other === undefined || showsUnknown(manifest)) return read;

  const [old, now] = asBeforeAndAfter(side, manifest, other);
  const [oldValue, newValue] = [old, now].map((version) => valueAt(version.object, path));
  const isMoved = typeof oldValue === 'string' && movedText?.(oldValue) === newValue;
  const because = isMoved ? undefined : uncomparedBecause(oldValue, newValue);

  if (because === undefined) return read;
  return uncompared(read, because);
}

/** Whether the comparison of objects and the simulation say themselves that a value of an object is unknown. */
const showsUnknown = (manifest: Manifest): boolean =>
  isKarpenterGroup(groupOf(manifest.apiVersion)) ||
  isNodeClassKind(manifest.kind) ||
  (isOfPods(manifest) && !isNodeGroup(manifest));

/**
 * The name of values whose chart is elsewhere: one place for each key at the top, or the only list or mapping below it that differs, because nothing
 * finer is known about them. Undefined if only this value differs, or for other fields.
 */
function valuesTogether(object: JudgedObject, path: Path): string | undefined {
  const at = path.findIndex((step) => step === 'values' || step === 'valuesObject');
  if (object.other === undefined || at === -1 || path.length <= at + 2) return undefined;
  const top = path.slice(0, at + 2);
  const [difference, ...others] = differencesBelow(object, top);
  const place = difference === undefined || others.length > 0 ? top : difference.path;
  if (place.length >= path.length) return undefined;
  return `${nameOfObject(object.manifest)} ${pathText(place)}`;
}

const comparedValues = new WeakMap<Manifest, Map<string, readonly Difference[]>>();

/** What differs below a path. */
function differencesBelow({ manifest, other }: JudgedObject, top: Path): readonly Difference[] {
  const compared = comparedValues.get(manifest) ?? new Map<string, readonly Difference[]>();
  comparedValues.set(manifest, compared);
  const key = pathText(top);
  const differing = compared.get(key) ?? differences(valueAt(manifest.object, top), valueAt(other?.object, top), top);
  compared.set(key, differing);
  return differing;
}

/** ` 1.2 → 1.3`; empty unless both sides have a short value, and for secrets. What only the cluster has is named in full. */
function valuesText({ manifest, other, side }: JudgedObject, path: Path, isUncompared = false): string {
  if (manifest.kind === 'Secret') return '';
  const [old, now] = asBeforeAndAfter(side, manifest, other);
  const [oldText, newText] = [old, now].map((version) => textIn(valueAt(version?.object, path), isUncompared));
  if (
    oldText === undefined ||
    newText === undefined ||
    Math.max(oldText.length, newText.length) > (isUncompared ? 100 : 40)
  )
    return '';
  return ` ${oldText} → ${newText}`;
}

/** A value as text; a list or a mapping only if it is named in full. */
const textIn = (value: Value | undefined, isInFull: boolean): string | undefined =>
  asText(value) ?? (isInFull && value !== undefined ? canonical(value) : undefined);

/** A statement of a policy of AWS. Rules compare some of its actions, resources and conditions, and not each of them. */
const ofPolicy = (what: string): Judgement =>
  withTopics(modelled(what, 'is compared with what Karpenter needs'), ['access', 'interruption']);

/** Fields of `metadata` that identify an object. */
const identifying = /^(?:undefined|name|namespace|generateName)$/;

/**
 * What a line of an object is for the review. The first judge that knows answers, so the order decides: what is the same
 * on both sides, then what decides about other objects (labels of namespaces, owners, delivery), then the kinds that
 * stages read, each before the wider group that it belongs to, and kinds that nothing reads last.
 */
function judgedValue(object: JudgedObject, written: Path, reads: ReadsTerraform): Judgement {
  const { manifest, other } = object;
  const [first, second] = written;
  const isIdentity =
    first === 'kind' || first === 'apiVersion' || (first === 'metadata' && identifying.test(`${second}`));
  const path = isIdentity ? [] : written;
  const what = nameOfField(manifest, written);
  const value = valueAt(manifest.object, written);
  if (other !== undefined && canonical(value) === canonical(valueAt(other.object, written)))
    return harmless(what, 'the same value, written in another way or at another place');

  const { kind, apiVersion } = manifest;
  const group = groupOf(apiVersion);
  if (group === 'terraform') return ofTerraform(object, path, { what, reads });
  const decision = [manifest, other].flatMap((candidate) => {
    if (candidate) return reasonOfDecision(candidate, path) ?? object.taken?.reasonOf(candidate, path) ?? [];
    return [];
  })[0];
  if (decision !== undefined) return notUnderstood(what, decision, isNearKarpenter(manifest));
  if (path[0] === 'status') return harmless(what, 'state that a controller writes, and nobody declares');
  if (kind === 'Namespace' && injectorKeys.has(String(path[2])))
    return modelled(what, 'decides which container a webhook adds to the pods of the namespace');

  if (path[0] === 'metadata' && path[1] === 'ownerReferences') return judgedOwner(object, what);

  const ofMetadata = path[0] === 'metadata' ? judgedMetadata(object, path, what) : undefined;
  if (isKarpenterGroup(group) || isNodeClassKind(kind))
    return modelled(what, 'is compared with what nodes were launched with');
  // All lines of an object that is new say what its metadata do.
  const ofNew = other === undefined ? judgedDelivery(object, ['metadata'], what) : undefined;
  if (ofNew?.class === 'not understood') return ofNew;
  if (ofMetadata) return ofMetadata;
  if (kind === 'IamPolicy') return ofPolicy(what);

  const isDefinition = isDefinitionKind(kind, group);
  if (isDefinition && other === undefined && chartsIn(manifest) === 'karpenter-crd')
    return seenOnly(what, installsCrds, true);
  if (isDefinition && other === undefined && /karpenter/.test(chartsIn(manifest)) && !path.includes('values'))
    return modelled(what, 'installs Karpenter');
  if (isDefinition) return ofDefinition(object, path, what);
  if (kind === 'KustomizeChart' && path[0] === 'includeCRDs' && other !== undefined)
    return modelled(what, 'decides whether the CRDs are deleted');
  const chart = kind === 'KustomizeChart' ? asText(manifest.get(['name'])) : undefined;
  if (chart !== undefined && !/^karpenter(?:-crd)?$/.test(chart))
    return notUnderstood(what, `plumbline does not render the chart \`${chart}\``, isNodeService(chart));
  if (kind === 'HelmValues' && isOfFirstInstallation(object)) return modelled(what, 'installs Karpenter');
  if (kind === 'HelmValues' || kind === 'KustomizeChart') return judgedValueOfChart(object, path, what);

  if (kind === 'Node' && group === '') return notUnderstood(what, changesNode, true);

  const policy = ofAdmission(object, what);
  if (policy !== undefined) return policy;
  if (other === undefined && makesPods(manifest)) return modelled(what, 'its pods are simulated');
  if (other !== undefined && makesPods(manifest) && !changesPods(manifest, other))
    return seenOnly(what, 'no stage reads this field');
  if (isOfPods(manifest)) return ofWorkload(manifest, path, what);
  if (kind === 'Kustomization' && group !== 'kustomize.toolkit.fluxcd.io') return ofKustomization(path, what);

  if (
    other !== undefined &&
    kind === 'HelmRepository' &&
    path[0] === 'spec' &&
    (path[1] === 'url' || path.length === 1)
  )
    return notUnderstood(what, 'charts come from another place');

  if (kind === 'CustomResourceDefinition') {
    const [before, after] = asBeforeAndAfter(object.side, manifest, other);
    const { reason, isHarmless, isSeen } = judgedCrd({ before, after, applied: object.after }, path);
    if (isHarmless) return harmless(what, reason);
    return (isSeen ? seenOnly : notUnderstood)(what, reason, /karpenter/.test(manifest.name));
  }

  if (isUnusedRepository(object))
    return harmless(what, 'a repository of charts, which nothing used before it was there');

  const ofController = ofControllersNetwork(object, what);
  if (ofController) return ofController;

  return ofOtherKind(manifest, path, what);
}

/**
 * Whether an object is a HelmRepository that is new, and that nothing names before the change. What takes its charts
 * from there is new or changed, too, and is judged itself.
 */
function isUnusedRepository({ manifest, other, side, before }: JudgedObject): boolean {
  if (manifest.kind !== 'HelmRepository' || other !== undefined || side !== 'after' || before === undefined)
    return false;
  if (manifest.name === '' || hasPlaceholder(manifest.name)) return false;

  const named = `"name":${JSON.stringify(manifest.name)}`;
  return !before.manifests.some(({ kind, object: { spec } }) => {
    const text = JSON.stringify(spec ?? null);
    if (!text.includes('HelmRepository')) return false;
    return text.includes(named) || holdsPlaceholder(spec ?? null) || kind === 'ResourceSet';
  });
}

/** Why an object that a kubelet registers is no data: its taints may evict all pods of a running node. */
const changesNode = 'it changes a running node: which pods it takes, and which it evicts';

/** What a NetworkPolicy near Karpenter does to its controller. */
function ofControllersNetwork({ manifest, other, after }: JudgedObject, what: string): Judgement | undefined {
  if (after === undefined || manifest.namespace === 'kube-system' || !isNearKarpenter(manifest)) return undefined;

  const versions = other === undefined ? [manifest] : [manifest, other];
  const effect = effectOnController({ versions, after });
  if (effect === undefined) return undefined;
  if (effect.isHarmless) return harmless(what, effect.reason);

  return seenOnly(what, effect.reason, true);
}

/** Why a new release of the chart `karpenter-crd` is not the same as Karpenter itself. */
export const installsCrds = 'it installs CRDs, and Helm refuses those that the chart `karpenter` has installed before';

/** Annotations and labels by their domain, which no scheduler and no autoscaler reads. */
const inertKeys =
  /^(?:app\.kubernetes\.io|helm\.sh|meta\.helm\.sh|argocd\.argoproj\.io|notifications\.argoproj\.io|argocd-image-updater\.argoproj\.io|kustomize\.toolkit\.fluxcd\.io|helm\.toolkit\.fluxcd\.io|fluxcd\.io|prometheus\.io|config\.linkerd\.io\/skip|reloader\.stakater\.com|secret\.reloader\.stakater\.com|configmap\.reloader\.stakater\.com|external-dns\.alpha\.kubernetes\.io|cert-manager\.io|kubectl\.kubernetes\.io|kubernetes\.io\/description|ad\.datadoghq\.com|tags\.datadoghq\.com|co\.elastic\.logs|checkov\.io|link\.argocd\.argoproj\.io|a8r\.io|backstage\.io|nginx\.ingress\.kubernetes\.io|alb\.ingress\.kubernetes\.io|service\.beta\.kubernetes\.io|traefik\.ingress\.kubernetes\.io|external-secrets\.io|controller-gen\.kubebuilder\.io|cnpg\.io)\/|^(?:checksum|rollme|description|owner|team|chart|heritage|release|version|app|component|tier|name|k8s-app|environment|env)(?:$|[/-])/;

/**
 * Whether no controller reads an annotation. Without a prefix it is private to its author: controllers have to use one.
 * Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set
 */
const isInertKey = (key: string): boolean => inertKeys.test(key) || !(key.includes('/') || hasPlaceholder(key));

/** Labels and annotations that follow from the version of a chart, or that only people read. */
const writtenByCharts =
  /^(?:helm\.sh\/chart|app\.kubernetes\.io\/(?:version|managed-by)|chart|heritage|release|version|description|kubernetes\.io\/description|(?:checksum|meta\.helm\.sh|policies\.kyverno\.io)\/.*)$/;

/** The keys of labels and annotations that differ below a path. Those of an object that is new are all of its own. */
function changedKeys(object: JudgedObject, [, field, key]: Path): readonly DeliveryKey[] {
  const { manifest, other, side } = object;
  const [before, after] = asBeforeAndAfter(side, manifest, other);
  if (after === undefined) return [];

  return (['labels', 'annotations'] as const)
    .filter((name) => field === undefined || field === name)
    .flatMap((name) => {
      const [old, now] = [before, after].map((one) => asMapping(one?.get(['metadata', name])) ?? {});
      const keys = key === undefined ? [...new Set([...Object.keys(old!), ...Object.keys(now!)])] : [String(key)];
      const changed = keys.filter((one) => canonical(old![one]) !== canonical(now![one]));
      return changed.map((one) => ({ before, after, field: name, key: one }));
    });
}

/**
 * What labels and annotations do to the delivery of their object: whether a tool deletes it, leaves it alone, or takes
 * parameters from it. The operator of a kind that nobody knows may select by any of them what it applies. Undefined if
 * nothing of that changes.
 */
function judgedDelivery(object: JudgedObject, path: Path, what: string): Judgement | undefined {
  const { manifest } = object;
  const judge = carriesOthers(manifest) ? notUnderstood : seenOnly;
  const isUnknown = isOfUnknownOperator(manifest);

  const judgements = changedKeys(object, path).flatMap((changed): Judgement | [] => {
    const { field, key } = changed;
    const name = pathText(['metadata', field, key]);
    const effect = deliveryEffect(changed);
    if (effect?.isHarmless) return harmless(what, effect.reason);
    if (effect) return judge(`${nameOfObject(manifest)} ${name}`, effect.reason, isNearKarpenter(manifest));
    if (!isUnknown || object.other === undefined || writtenByCharts.test(key)) return [];
    if (field === 'annotations' && inertKeys.test(key) && key.includes('/')) return [];
    return notUnderstood(
      `${nameOfObject(manifest)} ${name}`,
      `plumbline does not know what ${manifest.kind} is selected by, or what is made of its metadata`,
      isNearKarpenter(manifest),
    );
  });

  return weakest(judgements);
}

/** Metadata of the object itself; undefined for its name and namespace, which identify it. */
function judgedMetadata(object: JudgedObject, path: Path, what: string): Judgement | undefined {
  const { manifest } = object;
  const ofDelivery = judgedDelivery(object, path, what);
  if (ofDelivery) return ofDelivery;

  const [, field, key] = path;
  if (field === 'labels' && manifest.kind !== 'Namespace' && manifest.kind !== 'Pod' && manifest.kind !== 'Node')
    return harmless(what, 'a label of the object itself, which its pods and nodes do not get');
  if (field === 'annotations' && (typeof key !== 'string' || isInertKey(key)))
    return harmless(what, 'an annotation that neither Kubernetes nor Karpenter reads');

  if (
    field === 'annotations' &&
    reasonOfKind(manifest) !== undefined &&
    !isNodeService(manifest.name, manifest.namespace)
  )
    return harmless(what, `an annotation of an object that ${reasonOfKind(manifest)}`);

  if (field === 'annotations' && manifest.kind === 'PodDisruptionBudget' && !/karpenter/.test(`${key}`))
    return harmless(what, 'an annotation of a PodDisruptionBudget, whose `spec` alone decides about evictions');

  if (field === 'annotations')
    return seenOnly(
      what,
      'plumbline does not judge this annotation, and a controller may read it',
      isNearKarpenter(manifest),
    );

  if (field === 'finalizers' || field === 'creationTimestamp')
    return harmless(what, 'decides nothing about nodes or pods');

  return undefined;
}

/**
 * An owner of an object. Nothing here says which `uid` the objects of a cluster have.
 *
 * Source: https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
 */
function judgedOwner({ manifest, other, side }: JudgedObject, what: string): Judgement {
  const [, after] = asBeforeAndAfter(side, manifest, other);
  if (after?.get(['metadata', 'ownerReferences']) === undefined)
    return harmless(what, 'without an owner, the object stays until something else deletes it');
  return seenOnly(what, 'Kubernetes may delete the object, unless an owner with this `uid` exists', true);
}

const podPath = String.raw`^spec\.(?:(?:jobTemplate\.spec\.)?template\.spec\.)?`;

/** Fields of pods that change what a container does, and not what it requests or where it runs. */
const inertPodFields = new RegExp(
  `${podPath}(?:(?:initContainers|containers)\\.\\d+\\.(?:name|image|imagePullPolicy|command|args|env|envFrom|ports|livenessProbe|readinessProbe|startupProbe|lifecycle|volumeMounts|volumeDevices|securityContext|workingDir|stdin|tty|terminationMessage\\w*)|serviceAccountName|serviceAccount|automountServiceAccountToken|imagePullSecrets|securityContext|dnsPolicy|dnsConfig|hostAliases|hostname|subdomain|enableServiceLinks|shareProcessNamespace|restartPolicy|hostPID|hostIPC|setHostnameAsFQDN)(?:\\.|$)`,
);
/** A value of Karpenter’s chart, by what it is after the change where that says enough. */
function judgedValueOfChart({ manifest, other, side }: JudgedObject, path: Path, what: string): Judgement {
  const spread = placeOfSpread(path);
  const [before, after] = asBeforeAndAfter(side, manifest, other);
  const ofSpread = spread && after && judgedSpread(after.get(spread), what);
  const ofNames =
    before &&
    after &&
    judgedNames(
      path,
      [before, after].map((side) => side.get(path)),
      what,
    );

  return ofSpread ?? ofNames ?? judgedChartValue(path, what);
}

/** Fields of workloads and autoscalers that change neither the number of pods nor where they run. */
const inertFields =
  /^spec\.(?:jobTemplate\.spec\.)?(?:revisionHistoryLimit|progressDeadlineSeconds|minReadySeconds|serviceName|podManagementPolicy|concurrencyPolicy|startingDeadlineSeconds|successfulJobsHistoryLimit|failedJobsHistoryLimit|timeZone|ttlSecondsAfterFinished|backoffLimit|activeDeadlineSeconds|behavior|metrics|pollingInterval|cooldownPeriod|advanced|fallback|accessModes|volumeMode|persistentVolumeReclaimPolicy|persistentVolumeClaimRetentionPolicy)(?:\.|$)|^(?:parameters|reclaimPolicy|allowVolumeExpansion|mountOptions|description)(?:\.|$)/;

/** Objects that are read as a whole when pods are created; undefined for others, and for policies that are not plain. */
function ofAdmission({ manifest, other, side, after }: JudgedObject, what: string): Judgement | undefined {
  const { kind, apiVersion, object } = manifest;
  const group = groupOf(apiVersion);
  if (kind === 'ResourceQuota' && group === '') return modelled(what, 'decides how many pods the API server creates');
  if (kind === 'VerticalPodAutoscaler' && group === 'autoscaling.k8s.io')
    return modelled(what, 'decides what pods request');
  if (kind === 'MutatingAdmissionPolicyBinding') {
    if (bindsOtherPolicy(manifest, side, after)) return notUnderstood(what, changesCustomObjects, true);
    return modelled(what, 'decides which pods a policy changes');
  }
  if (group === 'kueue.x-k8s.io' && queueKinds.includes(kind)) return modelled(what, 'decides when pods start');

  if (['ClusterPolicy', 'Policy', 'MutatingPolicy', 'MutatingAdmissionPolicy'].includes(kind)) {
    if (mayRefuse(object)) return notUnderstood(what, 'it may refuse objects that are applied, or create others', true);
    if ([manifest, other].some((one) => one !== undefined && mayChangeCustomObjects(one.object)))
      return notUnderstood(what, changesCustomObjects, true);
    if (isPlainPolicy(object)) return modelled(what, 'changes pods when they are created');
    return notUnderstood(what, `plumbline does not know what ${kind} does to nodes and pods`, true);
  }

  return undefined;
}

const changesCustomObjects = 'it may change NodePools, or what installs them, when they are applied';

/** Whether a binding makes a policy work that may change other objects than pods, or that is not in the repository. */
function bindsOtherPolicy(binding: Manifest, side: SideName, after: ManifestSet | undefined): boolean {
  const name = binding.get(['spec', 'policyName']);
  const policies = (after?.manifests ?? []).filter(
    (policy) => policy.kind === 'MutatingAdmissionPolicy' && policy.name === name,
  );

  if (policies.length === 0) return after !== undefined && side === 'after';
  return policies.some(({ object }) => mayChangeCustomObjects(object));
}

/**
 * Whether a policy of Kyverno refuses objects or creates others. A rule that only reports has the action `Audit`, which is the default.
 * Source: https://kyverno.io/docs/policy-types/cluster-policy/validate/
 */
function mayRefuse({ spec }: Manifest['object']): boolean {
  const { rules, validationFailureAction, validationFailureActionOverrides } = asMapping(spec) ?? {};
  const isAudit = (action: Value | undefined): boolean => /^audit$/i.test(asText(action) ?? 'Audit');

  return asList(rules).some((value) => {
    const rule = asMapping(value) ?? {};
    if (rule.generate !== undefined) return true;

    const checks = [rule.validate, ...asList(rule.verifyImages)].map(asMapping).filter(isObject);
    const actions = checks.map(({ failureAction }) => failureAction ?? validationFailureAction);
    return checks.length > 0 && (validationFailureActionOverrides !== undefined || !actions.every(isAudit));
  });
}

function ofWorkload(manifest: Manifest, path: Path, what: string): Judgement {
  const field = path.join('.');
  if (path.length === 0 || field === 'spec') return modelled(what, 'its pods are simulated');

  const row = podEffects(manifest).find((effect) => effect.path.test(field) && effect.contains === undefined);
  if (row !== undefined) return modelled(what, row.reason);
  if (/^spec\.(?:strategy|updateStrategy|triggers)\b/.test(field))
    return modelled(what, 'decides how pods are replaced');

  const isService = isServiceOfNodes(manifest);
  if (inertPodFields.test(field) && isService)
    return seenOnly(what, 'what this version or setting of a service of every node changes is unknown', true);
  if (inertPodFields.test(field)) return harmless(what, 'changes what a container runs, not what it requests or where');
  if (inertFields.test(field)) return harmless(what, 'changes neither the number of pods nor where they run');

  if (/^spec\.(?:jobTemplate\.spec\.)?template\.metadata\.annotations(?:\.|$)/.test(field)) {
    const key = String(path[path.indexOf('annotations') + 1] ?? '');
    if (isInertKey(key)) return harmless(what, 'an annotation that neither Kubernetes nor Karpenter reads');

    const name = `${nameOfObject(manifest)} annotation ${key}`;
    if (injectorKeys.has(key)) return modelled(name, 'decides which proxy a webhook adds to the pods');

    return seenOnly(name, 'plumbline does not judge this annotation of pods, and a controller may read it');
  }

  // The keys that other fields are under.
  if (/^spec\.(?:jobTemplate(?:\.spec)?|(?:jobTemplate\.spec\.)?template(?:\.(?:spec|metadata))?)$/.test(field))
    return modelled(what, 'its pods are simulated');

  return seenOnly(what, 'no stage reads this field', isService);
}

/** Fields of objects of Argo CD and Flux that decide when they are applied, not what. */
const inertDefinition =
  /^spec\.(?:(?:template\.spec\.)?(?:revisionHistoryLimit|info|syncPolicy\.retry)|interval|retryInterval|timeout|maxHistory|healthChecks|wait|decryption|dependsOn|serviceAccountName|(?:install|upgrade|rollback)\.(?:remediation|timeout))(?:\.|$)/;

/** Whether something that was suspended is applied again, with all that changed in between. */
function resumes({ manifest, other, side }: JudgedObject): boolean {
  const [before, after] = asBeforeAndAfter(side, manifest, other);
  const isSuspended = (definition: Manifest | undefined): boolean =>
    definition !== undefined && definition.get(['spec', 'suspend']) === true;
  return isSuspended(before) && after !== undefined && !isSuspended(after);
}

/** Whether Argo CD or Flux delete what leaves git. */
const pruningField = /^spec\.(?:prune|(?:template\.spec\.)?syncPolicy\.automated\.prune)$/;

/**
 * Without pruning, what leaves git stays. With it, Argo CD also deletes what left git before
 * (docs/user-guide/auto_sync.md), and Flux only what leaves git from then on, because its inventory has only what was
 * applied last (kustomize-controller, reconcile).
 */
function ofPruning(
  { manifest, other, side }: JudgedObject,
  path: Path,
  { what, isNear }: { readonly what: string; readonly isNear: boolean },
): Judgement {
  const [, after] = asBeforeAndAfter(side, manifest, other);
  const prunes = after?.get(path) ?? false;
  if (prunes === false) return harmless(what, 'keeps what leaves git later, and deletes nothing');
  if (prunes === true && manifest.kind === 'Kustomization')
    return harmless(what, 'deletes what leaves git from now on, and nothing that left it before');

  return notUnderstood(what, 'it also deletes what left git before, which no file shows', isNear);
}

/** Whether Argo CD reverts what somebody changes by hand (argo-cd docs/user-guide/auto_sync.md). */
const healingField = /^spec\.(?:template\.spec\.)?syncPolicy\.automated\.selfHeal$/;

function ofHealing(
  { manifest, other, side }: JudgedObject,
  path: Path,
  { what, isNear }: { readonly what: string; readonly isNear: boolean },
): Judgement {
  const [, after] = asBeforeAndAfter(side, manifest, other);
  const heals = after?.get(path) ?? false;
  if (heals === false) return harmless(what, 'keeps what somebody changes by hand later, and changes nothing now');
  return notUnderstood(what, 'it reverts what somebody changed by hand, which no file shows', isNear);
}

/**
 * Whether a HelmRelease reverts what somebody changes by hand, except for the fields that it ignores. The default is not to look.
 *
 * Source: https://fluxcd.io/flux/components/helm/helmreleases/#drift-detection
 */
function ofDriftDetection(
  { manifest, other, side }: JudgedObject,
  { what, isNear }: { readonly what: string; readonly isNear: boolean },
): Judgement {
  const [before, after] = asBeforeAndAfter(side, manifest, other);
  const [old, now] = [before, after].map((one) => asMapping(one?.get(['spec', 'driftDetection'])) ?? {});
  const isReverting = ({ mode }: Mapping): boolean => mode !== undefined && mode !== 'disabled' && mode !== 'warn';
  if (before === undefined || !isReverting(now!))
    return harmless(what, 'reverts nothing that somebody changed by hand');

  const stillIgnored = new Set(asList(now!.ignore).map(canonical));
  const keepsAll = isReverting(old!) && asList(old!.ignore).every((entry) => stillIgnored.has(canonical(entry)));
  if (keepsAll) return harmless(what, 'reverts no other fields that somebody changed by hand than before');
  return notUnderstood(what, 'it reverts what somebody changed by hand, which no file shows', isNear);
}

/** The cluster to which Argo CD or Flux apply something. */
const clusterField = /^spec\.(?:(?:template\.spec\.)?destination(?:\.(?:server|name))?|kubeConfig)(?:\.|$)/;

/** What a definition leaves behind when it is deleted. */
const leavingField = /^spec\.(?:deletionPolicy|syncPolicy\.preserveResourcesOnDeletion)$/;

/** Whether an Application is synced by itself before a change and no longer after it, and nothing else changes in its policy. */
function endsSyncs({ manifest, other, side }: JudgedObject, path: Path): boolean {
  const at = path.indexOf('syncPolicy');
  if (at === -1 || other === undefined) return false;

  const policies = asBeforeAndAfter(side, manifest, other).map(
    (definition) => asMapping(definition?.get(path.slice(0, at + 1))) ?? {},
  );
  const [{ automated: before, ...rest }, { automated: after, ...otherRest }] = policies as [Mapping, Mapping];
  if (canonical(rest) !== canonical(otherRest)) return false;

  const [wasOn, isOn] = [before, after].map((policy) => isObject(policy) && policy.enabled !== false);
  return wasOn === true && isOn === false && !holdsPlaceholder([before ?? null, after ?? null]);
}

/**
 * Whether Flux uninstalls a release whose upgrade fails. A release is rolled back by default.
 *
 * Source: https://fluxcd.io/flux/components/helm/helmreleases/#upgrade-remediation
 */
function uninstallsOnFailure({ manifest, other, side }: JudgedObject): boolean {
  const [, after] = asBeforeAndAfter(side, manifest, other);
  return after?.get(['spec', 'upgrade', 'remediation', 'strategy']) === 'uninstall';
}

/** Whether an object is new and Karpenter, too: no controller runs yet that its values could change. */
const isOfFirstInstallation = ({ other, side, isFirstInstallation }: JudgedObject): boolean =>
  other === undefined && side === 'after' && isFirstInstallation?.() === true;

/** The name and the namespace that a release of a chart has. */
const identityOfRelease =
  /^spec\.(?:name|namespace|releaseName|targetNamespace|destination\.namespace|sources?\.(?:\d+\.)?helm\.releaseName)$/;

/** Whether a HelmRelease writes down, or leaves out, a name or namespace that its release has anyway. */
function isSameRelease({ manifest, other }: JudgedObject, field: string): boolean {
  if (manifest.kind !== 'HelmRelease' || other?.kind !== 'HelmRelease') return false;
  if (!/^spec\.(?:releaseName|targetNamespace|storageNamespace)$/.test(field)) return false;
  if (groupOf(manifest.apiVersion) !== 'helm.toolkit.fluxcd.io') return false;

  const [target, otherTarget] = [manifest, other].map(({ object: { spec }, name, namespace }) =>
    targetOfRelease({ spec: asMapping(spec) ?? {}, name, namespace }),
  );

  return canonical({ ...target }) === canonical({ ...otherTarget });
}

/** Whether a Kustomization or Application writes the path of the same folder in another way: `./apps/prod/` is `apps/prod`. */
function isSameFolder({ manifest, other }: JudgedObject, path: Path): boolean {
  if (!/^spec\.(?:sources?\.(?:\d+\.)?)?path$/.test(path.join('.'))) return false;

  const [here, there] = [manifest, other].map((side) => {
    const text = asText(side?.get(path));
    if (text === undefined || hasPlaceholder(text)) return undefined;
    return resolvePath('', text);
  });
  return here !== undefined && here === there;
}

function ofDefinition(object: JudgedObject, path: Path, what: string): Judgement {
  const { manifest } = object;
  const field = path.join('.');
  const isNear = isNodeService(manifest.name, JSON.stringify(manifest.object.spec ?? null).slice(0, 20_000));
  const ofElement = judgedElement(object, path, what);
  if (ofElement) return ofElement;
  if (/^spec\.upgrade\.remediation(?:\.|$)/.test(field) && uninstallsOnFailure(object))
    return notUnderstood(what, 'a failed upgrade deletes the release with all its objects', isNear);
  if (inertDefinition.test(field)) return harmless(what, 'decides when something is applied, not what');
  if (object.other !== undefined && /^spec\.(?:template\.spec\.)?project$/.test(field))
    return notUnderstood(what, 'the other project may not allow what it applies', isNear);
  if (field === 'spec.suspend' && !resumes(object))
    return harmless(what, 'stops what applies something, and deletes nothing');

  if (endsSyncs(object, path)) return harmless(what, 'ends automated syncs, and deletes nothing');
  if (object.other !== undefined && manifest.kind === 'Kustomization' && field === 'spec.force')
    return modelled(what, 'decides what happens to an object whose update the API server refuses');
  if (object.other !== undefined && healingField.test(field)) return ofHealing(object, path, { what, isNear });
  if (/^spec\.driftDetection(?:\.|$)/.test(field)) return ofDriftDetection(object, { what, isNear });
  if (object.other !== undefined && leavingField.test(field))
    return harmless(what, 'decides what a later deletion leaves behind');
  if (object.other !== undefined && clusterField.test(field))
    return notUnderstood(what, 'no figure follows its objects to another cluster', isNear);

  if (object.other !== undefined && pruningField.test(field)) return ofPruning(object, path, { what, isNear });

  const isOfKarpenter = /karpenter/.test(chartsIn(manifest));
  if (isOfKarpenter && /(?:^|\.)(?:targetRevision|version|chart|repoURL)$/.test(field))
    return modelled(what, 'names the version of Karpenter');
  if (isOfKarpenter && path.at(-1) === 'skipCrds' && manifest.kind === 'Application')
    return modelled(what, 'decides whether Argo CD deletes the CRDs');
  if (givesVersion(manifest, path)) return modelled(what, 'names the version of Karpenter');
  if (isSameFolder(object, path)) return harmless(what, 'another spelling of the same folder');
  if (isSameRelease(object, field)) return harmless(what, 'the release keeps its name and namespaces');
  if (isOfKarpenter && object.other !== undefined && identityOfRelease.test(field))
    return ruled(what, 'decides which service account the controller has', 'controller');
  if (isReadNowhere(object, path)) return harmless(what, 'a value that this version of the chart does not read');
  if (isOfKarpenter && /(?:values|valuesObject)\b/.test(field)) {
    if (isOfFirstInstallation(object)) return modelled(what, 'installs Karpenter');
    return judgedValueOfChart(object, path, what);
  }
  if (isOfKarpenter && (path.length === 0 || /sourceRef\b/.test(field))) return modelled(what, 'installs Karpenter');
  if (!isNear && imageValue.test(field))
    return harmless(what, 'the image of a container, not what it requests or where it runs');
  // Several charts, or an Application without one, say less.
  const decision = object.other === undefined ? undefined : decisionOfChart(chartsIn(manifest), field);
  if (/(?:targetRevision|version|tag|semver)$/.test(field))
    return withDecision(
      notUnderstood(what, 'the other version of the chart or repository is not here', isNear),
      decision,
    );

  return withDecision(notUnderstood(what, 'it applies something that was not rendered', isNear), decision);
}

/** Whether a field names the Applications of an ApplicationSet. With another name, each of them is removed and created again. */
export const isNameInSet = ({ kind }: Manifest, path: Path): boolean =>
  kind === 'ApplicationSet' && path.join('.') === 'spec.template.metadata.name';

/** An element of the list generator of an ApplicationSet, and the elements of this list on both sides. */
interface ListElement {
  readonly element: string;
  readonly here: readonly string[];
  readonly there: readonly string[];
}

/** The element that a field is in. Elements are compared by what is in them: one that is added or removed moves those after it to another place. */
function listElement({ kind, object }: Manifest, other: Manifest, path: Path): ListElement | undefined {
  const end = path.lastIndexOf('elements') + 1;
  const index = path[end];
  if (kind !== 'ApplicationSet' || end === 0 || typeof index !== 'number') return undefined;

  const elementsOf = (tree: Value): readonly string[] => asList(valueAt(tree, path.slice(0, end))).map(canonical);
  const [here, there] = [elementsOf(object), elementsOf(other.object)];
  return { element: here[index]!, here, there };
}

/** Whether an ApplicationSet has an element of a list, and thereby an Application, that the other side does not have, and all those that it has. */
export function isElementOfOneSide(manifest: Manifest, other: Manifest, path: Path): boolean {
  const at = listElement(manifest, other, path);
  if (at === undefined || at.there.includes(at.element)) return false;
  return at.there.every((element) => at.here.includes(element));
}

/** What an element of a list generator does. Undefined for one that decides something else, and for all other fields. */
function judgedElement({ manifest, other, side }: JudgedObject, path: Path, what: string): Judgement | undefined {
  const at = other && listElement(manifest, other, path);
  if (other === undefined || at === undefined) return undefined;
  if (at.there.includes(at.element)) return harmless(what, 'the same element, at another place of the list');

  const isNew = side === 'after' && isElementOfOneSide(manifest, other, path);
  if (isNew && chartsIn(manifest) === 'karpenter') return modelled(what, 'installs Karpenter');
  return undefined;
}

/** Where the manifests are that a definition applies, and what changes them on the way. */
const appliedManifests =
  /^spec\.(?:template\.spec\.)?(?:path|sources?\.(?:\d+\.)?(?:path|helm|kustomize|directory)(?:\..*)?)$/;

/** Where the chart of a HelmRelease is, and what changes what it renders to. */
const releasedManifests = /^spec\.(?:chart\.spec\.(?:chart|valuesFiles)|values|postRenderers)(?:\..*)?$/;

/** Whether a field chooses what a definition applies, so that the objects of both sides show what another value does. */
export function choosesManifests({ kind, apiVersion }: Manifest, path: Path): boolean {
  if (!isDefinitionKind(kind, groupOf(apiVersion))) return false;
  if (kind === 'HelmRelease') return releasedManifests.test(path.join('.'));
  if (kind === 'ApplicationSet' && path[0] === 'spec' && path[1] === 'generators') return true;
  return appliedManifests.test(path.join('.'));
}

/**
 * What a definition is that only one side has, if all that it applies is in the repository and is compared. Undefined for any other object, and if
 * anything that it applies is not seen.
 */
export function judgedDefinition(
  what: string,
  manifest: Manifest,
  seen: ReadonlySet<string> | undefined,
): Judgement | undefined {
  const { kind, apiVersion, object, source } = manifest;
  const span = manifest.span([]);
  const { file } = source.origin?.trace(span.start, span.end).span ?? source;
  if (!isDefinitionKind(kind, groupOf(apiVersion))) return undefined;
  // A chart from elsewhere is no root of Argo CD. A HelmRelease always has a chart, and is one root.
  if (kind !== 'HelmRelease' && /"chart":/.test(JSON.stringify(object.spec ?? null))) return undefined;

  const key = definitionKey(file, kind === 'ApplicationSet' ? undefined : nameOfObject(manifest));
  if (seen?.has(key) === true) return modelled(what, 'what it applies is in the repository');
  return undefined;
}

/** What identifies a definition in a file, or all of the file. */
export const definitionKey = (file: string, by?: string): string => JSON.stringify([file, by ?? null]);

/** Whether a generator of an ApplicationSet gives the version of Karpenter's chart there. */
const givesVersion = ({ kind, object }: Manifest, path: Path): boolean =>
  kind === 'ApplicationSet' &&
  generatedVersions(object).some((reference) => canonical(reference.path) === canonical(path));

/** The image of a container in the values of a chart. */
const imageValue =
  /(?:values|valuesObject)\.(?:.*\.)?(?:\w*[iI]mage(?:\.(?:tag|digest|repository|pullPolicy|registry))?|imageTag)$/;

const chartsIn = ({ object }: Manifest): string =>
  [...JSON.stringify(object.spec ?? null).matchAll(/"chart":"([^"]{1,200})"|"name":"(karpenter[\w-]*)"/g)]
    .map(([, chart, name]) => chart ?? name)
    .join();

function ofKustomization(path: Path, what: string): Judgement {
  if (path[0] === 'images') return harmless(what, 'the image of a container, not what it requests or where it runs');
  if (path[0] === 'labels' || path[0] === 'commonAnnotations')
    return harmless(what, 'labels and annotations of objects');
  return notUnderstood(what, 'the kustomization was not rendered');
}

/** What of a pod template decides how many pods fit on a node, where they run, and whether they may be evicted. */
const ofTemplates =
  /^$|^metadata(?:\.annotations)?$|^metadata\.annotations\.karpenter\.sh\/|^spec(?:\.(?:nodeSelector|affinity|tolerations|topologySpreadConstraints|priorityClassName|runtimeClassName|overhead|resources|schedulerName|terminationGracePeriodSeconds|(?:initContainers|containers)(?:\.\d+(?:\.resources)?)?)(?:\.|$)|$)/;

/** A value in the pod template of an object whose pods are not simulated; undefined for any other, and for one that no node depends on. */
function judgedTemplate(manifest: Manifest, path: Path): Judgement | undefined {
  const place = placeInTemplate(manifest.object, path)?.join('.');
  if (place === undefined || !ofTemplates.test(place)) return undefined;

  const key = place.startsWith('metadata.annotations.') ? String(path.at(-1)) : undefined;
  const isOfKarpenter = key?.startsWith('karpenter.sh/') === true;
  const name = key === undefined ? pathText(path) : `annotation ${key}`;
  const what = `${nameOfObject(manifest)} ${name}`.trim();

  return seenOnly(
    what,
    isOfKarpenter
      ? `Karpenter reads it, and plumbline does not know when ${manifest.kind} creates pods`
      : `plumbline does not know when ${manifest.kind} creates these pods`,
    isOfKarpenter,
  );
}

/** What decides whether a load balancer sends traffic to a node. */
const readOfServices = /^(?:spec|spec\.(?:type|externalTrafficPolicy|selector|loadBalancerClass)(?:\..*)?)$/;

function ofOtherKind(manifest: Manifest, path: Path, what: string): Judgement {
  const { kind } = manifest;
  const isNear = isNearKarpenter(manifest);
  if (kind === 'Service' && (path.length === 0 || readOfServices.test(path.join('.'))))
    return modelled(what, 'nodes that take traffic are found by it');

  if (kind === 'ConfigMap' && /^(?:aws-auth|amazon-vpc-cni|cilium-config)$/.test(manifest.name)) {
    if (manifest.name === 'aws-auth') return modelled(what, 'decides which nodes may join the cluster');
    return seenOnly(what, 'plumbline does not judge all settings of the network of pods', true);
  }

  if (kind === 'Namespace' && path[1] !== 'labels' && path[1] !== 'annotations')
    return harmless(what, 'a namespace has no pods of its own');

  if (namesClusterVersion(kind, manifest.apiVersion, path))
    return modelled(what, 'names the Kubernetes version of the cluster');

  const ofTemplate = judgedTemplate(manifest, path);
  if (ofTemplate) return ofTemplate;

  if (/NetworkPolicy$/.test(kind) && manifest.namespace === 'kube-system')
    return deciding(
      seenOnly(what, 'it may cut services of every node off from others', true),
      'which traffic services of every node receive and send',
    );

  if (hasPlaceholder(manifest.apiVersion))
    return notUnderstood(
      what,
      'which API it is of depends on values',
      isNear || kind === 'NodePool' || isNodeClassKind(kind),
    );

  if (namesOciVersion(manifest, path)) return modelled(what, 'names the version of Karpenter');

  const reason = reasonOfKind(manifest);
  if (reason !== undefined && !isNear) return harmless(what, reason);
  if (reason !== undefined) return seenOnly(what, 'it belongs to Karpenter or to a service of every node', true);
  if (groupOf(manifest.apiVersion) === 'source.toolkit.fluxcd.io' && inertInSource.test(pathText(path)))
    return harmless(what, 'decides when or how the source is read, not what it has');
  if (groupOf(manifest.apiVersion) === 'source.toolkit.fluxcd.io')
    return notUnderstood(what, 'the other version of the chart or repository is not here', isNear);

  const part = `${nameOfObject(manifest)} ${pathText(path.slice(0, 2))}`.trim();
  const judge = isKnownKind(manifest) ? seenOnly : notUnderstood;

  const judgement = judge(part, `plumbline does not know what ${kind} does to nodes and pods`, isNear);
  return withDecision(judgement, decisionOfKind(kind, path));
}

/**
 * Fields of Flux's sources that change nothing of what is applied. Source: source-controller docs/spec/v1: gitrepositories.md, ocirepositories.md,
 * helmrepositories.md, helmcharts.md, buckets.md.
 */
const inertInSource =
  /^spec\.(?:interval|timeout|provider|secretRef|certSecretRef|proxySecretRef|serviceAccountName|passCredentials|verify|insecure)(?:\.|$)/;

function ofTerraform(
  judged: JudgedObject,
  path: Path,
  { what, reads }: { readonly what: string; readonly reads: ReadsTerraform },
): Judgement {
  const { kind, object } = judged.manifest;
  const [, ...inner] = path;
  const field = inner.filter((step) => typeof step === 'string').join('.');

  if (kind === 'HelmRelease') return ofDefinition(judged, path, what);
  if (kind === 'ManagedNodeGroup') return modelled(what, 'its nodes take pods');
  if (kind === 'IamPolicy') return ofPolicy(what);
  if (hasOtherName(judged, path, reads))
    return harmless(what, 'the same value under the name that another version of the module has for it');

  if (isWrittenDefault(judged, path, { field, reads }))
    return harmless(what, 'the value that it has if nobody writes it');

  const sizes = asBeforeAndAfter(judged.side, judged.manifest.get(path), judged.other?.get(path));
  const [before, after] = sizes.map((value) => (typeof value === 'number' ? value : undefined));
  if (raisesLimit(kind, inner.map(String), [before, after])) return harmless(what, mayGrow);

  const isArgument = path.length > 1;
  const topic = reads.topicOf(kind, object.spec, isArgument ? field : '');
  const decision = isArgument ? reads.decisionOf(kind, object.spec, field) : undefined;
  if (topic !== undefined) return withDecision(ruled(what, 'a rule reads it', topic), decision);
  if (isArgument && /^(?:\w+_)?tags(?:_all)?(?:\.|$)/.test(field))
    return harmless(what, 'tags that no selector of Karpenter reads');

  return withDecision(seenOnly(what, 'plumbline does not judge this argument', isNearTerraform(kind)), decision);
}

/** Whether only one side writes an argument, with the value that it has on both. Groups may have defaults of their own. */
function isWrittenDefault(
  { manifest, other }: JudgedObject,
  path: Path,
  { field, reads }: { readonly field: string; readonly reads: ReadsTerraform },
): boolean {
  const value = manifest.get(path);
  if (other === undefined || value === undefined || path.length < 2) return false;
  if (other.get(path) !== undefined || other.get(path.slice(0, -1)) === undefined) return false;

  const [, argument] = path;
  const ownDefaults = ['spec', `${String(argument).replace(/s$/, '')}_defaults`];
  const sides = [manifest, other];
  if (path.length > 2 && sides.some((side) => side.get(ownDefaults) !== undefined)) return false;

  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return sides.every(({ kind, object }) => reads.defaultOf?.(kind, object.spec, field) === text);
}

/** Whether the other side has the same value under the name that another version of the module has for an argument. */
function hasOtherName({ manifest, other }: JudgedObject, path: Path, reads: ReadsTerraform): boolean {
  const [spec, argument, ...inner] = path;
  if (other === undefined || spec === undefined || typeof argument !== 'string') return false;

  const name = reads.otherNameOf?.(manifest.kind, manifest.object.spec, argument);
  const value = manifest.get(path);
  if (name === undefined || value === undefined || other.get([spec, argument]) !== undefined) return false;
  if (manifest.get([spec, name]) !== undefined) return false;

  const now = other.get([spec, name, ...inner]);
  return now !== undefined && canonical(now) === canonical(value);
}

/** Whether a resource of Terraform can reach Karpenter, its nodes or its pods. */
export const isNearTerraform = (kind: string): boolean =>
  /karpenter|eks|fargate|node_?group|launch_template|iam_|subnet|vpc|security_group|nat_|route|sqs|event|^module$/i.test(
    kind,
  );
