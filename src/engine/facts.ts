import type { Catalog } from './cloud-provider/catalog.ts';
import type { CrdPack } from './schema/definitions/crd-pack.ts';
import type { ApiServer } from './schema/server/api-server.ts';

/** Facts kept as data, handed in by the host: only what a review asks for is loaded. */
export interface Facts {
  /** Karpenter minors with a CRD pack, oldest first. */
  readonly karpenterVersions: readonly string[];
  /** Region names with offerings and prices, sorted. */
  readonly regions: readonly string[];
  crds(karpenterVersion: string): CrdPack;
  catalog(region: string): Catalog;
  /** The API server's own code, where the host found anything for it to judge. */
  readonly apiServer?: ApiServer | undefined;
}
