import { defineConfig } from 'vitest/config';
import { filesThatStartPrograms } from './scripts/extent-files.ts';
import { isWhole } from './test/extent.ts';

/** In milliseconds. */
const patience = 30 * 60_000;

/** The date of all reviews in tests. Support of a Kubernetes version ends on a date, and suppressions and data get older. */
export const date = { SOURCE_DATE_EPOCH: String(Date.UTC(2026, 10, 25) / 1000) };

/** Tests that only a whole run has: sizes, bounds, and the repository about itself. */
const wholeOnly = isWhole ? [] : ['**/*.whole.test.ts'];

/** Tests that replace a module, so each of them loads its own. */
export const replacing = ['src/review/host-rules.test.ts', 'test/github/apply-command.test.ts', 'test/purity.test.ts'];

/** Starting a program copies the page tables of the worker. In one that has run hundreds of tests, that takes 16 times as long as in a small one. */
const starting = filesThatStartPrograms().filter((file) => !replacing.includes(file));

/** Node runs the sources as they are, which takes a fifth less processor time than a transformation of each file. Replacing a module needs a loader. */
const native = (nodeLoader: boolean) => ({ viteModuleRunner: false, nodeLoader });

/** Loading the product takes longer than most tests. They leave nothing behind that another file can see. */
const shared = { isolate: false, experimental: native(false), setupFiles: ['test/properties.setup.ts'] };

export default defineConfig({
  test: {
    env: date,
    // By default, vitest leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    reporters: ['./scripts/quiet-reporter.ts'],
    // No test measures time. A time-out only ends what hangs, however busy the machine is.
    testTimeout: patience,
    hookTimeout: patience,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience } },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'shared',
          include: ['{src,test,scripts,kubeval-wasm}/**/*.test.ts'],
          exclude: ['test/real/**', ...replacing, ...starting, ...wholeOnly],
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'programs', include: starting, exclude: wholeOnly },
      },
      {
        extends: true,
        test: { name: 'alone', include: replacing, experimental: native(true) },
      },
    ],
  },
});
