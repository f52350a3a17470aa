import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { providerEntries, providerTemplate } from './provider-template.ts';

const tiny = { name: 'tiny', group: 'karpenter.tiny.example', kind: 'TinyNodeClass', plural: 'tinynodeclasses' };

describe.each(Object.entries(providerEntries))('%s', (file, withEntry) => {
  test('adds one provider and changes nothing else', () => {
    const before = readFileSync(file, 'utf8');
    const after = withEntry(before, tiny);
    expect(after).toMatch(/\btiny/);
    expect(
      after.replaceAll(
        /import \{ tiny.*\n|^ {2}tiny: \['tiny'\],\n|, tiny\b(?=\])|, \.\.\.tinyRules|^tiny +a provider\n/gm,
        '',
      ),
    ).toBe(before);
  });
});

test('the template includes the names and the kind', () =>
  expect(providerTemplate(tiny)).toContain("export const tiny: CloudProvider = {\n  name: 'tiny',\n  title: 'Tiny',"));
