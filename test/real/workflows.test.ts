import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { documentedWorkflows, ownWorkflows } from './documented-workflows.ts';

const snippets = [...documentedWorkflows(), ...ownWorkflows()];

function actionlint(text: string): string {
  const { stdout, error } = spawnSync('actionlint', ['-no-color', '-shellcheck=', '-pyflakes=', '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (error) throw error;
  return stdout;
}

describe('actionlint', () => {
  test('finds mistakes', () => {
    expect(actionlint('on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{rnu: x}]}}\n')).toContain('rnu');
  });

  test('there is at least one workflow', () => expect(snippets.length).toBeGreaterThan(0));

  test.each(snippets)('T23: the documented workflows pass $name', ({ text }) => expect(actionlint(text)).toBe(''));
});
