import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'kubeval-wasm/**/*.test.ts'],
    exclude: ['test/real/**', 'node_modules/**'],
    // Some tests spawn the built CLI; a busy two-core machine needs more than the default.
    testTimeout: 60_000,
  },
});
