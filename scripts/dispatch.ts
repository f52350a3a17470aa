/**
 * `npm run record -- hashes 1.14` runs the script behind a command and a word, with the arguments that follow. A word that is missing or unknown
 * is answered with those that there are. `build` alone builds `dist/`.
 */
import { spawnSync } from 'node:child_process';

interface Word {
  readonly file: string;
  readonly summary: string;
}

const word = (file: string, summary: string): Word => ({ file, summary });

/** The words of each command that has some. */
export const words: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  build: {
    dist: word('scripts/build.ts', 'dist/; --check compares bytes'),
    playground: word('scripts/build-playground.ts', 'the page that runs the engine in the browser'),
    kubeval: word('scripts/build-kubeval-wasm.ts', "the API server's own validation code"),
  },
  compare: {
    scenarios: word('scripts/conformance.ts', 'the simulation with recorded scenarios'),
    clusters: word('scripts/compare-loop.ts', 'predictions with recorded clusters'),
    ask: word('scripts/ask.ts', 'the simulation with the real Karpenter on new scenarios'),
    kubeval: word('kubeval-wasm/conformance.ts', 'verdicts with those of a real API server'),
    repositories: word('scripts/real-repositories.ts', 'reviews of public repositories with what people judged'),
  },
  mutate: {
    approvals: word('scripts/mutate.ts', 'what decides about approvals: [approvals] [gate] [plan]'),
    rules: word('scripts/mutate-rules.ts', 'the lint rules'),
    source: word('scripts/mutate-source.ts', 'places all over src/: [COUNT] [SEED]'),
  },
  new: {
    rule: word('scripts/new-rule.ts', 'a lint rule: ID [PROVIDER]'),
    format: word('scripts/new-format.ts', 'a report format: NAME'),
    source: word('scripts/new-source.ts', 'a kind of object that refers to manifests: KIND GROUP TOOL'),
    provider: word('scripts/new-provider.ts', 'a cloud provider: NAME GROUP KIND PLURAL'),
  },
  record: {
    scenarios: word('scripts/record.ts', 'what the real Karpenter decides in scenarios'),
    clusters: word('scripts/loop.ts', 'clusters that the real Karpenter runs'),
    'kube-scheduler': word('scripts/record-kube-scheduler.ts', 'what the real kube-scheduler decides'),
    allocatable: word('scripts/record-allocatable.ts', 'what nodes offer to pods'),
    hashes: word('scripts/record-hashes.ts', 'drift hashes'),
    images: word('scripts/record-images.ts', 'which images an alias stands for'),
    spellings: word('scripts/record-spellings.ts', 'what kubectl reads in odd files'),
    verdicts: word('scripts/record-verdicts.ts', 'what a real API server rejects'),
    promises: word('scripts/promises.ts', 'what a release promises to keep'),
  },
  refresh: {
    karpenter: word('scripts/refresh-karpenter.ts', "Karpenter's CRDs: VERSION FOLDER"),
    'node-classes': word('scripts/refresh-node-classes.ts', 'CRDs of node classes of other providers'),
    prices: word('scripts/refresh-prices.ts', 'prices and instance types'),
  },
  stress: {
    fuzz: word('scripts/fuzz.ts', 'corrupted inputs'),
    'hard-knocks': word('scripts/hard-knocks.ts', 'inputs that are too large for any review'),
    repeat: word('scripts/repeat.ts', 'the same reviews again and again'),
  },
};

/** The word of a command that names none. */
export const defaults: Readonly<Record<string, string>> = { build: 'dist' };

/** The script and its arguments, or what to say to somebody who named none. */
export function scriptOf(command: string, args: readonly string[]): { readonly argv: readonly string[] } | string {
  const table = words[command];
  if (table === undefined)
    return `There is no command ${command}. Commands with words: ${Object.keys(words).join(', ')}`;

  const [first = '', ...rest] = args;
  const isNamed = first !== '' && !first.startsWith('-');
  const name = isNamed ? first : defaults[command];
  if (name !== undefined && Object.hasOwn(table, name))
    return { argv: [table[name]!.file, ...(isNamed ? rest : args)] };

  const width = Math.max(...Object.keys(table).map((key) => key.length));
  const lines = Object.entries(table).map(([key, { summary }]) => `  ${key.padEnd(width)}  ${summary}`);
  const problem = isNamed ? `\`npm run ${command}\` has no word ${first}.` : `\`npm run ${command}\` needs a word.`;
  return `${problem} Write \`npm run ${command} -- WORD\`, with one of these words:\n${lines.join('\n')}`;
}

if (import.meta.main) {
  const [command = '', ...args] = process.argv.slice(2);
  const script = scriptOf(command, args);
  if (typeof script === 'string') {
    console.error(script);
    process.exitCode = 2;
  } else {
    const { status, error } = spawnSync(process.execPath, script.argv, { stdio: 'inherit' });
    if (error) throw error;
    process.exitCode = status ?? 1;
  }
}
