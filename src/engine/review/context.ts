import type { Karpenter } from '../api/karpenter.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import type { ReviewInput } from '../review.ts';
import type { CrdPack } from '../schema/crd-pack.ts';
import type { Origins } from './origins.ts';
import type { Target } from './target.ts';

/** What all stages of one review share. */
export interface Context {
  readonly input: ReviewInput;
  readonly target: Target;
  readonly pack: CrdPack;
  readonly karpenter: Karpenter;
  /** Null where nothing is known of the region's instance types. */
  readonly catalog: Catalog | null;
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
  readonly live: ManifestSet | null;
  readonly origins: { readonly base: Origins; readonly head: Origins };
}
