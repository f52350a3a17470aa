import { resolve } from 'node:path';
import { readEc2 } from '../../../io/aws/aws-ec2.ts';
import { readOnDemand } from '../../../io/aws/aws-pricing.ts';
import { refreshPolicy } from '../../../io/aws/refresh-actions.ts';
import { readKnown } from '../../../io/catalog/catalog-folder.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { refreshedRegion } from '../../../io/catalog/refreshed-region.ts';
import { refreshedTypes } from '../../../io/catalog/refreshed-types.ts';
import { plausibleRegion } from '../../../io/catalog/region-changes.ts';
import { writeCatalog } from '../../../io/catalog/write-catalog.ts';
import { Repository } from '../../../io/git/repository.ts';
import { type AwsCredentials, assumeRole } from '../../../io/identity/aws-session.ts';
import { streamLog } from '../../../io/log.ts';
import { today } from '../../../io/today.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { identitySource } from '../input/chosen-environment.ts';
import { settingsOf } from '../input/review-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { refreshSummary } from './refresh-summary.ts';

/** `plumbline catalog refresh`: the catalog's files of one region, from EC2 and the price list. */
export async function runCatalogRefresh({ flags }: Arguments, terminal: Terminal): Promise<number> {
  const { cwd, stdout, stderr } = terminal;
  const place = { repository: new Repository(cwd), ref: undefined };
  const region = flags.text('region') ?? (await settingsOf(flags, terminal, place)).region ?? 'us-east-1';
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
  const saved = readKnown([folder, dataFolder], region);

  log.progress(`Reading instance types from EC2 in ${region}…`);
  const credentials = await credentialsOf(flags.text('role-arn'), region, terminal);
  const ec2 = await readEc2(region, now, credentials);
  log.progress('Reading the AWS price list…');
  const prices = await readOnDemand(region, credentials);
  log.done();

  if (ec2.types.length === 0 || ec2.zones.length === 0)
    throw new PlumblineError('aws', `EC2 returned no instance types or zones for ${region}`, {
      help: 'Check that the region is enabled for the account.',
    });

  const source = { what: 'DescribeInstanceTypes', repository: 'Amazon EC2', date, licence: 'AWS Customer Agreement' };
  const table = refreshedTypes(saved.table, ec2.types, source);
  const names = table.types.map(({ name }) => name);
  const fresh = refreshedRegion(saved.facts, { region, date, names, ec2, prices });
  const refreshed = plausibleRegion(saved.facts, fresh, flags.isOn('force') === true);

  writeCatalog(folder, table, refreshed.facts);
  stdout.write(refreshSummary({ ...refreshed, known: saved.facts }), 'document');
  stderr.write(
    `Written to ${output}. To use it, set \`catalog: ${output}\` in plumbline.yaml, or pass \`--catalog ${output}\`.\n`,
  );

  return exitCode.ok;
}

/** The credentials of a role for the job's identity, limited to what is read here. Undefined for those of the environment. */
async function credentialsOf(
  roleArn: string | undefined,
  region: string,
  terminal: Terminal,
): Promise<AwsCredentials | undefined> {
  if (roleArn === undefined) return undefined;
  return assumeRole({ roleArn, region, policy: refreshPolicy, source: identitySource(roleArn, terminal) });
}
