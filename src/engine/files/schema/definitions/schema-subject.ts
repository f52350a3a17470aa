import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { CrdPack, CrdVersion } from './crd-pack.ts';

/** An object with the definition that it is validated against. */
export interface SchemaSubject {
  readonly manifest: Manifest;
  readonly crd: CrdVersion;
  /** The pack that contains the definition. */
  readonly pack: CrdPack;
  /** The object before the change, in an update. */
  readonly old: Manifest | undefined;
}
