import { defineConfig } from 'vitest/config';
import { date } from '../../vitest.config.ts';

/** In milliseconds. It only ends what hangs, however busy the machine is. */
const patience = 30 * 60_000;

/** Tests with real servers and tools, which scripts/test-real.ts downloads first. */
export default defineConfig({
  test: {
    env: date,
    include: ['test/real/**/*.test.ts'],
    // Two files at a time: each starts several processes, and then often waits for them.
    maxWorkers: 2,
    testTimeout: patience,
    hookTimeout: patience,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience } },
  },
});
