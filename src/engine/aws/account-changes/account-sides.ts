import type { RelatedObjects } from '../../files/clusters/related-objects.ts';
import type { Removals } from '../../manifest/kept-in-cluster.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';

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
  /** What happens to the objects of texts that only the base has. */
  readonly removals?: Removals | undefined;
}

/** Whether the root of an object of the base is still there. A root that is gone destroys nothing by itself. */
export const isRootThere = (old: Manifest, { head }: Pick<AccountSides, 'head'>): boolean =>
  head.manifests.some((manifest) => isSameRoot(manifest, old));

/** Whether something of the base stays although no file of head has it. */
export const isKeptObject = ({ source }: Manifest, { removals }: Pick<AccountSides, 'removals'>): boolean =>
  removals?.get(source.file)?.keeping !== undefined;

/** The text of something that only the base may have. */
export const placeInBase = ({ source: { file } }: Manifest): Diagnostic['span'] => ({ file, start: 0, end: 0 });
