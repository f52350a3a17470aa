import { readdirSync, readFileSync } from 'node:fs';

/** A workflow in the documentation. */
export interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** The YAML blocks of a page that have `on:` and `jobs:`. */
export function workflowsOf(file: string): Snippet[] {
  const matches = [...readFileSync(file, 'utf8').matchAll(/^```ya?ml[^\n]*\n([\s\S]*?)^```/gm)];
  const workflows = matches.map((match) => match[1]!).filter((text) => /^on:/m.test(text) && /^jobs:/m.test(text));
  return workflows.map((text, i) => ({ name: `${file}, workflow ${i + 1}`, text }));
}

/** The project's own workflows. */
export const ownWorkflows = (): Snippet[] =>
  readdirSync('.github/workflows')
    .sort()
    .map((file) => ({ name: file, text: readFileSync(`.github/workflows/${file}`, 'utf8') }));

/** All workflows of README.md and docs/. */
export function documentedWorkflows(): Snippet[] {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !file.includes('node_modules'),
  );
  return ['README.md', ...pages.sort().map((page) => `docs/${page}`)].flatMap(workflowsOf);
}
