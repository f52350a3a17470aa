import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { rules } from '../../src/engine/review/codes/rules.ts';
import { commands } from '../../src/hosts/bot/commands/command.ts';
import { events } from '../../src/hosts/bot/webhooks/event-jobs.ts';

/** Texts to corrupt, by what reads them. */
export interface Corpus {
  readonly manifests: readonly string[];
  readonly configurations: readonly string[];
  readonly terraform: readonly string[];
  /** Names of events, each with payloads from GitHub. */
  readonly deliveries: readonly { readonly name: string; readonly examples: readonly object[] }[];
  readonly commands: readonly string[];
}

const filesBelow = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.includes('expected'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => text.length < 20_000);

/** The examples, the inputs of the cases, and the good and bad examples of the rules. */
export function readCorpus(): Corpus {
  const shown = rules.flatMap(({ examples }) =>
    Object.values(examples())
      .flat()
      .map((example) => exampleText(example)),
  );
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
    terraform: [...filesBelow('examples', /\.tf$/), ...filesBelow('test/cases', /\.tf$/)],
    deliveries: (examples as unknown as Corpus['deliveries']).filter(({ name }) =>
      (events as readonly string[]).includes(name),
    ),
    commands: Object.keys(commands).map((name) => `/plumbline ${name} ${'a'.repeat(64)} --set replicas=3`),
  };
}

const exampleText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example));
