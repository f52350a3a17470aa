import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tools that review and apply have got wrong, numbered; a test that guards against one bears its number in its name. */
export const failures: readonly (readonly [number, string])[] = [
  [1, 'Something is applied that nobody reviewed, because the base moved on'],
  [2, 'An approval counts for the pull request, whatever it holds by now'],
  [3, 'Whoever commented is believed; rights are not asked for when they count'],
  [4, 'An apply runs while the plan is still being made'],
  [5, 'A push between plan and apply goes in with it'],
  [6, 'Two pushes end in a mixture, or the older one wins'],
  [7, 'An empty plan of a run that never finished counts as success'],
  [8, 'Spelling alone (order, quantities, YAML style, comments) makes a plan another'],
  [9, 'A change of meaning leaves the plan the same'],
  [10, 'A plan that is kept as an artefact holds secrets'],
  [11, 'A plan is altered on its way and applied all the same'],
  [12, 'What is applied is worked out anew and differs'],
  [13, 'The cluster was edited by hand since the review'],
  [14, 'Hooks in a repository run'],
  [15, 'A privileged job takes its configuration from the pull request'],
  [16, 'Post-renderers, plugins or functions run while manifests are rendered'],
  [17, 'Rendering fetches from elsewhere'],
  [18, 'Tokens stand in logs'],
  [19, 'A webhook without a secret is served'],
  [20, 'Signatures are compared carelessly, or over another body'],
  [21, 'One delivery that comes twice at once is worked on twice'],
  [22, 'Deliveries out of order leave the comment of an older commit'],
  [23, 'The workflows that the documentation shows are themselves unsafe'],
  [24, "A fork's artefact is believed"],
  [25, 'A comment is found by its marker alone, so anybody may take its place'],
  [26, 'A forged marker is honoured'],
  [27, 'An older run overwrites a newer one'],
  [28, 'Text from a manifest breaks the comment, mentions people or hides things'],
  [29, 'A trust policy without subject, with a wildcard or for another place goes unnoticed'],
  [30, 'Only one of the two forms of subjects is written'],
  [31, 'The role leads into another account or cluster'],
  [32, 'The rights in the cluster are wider than needed'],
  [33, 'Objects of other kinds are written because the repository holds them'],
  [34, 'A NodePool is deleted in passing'],
  [35, 'A rename is taken for a change'],
  [36, "Another manager's fields are taken over in silence"],
  [37, 'What Argo CD, Flux or Helm owns is written beside them'],
  [38, 'A comment is too long and nothing is posted'],
  [39, 'More annotations than one request takes are lost'],
  [40, 'A rate limit ends in nothing, or in two comments'],
  [41, 'Alias bombs, huge files, link loops, submodules and odd encodings end the run'],
  [42, 'What is released is not what was built, or rests on moving parts'],
  [43, 'Apply sets itself off again'],
];

/** A test by its file and name. */
export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

const folders = ['src', 'test', 'scripts', 'kubeval-wasm'];

/** Every number with the tests that bear it. */
export function testsOfFailures(): ReadonlyMap<number, readonly NamedTest[]> {
  const tests = new Map<number, NamedTest[]>();
  for (const file of folders.flatMap((folder) => testFiles(folder))) {
    for (const [, numbers = '', name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:^|[\s(,[\]])['"`]((?:T\d+(?:, )?)+): ([^'"`\n]*)/gm,
    )) {
      for (const [, number] of numbers.matchAll(/T(\d+)/g)) {
        const own = tests.get(Number(number)) ?? [];
        own.push({ file, name });
        tests.set(Number(number), own);
      }
    }
  }
  return tests;
}

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .sort()
    .map((file) => join(folder, file));

/** docs/failures.md. */
export function failuresPage(): string {
  const tests = testsOfFailures();
  const rows = failures.map(([number, what]) => {
    const own = (tests.get(number) ?? []).map(({ file, name }) => `[${escaped(name)}](../${file})`);
    return `| T${number} | ${what} | ${own.join('<br>')} |`;
  });
  return `# Failures that tests guard against

Written by \`npm run generate\` from the names of the tests. Each of these has happened to a tool that reviews pull requests,
applies what they hold, or listens to webhooks.

| | what went wrong elsewhere | the tests that guard against it |
| --- | --- | --- |
${rows.join('\n')}
`;
}

const escaped = (name: string): string => name.replace(/[|<>[\]\\]/g, '\\$&');
