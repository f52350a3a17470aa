import type { Karpenter } from '../api/karpenter.ts';
import type { NodePoolRequirement } from '../api/node-pool.ts';
import type { Discount } from '../api/pricing.ts';
import type { KarpenterSettings, Settings, SpotPricing } from '../api/settings.ts';
import type { EffectCause, FieldChange } from '../change.ts';
import { groupOf, type Manifest, type Mapping, type Value } from '../manifest/manifest.ts';
import type { Range } from '../range.ts';
import type { KnownResources } from '../terraform/resources/resource-makers.ts';
import type { Catalog, LabelColumn, Zone } from './catalog.ts';
import type { EffectRow } from './effect-row.ts';
import type { InstanceTypes } from './instance-types.ts';
import type { ClassReference, KnownNodeClass, NodeClass, NodeClassKind, NodeClassProblem } from './node-class.ts';
import type { OtherCost, VolumeCost } from './other-cost.ts';

/**
 * What the engine asks of a cloud. The model is Karpenter's own CloudProvider (core pkg/cloudprovider/types.go): who makes the nodes of a
 * kind of node class says what they can be, when they drift and what they cost. It is asked once for each node class or object, never
 * for each pod.
 *
 * Only its names and kinds must be there. What is left out nobody knows: then NodePools are validated, linted and compared all the same,
 * and the figures that hang on it are unknown, with the reason.
 */
export interface CloudProvider {
  /** As rules name it, such as `aws`. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** The first is meant where a NodePool names no kind (GetSupportedNodeClasses). */
  readonly nodeClasses: readonly NodeClassKind[];
  /** The kind that Provisioners referred to before there were node classes. */
  readonly nodeTemplate?: NodeClassKind;
  /** Kinds of a Karpenter that the cloud runs itself. The cloud decides what their fields do, so their nodes are not simulated. */
  readonly managedNodeClasses?: readonly Omit<NodeClassKind, 'plural'>[];
  readonly launching?: Launching;
  readonly drift?: NodeClassDrift;
  readonly billing?: Billing;
  /** What of its resources in Terraform matters to Karpenter. */
  readonly terraform?: KnownResources;
  /** Name of the chart's setting that holds feature gates of its own. */
  readonly ownFeatureGates?: string;
  /** Regions that it has and of which there is no catalog: nodes and cost are unknown there. */
  readonly regionsWithoutCatalog?: readonly string[];
  readonly kubernetes?: ManagedKubernetes;
}

/** The Kubernetes that a provider runs. */
export interface ManagedKubernetes {
  /** What it is called, such as `EKS`. */
  readonly name: string;
  /** Groups of nodes that it runs beside Karpenter: what they are called, and the label that names a node's group. */
  readonly nodeGroups: { readonly title: string; readonly label: string };
  /** False for a minor whose support has ended; true for those that are newer than those known. */
  isRun(version: string, catalog: Catalog, today: string): boolean;
}

/** What node classes launch (GetInstanceTypes). */
export interface Launching<Class extends NodeClass = NodeClass, Known extends Catalog = Catalog> {
  /** A class that nobody configured. */
  readonly plainNodeClass: Class;
  /** What that is, in a few words. */
  readonly plainNodeClassTitle: string;
  /** Reads a class; what the cluster shows of it stands in the status. */
  readNodeClass(object: NodeClassObject, karpenter: Karpenter): KnownNodeClass<Class> | NodeClassProblem;
  /** Whether a class that is not ready with one spec is not ready with the other either. */
  isNotReadyAsWell(before: Mapping, after: Mapping): boolean;
  /** What the class resolves to: every type of the catalog, with offerings in the given zones. */
  instanceTypes(catalog: Known, nodeClass: Class, terms: LaunchTerms): InstanceTypes;
  /**
   * Per type the values that a label of a running node of the class can have; undefined where the catalog does not know. Of a class that
   * is not known, all that one could have.
   */
  labelsOfRunning(key: string, catalog: Known, nodeClass: Manifest | undefined): LabelColumn | undefined;
  /** What NodePools could allow beside what they allow: it may cost less. */
  widerRequirements(requirements: readonly NodePoolRequirement[], instanceTypes: InstanceTypes): WiderRequirements;
  /** Labels of nodes that it runs beside those of Karpenter: pods that ask for one go there. */
  readonly foreignLabels: readonly string[];
}

/** All requirements of a NodePool with more values in some; undefined where there is no more to allow, or it is not known what. */
export interface WiderRequirements {
  /** Every family of the categories that are listed by family or type. */
  readonly families: readonly NodePoolRequirement[] | undefined;
  /** Every generation from the oldest that is allowed on. */
  readonly generations: readonly NodePoolRequirement[] | undefined;
}

