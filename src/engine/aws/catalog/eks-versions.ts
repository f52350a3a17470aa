import { compareMinors } from '../../karpenter/api/versions.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import { ec2CatalogOf } from './ec2-catalog.ts';

/** Whether EKS may run a version. True if the versions of EKS are unknown, and for versions newer than the known ones. */
export function isRunByEks(version: string, catalog: Catalog, today: string): boolean {
  const versions = ec2CatalogOf(catalog)?.fees?.eks.versions ?? {};
  const support = versions[version];
  if (support) return today <= support.extendedUntil;
  return Object.keys(versions).every((other) => compareMinors(other, version) < 0);
}
