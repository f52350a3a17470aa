import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';

/** The same for two manifests of the same object within one place, whichever API version they use. */
export const objectIdentity = (manifest: Manifest): string =>
  JSON.stringify([groupOf(manifest.apiVersion), manifest.kind, manifest.namespace ?? '', manifest.name]);
