import type { EffectCause, FieldChange } from '../../manifest/change.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Mapping,
  type Value,
} from '../../manifest/model/manifest.ts';
import type { KnownResources } from '../../manifest/terraform/resources/resource-makers.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Range } from '../../text/range.ts';
import type { Karpenter } from '../api/karpenter.ts';
import type { NodePoolRequirement } from '../api/node-pool.ts';
import type { Pod } from '../api/pod.ts';
import type { Discount } from '../api/pricing.ts';
import type { DescribedReservation, KarpenterSettings, Settings, SpotPricing } from '../api/settings.ts';
import type { Catalog, LabelColumn, Zone } from './catalog.ts';
import type { ClusterAddresses, ClusterObjects } from './cluster-addresses.ts';
import type { ClusterEvidence } from './cluster-evidence.ts';
import type { EffectRow } from './effect-row.ts';
import type { InstanceTypes } from './instance-types.ts';
import type { ClassReference, KnownNodeClass, NodeClass, NodeClassKind, NodeClassProblem } from './node-class.ts';
import type { License, OtherCost, VolumeCost } from './other-cost.ts';
import type { SystemPod } from './system-pod.ts';

/**
 * What the engine needs to know about a cloud. The interface follows Karpenter's own CloudProvider (core
 * pkg/cloudprovider/types.go): the provider of a kind of node class knows which nodes it can launch, when they drift and what
 * they cost. It is called once for each node class or object, never for each pod.
 * Only the names and kinds are required. Everything that is left out is unknown: NodePools are still validated, linted and
 * compared, but the figures that depend on it are unknown, with the reason.
 */
export interface CloudProvider {
  /** The name in rules, such as `aws`. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** The first one is the default if a NodePool names no kind (GetSupportedNodeClasses). */
  readonly nodeClasses: readonly NodeClassKind[];
  /** The kind that Provisioners referred to before node classes existed. */
  readonly nodeTemplate?: NodeClassKind;
  /** The provider whose catalog it launches from, if that is not itself: a Karpenter that the cloud runs next to the one of the users. */
  readonly catalog?: string;
  readonly launching?: Launching;
  readonly drift?: NodeClassDrift;
  readonly billing?: Billing;
  /** Its Terraform resources that are related to Karpenter. */
  readonly terraform?: KnownResources;
  /** The chart value that contains the provider's own feature gates. */
  readonly ownFeatureGates?: string;
  /** Regions without a catalog. Nodes and cost are unknown there. */
  readonly regionsWithoutCatalog?: readonly string[];
  readonly kubernetes?: ManagedKubernetes;
  /** The addresses for nodes of a class; undefined if pods take none of them, or if that is unknown. */
  addresses?(cluster: ClusterObjects, nodeClass: Manifest, catalog: Catalog): ClusterAddresses | undefined;
  /** The key of `vcpuQuotas` that an instance type counts towards; undefined if there is none. */
  vcpuQuota?(instanceType: string): string | undefined;
  /** The code of a quota that may be 0 until somebody asks for more; undefined for other quotas. */
  emptyQuotaCode?(capacityType: 'on-demand' | 'spot', quota: string): string | undefined;
  /** NodePools that the cloud creates in a cluster with these objects, and that no file contains. They are not simulated. */
  builtInPools?(manifests: readonly Manifest[]): readonly BuiltInPool[];
  /**
   * Whether something that is not a NodePool keeps the provider from launching nodes in a cluster with these objects; undefined if that is unknown.
   * `others` are the objects of the other side of a change.
   */
  readonly stopping?: {
    /** A sentence about its NodePools, without its end: `EKS Auto Mode is off`. */
    readonly because: string;
    isStopped(manifests: readonly Manifest[], others: readonly Manifest[]): boolean | undefined;
  };
  /** Whether an object asks a registry for a version of Karpenter's chart that the registry does not have, so that it installs nothing. */
  installsNoChart?(manifest: Manifest, all: readonly Manifest[]): boolean;
  /** What an object says about the cluster that it belongs to. */
  readonly clusterEvidence?: (manifest: Manifest) => ClusterEvidence | undefined;
}

/** A NodePool that a cloud creates, and the object that turns it on. */
export interface BuiltInPool {
  readonly name: string;
  readonly manifest: Manifest;
}

