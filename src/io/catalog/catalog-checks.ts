import { isObject } from '../../engine/manifest/model/manifest.ts';
import { regionFile, typesFile } from './facts-of-data.ts';

/** Throws an Error that names the key if a file of a catalog has a value that plumbline does not write. Other keys are not read. */
export function checkCatalogFile(file: string, json: unknown): void {
  if (!isObject(json)) throw new Error('it is not a JSON object');

  const names = json.types;
  if (!isListOf(isTypeName, limits.types)(names) || new Set(names).size !== names.length)
    throw new Error('`types` is not a list of names of instance types');

  for (const [key, isRight] of Object.entries(file === typesFile ? typesShape(names) : regionShape(names, json)))
    if (!isRight(json[key])) throw new Error(`\`${key}\` is missing or has a value that cannot be right`);
  if (file !== typesFile && file !== regionFile(json.region as string)) throw new Error('it is about another region');
}

type Check = (value: unknown) => boolean;

const limits = { types: 5_000, zones: 16, sources: 50 };

const typesShape = (names: readonly string[]): Record<string, Check> => {
  const every = (isRight: Check): Check => isListOf(isRight, names.length, names.length);
  const some = (isRight: Check): Check => isMapOf(isRight, new Set(names));
  const count = isWhole(0, 100_000_000);
  const device = { name: isText, manufacturer: isText, count };

  return {
    schema: isText,
    sources: isListOf(hasShape(sourceShape), limits.sources),
    ...allOf(['architecture', 'cpuManufacturer', 'hypervisor'], every(isText)),
    ...allOf(['vcpus', 'memoryMib', 'enis', 'ipv4PerEni'], every(isWhole(0, 100_000_000))),
    ...allOf(['clockMhz', 'encryptionInTransit', 'hasNitroEnclaves'], every(count)),
    ...allOf(['ebsBandwidthMbps', 'networkBandwidthMbps', 'instanceStoreGb', 'localNvmeGb'], every(orNull(count))),
    ...allOf(['efas', 'branchEnis'], every(orNull(count))),
    networkCards: some(isListOf(count, 64)),
    gpus: some(isListOf(hasShape({ ...device, memoryMib: count }), 16)),
    accelerator: some(hasShape(device)),
    neuron: some(hasShape({ devices: count, cores: count })),
    gone: some(isText),
    ...allOf(['isBareMetal', 'isBurstable', 'isPreviousGeneration', 'hasNestedVirtualization'], some(count)),
    ...allOf(['hasCapacityBlocks', 'lacksSpot', 'lacksEna', 'lacksVpcLimits'], some(count)),
  };
};

function regionShape(names: readonly string[], json: Readonly<Record<string, unknown>>): Record<string, Check> {
  const every = (isRight: Check): Check => isListOf(isRight, names.length, names.length);
  const zones = Array.isArray(json.zones) ? json.zones.length : 0;
  const sources = Array.isArray(json.priceSources) ? json.priceSources.length : 0;

  return {
    schema: isText,
    region: isWord,
    currency: isText,
    zones: isListOf(isWord, limits.zones),
    zoneIds: isListOf(isWord, zones, zones),
    areOfferingsAssumed: (value) => value === undefined || value === true,
    sources: isListOf(hasShape(sourceShape), limits.sources),
    priceSources: isListOf(
      hasShape({ what: isText, repository: isText, date: isDate, isExact: isTruth }),
      limits.sources,
    ),
    fees: (value) => value === undefined || hasShape(feesShape)(value),
    zoneMasks: every(isWhole(0, 2 ** zones - 1)),
    onDemandUsd: every(orNull(isPrice)),
    priceSource: every(orNull(isWhole(0, sources - 1))),
    billedUsd: isMapOf(isPrice, new Set(names)),
    spotSavingsPercent: every(orNull(isBetween(-1_000, 100))),
    interruptionBand: every(orNull(isWhole(0, 4))),
    spotUsd: (value) => value === undefined || isMapOf(isListOf(orNull(isPrice), zones, zones), new Set(names))(value),
  };
}

const allOf = (keys: readonly string[], isRight: Check): Record<string, Check> =>
  Object.fromEntries(keys.map((key) => [key, isRight]));

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

/** Texts are printed, so nothing in them may be markup. */
const isText = matches(/^[\w .,:;()/@+'&%-]{0,200}$/);
const isWord = matches(/^[a-z0-9-]{0,60}$/);
const isDate = matches(/^20\d\d-[01]\d-[0-3]\d$/);
const isTypeName = matches(/^[a-z][a-z0-9-]{0,30}\.[a-z0-9-]{1,30}$/);
const isTruth: Check = (value) => typeof value === 'boolean';

const isBetween =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;

const isWhole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && isBetween(least, most)(value);

/** In USD per hour or per month. Nothing costs nothing: an unknown price is null. */
const isPrice: Check = (value) => isBetween(0, 1_000_000)(value) && value !== 0;

const orNull =
  (isRight: Check): Check =>
  (value) =>
    value === null || isRight(value);

const isListOf =
  (isRight: Check, most: number, least = 0) =>
  (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.length <= most && value.length >= least && value.every(isRight);

const isMapOf =
  (isRight: Check, names?: ReadonlySet<string>): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, entry]) => (names?.has(name) ?? true) && isRight(entry));

const hasShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([key, isRight]) => isRight(value[key]));

const sourceShape = {
  what: isText,
  repository: isText,
  date: isDate,
  licence: isText,
  commit: (value: unknown) => value === undefined || isText(value),
};

const fee = isBetween(0, 1_000_000);

const feesShape = {
  volumes: isMapOf(
    hasShape({
      gibMonth: fee,
      iopsMonth: (value) => value === undefined || isListOf(fee, 10)(value),
      mibpsMonth: (value) => value === undefined || fee(value),
    }),
  ),
  publicIpv4Hour: fee,
  eks: hasShape({
    standardHour: fee,
    extendedHour: fee,
    versions: isMapOf(hasShape({ standardUntil: isDate, extendedUntil: isDate })),
  }),
  sources: isListOf(hasShape(sourceShape), limits.sources),
};
