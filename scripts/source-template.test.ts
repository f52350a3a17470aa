import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileName, sourceEntries, sourceTemplate } from './source-template.ts';

const source = { kind: 'GitRepo', group: 'fleet.cattle.io', tool: 'fleet' };

describe.each(Object.entries(sourceEntries))('%s', (file, withEntry) => {
  test('adds one kind and changes nothing else', () => {
    const before = readFileSync(file, 'utf8');
    const after = withEntry(before, source);
    expect(after).toMatch(/GitRepo|fleet/);
    const kept = (line: string): boolean => after.includes(line.replace(/;$/, ''));
    expect(before.split('\n').filter((line) => !kept(line))).toEqual([]);
  });

  test('adds a second one after it', () => {
    const second = { kind: 'App', group: 'kapp.k14s.io', tool: 'kapp' };
    const after = withEntry(withEntry(readFileSync(file, 'utf8'), source), second);
    for (const one of [/GitRepo|fleet/, /App\b|kapp/]) expect(after).toMatch(one);
  });
});

test('the template is named after the kind', () => {
  expect(fileName('GitRepo')).toBe('git-repo');
  expect(sourceTemplate(source)).toContain('export function gitRepoRoots(');
  expect(sourceTemplate(source)).toContain('What a GitRepo applies');
  expect(sourceTemplate({ ...source, kind: 'App' })).toContain('What an App applies');
});
