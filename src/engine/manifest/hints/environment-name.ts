/** Names of environments that mean the same, in the order in which changes are promoted. The first name of each is the one to compare by. */
const stages: readonly (readonly (readonly string[])[])[] = [
  [['sandbox'], ['dev', 'develop', 'development']],
  [
    ['test', 'testing'],
    ['qa'],
    ['int', 'integration'],
    ['nonprod', 'non-prod', 'nonproduction', 'non-production', 'nonprd'],
  ],
  [['stage', 'staging', 'stg'], ['uat'], ['perf'], ['preprod', 'pre-prod']],
  [['prod', 'production', 'prd'], ['live']],
];

const spellings = new Map(stages.flat().flatMap((same) => same.map((name) => [name, same[0]!] as const)));

/** Whether a text is a usual name of an environment, such as `dev`, `staging` or `prod`. */
export const isEnvironmentName = (name: string): boolean => spellings.has(name.toLowerCase());

/** The spelling by which environments are compared: `production` and `prd` are both `prod`. Other words stay as they are. */
export const comparedName = (word: string): string => spellings.get(word) ?? word;

/** Beginnings of names that only promotion knows, such as `preview`. */
const beginnings: readonly (readonly string[])[] = [[], [], ['stag', 'pre'], []];

/** The place of an environment in the order of promotion, by the start of its name; -1 if it is unknown. */
export function stageOf(environment: string): number {
  const name = environment.toLowerCase();
  return stages.findIndex((all, i) => [...all.flat(), ...beginnings[i]!].some((start) => name.startsWith(start)));
}

const productionWord = new RegExp(`(?:^|[^a-z])(?:${stages.at(-1)!.flat().join('|')})(?:[^a-z]|$)`, 'i');

/** Whether the name of an environment or a root contains a word for production. `non-prod` is something else. */
export const isProduction = (name: string): boolean =>
  productionWord.test(name.replace(/\bnon[-_.](?=pro?d)/gi, 'non'));
