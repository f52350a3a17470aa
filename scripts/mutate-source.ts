/**
 * `npm run mutate -- source [COUNT] [SEED]` changes 40 places of src/, one at a time in a copy of the repository, and runs the tests: first the default
 * run, and if that notices nothing, the whole run. Prints which run notices which change, and fails if the default run notices less than 85% of what
 * the whole run notices. Tests run in an order in which most changes are noticed in seconds: those in the folder of the change, then those that
 * import it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Random } from '../test/conformance/generator/random.ts';
import { instrumenter, type Mutant, mutated, shownMutation } from './instrumenter.ts';

const leastPercent = 85;

const [count = 40, seed = 1] = process.argv.slice(2).map(Number);

type Extent = 'default' | 'all';

interface Mutation {
  readonly file: string;
  readonly text: string;
  readonly mutant: Mutant;
}

const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-source-'));
try {
  copyRepository();
  const mutations = await chosenMutations();
  report(mutations.map((mutation) => noticedBy(mutation)));
} finally {
  rmSync(folder, { recursive: true });
}

/** A clone with the files as they are, without what is installed or ignored, so that a change of a file disturbs nobody. */
function copyRepository(): void {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  git('clone', '--quiet', '.', folder);

  for (const path of git('ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(path)))
    cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

/** Mutations of different files. Long files are chosen more often, and each mutation of a file equally often. */
async function chosenMutations(): Promise<Mutation[]> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.ts') && !/\.test(?:-support)?\.ts$/.test(path))
    .sort();
  const instrument = await instrumenter(join(folder, 'stryker'));
  const random = new Random(seed);
  const places = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map(() => file),
  );

  const mutations = new Map<string, Mutation>();
  while (mutations.size < count) {
    const file = places[random.integer(0, places.length - 1)]!;
    if (mutations.has(file)) continue;

    const text = readFileSync(file, 'utf8');
    const { mutants } = await instrument(file, text, true);
    // A file of types has none.
    if (mutants.length === 0) continue;

    mutations.set(file, { file, text, mutant: mutants[random.integer(0, mutants.length - 1)]! });
  }
  return [...mutations.values()];
}

/** Which run notices a mutation. Throws if the test that noticed it also fails without the mutation. */
function noticedBy({ file, text, mutant }: Mutation): Extent | 'none' {
  const path = join(folder, file);
  writeFileSync(path, mutated(text, mutant));
  const inDefault = failedFile(file, 'default');
  const failed = inDefault ?? failedFile(file, 'all');
  writeFileSync(path, text);

  const outcome = outcomeOf({ inDefault, failed });
  if (failed?.startsWith('/') && failure(['run', failed], 'all') !== undefined)
    throw new Error(`${failed} also fails without a change`);

  console.log(
    `${outcome.padEnd(7)} ${file}:${mutant.location.start.line + 1} ${mutant.mutatorName}: ${shownMutation(text, mutant)}`,
  );
  return outcome;
}

function outcomeOf({
  inDefault,
  failed,
}: {
  inDefault: string | undefined;
  failed: string | undefined;
}): Extent | 'none' {
  if (inDefault !== undefined) return 'default';
  return failed === undefined ? 'none' : 'all';
}

/** The first test file that fails because of the change of a file. Near tests run first. */
function failedFile(file: string, extent: Extent): string | undefined {
  const near = failure(['run', `${dirname(file)}/`, '--passWithNoTests'], extent);

  return near ?? failure(['related', file, '--run'], extent);
}

/** The file of the first failure of a run, or undefined if everything passes. */
function failure(args: readonly string[], extent: Extent): string | undefined {
  const outcome = join(folder, 'outcome.json');
  rmSync(outcome, { force: true });
  const { status } = spawnSync(
    'vitest',
    // The built files are not part of a change of src/.
    [...args, '--bail=1', '--exclude', 'test/dist.whole.test.ts', '--reporter=json', `--outputFile=${outcome}`],
    {
      cwd: folder,
      env: { ...process.env, PLUMBLINE_TESTS: extent },
      stdio: 'ignore',
      // A mutated loop may never end. Most test files take seconds.
      timeout: 30 * 60_000,
    },
  );
  if (status === 0) return undefined;
  if (!existsSync(outcome)) return 'no file: the run ended early';

  const { testResults } = JSON.parse(readFileSync(outcome, 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[];
  };
  return testResults.find((result) => result.status === 'failed')?.name ?? 'no file: the run failed as a whole';
}

function report(outcomes: readonly (Extent | 'none')[]): void {
  const numberOf = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
  const noticed = outcomes.length - numberOf('none');
  const percent = (100 * numberOf('default')) / noticed;
  console.log(
    `The whole run notices ${noticed} of ${outcomes.length} changes, and the default run ${numberOf('default')} of these, ${percent.toFixed(0)}%.`,
  );
  if (percent < leastPercent) process.exitCode = 1;
}
