import type { RelatedObjects } from '../../clusters/related-objects.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';

/** All objects of one side of a change, and the cluster of each. */
export interface AccountSide {
  readonly all: ManifestSet;
  readonly manifests: readonly Manifest[];
  readonly clusterOf: RelatedObjects['clusterOf'];
}

/** Both sides of a change. */
export interface AccountSides {
  readonly base: AccountSide;
  readonly head: AccountSide;
}
