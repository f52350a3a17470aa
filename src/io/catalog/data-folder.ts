import { fileURLToPath } from 'node:url';

/** The folder with the data: next to the bundles in dist/, or at the root when run from source. */
export const dataFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../data/' : './data/', import.meta.url),
);
