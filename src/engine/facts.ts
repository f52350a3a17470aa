import type { Catalog } from './cloud-provider/catalog.ts';
import type { CloudProvider } from './cloud-provider/cloud-provider.ts';
import type { CrdPack } from './schema/definitions/crd-pack.ts';

/** Facts kept as data, handed in by the host: only what a review asks for is loaded. */
export interface Facts {
  /** Karpenter minors with a CRD pack, oldest first. */
  readonly karpenterVersions: readonly string[];
  /** Region names with offerings and prices, sorted. */
  readonly regions: readonly string[];
  /** The clouds that are known. The first is meant where a NodePool names no kind of node class. */
  readonly providers: readonly CloudProvider[];
  crds(karpenterVersion: string): CrdPack;
  catalog(region: string): Catalog;
}
