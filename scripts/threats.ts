import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An attack or a failure, by its number: a test that guards against it has the number in its name. */
export type Threat = readonly [number: number, what: string];

/** By the boundary that they try to cross. */
export const threats: Readonly<Record<string, readonly Threat[]>> = {
  'From a pull request to a cluster without consent': [
    [1, 'Something nobody reviewed is applied, because the base moved on'],
    [2, 'An approval counts for the pull request, whatever it contains by now'],
    [3, 'A comment counts by whoever wrote it, without asking for their rights'],
    [44, 'An approval for one base branch counts for another'],
    [45, 'The configuration changes under an approval, or weakens the gate before the change'],
    [46, 'A command counts in a code fence, an HTML comment, a quotation, or below a sentence that forbids it'],
    [47, 'The status of a deployment, which every writer can set, makes unapproved content count as deployed'],
    [55, 'Somebody requests changes, retracts or is dismissed, and their approval still counts'],
    [56, 'One person approves what an app opened or pushed for them'],
    [61, 'Break-glass takes its reason from something that was pushed'],
    [5, 'A push between plan and apply is applied with it'],
    [6, 'Two pushes end in a mixture, or the older one wins'],
    [43, 'Apply triggers itself'],
  ],
  'From a plan to other bytes': [
    [4, 'An apply runs while the plan is still being made'],
    [7, 'An empty plan of a run that never finished counts as success'],
    [8, 'Spelling alone (order, quantities, YAML style, comments) changes the digest'],
    [9, 'A change of meaning leaves the digest the same'],
    [10, 'A plan that is kept as an artifact contains secrets'],
    [11, 'A plan is changed on its way and applied all the same'],
    [12, 'What is applied is computed again and differs'],
    [13, 'The cluster was edited by hand since the review'],
    [33, 'Objects of other kinds are written because the repository contains them'],
    [34, 'A NodePool is deleted unnoticed'],
    [35, 'A rename is taken for a change'],
    [36, "Another manager's fields are taken over silently"],
    [37, 'plumbline writes what Argo CD, Flux or Helm manages'],
  ],
  'From a file to nobody seeing it': [
    [48, 'A manifest that kubectl reads is invisible to the review: its spelling, its file name, a link'],
    [63, 'A comment or baseline silences what nobody may silence'],
    [58, 'A finding that was silenced once silences others later'],
    [52, 'A required check turns green for another base branch, or while two pull requests share a commit'],
    [57, 'A check shows success while a review of the same commit still writes its findings'],
    [39, 'More annotations than one request takes are lost'],
    [38, 'A comment is too long, and nothing is posted'],
    [25, 'A comment is found by its marker alone, so anybody may take its place'],
    [26, 'A forged marker is believed'],
    [27, 'An older run overwrites a newer one'],
    [24, "A fork's artifact is believed"],
  ],
  'From content to code, the network, or secrets': [
    [14, 'Hooks in a repository run'],
    [49, 'Git runs what a repository, or a repository inside it, configures'],
    [62, 'A revision or an option is read as another option'],
    [15, 'A privileged job takes its configuration from the pull request'],
    [16, 'Post-renderers, plugins or functions run while manifests are rendered'],
    [17, 'Rendering fetches from elsewhere'],
    [53, 'A decoy file, a schema or a reference makes rendering reach the network or other files'],
    [18, 'Tokens appear in logs'],
  ],
  'From content to time and memory': [
    [41, 'Alias bombs, huge files, link loops, submodules and odd encodings end the run'],
    [50, 'A pattern, number, glob or expression of a pull request takes for ever, or all memory'],
    [51, 'One repository keeps the bot from all others'],
    [54, 'Requests fill the memory before their signature is checked'],
    [40, 'A rate limit ends in nothing, or in two comments'],
  ],
  'From text to markup, terminals and runners': [
    [28, 'Text from a manifest breaks the comment, mentions people or hides things'],
    [59, 'Control bytes or workflow commands reach a terminal or the log of a runner'],
  ],
  'Into the bot': [
    [19, 'A webhook without a secret is served'],
    [20, 'Signatures are compared carelessly, or over another body'],
    [21, 'A delivery that comes twice at once is processed twice'],
    [22, 'Deliveries out of order leave the comment of an older commit'],
    [64, 'A job in the queue says more than which pull request to look at'],
  ],
  'Into the AWS account': [
    [29, 'A trust policy without subject, with a wildcard or for another place goes unnoticed'],
    [30, 'Only one of the two forms of subjects is written'],
    [60, 'A trust policy that also lets others in goes unnoticed'],
    [31, 'The role leads into another account or cluster'],
    [32, 'The rights in the cluster are wider than needed'],
    [23, 'The workflows that the documentation shows are themselves unsafe'],
    [42, 'The release is not what was built, or depends on movable parts'],
  ],
};

/** A test by its file and name. */
export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

const folders = ['src', 'test', 'scripts', 'kubeval-wasm'];

/** Every number with the tests whose names have it. */
export function testsOfThreats(): ReadonlyMap<number, readonly NamedTest[]> {
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

/** THREATS.md: what people wrote in `threats/*.md`, and the table of attacks with their tests. */
export function threatsPage(): string {
  const text = (name: string): string => readFileSync(new URL(`threats/${name}.md`, import.meta.url), 'utf8').trim();
  return `${text('head')}\n\n${table()}\n${text('tail')}\n`;
}

function table(): string {
  const tests = testsOfThreats();
  const sections = Object.entries(threats).map(([boundary, list]) => {
    const rows = list.map(([number, what]) => {
      const own = (tests.get(number) ?? []).map(({ file, name }) => `[${escaped(name)}](${file})`);
      return `| T${number} | ${what} | ${own.join('<br>')} |`;
    });
    return `### ${boundary}\n\n| | attack or failure | the tests that guard against it |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return sections.join('\n');
}

const escaped = (name: string): string => name.replace(/[|<>[\]\\]/g, '\\$&');
