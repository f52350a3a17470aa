import { type Manifest, versionOf } from '../../manifest/manifest.ts';
import { autoModeGroup } from '../../manifest/provider-kinds.ts';
import { classReferenceOf, fieldOf } from './pool-fields.ts';

/** Whether nodes of a NodePool expire, and nothing ends the wait for pods that nobody may evict. In v1beta1, such pods block the expiry itself. */
export function expiresWithoutEnd(pool: Manifest): boolean {
  // EKS Auto Mode ends the wait after 24 hours if the NodePool does not set a period.
  if (classReferenceOf(pool)?.group === autoModeGroup) return false;
  const template = ['spec', 'template', 'spec'];
  const expireAfter = fieldOf(pool, [...template, 'expireAfter']);
  const gracePeriod = fieldOf(pool, [...template, 'terminationGracePeriod']);
  const isKnown = expireAfter.isKnown && gracePeriod.isKnown && versionOf(pool.apiVersion) === 'v1';
  return isKnown && expireAfter.value !== 'Never' && gracePeriod.value === undefined;
}
