import { servedApi } from '../../../karpenter/api/versions.ts';
import { isOfKarpenter } from '../../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { CrdPack, CrdVersion } from './crd-pack.ts';

/** The definition of a custom kind, and the pack that contains it. */
interface JudgingKind {
  readonly crd: CrdVersion;
  readonly pack: CrdPack;
}

/** Returns the pack of a Karpenter minor. */
export type PacksByMinor = (karpenterVersion: string) => CrdPack;

/**
 * The definition that an object of Karpenter is validated against: the target's, or else that of the last Karpenter that served the kind.
 * Undefined for a node class of another provider that the repository defines itself.
 */
export function judgingKind(
  manifest: Manifest,
  pack: CrdPack,
  { crds, custom }: { readonly crds?: PacksByMinor | undefined; readonly custom?: CrdPack | undefined } = {},
): JudgingKind | undefined {
  const { apiVersion, kind } = manifest;
  const definition = pack.find(apiVersion, kind);
  // The repository knows better than plumbline which release of another provider it uses.
  const isOthers = definition?.asOf !== undefined || definition?.isForeign === true;
  if (isOthers && custom?.find(apiVersion, kind) !== undefined) return undefined;
  if (definition !== undefined) return { crd: definition, pack };
  if (!isOfKarpenter(manifest)) return undefined;

  const served = servedApi(apiVersion, kind);
  const minor = served?.last ?? served?.first;
  if (minor === undefined || crds === undefined) return undefined;

  const other = crds(minor);
  const crd = other.find(apiVersion, kind);

  if (crd === undefined) return undefined;
  return { crd, pack: other };
}

/** The object before the change, in the same API version; undefined if there is none. */
export type OldObject = (manifest: Manifest) => Manifest | undefined;

/** The same for objects that have their identity on the API server to themselves. The last of several equal ones wins. */
export function oldAmong(manifests: readonly Manifest[]): OldObject {
  const byIdentity = new Map(manifests.map((manifest) => [serverIdentity(manifest), manifest]));
  return (manifest) => byIdentity.get(serverIdentity(manifest));
}

/** The identity of an object on the API server. */
const serverIdentity = ({ apiVersion, kind, namespace, name }: Manifest): string =>
  JSON.stringify([apiVersion, kind, namespace ?? '', name]);
