import { describe, expect, test } from 'vitest';
import { tomlEntries } from './toml-entries.ts';

const summary = (text: string) =>
  tomlEntries(text)?.map(({ path, type, items }) => [path.join('/'), type, ...items].join(' '));

describe('tomlEntries', () => {
  test('reads tables, dotted keys and inline tables as paths', () => {
    expect(
      summary(`
        # a comment
        [settings.kernel.sysctl] # another
        "vm.max_map_count" = 262144
        'net.core.somaxconn' = "1024"
        [settings]
        kernel.lockdown = "integrity"
        motd = """
        [not.a.table]
        a = 1 """
        metrics = { send-metrics = false, inner = { rate = 1.5 } }
      `),
    ).toEqual([
      'settings/kernel/sysctl/vm.max_map_count integer',
      'settings/kernel/sysctl/net.core.somaxconn string',
      'settings/kernel/lockdown string',
      'settings/motd string',
      'settings/metrics/send-metrics boolean',
      'settings/metrics/inner/rate float',
    ]);
  });

  test('reads arrays over several lines with the types of their items', () => {
    expect(
      summary(`
        options = [
          "a", # first
          1, [2, 3], { b = true },
        ]
        when = 1979-05-27 07:32:00
        none = []
      `),
    ).toEqual(['options array string integer array table', 'when date', 'none array']);
  });

  test('reads nothing of a text that is not TOML to its end', () => {
    const wrong = [
      'a = 1\nb = cluster.local',
      'a = "open',
      '[a\nb = 1',
      'a = [1',
      'a = { b = 1',
      `a = ${'['.repeat(90)}`,
      `[${'a.'.repeat(90)}a]\nb = 1`,
    ];
    expect(wrong.map(tomlEntries)).toEqual(wrong.map(() => undefined));
  });
});
