import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { estimateFiles, type FileOptions } from './library.ts';

const folder = 'test/cases/prices-come-from-the-catalog-of-the-repository';
const files = Object.fromEntries(
  readdirSync(`${folder}/head`).map((file) => [file, readFileSync(`${folder}/head/${file}`, 'utf8')]),
);
const monthly = async (options: FileOptions): Promise<number | null | undefined> =>
  (await estimateFiles(files, { region: 'eu-west-1', today: '2026-11-25', ...options }))?.head?.monthlyUsd.likely;

test('a catalog on disk gives the prices, as an option or as a setting', async () => {
  const own = await monthly({ catalog: `${folder}/catalog` });
  expect(own).toBeGreaterThan(0);
  expect(own).not.toBe(await monthly({}));
  expect(await monthly({ settings: { catalog: `${folder}/catalog` } })).toBe(own);
  await expect(monthly({ catalog: 'nowhere' })).rejects.toMatchObject({ code: 'config' });
});
