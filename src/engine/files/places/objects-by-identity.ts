import type { Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import { objectIdentity } from './object-identity.ts';

const indexes = new WeakMap<readonly Manifest[], ReadonlyMap<string, readonly Manifest[]>>();

/** The objects of a list by what identifies them. Kept with the list, because a change of a thousand objects asks for the counterpart of each. */
export function objectsByIdentity(manifests: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  const index = indexes.get(manifests) ?? groupBy(manifests, objectIdentity);
  indexes.set(manifests, index);
  return index;
}
