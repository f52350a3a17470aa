import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainedCodes } from '../../../engine/review/codes/explanations.ts';
import { rules } from '../../../engine/review/codes/rules.ts';
import { themes } from '../../../engine/rules/lint/themes.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { run } from '../terminal/terminal.test-support.ts';

describe('explain', () => {
  test.each(explainedCodes)('%s', async (code) => {
    const { code: exit, stdout, stderr } = await run(['explain', code]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^${code}( \\((error|warning|note)\\))?$`));
    expect(stdout).toMatch(/\n\nWhat to do: \S.*[.?]\n/);
    expect(stdout).not.toMatch(/undefined|\[object|\n\n\n/);
  });

  test('a rule can be named without `lint/`, and its examples are shown', async () => {
    const { stdout } = await run(['explain', 'require-limits']);
    expect(stdout).toBe((await run(['explain', 'lint/require-limits'])).stdout);
    await expect(stdout).toMatchFileSnapshot('__goldens__/explain-require-limits.txt');
  });
});

test('rules: each on its own line, below its theme', async () => {
  const { stdout } = await run(['rules']);
  const lines = stdout.split('\n').filter((line) => line.startsWith('  '));
  const listed = lines.map((line) => line.trim().split(/\s+/).slice(0, 2));
  const byTheme = themes.flatMap((theme) => rules.filter((rule) => rule.theme === theme));
  expect(listed).toEqual(byTheme.map(({ id, severity }) => [id, severity]));
  for (const theme of themes) expect(stdout).toContain(`${theme}\n  `);
});

describe('catalog', () => {
  test('says how old and how accurate it is', async () => {
    const { stdout } = await run(['catalog', '--region', 'eu-central-1']);
    expect(stdout).toMatch(/^eu-central-1: \d+ of \d+ known instance types in 3 zones\n/);
    expect(stdout).toMatch(/\n {2}20\d\d-\d\d-\d\d {2}\S/);
  });

  test('shows a type with its price in every zone', async () => {
    const { code, stdout } = await run(['catalog', 'm6i.2xlarge', '--region', 'us-east-1']);
    expect(code).toBe(0);
    expect(stdout).toContain('us-east-1a        on-demand 0.3840');
    expect(stdout).toContain('vCPU          8\n');
  });

  test('uses the region and the prices of plumbline.yaml', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'plumbline-catalog-'));
    const known = JSON.parse(readFileSync('data/regions/us-east-1.json', 'utf8'));
    mkdirSync(join(cwd, 'prices/regions'), { recursive: true });
    const prices = { ...known, onDemandUsd: known.types.map(() => 7) };
    writeFileSync(join(cwd, 'prices/regions/us-east-1.json'), JSON.stringify(prices));
    writeFileSync(join(cwd, 'plumbline.yaml'), 'region: us-east-1\ncatalog: prices\n');
    expect((await run(['catalog', 'm6i.large'], { cwd })).stdout).toContain('us-east-1a        on-demand 7.0000');
    writeFileSync(join(cwd, 'plumbline.yaml'), 'region: eu-central-1\n');
    expect((await run(['catalog', 'm6i.large'], { cwd })).stdout).toMatch(/^m6i.large in eu-central-1\n/);
    writeFileSync(join(cwd, 'plumbline.yaml'), 'catalog: gone\n');
    expect(await run(['catalog', 'm6i.large'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The catalog `gone` was not found'),
    });
    rmSync(cwd, { recursive: true });
  });

  test('says where a type is not offered', async () => {
    const there = openFacts(dataFolder).catalog('us-west-1');
    const name = there.names.find((type) => there.zonesOf(type).length === 0)!;
    expect((await run(['catalog', name, '--region', 'us-west-1'])).stdout).toContain('Not offered in us-west-1.');
  });

  test('prices that are more than 12 months old are estimates', async () => {
    const pageOf = async (...argv: string[]) => (await run(['catalog', ...argv, '--region', 'eu-central-1'])).stdout;
    expect(await pageOf('m5.large')).toContain('on-demand 0.1150 (estimated)');
    expect(await pageOf('m5.large', 'm5.xlarge')).toMatch(/^m5\.large .* ~0\.1150 /m);
    expect(await pageOf()).toContain('on-demand prices: 70 exact');
  });

  test('what is unknown of GovCloud', async () => {
    const pageOf = async (...argv: string[]) => (await run(['catalog', ...argv, '--region', 'us-gov-west-1'])).stdout;
    expect(await pageOf('m5.large')).toMatch(
      /\nPrices in USD\/hour\. Which zones offer it is unknown\n {2}us-gov-west-1 +on-demand 0\.1210 {2}spot unknown\n$/,
    );
    expect((await pageOf()).split('\n').slice(0, 4)).toEqual([
      'us-gov-west-1: 756 of 1371 known instance types in 3 zones; which zone offers which type is unknown',
      'on-demand prices: 733 exact, 23 estimated',
      'spot prices: unknown',
      'volumes: no prices known',
    ]);
  });

  test('several instance types and patterns are a table that starts with the cheapest', async () => {
    const { code, stdout } = await run(['catalog', 'm7g.*large', 'c7g.medium', '--region', 'us-east-1']);
    expect(code).toBe(0);
    const [about, , heading, ...rows] = stdout.trimEnd().split('\n');
    expect(about).toBe('us-east-1, USD/hour, ~ estimated');
    expect(heading).toMatch(/^type +arch +vCPU +memory +for pods: CPU +memory +on-demand +spot$/);
    expect(rows.map((row) => row.split(' ')[0])).toEqual([
      ...['c7g.medium', 'm7g.large', 'm7g.xlarge', 'm7g.2xlarge', 'm7g.4xlarge', 'm7g.8xlarge'],
      ...['m7g.12xlarge', 'm7g.16xlarge'],
    ]);
    expect(rows[1]).toMatch(/^m7g\.large +arm64 +2 +8 GiB +1930m +6\.7 GiB +0\.0816 +\S+$/);
    const { code: none, stderr } = await run(['catalog', 'x*y.z']);
    expect(none).toBe(2);
    expect(stderr).toContain('No instance type of us-east-1 matches x*y.z');
  });
});
