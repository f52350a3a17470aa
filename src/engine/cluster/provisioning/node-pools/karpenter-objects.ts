import { type Migration, v1Objects } from '../../../files/migration/v1-objects.ts';
import { type Manifest, type Value, versionOf } from '../../../manifest/model/manifest.ts';

/** A NodePool or node class in its v1 form, with the manifest it comes from. */
export interface KarpenterObject {
  readonly kind: 'NodePool' | 'NodeClass';
  readonly name: string;
  readonly object: { readonly [key: string]: Value };
  readonly manifest: Manifest;
}

/** NodePools and EC2NodeClasses in their v1 form. */
export interface KarpenterObjects {
  readonly objects: readonly KarpenterObject[];
  /** Manifests of older API versions, which were migrated to v1. Each appears once. */
  readonly migrated: readonly Manifest[];
}

/** Reads NodePools and EC2NodeClasses, and migrates older API versions to v1. */
export function karpenterObjects(manifests: readonly Manifest[]): KarpenterObjects {
  const { nodePools, nodeClasses } = v1Objects(manifests);
  const objects = [
    ...nodePools.map((migration) => named('NodePool', migration)),
    ...nodeClasses.map((migration) => named('NodeClass', migration)),
  ].filter(({ name }) => name !== '');

  const sources = new Set(objects.map(({ manifest }) => manifest));
  return { objects, migrated: [...sources].filter(({ apiVersion }) => versionOf(apiVersion) !== 'v1') };
}

function named(
  kind: KarpenterObject['kind'],
  { object, manifest }: Migration<{ readonly metadata: { readonly name: string } }>,
): KarpenterObject {
  // The migration passes values through without checking their shape, so they are read as untrusted input again.
  const fields = object as unknown as { readonly [key: string]: Value };
  return { kind, name: `${object.metadata.name}`, object: fields, manifest };
}
