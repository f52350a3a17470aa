import { resolve } from 'node:path';
import { exitCode, PlumblineError } from '../../../errors.ts';
import { readEc2 } from '../../../io/aws/aws-ec2.ts';
import { readOnDemand } from '../../../io/aws/aws-pricing.ts';
import { readKnown } from '../../../io/catalog/catalog-folder.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { refreshedRegion } from '../../../io/catalog/refreshed-region.ts';
import { refreshedTypes } from '../../../io/catalog/refreshed-types.ts';
import { writeCatalog } from '../../../io/catalog/write-catalog.ts';
import { streamLog } from '../../../io/log.ts';
import { today } from '../../../io/today.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline catalog refresh`: the catalog's files of one region, from EC2 and the price list. */
export async function runCatalogRefresh({ flags }: Arguments, { cwd, stdout, stderr }: Terminal): Promise<number> {
  const region = flags.text('region') ?? 'us-east-1';
  const output = flags.text('output');
  if (output === undefined)
    throw new PlumblineError('usage', '`catalog refresh` needs a folder to write to', {
      help: 'Add one, for example `--output catalog`. `review --catalog catalog` then uses it.',
    });
  // The name becomes part of a file name and a host name.
  if (!/^[a-z]{2,4}(-[a-z]+)+-\d{1,2}$/.test(region))
    throw new PlumblineError('usage', `\`${region}\` is not an AWS region`, { help: 'Write it as in `eu-central-1`.' });
  const log = streamLog(stderr);
  const now = new Date();
  const date = today(now);
  const folder = resolve(cwd, output);
  const known = readKnown([folder, dataFolder], region);
  log.progress(`Reading instance types from EC2 in ${region}…`);
  const ec2 = await readEc2(region, now);
  log.progress('Reading the AWS price list…');
  const prices = await readOnDemand(region);
  log.done();
  if (ec2.types.length === 0 || ec2.zones.length === 0)
    throw new PlumblineError('aws', `EC2 returned no instance types or zones for ${region}`, {
      help: 'Check that the region is enabled for the account.',
    });
  const source = { what: 'DescribeInstanceTypes', repository: 'Amazon EC2', date, licence: 'AWS Customer Agreement' };
  const table = refreshedTypes(known.table, ec2.types, source);
  const names = table.types.map(({ name }) => name);
  const facts = refreshedRegion(known.facts, { region, date, names, ec2, prices });
  writeCatalog(folder, table, facts);
  const priced = [...facts.types.values()].filter(({ priceSource }) => priceSource === facts.priceSources[0]).length;
  const spot = [...facts.types.values()].filter(({ spotUsd }) => spotUsd).length;
  stdout.write(
    `${region}: ${ec2.types.length} instance types, ${ec2.offerings.size} offered in ${ec2.zones.length} zones, ${priced} with on-demand and ${spot} with spot prices\nWritten to ${output}. Pass \`--catalog ${output}\` to use it.\n`,
  );
  return exitCode.ok;
}
