import type { Settings } from '../../engine/api/settings.ts';
import type { Source } from '../../engine/source.ts';
import { requireCodes } from './config-codes.ts';
import { ConfigReader } from './config-reader.ts';
import { configSettings } from './config-settings.ts';
import { requireTimes } from './config-times.ts';
import type { Config } from './config-value.ts';
import { customRulesOf, requireCustomRules } from './custom-rules.ts';
import { mergedConfig } from './extended-config.ts';

/**
 * The settings of a configuration file on top of those that it extends. Throws a PlumblineError('config') that names line, key and the
 * nearest key.
 */
export function parseConfig(source: Source, extended: readonly Config[] = []): Partial<Settings> {
  const reader = new ConfigReader(source);
  const { extends: _, ...config } = reader.read() as Config;
  requireCustomRules(config, reader);
  const own = {
    ...config,
    ...(config.customRules && { customRules: customRulesOf(config.customRules, fileName(source)) }),
  };
  const merged = mergedConfig([...extended, own]);
  requireCodes(config, reader, merged.customRules);
  requireTimes(config, reader);
  if (config.timeZone !== undefined && !isTimeZone(config.timeZone))
    reader.fail(['timeZone'], `\`${config.timeZone}\` is not a time zone`, 'Write a name like `Europe/Berlin`.');
  if (merged.scorecard !== undefined && !isBranchName(merged.scorecard))
    reader.fail(
      ['scorecard'],
      `\`${merged.scorecard}\` is not the name of a branch`,
      'Write a name like `plumbline-scorecard`.',
    );
  return configSettings(merged);
}

/** A stricter form of the names that git allows. */
const isBranchName = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(name) &&
  !/\.\.|\.lock(\/|$)|\.(\/|$)/.test(name);

/** The name of a configuration in messages: its path on disk or in a ref does not matter. */
const fileName = ({ file }: Source): string => file.split(/[/:\\]/).at(-1)!;

/** Whether a text names a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}
