/**
 * Applies all of Stryker's mutations to the functions that decide about approvals, and counts how many of them their tests notice. Fails if that
 * is below 95% of those that matter. `npm run mutate -- approvals gate` restricts it to the parts that are named. Stryker is installed into a
 * temporary folder, because nothing else needs it.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { shownMutation, strykerVersion } from './instrumenter.ts';

/** A part of what decides, and the tests that have to notice what changes in it. */
interface Part {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const within = (folder: string, ...names: readonly string[]): string[] => names.map((name) => `${folder}/${name}.ts`);

const parts: Readonly<Record<string, Part>> = {
  approvals: {
    files: within('src/engine/changes/approval', 'approvals', 'statements'),
    tests: ['src/engine/changes/approval/*.test.ts'],
  },
  gate: {
    files: within('src/engine/review/gate', 'attention', 'dangers', 'gate', 'limits'),
    tests: ['src/engine/review/gate/*.test.ts'],
  },
  plan: {
    files: [
      ...within(
        'src/engine/changes/plan',
        ...['canonical-object', 'environment-plans', 'kinds', 'opaque-item', 'plan', 'planned-side', 'unread-files'],
      ),
      ...within('src/engine/changes/ledger', 'judgement', 'opaque-changes'),
    ],
    tests: [
      'src/engine/changes/plan/*.test.ts',
      'src/engine/changes/ledger/*.test.ts',
      'src/apply/replay-*.test.ts',
      'test/opaque-*.test.ts',
    ],
  },
};

/**
 * Mutations that change nothing which anybody could see, by the file and what they change. Each has its reason.
 */
const equivalent: readonly { readonly file: string; readonly mutation: string; readonly because: string }[] = [];

const least = 95;

const requested = process.argv.slice(2);
const unknownParts = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknownParts.length > 0) {
  console.error(`There is no part ${unknownParts.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-'));
try {
  for (const name of ['src', 'test', 'scripts']) cpSync(name, join(folder, name), { recursive: true });
  for (const name of ['data', 'kubeval-wasm']) symlinkSync(resolve(name), join(folder, name));
  cpSync('tsconfig.json', join(folder, 'tsconfig.json'));
  install();
  for (const name of requested.length > 0 ? requested : Object.keys(parts)) measure(name, parts[name]!);
} finally {
  rmSync(folder, { recursive: true });
}

function run(file: string, args: readonly string[]): void {
  execFileSync(file, args, { cwd: folder, stdio: 'inherit', env: process.env });
}

/** Stryker and the test runner in the folder, next to the packages that the tests need. */
function install(): void {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mutated', version: '1.0.0', type: 'module' }));
  const packages = [
    `@stryker-mutator/core@${strykerVersion}`,
    `@stryker-mutator/vitest-runner@${strykerVersion}`,
    ...['vitest', 'fast-check'].map((name) => `${name}@${devDependencies[name]}`),
    'typescript@5',
  ];
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]);

  const names = readdirSync('node_modules').filter((name) => !name.startsWith('.'));
  const inScope = (scope: string): string[] =>
    readdirSync(join('node_modules', scope)).map((name) => `${scope}/${name}`);
  for (const name of names.flatMap((entry) => (entry.startsWith('@') ? inScope(entry) : [entry]))) {
    const at = join(folder, 'node_modules', name);
    if (existsSync(at)) continue;
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(resolve('node_modules', name), at);
  }

  // Stryker starts its workers with the first node on PATH.
  process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
}

/** A mutation in Stryker's report. */
interface Reported {
  readonly id: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly location: {
    readonly start: { line: number; column: number };
    readonly end: { line: number; column: number };
  };
}

function measure(name: string, { files, tests }: Part): void {
  const config = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: files,
    reporters: ['json'],
    jsonReporter: { fileName: 'report.json' },
    // The folder is a copy already.
    inPlace: true,
    concurrency: 2,
    timeoutMS: 60_000,
    disableTypeChecks: true,
  };
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default ${JSON.stringify({ test: { include: tests, testTimeout: 600_000, env: { SOURCE_DATE_EPOCH: '1795564800' } } })};\n`,
  );
  writeFileSync(join(folder, 'stryker.config.json'), JSON.stringify(config));
  run(process.execPath, [join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run']);

  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Reported[] }>>;
  };
  const counts = { noticed: 0, survived: 0, equivalent: 0 };
  for (const [file, { source, mutants }] of Object.entries(report.files))
    for (const mutant of mutants) {
      if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') {
        counts.noticed++;
        continue;
      }
      const shown = shownMutation(source, zeroBased(mutant));
      const isEquivalent = equivalent.some(({ file: name, mutation }) => file.endsWith(name) && mutation === shown);
      counts[isEquivalent ? 'equivalent' : 'survived']++;
      if (!isEquivalent) console.log(`    ${file}:${mutant.location.start.line} ${mutant.mutatorName}: ${shown}`);
    }

  const percent = (100 * counts.noticed) / (counts.noticed + counts.survived);
  console.log(
    `${name}: ${counts.noticed} of ${counts.noticed + counts.survived} mutations noticed, ${percent.toFixed(1)}%; ${counts.equivalent} more change nothing`,
  );
  if (percent < least) process.exitCode = 1;
}

/** Stryker's report counts lines and columns from 1. */
function zeroBased(mutant: Reported): Reported {
  const before = ({ line, column }: { line: number; column: number }) => ({ line: line - 1, column: column - 1 });
  return { ...mutant, location: { start: before(mutant.location.start), end: before(mutant.location.end) } };
}
