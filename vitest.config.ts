import { defineConfig } from 'vitest/config';

/** In milliseconds. */
const patience = 30 * 60_000;

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'kubeval-wasm/**/*.test.ts'],
    exclude: ['test/real/**', 'node_modules/**'],
    reporters: ['./scripts/quiet-reporter.ts'],
    // No test measures time. A time-out only ends what hangs, however busy the machine is.
    testTimeout: patience,
    hookTimeout: patience,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience } },
  },
});
