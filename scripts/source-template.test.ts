import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileName, sourceEntries, sourceTemplate } from './source-template.ts';

const source = { kind: 'GitRepo', group: 'fleet.cattle.io', tool: 'fleet' };

describe.each(Object.entries(sourceEntries))('%s', (file, withEntry) => {
  test('takes one more kind, and nothing else changes', () => {
    const before = readFileSync(file, 'utf8');
    const after = withEntry(before, source);
    expect(after).toMatch(/GitRepo|fleet/);
    const kept = (line: string): boolean => after.includes(line.replace(/;$/, ''));
    expect(before.split('\n').filter((line) => !kept(line))).toEqual([]);
  });
});

test('the template is called after the kind', () => {
  expect(fileName('GitRepo')).toBe('git-repo');
  expect(sourceTemplate(source)).toContain('export function gitRepoRoots(');
});
