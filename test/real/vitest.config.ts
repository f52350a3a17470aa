import { defineConfig } from 'vitest/config';
import { date } from '../../vitest.config.ts';

/** In milliseconds. It only ends what hangs, however busy the machine is. */
const patience = 30 * 60_000;

/** Tests with real servers and tools, which scripts/test-real.ts downloads first. */
export default defineConfig({
  test: {
    env: date,
    include: ['test/real/**/*.test.ts'],
    // One file at a time, because each starts several processes.
    fileParallelism: false,
    testTimeout: patience,
    hookTimeout: patience,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience } },
  },
});
