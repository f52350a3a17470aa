import { servedApi } from '../api/versions.ts';
import { isOfKarpenter } from '../manifest/karpenter-kinds.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { CrdPack, CrdVersion } from './definitions/crd-pack.ts';

/** A custom kind with the pack that it is from. */
export interface JudgingKind {
  readonly crd: CrdVersion;
  readonly pack: CrdPack;
}

/** Packs of other Karpenter minors. */
export type PacksByMinor = (karpenterVersion: string) => CrdPack;

/** The kind that judges an object of Karpenter's: the target's, else that of the last Karpenter that served it. */
export function judgingKind(
  manifest: Manifest,
  pack: CrdPack,
  crds: PacksByMinor | undefined,
): JudgingKind | undefined {
  const { apiVersion, kind } = manifest;
  const own = pack.find(apiVersion, kind);
  if (own !== undefined) return { crd: own, pack };
  if (!isOfKarpenter(manifest)) return undefined;
  const served = servedApi(apiVersion, kind);
  const minor = served?.last ?? served?.first;
  if (minor === undefined || crds === undefined) return undefined;
  const other = crds(minor);
  const crd = other.find(apiVersion, kind);
  return crd === undefined ? undefined : { crd, pack: other };
}

/** Objects by what the API server knows them by, the last one of several. */
export const byIdentity = (manifests: readonly Manifest[] = []): ReadonlyMap<string, Manifest> =>
  new Map(manifests.map((manifest) => [serverIdentity(manifest), manifest]));

/** What the API server knows an object by. */
export const serverIdentity = ({ apiVersion, kind, namespace, name }: Manifest): string =>
  JSON.stringify([apiVersion, kind, namespace ?? '', name]);
