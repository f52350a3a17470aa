import type { Manifest, Value } from '../../../manifest/model/manifest.ts';
import type { CrdPack, CrdVersion } from '../definitions/crd-pack.ts';
import { rootSchema } from '../structural/structural-validator.ts';
import { unknownFieldFaults } from '../structural/unknown-field.ts';

/** The server's code gets too slow with more unknown fields than this: its time grows with the square of their number. */
const mostUnknownFields = 1000;

/** Whether an object has very many fields that its kind does not have. Our own validator, which lists a hundred of them, is enough for it. */
export function hasMostlyUnknownFields(manifest: Manifest, crd: CrdVersion, pack: CrdPack): boolean {
  if (entriesIn(manifest.object as Value) <= mostUnknownFields) return false;
  return unknownFieldFaults(manifest, crd, { root: rootSchema(crd), pack }).length > mostUnknownFields;
}

const entriesIn = (value: Value): number => {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce((sum: number, child) => sum + 1 + entriesIn(child), 0);

  return 0;
};