/** The managed Kubernetes of a provider. */
interface ManagedKubernetes {
  /** Its name, such as `EKS`. */
  readonly name: string;
  /** Its own node groups, outside Karpenter. */
  readonly nodeGroups: {
    /** Their name for people. */
    readonly title: string;
    readonly labels: NodeGroupLabels;
  };
  /**
   * The pods that a cluster runs apart from its workloads, if the objects of the repository define its nodes. Only pods whose requests
   * are documented.
   */
  systemPods?(manifests: readonly Manifest[]): readonly SystemPod[];
  /** False for a minor version whose support has ended; true for versions newer than the known ones. */
  isRun(version: string, catalog: Catalog, today: string): boolean;
}

/** The labels that a cloud sets on the nodes of its own node groups. */
export interface NodeGroupLabels {
  /** The name of the group. */
  readonly group: string;
  /** The capacity type, in the words of the group: `ON_DEMAND` or `SPOT`. */
  readonly capacityType: string;
}

/** What node classes launch (GetInstanceTypes). */
export interface Launching<Class extends NodeClass = NodeClass, Known extends Catalog = Catalog> {
  /** A node class with default settings. */
  readonly plainNodeClass: Class;
  /** A short description of that class. */
  readonly plainNodeClassTitle: string;
  /** Reads a node class. Its state in the cluster is in the status. */
  readNodeClass(object: NodeClassObject, karpenter: Karpenter): KnownNodeClass<Class> | NodeClassProblem;
  /** Whether a class that is not ready with one spec is also not ready with the other. */
  isNotReadyAsWell(before: Mapping, after: Mapping): boolean;
  /** What the class resolves to: every type in the catalog, with offerings in the given zones. */
  instanceTypes(catalog: Known, nodeClass: Class, terms: LaunchTerms): InstanceTypes;
  /**
   * For each type, the values that a label can have on a running node of the class; undefined if the catalog does not know.
   * If the class is unknown, all values that any class could give.
   */
  labelsOfRunning(key: string, catalog: Known, nodeClass: Manifest | undefined): LabelColumn | undefined;
  /**
   * Why few people want an instance type for ordinary pods, as a few words, given the names of the resources that pods on it request;
   * undefined if it is an ordinary one.
   */
  unusualType?(instanceType: string, catalog: Known, requested: ReadonlySet<string>): string | undefined;
  /** Whether devices on nodes of a class are usable only with the pod of a device plugin. Images may also contain one. Default: unknown. */
  needsDevicePlugin?(nodeClass: Class): boolean;
  /** Changes to a class that give its nodes more of a resource, the cheapest first. Whether they help is left open. */
  classRemedies?(nodeClass: Class, lacking: LackingOnNodes<Known>): Iterable<ClassRemedy<Class>>;
  /** The requirements with more values that NodePools could also allow to reduce cost. */
  widerRequirements(requirements: readonly NodePoolRequirement[], instanceTypes: InstanceTypes): WiderRequirements;
  /** What webhooks of the cloud add to the requests of a pod's first container in a cluster with these objects. */
  addedRequests?(manifests: readonly Manifest[]): (pod: Pod) => Readonly<Record<string, string>> | undefined;
  /**
   * Names what of the cloud runs a pod without nodes of Karpenter, in a cluster with these objects; undefined for pods that it leaves to
   * nodes. Undefined if there is no such thing.
   */
  takenBy?(manifests: readonly Manifest[]): ((pod: Pod) => string | undefined) | undefined;
  /** Labels of the cloud's own node groups. Pods that require such a label run there. */
  readonly foreignLabels: readonly string[];
}

/** A request that no node of a class meets: the amount is in the units of `Resources`. */
export interface LackingOnNodes<Known extends Catalog = Catalog> {
  readonly resource: string;
  readonly requested: number;
  /** The instance type with the most of it; undefined if no type has any. */
  readonly instanceType: string | undefined;
  readonly catalog: Known;
}

/** A changed class, and the change as an instruction. */
export interface ClassRemedy<Class extends NodeClass = NodeClass> {
  readonly change: string;
  readonly nodeClass: Class;
}

/**
 * All requirements of a NodePool, with more values in some. Undefined if there is nothing more to allow, or if that is
 * unknown.
 */
export interface WiderRequirements {
  /** All families in the categories of the listed families or types. */
  readonly families: readonly NodePoolRequirement[] | undefined;
  /** All generations from the oldest allowed one on. */
  readonly generations: readonly NodePoolRequirement[] | undefined;
}

