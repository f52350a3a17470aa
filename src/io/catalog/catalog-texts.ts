import { regionsWithoutCatalog } from '../../engine/aws/catalog/aws-regions.ts';
import { decodeInstanceTypes } from '../../engine/aws/catalog/instance-type-info.ts';
import { decodeRegion } from '../../engine/aws/catalog/region-facts.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import { checkCatalogFile } from './catalog-checks.ts';
import { invalidCatalogFile } from './catalog-folder.ts';
import type { DataFiles } from './facts-of-data.ts';
import { regionFile, typesFile } from './facts-of-data.ts';

/** The longest file of a catalog, in UTF-16 code units: several times what all of AWS needs. */
const maxLength = 1024 * 1024;

/** Every file that a catalog in this folder can have. `regions` are those that plumbline has data of. */
export const catalogPaths = (folder: string, regions: readonly string[]): string[] =>
  [typesFile, ...[...regions, ...regionsWithoutCatalog].map(regionFile)].map((file) => `${folder}/${file}`);

/**
 * The data with the files of a catalog in place of its own. All of them are decoded now, so that a mistake in one is found before the review
 * starts. Throws PlumblineError('config').
 */
export function withCatalogTexts(data: DataFiles, folder: string, sources: readonly Source[]): DataFiles {
  const decoded = new Map(
    sources.map((source) => {
      const file = source.file.slice(folder.length + 1);
      return [file, decodedFile(file, source)] as const;
    }),
  );

  const regions = data.regions.concat(sources.flatMap(({ file }) => /\/regions\/([^/]+)\.json$/.exec(file)?.[1] ?? []));

  return {
    ...data,
    regions: [...new Set(regions)].sort(compareNames),
    readCatalog: <T>(file: string, decode: (json: unknown) => T): T => {
      if (decoded.has(file)) return decoded.get(file) as T;
      return data.readCatalog(file, decode);
    },
  };
}

function decodedFile(file: string, { file: path, text }: Source): unknown {
  try {
    if (text.length > maxLength) throw new Error(`it is longer than ${maxLength / 1024} kB`);
    const json: unknown = JSON.parse(text);
    checkCatalogFile(file, json);

    if (file === typesFile) return decodeInstanceTypes(json);
    return decodeRegion(json);
  } catch (cause) {
    throw invalidCatalogFile(path, cause);
  }
}
