import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../src/engine/lint/rules/index.ts';

/** Texts to spoil, by what reads them. */
export interface Corpus {
  readonly manifests: readonly string[];
  readonly configurations: readonly string[];
}

const filesBelow = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.includes('expected'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => text.length < 20_000);

/** The examples, the inputs of the cases, and what the rules show as bad and good. */
export function readCorpus(): Corpus {
  const shown = rules.flatMap(({ docs }) => [...docs.bad, ...docs.good].map((example) => exampleText(example)));
  const cases = filesBelow('test/cases', /\.(?:ya?ml|json)$/);
  const isConfiguration = (text: string): boolean => !text.includes('apiVersion');
  return {
    manifests: [...filesBelow('examples', /\.(?:ya?ml|json)$/), ...cases, ...shown].filter(
      (text) => !isConfiguration(text),
    ),
    configurations: [
      ...cases.filter(isConfiguration),
      'region: eu-central-1\nkarpenter:\n  version: "1.14"\nrules:\n  require-limits: off\n',
    ],
  };
}

const exampleText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example));
