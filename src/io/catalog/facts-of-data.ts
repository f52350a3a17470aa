import { regionsWithoutCatalog } from '../../engine/aws/catalog/aws-regions.ts';
import { joinCatalog } from '../../engine/aws/catalog/catalog.ts';
import type { Ec2Catalog } from '../../engine/aws/catalog/ec2-catalog.ts';
import { decodeInstanceTypes } from '../../engine/aws/catalog/instance-type-info.ts';
import { decodeRegion } from '../../engine/aws/catalog/region-facts.ts';
import { type CrdPack, decodeCrdPack } from '../../engine/files/schema/definitions/crd-pack.ts';
import type { BadRelease } from '../../engine/karpenter/bad-release.ts';
import { groupOf } from '../../engine/manifest/model/manifest.ts';
import { providerKinds } from '../../engine/manifest/model/provider-kinds.ts';
import type { Facts } from '../../engine/review/context/facts.ts';
import { didYouMean, nearest } from '../../engine/text/nearest.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { providers } from './providers.ts';

/** Facts with catalogs of AWS, the only provider whose instance types and prices are included. */
export interface AwsFacts extends Facts {
  catalog(region: string): Ec2Catalog;
  /** What Karpenter says about a field of its objects, by the keys that lead to it. Undefined for other objects and fields. */
  fieldDoc(apiVersion: string, kind: string, path: readonly string[]): string | undefined;
}

/** The files of data/, wherever they are kept. */
export interface DataFiles {
  /** Karpenter minors with CRDs, oldest first. */
  readonly karpenterVersions: readonly string[];
  /** Regions with a catalog, sorted. */
  readonly regions: readonly string[];
  /** The content of a file as a value of JSON. Paths are relative to data/. */
  read(file: string): unknown;
  /** The content of a file that a refreshed catalog may replace, decoded. */
  readCatalog<T>(file: string, decode: (json: unknown) => T): T;
}

/** The files of a catalog, which have the same layout in data/ and in a refreshed catalog. */
export const typesFile = 'instance-types.json';
export const regionFile = (region: string): string => `regions/${region}.json`;
/** Other files of data/. */
export const crdsFile = (karpenterVersion: string): string => `crds/${karpenterVersion}.json`;
const nodeClassesFile = (group: string): string => `node-classes/${group}.json`;
export const badReleasesFile = 'bad-releases.json';
const fieldDocsFile = 'field-docs.json';

/** Description by path, by `apiVersion kind`. */
type FieldDocs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The facts in files. Each file is read when it is first needed, and then kept. Throws PlumblineError for a region or a
 * Karpenter version without a file.
 */
export function factsOfData({ karpenterVersions, regions, read, readCatalog }: DataFiles): AwsFacts {
  const table = once(() => readCatalog(typesFile, decodeInstanceTypes));
  const badReleases = once(() => (read(badReleasesFile) as { readonly releases: readonly BadRelease[] }).releases);
  const fieldDocs = once(() => (read(fieldDocsFile) as { readonly fields: FieldDocs }).fields);
  const catalogs = new Map<string, Ec2Catalog>();
  const packs = new Map<string, CrdPack>();
  const groups = new Set(providerKinds.map(({ group }) => group));

  const nodeClasses = (apiVersion: string): CrdPack | undefined => {
    const group = groupOf(apiVersion);
    if (groups.has(group)) return getOrAdd(packs, group, () => decodeCrdPack(read(nodeClassesFile(group))));
    return undefined;
  };

  return {
    providers,
    karpenterVersions,
    regions,
    get badReleases() {
      return badReleases();
    },
    crds(karpenterVersion) {
      requireKnown(karpenterVersion, karpenterVersions, 'Karpenter version');
      return getOrAdd(packs, karpenterVersion, () => {
        const pack = decodeCrdPack(read(crdsFile(karpenterVersion)));
        const find: CrdPack['find'] = (apiVersion, kind) =>
          pack.find(apiVersion, kind) ?? nodeClasses(apiVersion)?.find(apiVersion, kind);
        return { ...pack, find };
      });
    },
    catalog(region) {
      requireKnown(region, regions, 'region');
      return getOrAdd(catalogs, region, () => joinCatalog(table(), readCatalog(regionFile(region), decodeRegion)));
    },
    fieldDoc(apiVersion, kind, path) {
      return new Map(Object.entries(fieldDocs()[`${apiVersion} ${kind}`] ?? {})).get(path.join('.'));
    },
  };
}

function requireKnown(name: string, names: readonly string[], what: string): void {
  // Names come from the configuration, so only listed names may become part of a path.
  if (names.includes(name)) return;

  if (regionsWithoutCatalog.includes(name))
    throw new PlumblineError('config', `plumbline has no instance types and prices for the ${what} \`${name}\``, {
      help: `Choose one of ${names.join(', ')}.`,
    });

  const candidate = nearest(name, [...names, ...(what === 'region' ? regionsWithoutCatalog : [])]);

  throw new PlumblineError('config', `plumbline does not know the ${what} \`${name}\``, {
    help: candidate ? didYouMean(candidate) : `Choose one of ${names.join(', ')}.`,
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
