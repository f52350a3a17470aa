/**
 * Applies Stryker's mutations to the lint rules, one at a time, and counts how many of them the tests notice. Fails
 * below 85%. A mutation is noticed if a bad example gives other findings (they are on the page of the rule, and a test
 * compares it), or if a good or corrected example gives any, also of another rule. It is also noticed if a scene in
 * test/rules or test/mistakes no longer has the findings that it expects. `npm run mutate -- rules 5` takes every fifth
 * mutation; names of rules, such as `min-values`, restrict it to them. The examples of one rule take milliseconds, so
 * this needs no test runner. Stryker's instrumenter is installed into a temporary folder, because nothing else needs
 * it.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rule } from '../src/engine/rules/lint/rule.ts';
import { type Instrument, instrumenter, type Mutant, type Position, shownMutation } from './instrumenter.ts';

const least = 85;
const folders = ['src/engine/rules/lint/rules', 'src/engine/aws/rules'];

const ruleTests = [
  'scripts/rule-outcomes.ts',
  'scripts/rule-checks.ts',
  ...['scene-files', 'rule-scenes', 'mistake-scenes'].map((name) => `test/${name}.ts`),
];

const words = process.argv.slice(2);
const step = Number(words.find((word) => /^\d+$/.test(word)) ?? 1);
const wanted = new Set(words.filter((word) => !/^\d+$/.test(word)));

const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-rules-'));
try {
  for (const name of ['data', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
  cpSync('src', join(folder, 'src'), { recursive: true });
  cpSync('test/rules', join(folder, 'test/rules'), { recursive: true });
  cpSync('test/mistakes', join(folder, 'test/mistakes'), { recursive: true });
  for (const name of ['package.json', ...ruleTests]) cpSync(name, join(folder, name));
  const instrument = await instrumenter(join(folder, 'stryker'));
  await measure(instrument);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(instrument: Instrument): Promise<void> {
  const { checksOf } = (await import(
    pathToFileURL(join(folder, 'scripts/rule-checks.ts')).href
  )) as typeof import('./rule-checks.ts');
  let noticed = 0;
  let all = 0;
  let index = 0;
  for (const path of folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`)).sort()) {
    const id = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
    if (id === 'index' || (wanted.size > 0 && !wanted.has(id))) continue;
    const text = readFileSync(path, 'utf8');
    const { files, mutants } = await instrument(path, text, codeRanges(text));
    writeFileSync(join(folder, path), files[0]!.content);
    const isSame = checksOf(await load(path, undefined));
    const kept: string[] = [];
    let tried = 0;
    for (const mutant of mutants) {
      if (index++ % step !== 0) continue;
      tried++;
      if (await isNoticed(path, mutant, isSame)) noticed++;
      else
        kept.push(
          `    ${path}:${mutant.location.start.line + 1} ${mutant.mutatorName}: ${shownMutation(text, mutant)}`,
        );
    }
    all += tried;
    console.log([`${id}: ${tried - kept.length} of ${tried}`, ...kept].join('\n'));
  }
  const percent = (100 * noticed) / all;
  console.log(`${noticed} of ${all} mutations noticed, ${percent.toFixed(1)}%`);
  if (percent < least) process.exitCode = 1;
}

async function isNoticed(path: string, { id }: Mutant, isSame: (rule: Rule) => boolean): Promise<boolean> {
  try {
    return !isSame(await load(path, id));
  } catch {
    return true;
  }
}

/** Loads an instrumented rule with one mutation. Each has a module of its own, because some values are computed when it is loaded. */
async function load(path: string, mutant: string | undefined): Promise<Rule> {
  const all = globalThis as {
    __stryker__?: { activeMutant?: string | undefined; hitCount?: number; hitLimit?: number };
  };
  // A mutated loop may never end: Stryker throws after this many passes.
  all.__stryker__ = { activeMutant: mutant, ...(mutant !== undefined && { hitCount: 0, hitLimit: 1_000_000 }) };
  const loaded = (await import(`${pathToFileURL(join(folder, path)).href}?${mutant ?? 'original'}`)) as Record<
    string,
    Rule
  >;
  return Object.values(loaded).find((exported) => typeof exported?.id === 'string')!;
}

/** The lines of a rule without its documentation and examples. Texts that examples are made of are recognized by their tags. */
function codeRanges(text: string): { readonly start: Position; readonly end: Position }[] {
  const lines = text.split('\n');
  const isCode = lines.map(() => false);
  const docs = lines.findIndex((line) => /^ {2}docs: \{/.test(line));
  const end = lines.findIndex((line) => /^function examples\(/.test(line));
  let block: number[] = [];
  for (let i = 0; i < (end === -1 ? lines.length : end); i++) {
    const isDocs = docs !== -1 && i >= docs && lines.slice(docs, i).every((line) => !/^\}\);/.test(line));
    block.push(i);
    if (lines[i] !== '' && i + 1 < lines.length) {
      if (isDocs) block.pop();
      continue;
    }
    const isText = block.some((at) =>
      /\b(?:yaml|terraform|jsonFile)`|ec2NodeClass\(|kubectlManifest\(/.test(lines[at]!),
    );
    const isImport = block.some((at) => /^import /.test(lines[at]!));
    if (!isText && !isImport) for (const at of block) isCode[at] = true;
    block = [];
  }
  const first = lines.findIndex((line) => /^ {2}on: /.test(line));
  // The identity of a rule is data, which other tests compare.
  for (let i = 0; i < first; i++)
    if (
      /^export const |^ {2}(?:id|severity|since|providers|theme|mistakes|controls|explains|yieldsTo):/.test(lines[i]!)
    )
      isCode[i] = false;
  const ranges: { start: Position; end: Position }[] = [];
  for (const [i, line] of lines.entries()) {
    if (!isCode[i]) continue;
    const end = { line: i, column: line.length };
    const last = ranges.at(-1);
    if (last?.end.line === i - 1) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start: { line: i, column: 0 }, end });
  }
  return ranges;
}
