import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareMinors } from '../../engine/api/versions.ts';
import { regionsWithoutCatalog } from '../../engine/aws/catalog/aws-regions.ts';
import { joinCatalog } from '../../engine/aws/catalog/catalog.ts';
import type { Ec2Catalog } from '../../engine/aws/catalog/ec2-catalog.ts';
import { decodeInstanceTypes } from '../../engine/aws/catalog/instance-type-info.ts';
import { decodeRegion } from '../../engine/aws/catalog/region-facts.ts';
import type { Facts } from '../../engine/facts.ts';
import { didYouMean, nearest } from '../../engine/nearest.ts';
import { type CrdPack, decodeCrdPack } from '../../engine/schema/definitions/crd-pack.ts';
import { PlumblineError } from '../../errors.ts';
import { catalogFile, readJson, regionFile, typesFile } from './catalog-folder.ts';
import { providers } from './providers.ts';

/** Facts with catalogs of AWS, the one provider of whose types and prices there are any. */
export interface AwsFacts extends Facts {
  catalog(region: string): Ec2Catalog;
}

/**
 * The facts of a data folder, each file read when it is first asked for and then kept.
 * Of a refreshed catalog (`plumbline catalog refresh`) what it holds comes first.
 * Asking for a region or a Karpenter minor that the folder does not have is a PlumblineError.
 */
export function openFacts(dataFolder: string, catalogFolder?: string): AwsFacts {
  const refreshed = catalogFolder === undefined ? [] : refreshedRegions(catalogFolder);
  const regions = [...new Set([...namesIn(join(dataFolder, 'regions')), ...refreshed])].sort();
  const karpenterVersions = namesIn(join(dataFolder, 'crds')).sort(compareMinors);
  const folders = catalogFolder === undefined ? [dataFolder] : [catalogFolder, dataFolder];
  const table = once(() => catalogFile(folders, typesFile, decodeInstanceTypes)!);
  const catalogs = new Map<string, Ec2Catalog>();
  const packs = new Map<string, CrdPack>();
  return {
    providers,
    karpenterVersions,
    regions,
    crds(karpenterVersion) {
      requireKnown(karpenterVersion, karpenterVersions, 'Karpenter version');
      return getOrAdd(packs, karpenterVersion, () =>
        decodeCrdPack(readJson(join(dataFolder, 'crds', `${karpenterVersion}.json`))),
      );
    },
    catalog(region) {
      requireKnown(region, regions, 'region');
      return getOrAdd(catalogs, region, () =>
        joinCatalog(table(), catalogFile(folders, regionFile(region), decodeRegion)!),
      );
    },
  };
}

function refreshedRegions(folder: string): string[] {
  try {
    return namesIn(join(folder, 'regions'));
  } catch (cause) {
    throw new PlumblineError('config', `\`${folder}\` is no folder of a catalog`, {
      cause,
      help: '`plumbline catalog refresh --output FOLDER` writes such a folder.',
    });
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((file) => /^(.+)\.json(?:\.br)?$/.exec(file)?.[1] ?? []);

function requireKnown(name: string, known: readonly string[], what: string): void {
  // Names come from configuration: only those that were listed ever become a path.
  if (known.includes(name)) return;
  if (regionsWithoutCatalog.includes(name))
    throw new PlumblineError('config', `No instance types and prices are known for the ${what} \`${name}\``);
  const candidate = nearest(name, [...known, ...(what === 'region' ? regionsWithoutCatalog : [])]);
  throw new PlumblineError('config', `\`${name}\` is no ${what} that plumbline knows`, {
    help: candidate ? didYouMean(candidate) : `Known are ${known.join(', ')}.`,
  });
}

function getOrAdd<V>(values: Map<string, V>, key: string, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
