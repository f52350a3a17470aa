import { classReferenceOf, fieldOf } from '../../../karpenter/api/pool-fields.ts';
import { type Manifest, versionOf } from '../../../manifest/model/manifest.ts';
import { autoModeGroup } from '../../../manifest/model/provider-kinds.ts';

const template = ['spec', 'template', 'spec'];

/** Whether nothing ends the wait for pods that nobody may evict. */
export function waitsWithoutEnd(pool: Manifest): boolean {
  // EKS Auto Mode ends the wait after 24 hours if the NodePool does not set a period.
  if (classReferenceOf(pool)?.group === autoModeGroup || versionOf(pool.apiVersion) !== 'v1') return false;
  const gracePeriod = fieldOf(pool, [...template, 'terminationGracePeriod']);
  return gracePeriod.isKnown && gracePeriod.value === undefined;
}

/** Whether nodes of a NodePool expire, and nothing ends the wait for pods that nobody may evict. In v1beta1, such pods block the expiry itself. */
export function expiresWithoutEnd(pool: Manifest): boolean {
  const expireAfter = fieldOf(pool, [...template, 'expireAfter']);
  return expireAfter.isKnown && expireAfter.value !== 'Never' && waitsWithoutEnd(pool);
}
