import type { GatePolicy, Settings } from '../../engine/api/settings.ts';
import type { Source } from '../../engine/source.ts';
import { requireCodes } from './config-codes.ts';
import { ConfigReader } from './config-reader.ts';
import { configSettings } from './config-settings.ts';
import type { Config } from './config-value.ts';

/** The settings of a configuration file. Throws a PlumblineError('config') that names line, key and the nearest key. */
export function parseConfig(source: Source): Partial<Settings> {
  const reader = new ConfigReader(source);
  const config = reader.read() as Config;
  requireCodes(config, reader);
  requireTimes(config, reader);
  if (config.timeZone !== undefined && !isTimeZone(config.timeZone))
    reader.fail(['timeZone'], `\`${config.timeZone}\` is not a time zone`, 'Write a name like `Europe/Berlin`.');
  return configSettings(config);
}

/** Rejects freezes with invalid times, which would otherwise have no effect. */
function requireTimes({ gate, environments = {} }: Config, reader: ConfigReader): void {
  requireFreezes(gate, ['gate'], reader);
  for (const [name, own] of Object.entries(environments))
    requireFreezes(own.gate, ['environments', name, 'gate'], reader);
}

function requireFreezes(gate: Partial<GatePolicy> | undefined, at: readonly string[], reader: ConfigReader): void {
  gate?.freeze?.forEach((freeze, i) => {
    for (const key of ['from', 'to'] as const)
      if (!isTime(freeze[key]))
        reader.fail(
          [...at, 'freeze', i, key],
          `\`${key}: ${freeze[key]}\` is not a date or time`,
          'Write it like `2026-12-20` or `2026-12-20T16:00Z`.',
        );
    if (freeze.to < freeze.from) reader.fail([...at, 'freeze', i, 'to'], '`to` is before `from`', 'Swap them.');
  });
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));

/** Whether a text names a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}
