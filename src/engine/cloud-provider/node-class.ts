import { groupOf, type Manifest, type Path } from '../manifest/manifest.ts';

/** A kind of node class that NodePools refer to. */
export interface NodeClassKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** Whether an object is of a kind, whatever its version. */
export const isOfKind = ({ apiVersion, kind }: Manifest, of: NodeClassKind): boolean =>
  kind === of.kind && groupOf(apiVersion) === of.group;

/** Group and kind as a NodePool refers to them. */
export interface ClassReference {
  readonly group?: string | undefined;
  readonly kind?: string | undefined;
}

/** A node class as its provider read it. What stands in it is the provider's affair: everybody else hands it on. */
export interface NodeClass {
  readonly metadata: { readonly name: string };
  readonly spec: object;
  readonly status?: object;
}

/** A node class that can be counted with. */
export interface KnownNodeClass<Class extends NodeClass = NodeClass> {
  readonly nodeClass: Class;
  /** Zones that the controller found for its nodes; empty where the cluster does not show it. */
  readonly zones: readonly string[];
  /** Resources that its nodes get whether a pod asks for them or not, of those in `InstanceTypes.onRequest`. */
  readonly attached: readonly string[];
  /** Settings of the kubelet that Karpenter does not count with, sorted. */
  readonly uncounted: readonly string[];
}

/** Why the NodePools of a class cannot be simulated. */
export type NodeClassProblem =
  | { readonly kind: 'placeholder'; readonly path: Path }
  /** What Karpenter makes of that kubelet setting is not known. */
  | { readonly kind: 'kubelet'; readonly path: Path }
  /** The controller would not use it: its reason and message, and the kind of class where there is none of that name. */
  | { readonly kind: 'not-ready'; readonly reason: string; readonly message: string; readonly missing?: NodeClassKind };

/** The label by which Karpenter tells nodes which class they are of, made of its group and kind. */
export const nodeClassLabel = ({ group = '', kind = '' }: ClassReference): string => `${group}/${kind.toLowerCase()}`;
