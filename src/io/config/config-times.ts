import type { WrittenGate } from '../../engine/karpenter/api/settings.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Config } from './config-value.ts';

/** Rejects freezes with invalid times, which would otherwise have no effect. */
export function requireTimes({ gate, environments = {} }: Config, reader: ConfigReader): void {
  requireFreezes(gate, ['gate'], reader);
  for (const [name, environment] of Object.entries(environments))
    requireFreezes(environment.gate, ['environments', name, 'gate'], reader);
}

function requireFreezes(gate: Partial<WrittenGate> | undefined, at: readonly string[], reader: ConfigReader): void {
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

/** Whether a text is an ISO date. */
export const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));
