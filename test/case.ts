import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A folder of test/cases: the input of a review and the expected results. */
export interface Case {
  /** Its name, a sentence in kebab-case. */
  readonly name: string;
  readonly folder: string;
  /** The command line of the review, to be run in the root of the repository. */
  readonly argv: readonly string[];
}

const root = 'test/cases';

/** Every case by name. `base/` and `head/` are compared. A case without them names its paths in `args`. */
export function cases(): Case[] {
  return readdirSync(root)
    .sort()
    .map((name) => {
      const folder = `${root}/${name}`;
      return { name, folder, argv: ['review', ...sidesOf(folder), ...configOf(folder), ...argsOf(folder)] };
    });
}

function sidesOf(folder: string): string[] {
  if (existsSync(`${folder}/base`)) return ['--base', `${folder}/base`, '--head', `${folder}/head`];
  return existsSync(`${folder}/head`) ? [`${folder}/head`] : [];
}

const configOf = (folder: string): string[] =>
  existsSync(`${folder}/plumbline.yaml`) ? ['--config', `${folder}/plumbline.yaml`] : [];

/** Arguments separated by lines or blanks. */
function argsOf(folder: string): string[] {
  const file = `${folder}/args`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];
}

/** The files of expected/ with their formats. */
export const formats = [
  ['review.json', 'json'],
  ['comment.md', 'markdown'],
  ['review.txt', 'text'],
] as const;
