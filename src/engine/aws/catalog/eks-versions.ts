import { compareMinors } from '../../api/versions.ts';
import type { Catalog } from '../../cloud-provider/catalog.ts';
import { ec2CatalogOf } from './ec2-catalog.ts';

/** True where nothing is known of the versions of EKS, and of versions that are newer than those known. */
export function isRunByEks(version: string, catalog: Catalog, today: string): boolean {
  const versions = ec2CatalogOf(catalog)?.fees?.eks.versions ?? {};
  const support = versions[version];
  return support
    ? today <= support.extendedUntil
    : Object.keys(versions).every((known) => compareMinors(known, version) < 0);
}
