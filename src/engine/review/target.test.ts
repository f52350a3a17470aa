import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../api/settings.ts';
import type { ReviewInput } from '../review.ts';
import { targetOf } from './target.ts';

const target = (settings: Partial<Settings>, text = '') =>
  targetOf({
    settings: { ...defaultSettings, ...settings },
    facts: { regions: ['eu-central-1', 'us-east-1', 'us-west-1'] },
    head: { sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] },
  } as unknown as ReviewInput);

const zones = (...names: string[]) => `values: [${names.join(', ')}]\n`;

test.each<[string, Partial<Settings>, string, string, boolean]>([
  ['a setting', { region: 'us-west-1' }, zones('eu-central-1a'), 'us-west-1', false],
  ['zones as set', { zones: ['eu-central-1a'] }, '', 'eu-central-1', false],
  ['a Local Zone as set', { zones: ['us-east-1-bos-1a'] }, '', 'us-east-1', false],
  ['zones in the files', {}, zones('eu-central-1a', 'eu-central-1b'), 'eu-central-1', false],
  ['a value that fills a placeholder', { set: { ZONE: 'eu-central-1a', NAME: 'shop' } }, '', 'eu-central-1', false],
  ['values that contradict each other', { set: { A: 'eu-central-1', B: 'us-west-1' } }, '', 'us-east-1', true],
  ['files that contradict each other', {}, zones('eu-central-1a', 'us-west-1a'), 'us-east-1', true],
  ['a region without data', {}, zones('us-gov-west-1a'), 'us-gov-west-1', false],
  ['nothing', {}, '', 'us-east-1', true],
])('the region by %s', (_, settings, text, region, isRegionAssumed) =>
  expect(target(settings, text)).toMatchObject({ region, isRegionAssumed }),
);

test.each([
  ['1.10', '1.10'],
  ['9.9', '1.15'],
  ['0.20', '0.32'],
])('Karpenter %s is judged as %s', (asked, known) => {
  const { karpenterVersion, karpenterVersionSource } = target({ karpenterVersion: asked });
  expect(karpenterVersion).toBe(known);
  expect(karpenterVersionSource.includes(asked)).toBe(asked !== known);
});
