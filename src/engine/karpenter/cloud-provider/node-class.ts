import { groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';

/** A kind of node class that NodePools refer to. */
export interface NodeClassKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Names of classes that the cloud creates in every cluster. */
  readonly builtIn?: readonly string[];
}

/** Whether an object is of a kind, in any version. */
export const isOfKind = ({ apiVersion, kind }: Manifest, of: NodeClassKind): boolean =>
  kind === of.kind && groupOf(apiVersion) === of.group;

/** Group and kind in a NodePool's reference. */
export interface ClassReference {
  readonly group?: string | undefined;
  readonly kind?: string | undefined;
}

/** A node class as its provider read it. Only the provider knows its content; all other code passes it on. */
export interface NodeClass {
  readonly metadata: { readonly name: string };
  readonly spec: object;
  readonly status?: object;
}

/** A node class that can be simulated. */
export interface KnownNodeClass<Class extends NodeClass = NodeClass> {
  readonly nodeClass: Class;
  /** The zones that the controller found for its nodes; empty if the cluster does not show them. */
  readonly zones: readonly string[];
  /** Those resources in `InstanceTypes.onRequest` that its nodes have without a request from a pod. */
  readonly attached: readonly string[];
  /** Kubelet settings that Karpenter ignores when it sizes nodes, sorted. */
  readonly uncounted: readonly string[];
  /** It selects capacity reservations of which nobody says what they are. */
  readonly hasUnknownReservations?: boolean;
}

/** Why the NodePools of a class cannot be simulated. */
export type NodeClassProblem =
  | { readonly kind: 'placeholder'; readonly path: Path }
  /** It is unknown how Karpenter interprets this kubelet setting. */
  | { readonly kind: 'kubelet'; readonly path: Path }
  /** The controller would not use the class. `missing` is its kind, if no class with that name exists. */
  | { readonly kind: 'not-ready'; readonly reason: string; readonly message: string; readonly missing?: NodeClassKind };

/** The label that shows the class of a node. It consists of the class's group and kind. */
export const nodeClassLabel = ({ group = '', kind = '' }: ClassReference): string => `${group}/${kind.toLowerCase()}`;
