import { readFileSync } from 'node:fs';
import { decodeCrdPack, type Schema } from '../../src/engine/files/schema/definitions/crd-pack.ts';
import type { ResourceRef } from '../../src/engine/text/diagnostic.ts';

const file = new URL('../../data/crds/1.14.json', import.meta.url);
const pack = decodeCrdPack(JSON.parse(readFileSync(file, 'utf8')));

/** The schema of an object in Karpenter 1.14. */
export const schemaOf = ({ apiVersion, kind }: ResourceRef): Schema => pack.find(apiVersion, kind)!.schema;
