import { defineConfig } from 'vitest/config';

/** Tests against real servers and tools, which scripts/test-real.ts gets first. */
export default defineConfig({
  test: {
    include: ['test/real/**/*.test.ts'],
    // One at a time: each starts processes of its own.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
