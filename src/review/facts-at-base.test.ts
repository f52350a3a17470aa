import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../engine/karpenter/api/settings.ts';
import { catalogPaths } from '../io/catalog/catalog-texts.ts';
import type { Configuration } from './configuration.ts';
import { factsAtBase } from './facts-at-base.ts';
import { actionReview, botReview, type HostRules } from './host-rules.ts';
import { type Note, noteText } from './note.ts';

const known = readFileSync('data/regions/us-east-1.json', 'utf8');
const region = 'prices/regions/us-east-1.json';

/** The region with something else in one key. */
const withKey = (key: string, value: unknown): string => JSON.stringify({ ...JSON.parse(known), [key]: value });
const pricesOf = (usd: number): string =>
  withKey(
    'onDemandUsd',
    (JSON.parse(known).types as string[]).map(() => usd),
  );

type Files = Readonly<Record<string, string>>;

async function read(base: Files, head: Files | null = null, rules: HostRules = actionReview) {
  const notes: Note[] = [];
  const filesOf = (files: Files) => async (paths: readonly string[]) =>
    paths.flatMap((file) => (files[file] === undefined ? [] : [{ file, text: files[file] }]));
  const configuration: Configuration = {
    current: async () => undefined,
    files: filesOf(base),
    ...(head && { proposedFiles: filesOf(head) }),
  };
  const context = { configuration, rules, onNote: (note: Note) => void notes.push(note) };
  const facts = await factsAtBase({ ...defaultSettings, catalog: 'prices' }, context);
  const price = facts.catalog('us-east-1').price('m5.large', 'on-demand', 'us-east-1a')?.hourlyUsd;
  return { facts, price, notes: notes.map(noteText) };
}

test('prices come from the base, and what the change makes of them is reported', async () => {
  const same = { [region]: pricesOf(7) };
  expect(await read(same, same)).toMatchObject({ price: 7, notes: [] });
  expect(await read(same, { [region]: pricesOf(0.01) })).toMatchObject({
    price: 7,
    notes: ['this change edits the prices in `prices`, which take effect once it is merged'],
  });
  expect((await read(same, {})).notes).toHaveLength(1);
});

test('a catalog that the change breaks is reported, and is not used', async () => {
  const { price, notes } = await read({ [region]: pricesOf(7) }, { [region]: '{' });
  expect([price, notes[1]]).toEqual([
    7,
    '`prices/regions/us-east-1.json` is not a valid file of a catalog: it is not JSON',
  ]);
});

test('a region that only the catalog has is known', async () => {
  const mexico = withKey('region', 'mx-central-1');
  const { facts } = await read({ 'prices/regions/mx-central-1.json': mexico });
  expect(facts.regions).toContain('mx-central-1');
  expect(facts.catalog('mx-central-1').region).toBe('mx-central-1');
  expect(catalogPaths('prices', ['a'])).toContain('prices/regions/mx-central-1.json');
});

describe('a catalog that cannot be used', () => {
  test.each<[string, Files, string]>([
    ['missing', {}, 'The catalog `prices` was not found'],
    ['for another region', { [region]: withKey('region', 'us-east-2') }, `\`${region}\` is not a valid file`],
    [
      'with a price of nothing',
      { [region]: pricesOf(0) },
      '`onDemandUsd` is missing or has a value that cannot be right',
    ],
  ])('%s: the Action fails, the bot says that it uses the built-in prices', async (_, files, message) => {
    await expect(read(files)).rejects.toMatchObject({ code: 'config', message: expect.stringContaining(message) });
    const { price, notes } = await read(files, null, botReview);
    expect(price).toBe(0.096);
    expect(notes).toEqual([expect.stringMatching(/, so this review uses the built-in prices$/)]);
    expect(notes[0]).toContain(message);
  });
});
