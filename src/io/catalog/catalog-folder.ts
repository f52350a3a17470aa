import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { decodeInstanceTypes, type InstanceTypeTable } from '../../engine/aws/catalog/instance-type-info.ts';
import { decodeRegion, type RegionFacts } from '../../engine/aws/catalog/region-facts.ts';
import { PlumblineError } from '../../errors.ts';

/** The files of a refreshed catalog, laid out as data/ is. */
export const typesFile = 'instance-types.json';
export const regionFile = (region: string): string => join('regions', `${region}.json`);

/** What the first folder that has them says of instance types and of a region. */
export function readKnown(
  folders: readonly string[],
  region: string,
): { readonly table: InstanceTypeTable; readonly facts: RegionFacts | undefined } {
  return {
    table: catalogFile(folders, typesFile, decodeInstanceTypes) ?? { sources: [], types: [] },
    facts: catalogFile(folders, regionFile(region), decodeRegion),
  };
}

/** The first of some folders' files of this name, decoded; undefined where none has it. Throws PlumblineError('config'). */
export function catalogFile<T>(folders: readonly string[], file: string, decode: (json: unknown) => T): T | undefined {
  const path = folders.map((folder) => join(folder, file)).find(isThere);
  if (path === undefined) return undefined;
  try {
    return decode(readJson(path));
  } catch (cause) {
    throw new PlumblineError('config', `\`${path}\` is no file of a catalog`, {
      cause,
      help: '`plumbline catalog refresh --output FOLDER` writes such a folder.',
    });
  }
}

const isThere = (path: string): boolean => existsSync(path) || existsSync(`${path}.br`);

/** A file of data as it is, or as dist/ carries it: compressed it is a sixth. */
export function readJson(path: string): unknown {
  const text = existsSync(path) ? readFileSync(path) : brotliDecompressSync(readFileSync(`${path}.br`));
  return JSON.parse(text.toString('utf8'));
}
