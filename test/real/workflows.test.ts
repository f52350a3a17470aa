import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** Workflows that the documentation shows: YAML blocks with `on:` and `jobs:`. */
function workflowsOf(file: string): Snippet[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```ya?ml[^\n]*\n([\s\S]*?)^```/gm)].map(
    (match) => match[1]!,
  );
  const workflows = blocks.filter((text) => /^on:/m.test(text) && /^jobs:/m.test(text));
  return workflows.map((text, i) => ({ name: `${file}, workflow ${i + 1}`, text }));
}

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
const snippets = ['README.md', ...pages.sort().map((page) => `docs/${page}`)].flatMap(workflowsOf);

function actionlint(text: string): string {
  const { stdout, error } = spawnSync('actionlint', ['-no-color', '-shellcheck=', '-pyflakes=', '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (error) throw error;
  return stdout;
}

describe('actionlint', () => {
  test('finds what is wrong', () => {
    expect(actionlint('on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{rnu: x}]}}\n')).toContain('rnu');
  });

  test('has workflows to look at', () => expect(snippets.length).toBeGreaterThan(0));

  test.each(snippets)('passes $name', ({ text }) => expect(actionlint(text)).toBe(''));
});
