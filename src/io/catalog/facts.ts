import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareMinors } from '../../engine/karpenter/api/versions.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { checkCatalogFile } from './catalog-checks.ts';
import { catalogFile, readJson } from './catalog-folder.ts';
import { type AwsFacts, type DataFiles, factsOfData } from './facts-of-data.ts';

/**
 * The facts of a data folder. Files of a refreshed catalog (`plumbline catalog refresh`) take precedence.
 * Throws PlumblineError for a region or a Karpenter version that the folder does not have.
 */
export function openFacts(dataFolder: string, catalogFolder?: string): AwsFacts {
  return factsOfData(dataFiles(dataFolder, catalogFolder));
}

/** The files of a data folder. Those of a refreshed catalog replace some of them. Throws PlumblineError('config') if there is no such catalog. */
export function dataFiles(dataFolder: string, catalogFolder?: string): DataFiles {
  const refreshed = catalogFolder === undefined ? [] : refreshedRegions(catalogFolder);
  return {
    karpenterVersions: namesIn(join(dataFolder, 'crds')).sort(compareMinors),
    regions: [...new Set([...namesIn(join(dataFolder, 'regions')), ...refreshed])].sort(),
    read: (file) => readJson(join(dataFolder, file)),
    readCatalog: (file, decode) => {
      const current = () => {
        if (catalogFolder === undefined) return undefined;
        return catalogFile([catalogFolder], file, checked(file, decode));
      };

      return current() ?? catalogFile([dataFolder], file, decode)!;
    },
  };
}

/** Decodes a file that somebody else may have edited. */
const checked =
  <T>(file: string, decode: (json: unknown) => T) =>
  (json: unknown): T => {
    checkCatalogFile(file, json);
    return decode(json);
  };

function refreshedRegions(folder: string): string[] {
  try {
    return namesIn(join(folder, 'regions'));
  } catch (cause) {
    throw new PlumblineError('config', `\`${folder}\` is not the folder of a catalog`, {
      cause,
      help: 'Run `plumbline catalog refresh --output FOLDER` to write a catalog, and name its folder.',
    });
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((file) => /^(.+)\.json(?:\.br)?$/.exec(file)?.[1] ?? []);
