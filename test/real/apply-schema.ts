import { readFileSync } from 'node:fs';
import type { ResourceRef } from '../../src/engine/diagnostic.ts';
import { decodeCrdPack, type Schema } from '../../src/engine/schema/definitions/crd-pack.ts';

const file = new URL('../../data/crds/1.14.json', import.meta.url);
const pack = decodeCrdPack(JSON.parse(readFileSync(file, 'utf8')));

/** The schema of an object in Karpenter 1.14. */
export const schemaOf = ({ apiVersion, kind }: ResourceRef): Schema => pack.find(apiVersion, kind)!.schema;
