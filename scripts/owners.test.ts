import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../src/engine/text/group-by.ts';
import { imports, sourceFiles } from '../src/imports.test-support.ts';

const rules = readFileSync('.github/CODEOWNERS', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/) as [pattern: string, owner: string]);

/** The owner of a path: the last pattern that matches. The patterns here are `*`, paths of files, and folders. */
function ownerOf(path: string): string | undefined {
  const matching = rules.findLast(([pattern]) => {
    if (pattern === '*') return true;
    return pattern.endsWith('/') ? `/${path}`.startsWith(pattern) : `/${path}` === pattern;
  });
  return matching?.[1];
}

/** What files of src/ import, directly or not, themselves included. */
function importedBy(roots: readonly string[]): Set<string> {
  const targets = groupBy(imports, ({ file }) => file);
  const found = new Set(roots);
  for (const file of found)
    for (const { target } of targets.get(file) ?? []) if (sourceFiles.includes(target)) found.add(target);
  return found;
}

describe('T42: whoever approves a change of what decides is a maintainer', () => {
  test('everything that the apply and the gate import', () => {
    const deciding = importedBy(sourceFiles.filter((file) => /^(?:apply|hosts\/bot\/gate)\//.test(file)));
    expect(deciding.size).toBeGreaterThan(100);
    expect([...deciding].filter((file) => ownerOf(`src/${file}`) !== '@plumbline/maintainers')).toEqual([]);
  });

  test.each([
    '.ci/run',
    '.github/CODEOWNERS',
    '.npmrc',
    'action.yml',
    'app.yml',
    'deploy/lambda/template.yaml',
    'dist/cli.js',
    'kubeval-wasm/kubeval.wasm.br',
    'package-lock.json',
    'package.json',
    'scripts/build.ts',
  ])('%s', (path) => {
    expect(existsSync(path)).toBe(true);
    expect(ownerOf(path)).toBe('@plumbline/maintainers');
  });

  test('each path of the list exists', () => {
    expect(rules.filter(([pattern]) => pattern !== '*' && !existsSync(`.${pattern}`))).toEqual([]);
  });
});
