import type { Settings } from '../../engine/karpenter/api/settings.ts';
import type { Source } from '../../engine/text/source.ts';
import { requireCodes } from './config-codes.ts';
import { requirePaths } from './config-paths.ts';
import { ConfigReader } from './config-reader.ts';
import { configSettings } from './config-settings.ts';
import { isDate, requireTimes } from './config-times.ts';
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
  const unextended = {
    ...config,
    ...(config.customRules && { customRules: customRulesOf(config.customRules, fileName(source)) }),
  };

  const merged = mergedConfig([...extended, unextended]);
  requireCodes(config, reader, merged.customRules);
  requireTimes(config, reader);
  requirePaths(config, reader);
  if (config.timeZone !== undefined && !isTimeZone(config.timeZone))
    reader.fail(['timeZone'], `\`${config.timeZone}\` is not a time zone`, 'Write a name like `Europe/Berlin`.');
  requireCurrency(config, reader);

  if (merged.scorecard !== undefined && !isBranchName(merged.scorecard))
    reader.fail(
      ['scorecard'],
      `\`${merged.scorecard}\` is not the name of a branch`,
      'Write a name like `plumbline-scorecard`.',
    );

  return configSettings(merged);
}

/** Rejects what no report could show. */
function requireCurrency({ currency }: Config, reader: ConfigReader): void {
  if (currency === undefined) return;

  const { code, asOf, source } = currency;
  const fail = (key: string, message: string, help: string): never => reader.fail(['currency', key], message, help);
  if (!/^[A-Z]{3}$/.test(code))
    fail('code', '`currency.code` is not the code of a currency', 'Write three capital letters, such as `EUR`.');
  if (code === 'USD') fail('code', 'costs are in USD already', 'Remove `currency`.');
  if (asOf !== undefined && !isDate(asOf)) fail('asOf', '`currency.asOf` is not a date', 'Write it like `2026-11-02`.');
  if (source !== undefined && !/^[^\p{C}]{1,80}$/u.test(source))
    fail('source', '`currency.source` must be at most 80 characters on one line', 'Write a name, such as `ECB`.');
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
