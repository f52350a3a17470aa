import type { Ec2Catalog } from '../../../engine/aws/catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../../../engine/aws/catalog/instance-type-info.ts';
import { nodeResourcesOf } from '../../../engine/aws/instance-types/node-resources.ts';
import { formatResource } from '../../../engine/karpenter/api/quantity.ts';
import { defaultKarpenterSettings } from '../../../engine/karpenter/api/settings.ts';
import {
  isEstimate,
  isOldDate,
  type PriceSource,
  spotSourceOf,
} from '../../../engine/karpenter/cloud-provider/catalog.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { didYouMean, nearest } from '../../../engine/text/nearest.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import type { AwsFacts } from '../../../io/catalog/facts-of-data.ts';
import { Repository } from '../../../io/git/repository.ts';
import { today } from '../../../io/today.ts';
import { factsAtBase } from '../../../review/facts-at-base.ts';
import { cliReview } from '../../../review/host-rules.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import { catalogFolder } from '../arguments/catalog-option.ts';
import { configurationOf, settingsOf } from '../input/review-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { typeTable } from './type-table.ts';

/** `plumbline catalog [INSTANCE-TYPE…]`: provenance of the facts, one type with its price in every zone, or a table of types. */
export async function runCatalog(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;
  // Only `refresh` loads the AWS SDK, which is as large as everything else together.
  if (positionals[0] === 'refresh') return (await import('./catalog-refresh.ts')).runCatalogRefresh(input, terminal);

  const { stdout } = terminal;
  const { facts, region } = await factsHere(flags, terminal);
  const catalog = facts.catalog(region);
  const [name] = positionals;
  const isTable = positionals.length > 1 || name?.includes('*');

  const pageText = () => {
    if (name === undefined) return provenance(catalog, facts.regions);
    if (isTable) return typeTable(catalog, positionals);
    return typePage(catalog, name);
  };

  stdout.write(pageText());

  return exitCode.ok;
}

/** The facts that a review here uses: of `--catalog`, or of the folder that the nearest plumbline.yaml names. Its region is the default. */
async function factsHere(flags: Flags, terminal: Terminal): Promise<{ facts: AwsFacts; region: string }> {
  const [folder, named] = [catalogFolder(flags, terminal.cwd), flags.text('region')];
  if (folder !== undefined && named !== undefined) return { facts: openFacts(dataFolder, folder), region: named };

  const place = { repository: new Repository(terminal.cwd), ref: undefined };
  const settings = await settingsOf(flags, terminal, place);
  const region = settings.region ?? 'us-east-1';
  if (folder !== undefined) return { facts: openFacts(dataFolder, folder), region };

  const configuration = configurationOf(flags, terminal, place);
  return { facts: await factsAtBase(settings, { configuration, rules: cliReview, onNote: () => {} }), region };
}

function provenance(catalog: Ec2Catalog, regions: readonly string[]): string {
  const offered = catalog.names.filter((name) => catalog.zonesOf(name).length > 0);

  const isExact = (source: PriceSource | undefined): boolean =>
    source?.isExact === true && !isOldDate(source.date, today());

  const exact = offered.filter((name) => isExact(catalog.priceSourceOf(name))).length;
  const doubt = textIf(catalog.areOfferingsAssumed, '; which zone offers which type is unknown');

  const priceLine = (source: PriceSource): string => {
    const exactness = isExact(source) ? 'exact' : 'estimated';
    return `  ${source.date}  ${source.what}, ${exactness} (${source.repository})`;
  };

  return `${[
    `${catalog.region}: ${offered.length} of ${catalog.names.length} known instance types in ${catalog.zones.length} zones${doubt}`,
    `on-demand prices: ${exact} exact, ${offered.length - exact} estimated`,
    spotProvenance(catalog, offered),
    `volumes: ${
      Object.keys(catalog.fees?.volumes ?? {})
        .sort()
        .join(', ') || 'no prices known'
    }`,
    '',
    'Sources',
    ...catalog.sources.map(({ what, date, repository }) => `  ${date}  ${what} (${repository})`),
    ...(catalog.fees?.sources ?? []).map(({ what, date, repository }) => `  ${date}  ${what} (${repository})`),
    ...catalog.priceSources.map(priceLine),
    '',
    `Regions: ${regions.join(' ')}`,
  ].join('\n')}\n`;
}

function spotProvenance(catalog: Ec2Catalog, offered: readonly string[]): string {
  const withSpotPrice = offered.filter((name) => catalog.regional(name)?.spotUsd).length;
  if (withSpotPrice === 0 && spotSourceOf(catalog) === undefined) return 'spot prices: unknown';
  const others = 'estimated from advised savings';
  const zonesText =
    withSpotPrice === 0 ? others : `${withSpotPrice} by zone, ${offered.length - withSpotPrice} ${others}`;
  return `spot prices: ${zonesText}`;
}

function typePage(catalog: Ec2Catalog, name: string): string {
  const info = catalog.type(name);
  if (!info) {
    const candidate = nearest(name, ['refresh', ...catalog.names]);
    throw new PlumblineError('usage', `\`${name}\` is not a known instance type`, {
      help: candidate ? didYouMean(candidate) : 'Run `plumbline catalog` to see how old the catalog is.',
    });
  }

  const zones = catalog.zonesOf(name);

  const { areOfferingsAssumed, region } = catalog;
  const priced = areOfferingsAssumed ? zones.slice(0, 1) : zones;

  const title = (): string => {
    if (zones.length === 0) return `Not offered in ${region}.`;
    return `Prices in USD/hour${textIf(areOfferingsAssumed, '. Which zones offer it is unknown')}`;
  };

  const priceLine = (zone: string): string => {
    const place = areOfferingsAssumed ? region : zone;
    return `  ${place.padEnd(18)}${price(catalog, name, 'on-demand', zone)}  ${price(catalog, name, 'spot', zone)}`;
  };

  return `${[
    `${name} in ${region}`,
    ...properties(catalog, info).map(([key, value]) => `  ${key.padEnd(14)}${value}`),
    '',
    title(),
    ...priced.map(priceLine),
  ].join('\n')}\n`;
}

function properties(catalog: Ec2Catalog, info: InstanceTypeInfo): [string, string][] {
  const allocatable = nodeResourcesOf(catalog, info.name, { settings: defaultKarpenterSettings })?.allocatable;
  const amount = (resource: string): string => formatResource(resource, allocatable?.get(resource) ?? Number.NaN);

  return [
    ['architecture', info.architecture],
    ['vCPU', String(info.vcpus)],
    ['memory', `${info.memoryMib} MiB`],
    [
      'allocatable',
      `cpu ${amount('cpu')}, memory ${amount('memory')}, pods ${amount('pods')} (AL2023, default settings)`,
    ],
    ...info.gpus.map(({ name, count, memoryMib }): [string, string] => [
      'GPU',
      `${count} × ${name}, ${memoryMib} MiB each`,
    ]),
    ...listIf(info.gone, ['retired', info.gone] as [string, string]),
  ];
}

function price(catalog: Ec2Catalog, name: string, capacityType: 'on-demand' | 'spot', zone: string): string {
  const price = catalog.price(name, capacityType, zone);
  const mark = textIf(price && isEstimate(price, today()), ' (estimated)');
  const priceText = price ? price.hourlyUsd.toFixed(4) : 'unknown';
  return `${capacityType} ${priceText}${mark}`;
}
