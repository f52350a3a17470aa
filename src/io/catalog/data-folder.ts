import { fileURLToPath } from 'node:url';

/** Where the data lies: next to the bundles in dist/, or at the root when run from source. */
export const dataFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../data/' : './data/', import.meta.url),
);