/** What changes to a node class do to running nodes (IsDrifted). */
export interface NodeClassDrift {
  /** The effect of each field. The first matching row applies. */
  readonly effects: readonly EffectRow[];
  /**
   * By setting, a sentence about what a different value of one of Karpenter's settings does to nodes. Settings without an
   * effect are left out.
   */
  readonly settingEffects: ReadonlyMap<string, string>;
  /**
   * The certain effect of a changed selection, judged by its terms alone; undefined if only the cloud knows what they select.
   */
  changedSelection(
    cause: EffectCause,
    terms: ChangedValue,
  ): Pick<FieldChange, 'effect' | 'cause' | 'reason'> | undefined;
  /** Whether there are no images for a class with a Kubernetes version, so that it is not ready and launches nothing. False if that is unknown. */
  hasNoImages?(nodeClass: Manifest, kubernetes: string, catalog: Catalog | null): boolean;
  /** What other resources of the cloud do to the nodes of a class whose terms still select the same. */
  selectedChanges?(before: ClassInCluster, after: ClassInCluster): readonly FieldChange[];
  /** What the new terms of a class select nothing of, so that it is not ready. `head` are all objects after the change. */
  missingSelection?(before: ClassInCluster, after: ClassInCluster, head: ObjectsOfHead): MissingSelection | undefined;
  /** Whether all images of a class are for a Kubernetes version, as their names say. False if that is unknown. */
  hasImagesFor?(inCluster: ClassInCluster, kubernetes: string): boolean;
  /** What a different Kubernetes version does to the nodes of a class. */
  kubernetesChanges(nodeClass: Manifest, change: KubernetesChange): readonly FieldChange[];
  /** The hash that the controller writes on nodes, for a class with the API server's defaults; null if it cannot be known. */
  hash(nodeClass: Value, karpenter: Karpenter, clusterCABundle?: string): string | null;
  /** Whether the hash is the same for both, whatever else differs; false if it cannot be known. */
  isSameHash(before: Value, after: Value, karpenter: Karpenter): boolean;
  /** Whether a field that differs means the same to the hash on both sides, because of other fields of the class. */
  keepsHash?(field: string, before: Value, after: Value): boolean;
  /**
   * A class whose manifest changes its API version, as the conversion stores it in v1. `object` is one side as the migration
   * writes it, `written` the same side as written, and `other` the other side.
   */
  asConverted(object: Mapping, written: Manifest, other: Manifest): Mapping;
}

/** What a node class selects none of. */
export interface MissingSelection {
  /** `subnet`. */
  readonly noun: string;
  /** Whether the files show all that there is. Otherwise there may be others outside them. */
  readonly isCertain: boolean;
}

/** All objects after a change, and the cluster of each. */
export interface ObjectsOfHead {
  readonly manifests: readonly Manifest[];
  clusterOf(manifest: Manifest): ClusterObjects;
}

/** A node class on one side of a change, with the objects of its cluster. */
export interface ClassInCluster {
  readonly nodeClass: Manifest;
  readonly cluster: ClusterObjects;
}