/** What changes of a node class do to the nodes that run (IsDrifted). */
export interface NodeClassDrift {
  /** What each field does; the first row that matches wins. */
  readonly effects: readonly EffectRow[];
  /** What another value of one of Karpenter's settings does to nodes, a sentence by the setting's name; of those that do something. */
  readonly settingEffects: ReadonlyMap<string, string>;
  /** What a change of a selection does for certain, by its terms alone; undefined where only the cloud tells what they select. */
  changedSelection(
    cause: EffectCause,
    terms: ChangedValue,
  ): Pick<FieldChange, 'effect' | 'cause' | 'reason'> | undefined;
  /** What another Kubernetes does to the nodes of a class. */
  kubernetesChanges(nodeClass: Manifest, change: KubernetesChange): readonly FieldChange[];
  /** The hash that the controller writes on nodes, of a class with the API server's defaults; null where it cannot be known. */
  hash(nodeClass: Value, karpenter: Karpenter, clusterCABundle?: string): string | null;
  /** Whether the hash is the same for both, whatever else differs; false where it cannot be known. */
  isSameHash(before: Value, after: Value, karpenter: Karpenter): boolean;
  /**
   * A class whose manifest goes from one version of the API to the other as the conversion keeps it in v1: the object is one side as the
   * migration writes it, then comes that side as it is written, then the other one.
   */
  asConverted(object: Mapping, written: Manifest, other: Manifest): Mapping;
}

/** A value on both sides. */
export interface ChangedValue {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Kubernetes' minors of a cluster before and after a change that moves it. */
export interface KubernetesChange {
  readonly from: string;
  readonly to: string;
  /** Null where nothing is known of the region. */
  readonly catalog: Catalog | null;
}

/** What is billed besides instances. A cost that does not arise is left out; one that is not known is there as unknown. */
export interface Billing<Class extends NodeClass = NodeClass, Known extends Catalog = Catalog> {
  /** What speaks against spot capacity, a sentence without its full stop. */
  readonly spotCaveat: string;
  /** Of each node of a class. */
  volumesOf(nodeClass: Class, catalog: Known): VolumeCost;
  ofNodes(billed: BilledCluster<Class, Known>): readonly OtherCost[];
  ofCluster(billed: BilledCluster<Class, Known>): readonly OtherCost[];
}

/** The new nodes of one side, and what else tells what is billed. */
export interface BilledCluster<Class extends NodeClass = NodeClass, Known extends Catalog = Catalog> {
  readonly catalog: Known;
  readonly settings: Settings;
  readonly manifests: readonly Manifest[];
  /** NodePools with their new nodes; the class is undefined where it is not known. */
  readonly pools: readonly {
    readonly name: string;
    readonly nodeClass: Class | undefined;
    readonly nodes: Range;
    readonly volumesMonthlyUsd: Range;
  }[];
  /** Some NodePool can be simulated. */
  readonly hasKnownPools: boolean;
  /** NodePools that cannot. */
  readonly refused: readonly {
    readonly name: string;
    readonly manifest: Manifest;
    /** Its node class is none that the provider launches. */
    readonly isOfOtherClass: boolean;
  }[];
}

/** A node class of the manifests, with what the cluster shows of it. */
export interface NodeClassObject {
  readonly name: string;
  readonly spec: Mapping;
  readonly status: Value | undefined;
}

/** What instance types depend on, besides the node class. */
export interface LaunchTerms {
  /** Where nodes of the class can stand. */
  readonly zones: readonly Zone[];
  readonly settings: KarpenterSettings;
  readonly spotPricing: SpotPricing;
  /** What is paid less than the public prices. */
  readonly discounts?: readonly Discount[];
  /** Reservation id → free instances; one that is absent is taken to be full. */
  readonly reservations: ReadonlyMap<string, number>;
  /** Reservations of the class are launched into. */
  readonly usesReservations?: boolean;
  /** A full reservation is available all the same (from Karpenter 1.15 on). */
  readonly offersFullReservations?: boolean;
}

/** The provider of a node class, and its kind; undefined where no provider has it. What a reference leaves out is taken from the first provider. */
export function providerOf(
  { group, kind }: ClassReference,
  providers: readonly CloudProvider[],
): { readonly provider: CloudProvider; readonly kind: NodeClassKind } | undefined {
  const [first] = providers[0]?.nodeClasses ?? [];
  for (const provider of providers) {
    const known = provider.nodeClasses.find(
      (one) => one.kind === (kind ?? first?.kind) && (group === undefined || one.group === group),
    );
    if (known !== undefined) return { provider, kind: known };
  }
  return undefined;
}

/** Whose node class an object is, of any version and name that its kind had; undefined for everything else. */
export const classProviderOf = (
  { apiVersion }: Manifest,
  providers: readonly CloudProvider[],
): CloudProvider | undefined =>
  providers.find(({ nodeClasses }) => nodeClasses.some(({ group }) => group === groupOf(apiVersion)));

/** What all providers know of resources in Terraform. */
export const knownResources = (providers: readonly CloudProvider[]): KnownResources[] =>
  providers.flatMap(({ terraform }) => terraform ?? []);
