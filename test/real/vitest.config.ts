import { defineConfig } from 'vitest/config';

/** Tests with real servers and tools, which scripts/test-real.ts downloads first. */
export default defineConfig({
  test: {
    include: ['test/real/**/*.test.ts'],
    // One file at a time, because each starts several processes.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
