import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Label } from '../../text/diagnostic.ts';

/** The objects that belong to one cluster. */
export interface ClusterObjects {
  readonly manifests: readonly Manifest[];
  ofKind(kind: string): readonly Manifest[];
  /** Files that could not be read, and may have objects of this cluster. */
  readonly unreadFiles: readonly string[];
}

/** A node, as far as its addresses depend on it. */
interface AddressedNode {
  readonly instanceType: string;
  /** Its pods with an address of their own, without those of DaemonSets. */
  readonly pods: number;
}

/** The addresses that nodes of a class can use, and what a node takes of them. */
export interface ClusterAddresses {
  /** All of them, whatever else uses some; undefined if the repository does not show all subnets. */
  readonly total: number | undefined;
  /** The subnets for people, such as `3 subnets (/27)`. */
  readonly subnets: string;
  readonly labels: readonly Label[];
  /** What a node takes at least, and what it usually takes with its warm pool. */
  ofNode(node: AddressedNode): { readonly least: number; readonly usual: number };
}
