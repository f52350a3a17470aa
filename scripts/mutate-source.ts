/**
 * `npm run mutate -- source [COUNT] [SEED]` changes 40 places of src/ in a copy of the repository and runs the tests. Prints which run notices which
 * change, and fails if the default run notices less than 85% of what the whole run notices.
 *
 * Each change is first tried alone on the tests in its own folder, which takes seconds, and by the compiler, which
 * `npm test` also runs. Changes that these do not notice are tried together: if a run of everything passes with all of
 * them, it notices none. If it fails, each change is tried alone on the test files that failed, and those that they
 * notice leave the group.
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
import { dirname, join, relative, resolve } from 'node:path';
import { Random } from '../test/conformance/generator/random.ts';
import { filesOfWholeRun } from './extent-files.ts';
import { instrumenter, type Mutant, mutated, shownMutation } from './instrumenter.ts';

const leastPercent = 85;

/** How many of the failed test files each mutation is tried on. More are likely to fail for the same reason. */
const mostTried = 20;

const [count = 40, seed = 1] = process.argv.slice(2).map(Number);

/** `rest` is what the whole run has after the default run. */
type Extent = 'default' | 'rest';

interface Mutation {
  readonly file: string;
  readonly text: string;
  readonly mutant: Mutant;
}

const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-source-'));
try {
  copyRepository();
  const mutations = await chosenMutations();
  report(mutations, noticedMutations(mutations));
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

/** What the default run notices, then what only the whole run notices. */
function noticedMutations(mutations: readonly Mutation[]): Map<Mutation, Extent> {
  const noticed = new Map<Mutation, Extent>();
  for (const extent of ['default', 'rest'] as const) {
    const unnoticed = mutations.filter((mutation) => !noticed.has(mutation));
    for (const mutation of noticedBy(unnoticed, extent)) noticed.set(mutation, extent);
  }

  return noticed;
}

/** The mutations that a run notices. */
function noticedBy(mutations: readonly Mutation[], extent: Extent): Mutation[] {
  const near = mutations.filter((mutation) => {
    const file = failedFile([mutation], ['run', `${dirname(mutation.file)}/`, '--passWithNoTests'], extent);
    if (file !== undefined) show(mutation, extent, file);
    return file !== undefined;
  });

  const untyped =
    extent === 'default' ? mutations.filter((mutation) => !near.includes(mutation) && isUntyped(mutation)) : [];
  const noticed = [...near, ...untyped];

  return [
    ...noticed,
    ...noticedTogether(
      mutations.filter((mutation) => !noticed.includes(mutation)),
      extent,
    ),
  ];
}

/** Whether the compiler refuses a mutation. `npm test` runs it next to the tests. */
function isUntyped(mutation: Mutation): boolean {
  const { status } = withMutations([mutation], () => spawnSync('tsc', { cwd: folder, stdio: 'ignore' }));
  if (status === 0) return false;

  show(mutation, 'default', join(folder, 'tsconfig.json'));
  return true;
}

/** The mutations that a run of everything notices. Throws if a test also fails without them. */
function noticedTogether(mutations: readonly Mutation[], extent: Extent): Mutation[] {
  if (mutations.length === 0) return [];

  const failed = failedFiles(mutations, ['run', ...(extent === 'rest' ? filesOfWholeRun() : [])], extent);
  if (failed.length === 0) return [];
  if (mutations.length === 1) {
    show(mutations[0]!, extent, failed[0]!);
    return [...mutations];
  }

  const culprits = culpritsOf(mutations, failed, extent);
  if (culprits.length === 0) {
    // The run ended without the name of a test file, or the tests notice the mutations only together.
    const middle = Math.ceil(mutations.length / 2);
    return [mutations.slice(0, middle), mutations.slice(middle)].flatMap((half) => noticedTogether(half, extent));
  }

  return [
    ...culprits,
    ...noticedTogether(
      mutations.filter((mutation) => !culprits.includes(mutation)),
      extent,
    ),
  ];
}

/** The mutations of a group that failed test files notice when each is there alone. */
function culpritsOf(mutations: readonly Mutation[], failed: readonly string[], extent: Extent): readonly Mutation[] {
  const files = failed.filter((file) => file.startsWith('/')).slice(0, mostTried);
  if (files.length === 0) return [];

  const [broken] = failedFiles([], ['run', ...files], extent);
  if (broken !== undefined) throw new Error(`${broken} also fails without a change`);

  return mutations.filter((mutation) => {
    const file = failedFile([mutation], ['run', ...files], extent);
    if (file !== undefined) show(mutation, extent, file);
    return file !== undefined;
  });
}

/** The test files that fail with some mutations. */
function failedFiles(mutations: readonly Mutation[], args: readonly string[], extent: Extent): readonly string[] {
  return withMutations(mutations, () => failures(args, extent, '40m'));
}

/** The first test file that fails with some mutations, or undefined if everything passes. The run ends with it. */
function failedFile(mutations: readonly Mutation[], args: readonly string[], extent: Extent): string | undefined {
  return withMutations(mutations, () => failures([...args, '--bail=1'], extent, '10m')[0]);
}

function withMutations<T>(mutations: readonly Mutation[], run: () => T): T {
  for (const { file, text, mutant } of mutations) writeFileSync(join(folder, file), mutated(text, mutant));
  const outcome = run();
  for (const { file, text } of mutations) writeFileSync(join(folder, file), text);

  return outcome;
}

/** The test files that fail in a run; a text without a path if none has a name. A run that lasts longer than `longest` has failed. */
function failures(args: readonly string[], extent: Extent, longest: string): readonly string[] {
  const outcome = join(folder, 'outcome.json');
  rmSync(outcome, { force: true });
  const { status } = spawnSync(
    // A mutated loop may never end, and `timeout` also ends the process of vitest that is in it.
    'timeout',
    [
      '--signal=KILL',
      longest,
      'vitest',
      ...args,
      // The built files are not part of a change of src/.
      ...['--exclude', 'test/dist.whole.test.ts'],
      ...['--reporter=json', `--outputFile=${outcome}`],
    ],
    { cwd: folder, env: { ...process.env, PLUMBLINE_TESTS: extent }, stdio: 'ignore' },
  );
  if (status === 0) return [];
  if (!existsSync(outcome)) return ['no file: the run ended early'];

  const { testResults } = JSON.parse(readFileSync(outcome, 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[];
  };
  const failed = testResults.filter((result) => result.status === 'failed').map(({ name }) => name);
  return failed.length === 0 ? ['no file: the run failed as a whole'] : failed;
}

function show({ file, text, mutant }: Mutation, extent: Extent, failed: string): void {
  const line = mutant.location.start.line + 1;
  console.log(
    `${extent.padEnd(7)} ${file}:${line} ${mutant.mutatorName}: ${shownMutation(text, mutant)} (${relative(folder, failed)})`,
  );
}

function report(mutations: readonly Mutation[], noticed: ReadonlyMap<Mutation, Extent>): void {
  for (const mutation of mutations)
    if (!noticed.has(mutation))
      console.log(
        `none    ${mutation.file}:${mutation.mutant.location.start.line + 1} ${mutation.mutant.mutatorName}: ${shownMutation(mutation.text, mutation.mutant)}`,
      );

  const inDefault = [...noticed.values()].filter((extent) => extent === 'default').length;
  const percent = (100 * inDefault) / noticed.size;
  console.log(
    `The whole run notices ${noticed.size} of ${mutations.length} changes, and the default run ${inDefault} of these, ${percent.toFixed(0)}%.`,
  );
  if (percent < leastPercent) process.exitCode = 1;
}
