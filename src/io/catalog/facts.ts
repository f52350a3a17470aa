import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareMinors } from '../../engine/api/versions.ts';
import { regionsWithoutCatalog } from '../../engine/aws/catalog/aws-regions.ts';
import { joinCatalog } from '../../engine/aws/catalog/catalog.ts';
import type { Ec2Catalog } from '../../engine/aws/catalog/ec2-catalog.ts';
import { decodeInstanceTypes } from '../../engine/aws/catalog/instance-type-info.ts';
import { decodeRegion } from '../../engine/aws/catalog/region-facts.ts';
import type { BadRelease } from '../../engine/bad-release.ts';
import type { Facts } from '../../engine/facts.ts';
import { didYouMean, nearest } from '../../engine/nearest.ts';
import { type CrdPack, decodeCrdPack } from '../../engine/schema/definitions/crd-pack.ts';
import { PlumblineError } from '../../errors.ts';
import { catalogFile, readJson, regionFile, typesFile } from './catalog-folder.ts';
import { providers } from './providers.ts';

/** Facts with catalogs of AWS, the only provider whose instance types and prices are included. */
export interface AwsFacts extends Facts {
  catalog(region: string): Ec2Catalog;
}

/**
 * The facts of a data folder. Each file is read when it is first needed, and then kept.
 * Files of a refreshed catalog (`plumbline catalog refresh`) take precedence.
 * Throws PlumblineError for a region or a Karpenter version that the folder does not have.
 */
export function openFacts(dataFolder: string, catalogFolder?: string): AwsFacts {
  const refreshed = catalogFolder === undefined ? [] : refreshedRegions(catalogFolder);
  const regions = [...new Set([...namesIn(join(dataFolder, 'regions')), ...refreshed])].sort();
  const karpenterVersions = namesIn(join(dataFolder, 'crds')).sort(compareMinors);
  const folders = catalogFolder === undefined ? [dataFolder] : [catalogFolder, dataFolder];
  const table = once(() => catalogFile(folders, typesFile, decodeInstanceTypes)!);
  const badReleases = once(
    () => (readJson(join(dataFolder, 'bad-releases.json')) as { readonly releases: readonly BadRelease[] }).releases,
  );
  const catalogs = new Map<string, Ec2Catalog>();
  const packs = new Map<string, CrdPack>();
  return {
    providers,
    karpenterVersions,
    regions,
    get badReleases() {
      return badReleases();
    },
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
    throw new PlumblineError('config', `\`${folder}\` is not the folder of a catalog`, {
      cause,
      help: 'Run `plumbline catalog refresh --output FOLDER` to write a catalog, and name its folder.',
    });
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((file) => /^(.+)\.json(?:\.br)?$/.exec(file)?.[1] ?? []);

function requireKnown(name: string, known: readonly string[], what: string): void {
  // Names come from the configuration, so only listed names may become part of a path.
  if (known.includes(name)) return;
  if (regionsWithoutCatalog.includes(name))
    throw new PlumblineError('config', `plumbline has no instance types and prices for the ${what} \`${name}\``, {
      help: `Choose one of ${known.join(', ')}.`,
    });
  const candidate = nearest(name, [...known, ...(what === 'region' ? regionsWithoutCatalog : [])]);
  throw new PlumblineError('config', `plumbline does not know the ${what} \`${name}\``, {
    help: candidate ? didYouMean(candidate) : `Choose one of ${known.join(', ')}.`,
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
