import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareMinors } from '../../engine/api/versions.ts';
import { PlumblineError } from '../../errors.ts';
import { catalogFile, readJson } from './catalog-folder.ts';
import { type AwsFacts, factsOfData } from './facts-of-data.ts';

/**
 * The facts of a data folder. Files of a refreshed catalog (`plumbline catalog refresh`) take precedence.
 * Throws PlumblineError for a region or a Karpenter version that the folder does not have.
 */
export function openFacts(dataFolder: string, catalogFolder?: string): AwsFacts {
  const refreshed = catalogFolder === undefined ? [] : refreshedRegions(catalogFolder);
  const folders = catalogFolder === undefined ? [dataFolder] : [catalogFolder, dataFolder];
  return factsOfData({
    karpenterVersions: namesIn(join(dataFolder, 'crds')).sort(compareMinors),
    regions: [...new Set([...namesIn(join(dataFolder, 'regions')), ...refreshed])].sort(),
    read: (file) => readJson(join(dataFolder, file)),
    readCatalog: (file, decode) => catalogFile(folders, file, decode)!,
  });
}

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
