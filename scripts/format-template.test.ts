import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { camelCase, formatEntries, formatTemplate } from './format-template.ts';

describe.each(Object.entries(formatEntries))('%s', (file, withEntry) => {
  test('adds one format and changes nothing else', () => {
    const before = readFileSync(file, 'utf8');
    const after = withEntry(before, 'check-style');
    const added = after.split(/\n|, /).filter((line) => /check-?style/i.test(line));
    expect(added.length).toBeGreaterThan(0);
    expect(after).not.toBe(before);
    expect(before.split('\n').filter((line) => !after.includes(line.replace(/\] as const;$/, '')))).toEqual([]);
  });
});

test('a list on several lines, as the formatter writes it, gets one more entry', () => {
  const before = "export const reviewFormats = [\n  'text',\n  'github',\n] as const;\n";
  expect(formatEntries['src/shared/options.ts']!(before, 'csv')).toBe(
    "export const reviewFormats = [\n  'text',\n  'github', 'csv',\n] as const;\n",
  );
});

test('the template is named after the format', () => {
  expect(camelCase('check-style')).toBe('checkStyle');
  expect(formatTemplate('check-style')).toContain("export const checkStyle: Renderer = {\n  format: 'check-style',");
});
