/**
 * Reviews public repositories and compares the outcome with what people judged: `npm run compare -- repositories FOLDER`.
 * FOLDER contains a git copy of each repository as `owner+name` or `owner+name/repo`. Repositories without a copy are skipped.
 *
 *   --only TEXT        Only repositories whose name contains the text
 *   --set SET          Only `opened`, `unopened` or `unseen` repositories
 *   --missing          Only repositories that are not recorded yet
 *   --outputs FOLDER   Write the reviews as JSON, to judge them
 *   --record           Write new outcomes into test/real-repositories/judgements.json, with the judgements that still hold
 *   --cli FILE         The program (default: dist/cli.js)
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CheckedOut } from './real-repositories/checked-out.ts';
import {
  type Difference,
  differences,
  figureText,
  type Judgement,
  stillJudged,
} from './real-repositories/judgement.ts';
import {
  type JudgedRepository,
  judgementsFile,
  type ListedRepository,
  readJudgements,
  readList,
} from './real-repositories/list.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    set: { type: 'string' },
    missing: { type: 'boolean', default: false },
    outputs: { type: 'string' },
    record: { type: 'boolean', default: false },
    cli: { type: 'string', default: 'dist/cli.js' },
  },
});
const copies = positionals[0];
if (copies === undefined) {
  console.error('Pass the folder with the copies: npm run compare -- repositories FOLDER');
  process.exit(2);
}

const judgements = readJudgements();
let wrong = 0;
for (const [name, listed] of Object.entries(readList())) {
  if (!name.includes(values.only) || (values.set && values.set !== listed.set)) continue;
  if (values.missing && judgements[name]) continue;
  const copy = copyOf(copies, name);
  if (copy) reviewAll(name, listed, copy);
  else console.log(`${name}: no copy`);
}
process.exitCode = wrong > 0 ? 1 : 0;

/** Reviews a repository and its changes. */
function reviewAll(name: string, { commit, changes }: ListedRepository, copy: string): void {
  const before = judgements[name];
  const checkedOut = new CheckedOut(copy, commit, resolve(values.cli));
  try {
    const counted = checkedOut.counted();
    const review = judged(checkedOut, name, undefined, before?.review);
    const all = changes.map((change) => [change, judged(checkedOut, name, change, before?.changes[change])] as const);
    if (review) judgements[name] = { counted, review, changes: Object.fromEntries(all.filter(isReviewed)) };
    if (values.record) writeFileSync(judgementsFile, `${JSON.stringify(sorted(judgements), null, 1)}\n`);
  } finally {
    checkedOut.remove();
  }
}

function isReviewed(entry: readonly [string, Judgement | undefined]): entry is [string, Judgement] {
  return entry[1] !== undefined;
}

/** Prints how an outcome differs from the judged one. A failure, such as a file that the copy lacks, does not end the run. */
function judged(from: CheckedOut, name: string, commit: string | undefined, before?: Judgement): Judgement | undefined {
  const what = commit?.slice(0, 8) ?? 'now';
  try {
    const { outcome, json, cpuSeconds } = from.reviewed(commit);
    if (values.outputs) write(values.outputs, `${name.replace('/', '+')}@${what}.json`, json);
    const ofRepository: Difference[] = before?.isJudged
      ? differences(before, outcome)
      : [{ kind: 'unjudged', text: 'not judged yet' }];
    wrong += ofRepository.filter(({ kind }) => kind === 'worse' || kind === 'unjudged').length;
    const summary = `${outcome.verdict} · ${outcome.pools} + ${outcome.classes} · ${figureText(outcome.figure)}`;
    console.log(`${name} ${what} · ${summary} · ${cpuSeconds.toFixed(1)} s`);
    for (const { kind, text } of ofRepository) console.log(`  ${kind}: ${text}`);
    return before ? stillJudged(before, outcome) : { outcome, isJudged: false };
  } catch (error) {
    wrong += 1;
    console.log(`${name} ${what}: ${error instanceof Error ? error.message : error}`);
    return before;
  }
}

function copyOf(folder: string, name: string): string | undefined {
  const copy = resolve(folder, name.replace('/', '+'));
  return [join(copy, 'repo'), copy].find((path) => existsSync(join(path, 'HEAD')) || existsSync(join(path, '.git')));
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
}

function sorted(all: Readonly<Record<string, JudgedRepository>>): Record<string, JudgedRepository> {
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