/** A value before and after the change. */
export interface ChangedValue {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** The cluster's Kubernetes minor version before and after a change that upgrades it. */
export interface KubernetesChange {
  readonly from: string;
  readonly to: string;
  /** Whether the provider no longer runs the version before the change, so that it may have upgraded the cluster already. */
  readonly mayBeDone?: true;
  /** Null if nothing is known about the region. */
  readonly catalog: Catalog | null;
}

/** Costs other than instances. A cost that does not arise is left out; an unknown cost is included as unknown. */
export interface Billing<Class extends NodeClass = NodeClass, Known extends Catalog = Catalog> {
  /** The disadvantage of spot capacity: a sentence without its period. */
  readonly spotCaveat: string;
  /** The volumes of each node of a class. */
  volumesOf(nodeClass: Class, catalog: Known): VolumeCost;
  /** The license that the images of a class have; undefined if none shows. */
  licenseOf?(nodeClass: Class): License | undefined;
  /** Costs of the nodes that it launches. The provider of the catalog gets the nodes of all that launch from it. */
  ofNodes(billed: BilledCluster<Class, Known>): readonly OtherCost[];
  ofCluster(billed: BilledCluster<Class, Known>): readonly OtherCost[];
}

/** The new nodes of one side, and other facts that affect the bill. */
export interface BilledCluster<Class extends NodeClass = NodeClass, Known extends Catalog = Catalog> {
  readonly catalog: Known;
  readonly settings: Settings;
  readonly manifests: readonly Manifest[];
  /** NodePools with their new nodes. The class is undefined if it is unknown. */
  readonly pools: readonly {
    readonly name: string;
    readonly nodeClass: Class | undefined;
    readonly nodes: Range;
    readonly volumesMonthlyUsd: Range;
    /** The volumes of each of its nodes; undefined if the class is unknown. */
    readonly volumes: VolumeCost | undefined;
    readonly classKind: string;
    /** Its nodes in the cases with the fewest, the likely and the most replicas; null if unknown. */
    readonly instances: readonly (readonly BilledNode[] | null)[];
  }[];
  /** At least one NodePool can be simulated. */
  readonly hasKnownPools: boolean;
  /** NodePools that cannot be simulated. */
  readonly refused: readonly {
    readonly name: string;
    readonly manifest: Manifest;
    /** The provider does not launch nodes of its node class. */
    readonly isOfOtherClass: boolean;
  }[];
}

/** A new node, as far as its bill depends on it. */
export interface BilledNode {
  readonly instanceType: string;
}

/** A node class from the manifests, with its status from the cluster. */
export interface NodeClassObject {
  readonly name: string;
  readonly spec: Mapping;
  readonly status: Value | undefined;
  /** Reservation id → what the configuration says about it. */
  readonly reservations?: Readonly<Record<string, DescribedReservation>>;
}

/** What instance types depend on, apart from the node class. */
export interface LaunchTerms {
  /** The zones in which nodes of the class can be launched. */
  readonly zones: readonly Zone[];
  readonly settings: KarpenterSettings;
  readonly spotPricing: SpotPricing;
  /** Discounts on public prices. */
  readonly discounts?: readonly Discount[];
  /** ISO date. Older prices count as estimates. Undefined if the age does not matter. */
  readonly today?: string;
  /** Reservation id → free instances. An absent reservation counts as full. */
  readonly reservations: ReadonlyMap<string, number>;
  /** Whether nodes are launched into the reservations of the class. */
  readonly usesReservations?: boolean;
  /** Labels of the other mode that the NodePool defines itself, so that its nodes get them. */
  readonly customLabels?: readonly string[];
  /** A full reservation is still available (from Karpenter 1.15 on). */
  readonly offersFullReservations?: boolean;
}

/**
 * The provider of a node class, and its kind; undefined if no provider has it. Parts missing from the reference default to
 * the first provider's.
 */
export function providerOf(
  { group, kind }: ClassReference,
  providers: readonly CloudProvider[],
): { readonly provider: CloudProvider; readonly kind: NodeClassKind } | undefined {
  const [first] = providers[0]?.nodeClasses ?? [];

  for (const provider of providers) {
    const nodeClass = provider.nodeClasses.find(
      (nodeClass) => nodeClass.kind === (kind ?? first?.kind) && (group === undefined || nodeClass.group === group),
    );
    if (nodeClass !== undefined) return { provider, kind: nodeClass };
  }

  return undefined;
}

/** Whether nodes of a provider are instance types of a catalog. */
export const launches = ({ name, catalog: catalogName = name }: CloudProvider, catalog: Catalog): boolean =>
  catalogName === catalog.provider;

/** The provider of a node class object of any API version and kind name; undefined for all other objects. */
export const classProviderOf = (
  { apiVersion }: Manifest,
  providers: readonly CloudProvider[],
): CloudProvider | undefined =>
  providers.find(({ nodeClasses }) => nodeClasses.some(({ group }) => group === groupOf(apiVersion)));

/** The Terraform resources known to all providers. */
export const knownResources = (providers: readonly CloudProvider[]): KnownResources[] =>
  providers.flatMap(({ terraform }) => terraform ?? []);

/**
 * The group of a cloud whose nodes are not simulated, if a node class or a label in the requirements of a NodePool belongs to it. A cluster runs
 * on one cloud, so this also holds for NodePools whose reference names no group.
 */
export function otherCloudIn(manifests: readonly Manifest[], providers: readonly CloudProvider[]): string | undefined {
  const launching = providers.filter((provider) => provider.launching !== undefined);
  const launchingGroups = new Set(launching.flatMap(({ nodeClasses }) => nodeClasses.map(({ group }) => group)));

  const groups = manifests.flatMap((manifest) => [
    groupOf(manifest.apiVersion),
    ...(manifest.kind === 'NodePool' ? requiredGroups(manifest) : []),
  ]);

  return groups
    .filter((group) => /^karpenter\.(?!sh$)/.test(group) && !launchingGroups.has(group))
    .sort(compareNames)[0];
}

const requiredGroups = (pool: Manifest): readonly string[] =>
  asList(pool.get(['spec', 'template', 'spec', 'requirements'])).map((requirement) =>
    groupOf(asText(asMapping(requirement)?.key) ?? ''),
  );
