/**
 * Applies all of Stryker's mutations to the function that decides about approvals, and counts how many of them its tests
 * notice. Fails below 95%. Stryker is installed into a temporary folder, because nothing else needs it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strykerVersion } from './instrumenter.ts';

const subject = 'src/engine/changes/approval';
const least = 95;

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Readonly<Record<string, string>>;
};
const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-'));
try {
  cpSync('src/engine', join(folder, 'src/engine'), { recursive: true });
  cpSync('tsconfig.json', join(folder, 'tsconfig.json'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mutated', version: '1.0.0', type: 'module' }));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { include: [${JSON.stringify(`${subject}/*.test.ts`)}] } };\n`,
  );
  const config = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: [`${subject}/approvals.ts`, `${subject}/statements.ts`],
    reporters: ['clear-text'],
    concurrency: 2,
    timeoutMS: 60_000,
    disableTypeChecks: true,
    thresholds: { high: 100, low: least, break: least },
  };
  writeFileSync(join(folder, 'stryker.config.json'), JSON.stringify(config));
  const packages = [
    `@stryker-mutator/core@${strykerVersion}`,
    `@stryker-mutator/vitest-runner@${strykerVersion}`,
    ...['vitest', 'fast-check'].map((name) => `${name}@${devDependencies[name]}`),
    'typescript@5',
  ];
  const run = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { cwd: folder, stdio: 'inherit', env: process.env });
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]);
  const program = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  // Stryker starts its workers with the first node on PATH.
  process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  run(process.execPath, [program, 'run']);
} finally {
  rmSync(folder, { recursive: true });
}
